import { disc, gradient, picture, rect, shape, stroke } from './svg.js';

const [WIDTH, HEIGHT] = [960, 640];
const FLOOR = 500;
const FRAME = '#fffdf8';
const WOOD = '#cfa06c';

interface Look {
  accent: string;
  fronts: string;
  shade: string;
}

/** One for each number of bedrooms. */
const LOOKS: Look[] = [
  { accent: '#d3704f', fronts: '#e2dac9', shade: '#c9bfab' },
  { accent: '#4f7f86', fronts: '#dfe6e1', shade: '#bccac3' },
  { accent: '#c79a3f', fronts: '#4e5d68', shade: '#3d4a54' },
  { accent: '#7b6a9a', fronts: '#cdc7da', shade: '#aea6c0' },
];

const lookOf = (bedrooms: number): Look => LOOKS[bedrooms % LOOKS.length]!;

/** A wall, and a wooden floor in front of it. */
const interior = (): string[] => [
  `<defs>${gradient('sky', [0, '#a9d0e8'], [1, '#eef3f0'])}${gradient('wall', [0, '#f6f2eb'], [1, '#ece5da'])}</defs>`,
  rect(0, 0, WIDTH, FLOOR, 'url(#wall)'),
  rect(0, FLOOR, WIDTH, HEIGHT - FLOOR, '#d8b186'),
  ...Array.from({ length: 14 }, (_, at) =>
    stroke(`M${480 + (at - 6.5) * 72} ${FLOOR}L${480 + (at - 6.5) * 140} ${HEIGHT}`, '#c79f72', 1.5),
  ),
  rect(0, FLOOR - 12, WIDTH, 12, FRAME),
];

/** A window with trees in front of it. */
const outlook = (x: number, y: number, width: number, height: number): string[] => [
  rect(x - 10, y - 10, width + 20, height + 20, FRAME),
  rect(x, y, width, height, 'url(#sky)'),
  ...[0.15, 0.5, 0.85].map((at, n) =>
    disc(x + width * at, y + height * 0.84, width * 0.13, ['#8fb073', '#7fa565'][n % 2]!),
  ),
  rect(x, y + height * 0.92, width, height * 0.08, '#98b981'),
  rect(x + width / 2 - 4, y, 8, height, FRAME),
];

const lamp = (x: number, length: number, accent: string): string[] => [
  stroke(`M${x} 0V${length}`, '#4b443c', 3),
  `<path d="M${x - 34} ${length + 34}q34 -58 68 0z" fill="${accent}"/>`,
];

/** The kitchen of a plan: the larger the home, the longer the counter and the island. */
export function kitchen(bedrooms: number): string {
  const { accent, fronts, shade } = lookOf(bedrooms);
  const doors = 4 + Math.min(bedrooms, 3);
  const [left, door] = [60, 108];
  const right = left + 130 + doors * door;
  const island = 300 + 70 * Math.min(bedrooms, 3);
  const cupboard = (x: number, y: number, height: number): string[] => [
    rect(x + 2, y, door - 4, height, fronts, 'rx="3"'),
    rect(x + door / 2 - 16, y + (y > 300 ? 14 : height - 20), 32, 5, '#a58b5e', 'rx="2"'),
  ];
  const columns = Array.from({ length: doors }, (_, at) => left + 130 + at * door);
  const tiles = Array.from({ length: Math.ceil((right - left - 130) / 27) }, (_, at) => left + 130 + at * 27);
  return picture(
    WIDTH,
    HEIGHT,
    ...interior(),
    // refrigerator
    rect(left, 120, 124, FLOOR - 120, '#cdd3d8', 'rx="6"'),
    stroke(`M${left} 290h124`, '#b3bac0', 3),
    ...[230, 310].map((y) => rect(left + 104, y, 7, 44, '#8d959c', 'rx="3"')),
    // wall cupboards, tiles, counter and base cupboards
    ...columns.slice(0, -2).flatMap((x) => cupboard(x, 120, 120)),
    rect(left + 130, 240, right - left - 130, 124, '#f4f7f6'),
    ...tiles.map((x) => stroke(`M${x} 240V364`, '#dfe6e3', 1.5)),
    ...[271, 302, 333].map((y) => stroke(`M${left + 130} ${y}H${right}`, '#dfe6e3', 1.5)),
    ...outlook(right - 2 * door + 16, 106, 2 * door - 32, 220),
    rect(left + 130, 374, right - left - 130, FLOOR - 386, shade),
    ...columns.flatMap((x) => cupboard(x, 382, FLOOR - 400)),
    rect(left + 126, 362, right - left - 122, 14, '#f7f4ee'),
    // hob with hood, and sink
    rect(left + 130 + door, 384, door, FLOOR - 404, '#343c43', 'rx="3"'),
    rect(left + 144 + door, 410, door - 28, 50, '#56626b', 'rx="3"'),
    shape(
      [
        [left + 136 + door, 240],
        [left + 124 + 2 * door, 240],
        [left + 112 + 2 * door, 212],
        [left + 148 + door, 212],
      ],
      '#b3bac0',
    ),
    stroke(`M${right - door} 362v-40q0 -16 16 -16t16 16`, '#8d959c', 6),
    ...[right - 2.6 * door, right - 2.3 * door].map((x, n) =>
      rect(x, 330 - n * 8, 22, 32 + n * 8, [accent, '#fff'][n]!, 'rx="4"'),
    ),
    // island with stools
    rect(480 - island / 2 + 14, 462, island - 28, 140, shade),
    rect(480 - island / 2, 444, island, 20, WOOD, 'rx="4"'),
    `<ellipse cx="480" cy="440" rx="44" ry="12" fill="#fff"/>`,
    ...[462, 482, 500].map((x, n) => disc(x, 430 - (n % 2) * 6, 12, ['#b7564c', '#c79a3f', '#86a96c'][n]!)),
    ...Array.from({ length: 2 + Math.min(bedrooms, 2) }, (_, at) => {
      const x = 480 - island / 2 + (island / (3 + Math.min(bedrooms, 2))) * (at + 1);
      return `${rect(x - 26, 530, 52, 12, accent, 'rx="6"')}${stroke(`M${x - 18} 542l-8 88M${x + 18} 542l8 88`, '#6b5947', 6)}`;
    }),
    ...[480 - island / 4, 480 + island / 4].flatMap((x) => lamp(x, 96, accent)),
  );
}

/** A bedroom of a plan, or the place for the bed of a studio. */
export function bedroom(bedrooms: number): string {
  const { accent } = lookOf(bedrooms);
  const width = 330 + 40 * Math.min(bedrooms, 3);
  const [left, middle] = [400 - width / 2, 400];
  return picture(
    WIDTH,
    HEIGHT,
    ...interior(),
    ...outlook(700, 90, 190, 250),
    ...[672, 896].map((x) => `<path d="M${x} 66h30l-4 ${FLOOR - 78}h-22z" fill="#e4dccd"/>`),
    rect(660, 58, 278, 8, '#8d7f6d', 'rx="4"'),
    `<ellipse cx="${middle}" cy="596" rx="${width * 0.78}" ry="36" fill="${accent}" opacity="0.25"/>`,
    // pictures above the head of the bed
    ...[-1, 1].flatMap((side) => [
      rect(middle + side * 74 - 50, 96, 100, 130, '#fff', 'stroke="#6c6358" stroke-width="6"'),
      side < 0
        ? disc(middle - 74, 150, 26, accent, 'opacity="0.8"')
        : stroke(`M${middle + 46} 200q18 -70 34 -24t34 -40`, accent, 8),
    ]),
    // bed
    rect(left - 12, 280, width + 24, 190, '#8d7f6d', 'rx="16"'),
    ...[-1, 1].map((side) =>
      rect(middle + (side < 0 ? -width / 2 + 16 : 12), 336, width / 2 - 28, 76, '#fffdf8', 'rx="18"'),
    ),
    rect(middle - 62, 372, 124, 52, accent, 'rx="14"'),
    rect(left, 410, width, 150, '#f7f3ec', 'rx="14"'),
    `<path d="M${left} 462h${width}v84q0 14 -14 14h-${width - 28}q-14 0 -14 -14z" fill="${accent}" opacity="0.75"/>`,
    ...[1, 2, 3].map((at) => stroke(`M${left + (width / 4) * at} 466V558`, '#fff', 2, 'opacity="0.5"')),
    ...[left + 14, left + width - 26].map((x) => rect(x, 560, 12, 22, '#6b5947')),
    // bedside tables
    ...[left - 92, left + width + 22].flatMap((x) => [
      rect(x, 446, 70, 92, WOOD, 'rx="5"'),
      stroke(`M${x + 8} 490h54`, '#b0824f', 3),
      rect(x + 32, 404, 6, 42, '#4b443c'),
      `<path d="M${x + 12} 406l10 -40h26l10 40z" fill="#f7e6bd"/>`,
    ]),
    stroke(
      'M836 500C812 440 792 424 774 420M836 500C832 424 842 380 860 360M836 500C862 444 884 430 904 430',
      '#5f8d57',
      12,
      'stroke-linecap="round"',
    ),
    shape(
      [
        [800, 498],
        [872, 498],
        [862, 580],
        [810, 580],
      ],
      '#fff',
    ),
  );
}
