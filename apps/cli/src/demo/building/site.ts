import { Random } from '../random.js';
import { LENGTH, WIDTH, WING } from './building.js';
import { TREES } from './garden.js';
import { disc, picture, rect, shape, stroke, words } from './svg.js';

/** In feet, four pixels each. */
const SITE = { width: 400, height: 300 };
/** The north-western corner of the building. */
const [X, Y] = [82, 44];
const INK = '#3a4652';

/** The building in its surroundings, from above and in colour. */
export function sitePlan(): string {
  return picture(
    4 * SITE.width,
    4 * SITE.height,
    '<g transform="scale(4)">',
    rect(0, 0, SITE.width, SITE.height, '#d9e6cb'),
    ...park(),
    ...streets(),
    ...neighbours(),
    rect(X - 10, Y - 6, WIDTH + 20, LENGTH + 20, '#cfe0bd'),
    ...court(),
    ...roof(),
    ...planting(),
    ...cars(),
    ...legend(),
    '</g>',
  );
}

function tree(x: number, y: number, radius: number, hue = 0): string {
  const [dark, light] = [
    ['#7fa565', '#9dc183'],
    ['#8aab5c', '#abc77d'],
    ['#6f9a68', '#8fb886'],
  ][hue % 3]!;
  return [
    disc(x + radius * 0.25, y + radius * 0.3, radius, '#41523a', 'opacity="0.28"'),
    disc(x, y, radius, dark!),
    disc(x - radius * 0.22, y - radius * 0.26, radius * 0.62, light!),
    disc(x - radius * 0.34, y - radius * 0.4, radius * 0.24, '#c3dba9', 'opacity="0.8"'),
  ].join('');
}

function park(): string[] {
  return [
    rect(0, 0, SITE.width, 30, '#c6dcae'),
    stroke('M-5 22C60 8 110 26 180 14S320 4 405 20', '#efe6d3', 4),
    stroke('M250 -2C262 8 262 14 268 32', '#efe6d3', 3),
    '<ellipse cx="318" cy="6" rx="42" ry="11" fill="#a9cfe0"/>',
    '<ellipse cx="312" cy="4" rx="28" ry="6" fill="#c4e0ec"/>',
  ];
}

function streets(): string[] {
  const [avenue, side] = [Y + LENGTH + 22, 30];
  return [
    rect(0, avenue - 8, SITE.width, 42, '#efebe3'),
    rect(0, avenue, SITE.width, 26, '#c3c8ce'),
    rect(side - 6, 30, 38, SITE.height, '#efebe3'),
    rect(side, 30, 26, SITE.height, '#c3c8ce'),
    rect(0, avenue, SITE.width, 26, '#c3c8ce'),
    stroke(
      `M0 ${avenue + 13}H${side - 8}M${side + 34} ${avenue + 13}H${SITE.width}`,
      '#fff',
      0.8,
      'stroke-dasharray="7 6"',
    ),
    stroke(`M${side + 13} 34V${avenue - 10}`, '#fff', 0.8, 'stroke-dasharray="7 6"'),
    ...[0, 1, 2, 3, 4, 5, 6].flatMap((at) => [
      rect(side + 1.5 + at * 3.6, avenue - 7, 1.8, 6, '#fff', 'opacity="0.85"'),
      rect(side + 27, avenue + 1.5 + at * 3.6, 6, 1.8, '#fff', 'opacity="0.85"'),
    ]),
    words(214, avenue + 20.6, 5.4, '#6b7580', 'Vandalia Avenue', 'letter-spacing="0.6"'),
    words(
      0,
      0,
      5.4,
      '#6b7580',
      'Lincoln Street',
      `letter-spacing="0.6" transform="translate(${side + 8.6} 140) rotate(-90)"`,
    ),
  ];
}

/** Houses across the streets and beside the building, which run off the page. */
function neighbours(): string[] {
  const houses = [
    [-6, 40, 26, 62],
    [-6, 112, 24, 70],
    [-6, 192, 26, 56],
    [346, 52, 60, 66],
    [352, 134, 54, 92],
    [-6, 292, 60, 20],
    [84, 294, 96, 20],
    [196, 294, 80, 20],
    [296, 294, 120, 20],
  ] as const;
  return houses.flatMap(([x, y, width, height]) => [
    rect(x + 3, y + 4, width, height, '#2d3a30', 'opacity="0.18"'),
    rect(x, y, width, height, '#e4ddd1'),
    rect(x + 1.6, y + 1.6, width - 3.2, height - 3.2, 'none', 'stroke="#cfc6b6" stroke-width="0.8"'),
    rect(x + width * 0.55, y + height * 0.3, Math.min(12, width / 4), Math.min(10, height / 4), '#d3cabb'),
  ]);
}

function court(): string[] {
  const middle = X + WIDTH / 2;
  const [top, bottom] = [Y + WING, Y + LENGTH + 14];
  return [
    rect(X + WING, top, WIDTH - 2 * WING, bottom - top, '#bdd6a2'),
    stroke(`M${middle} ${top}V${bottom + 8}`, '#f2ead9', 10),
    rect(X + WING + 14, Y + 98, WIDTH - 2 * WING - 28, 64, 'none', 'stroke="#f2ead9" stroke-width="5"'),
    disc(middle, Y + 130, 21, '#f2ead9'),
    disc(middle, Y + 130, 11.6, '#fff'),
    disc(middle, Y + 130, 10.4, '#8fc3da'),
    disc(middle - 1, Y + 129, 6.4, '#b9dcea'),
    disc(middle, Y + 130, 1.6, '#fff'),
    ...[-1, 1].flatMap((side) => [
      rect(middle + side * 37 - 8, Y + 122, 16, 16, '#e9dcb8'),
      ...[0, 1, 2].map((at) => rect(middle + side * 37 - 6.4 + at * 4.6, Y + 124, 3, 12, '#9dbb7c')),
    ]),
    ...TREES.map(({ at: [x, y], radius }, n) => tree(X + x, Y + y, radius, n)),
  ];
}

/** The roof with its shadow, the terraces, the solar panels and the heads of the lifts. */
function roof(): string[] {
  const corners = (inset: number): [number, number][] => {
    const [left, top, right, bottom] = [X + inset, Y + inset, X + WIDTH - inset, Y + LENGTH - inset];
    const [inLeft, inTop, inRight] = [X + WING - inset, Y + WING - inset, X + WIDTH - WING + inset];
    return [
      [left, top],
      [right, top],
      [right, bottom],
      [inRight, bottom],
      [inRight, inTop],
      [inLeft, inTop],
      [inLeft, bottom],
      [left, bottom],
    ];
  };
  const panels = (x: number, y: number, columns: number, rows: number): string[] =>
    Array.from({ length: columns * rows }, (_, at) =>
      rect(
        x + (at % columns) * 7,
        y + Math.floor(at / columns) * 9,
        6,
        7,
        '#5c7896',
        'stroke="#8aa3bb" stroke-width="0.5"',
      ),
    );
  const deck = (x: number, y: number, width: number, height: number): string[] => [
    rect(x, y, width, height, '#d9b98d'),
    ...Array.from({ length: Math.floor(height / 3) }, (_, at) =>
      stroke(`M${x} ${y + at * 3 + 1.5}h${width}`, '#cba877', 0.4),
    ),
    rect(x, y, width, height, 'none', 'stroke="#b98f57" stroke-width="0.9"'),
    ...[0.2, 0.5, 0.8].map((at) =>
      disc(x + width * at, y + height / 2, 3.4, '#fff', 'stroke="#d88b5a" stroke-width="1.4"'),
    ),
    ...[0.08, 0.92].map((at) => tree(x + width * at, y + 4, 2.6)),
  ];
  return [
    shape(
      corners(0).map(([x, y]): [number, number] => [x + 7, y + 9]),
      '#2d3a30',
      'opacity="0.25"',
    ),
    shape(corners(0), '#fbf7ef'),
    shape(corners(2.4), '#f1e9da', 'stroke="#d5c8b1" stroke-width="0.8"'),
    ...panels(X + 96, Y + 8, 9, 2),
    ...panels(X + 10, Y + 72, 6, 5),
    ...panels(X + WIDTH - 52, Y + 72, 6, 5),
    ...deck(X + 84, Y + 40, 68, 18),
    ...[X + 36, X + WIDTH - 62].flatMap((x) => [
      rect(x + 2, Y + 38.5, 26, 20, '#2d3a30', 'opacity="0.22"'),
      rect(x, Y + 36, 26, 20, '#e6dcc9', 'stroke="#c9bca3" stroke-width="0.8"'),
      rect(x + 4, Y + 40, 8, 8, '#d4c8b2'),
    ]),
    ...[X + 12, X + WIDTH - 52].flatMap((x) => deck(x, Y + 132, 40, 22)),
    ...[X + 20, X + WIDTH - 44].map((x) => rect(x, Y + 172, 24, 12, '#bcd49f', 'stroke="#a5c283" stroke-width="0.8"')),
    words(X + 32, Y + 67, 6.4, INK, '475', 'font-weight="bold"'),
    words(X + WIDTH / 2, Y + 34, 6.4, INK, '479', 'font-weight="bold"'),
    words(X + WIDTH - 32, Y + 67, 6.4, INK, '481', 'font-weight="bold"'),
  ];
}

function planting(): string[] {
  const random = new Random('Spring Creek/trees');
  const trees: string[] = [];
  for (let x = 6; x < SITE.width; x += 15)
    trees.push(tree(x + random.integer(-4, 4), random.integer(2, 30), random.integer(4, 7), random.integer(0, 2)));
  for (let x = X - 4; x < SITE.width; x += 22)
    if (Math.abs(x - X - WIDTH / 2) > 12) trees.push(tree(x, Y + LENGTH + 17.5, 4.4, 1));
  for (let y = Y + 4; y < Y + LENGTH; y += 21)
    trees.push(tree(X - 15, y, 4.4, 1), tree(X + WIDTH + 14, y + 6, 5, random.integer(0, 2)));
  for (let x = 90; x < SITE.width; x += 31) trees.push(tree(x, 297, 4.2));
  return trees;
}

function cars(): string[] {
  const paint = ['#f5f6f7', '#7b8794', '#b7564c', '#4c6f93', '#dfe3e7', '#2f3a45'];
  const avenue = Y + LENGTH + 22;
  const car = (x: number, y: number, turn: number, at: number): string =>
    `<g transform="translate(${x} ${y}) rotate(${turn})">${rect(-6.6, -2.4, 14, 6, '#2d3a30', 'rx="2" opacity="0.2"')}${rect(-7, -3, 14, 6, paint[at % paint.length]!, 'rx="2"')}${rect(-3.6, -2.3, 6.4, 4.6, '#2c3947', 'rx="1.4" opacity="0.55"')}${rect(-2, -2.3, 3.2, 4.6, paint[at % paint.length]!)}</g>`;
  return [
    ...[92, 112, 152, 214, 234, 274, 316, 356].map((x, at) => car(x, avenue + 3.8, 0, at)),
    ...[126, 300].map((x, at) => car(x, avenue + 20, 180, at + 3)),
    ...[60, 82, 128, 150, 190].map((y, at) => car(52.4, y, 90, at + 1)),
    car(36, 206, -90, 2),
  ];
}

/** The north arrow and a scale of 50 feet. */
function legend(): string[] {
  const [x, y] = [376, 254];
  return [
    disc(x, 30, 11, '#fff', 'opacity="0.92"'),
    shape(
      [
        [x, 21],
        [x + 4.4, 36],
        [x, 32.6],
      ],
      INK,
    ),
    shape(
      [
        [x, 21],
        [x - 4.4, 36],
        [x, 32.6],
      ],
      '#9aa6b2',
    ),
    words(x, 49, 6, INK, 'N', 'font-weight="bold" stroke="#fff" stroke-width="1.4" paint-order="stroke"'),
    rect(x - 46, y - 9, 62, 14, '#fff', 'opacity="0.92" rx="2"'),
    rect(x - 40, y, 25, 2, INK),
    rect(x - 15, y, 25, 2, '#fff', `stroke="${INK}" stroke-width="0.5"`),
    words(x - 15, y - 2.4, 4.6, INK, '50 feet'),
  ];
}
