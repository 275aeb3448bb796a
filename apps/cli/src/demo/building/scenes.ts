import { Random } from '../random.js';
import type { Aspect } from './building.js';
import { disc, gradient, picture, rect, shape, stroke, words } from './svg.js';

const [WIDTH, HEIGHT] = [960, 640];
const BRICK = {
  wall: '#c98f72',
  shade: '#b57d62',
  trim: '#f2e9dd',
  glass: '#6f93a8',
  light: '#bcd4df',
  rail: '#3b4650',
};

/** What one sees from the windows of a side, from the lower levels or from above the trees. */
export function view(aspect: Aspect, isHigh: boolean): string {
  const scene = { court: courtView, park: parkView, street: streetView }[aspect](isHigh);
  return picture(
    WIDTH,
    HEIGHT,
    `<defs>${gradient('sky', [0, '#9cc7e4'], [0.65, '#dcebf3'], [1, '#f6efe2'])}</defs>`,
    rect(0, 0, WIDTH, HEIGHT, 'url(#sky)'),
    ...clouds(`${aspect}/${isHigh}`),
    ...scene,
    ...window(),
  );
}

function clouds(seed: string): string[] {
  const random = new Random(`${seed}/clouds`);
  return Array.from({ length: 4 }, (_, at) => {
    const [x, y, size] = [at * 260 + random.integer(-40, 60), random.integer(50, 170), random.integer(18, 32)];
    return `<g fill="#fff" opacity="0.75"><ellipse cx="${x}" cy="${y}" rx="${size * 3.2}" ry="${size * 0.62}"/><ellipse cx="${x - size}" cy="${y - size * 0.4}" rx="${size * 1.3}" ry="${size * 0.8}"/><ellipse cx="${x + size * 0.7}" cy="${y - size * 0.55}" rx="${size * 1.6}" ry="${size}"/></g>`;
  });
}

/** The frame of the window, with the sill and a plant. */
function window(): string[] {
  const frame = '#f8f5f0';
  return [
    rect(0, 0, WIDTH, 34, frame),
    rect(0, 0, 40, HEIGHT, frame),
    rect(WIDTH - 40, 0, 40, HEIGHT, frame),
    rect(WIDTH * 0.62, 0, 16, HEIGHT, frame),
    stroke(
      `M40 34H${WIDTH * 0.62}V580H40ZM${WIDTH * 0.62 + 16} 34H${WIDTH - 40}V580H${WIDTH * 0.62 + 16}Z`,
      '#d8d1c5',
      4,
    ),
    rect(0, 580, WIDTH, 60, '#efe8dd'),
    rect(0, 580, WIDTH, 9, '#fffdf9'),
    rect(0, 634, WIDTH, 6, '#d9cfc0'),
    stroke(
      'M168 548C150 500 128 486 110 484M168 548C168 490 176 462 188 446M168 548C186 508 208 496 226 496M168 548C156 516 140 510 128 512M168 548C180 524 200 520 210 526',
      '#5d8a55',
      9,
      'stroke-linecap="round"',
    ),
    shape(
      [
        [136, 546],
        [200, 546],
        [192, 604],
        [144, 604],
      ],
      '#d3704f',
    ),
    rect(132, 538, 72, 14, '#df8161', 'rx="3"'),
  ];
}

/** A row of crowns in front of each other. */
function trees(seed: string, y: number, size: number, colours: readonly string[], step = size * 1.3): string[] {
  const random = new Random(seed);
  const row: string[] = [];
  for (let x = -size; x < WIDTH + size; x += step) {
    const [cx, cy, r] = [x + random.integer(-10, 10), y + random.integer(-12, 12), size * (0.85 + 0.3 * random.next())];
    const colour = colours[random.integer(0, colours.length - 1)]!;
    row.push(
      rect(cx - r * 0.08, cy, r * 0.16, r * 1.6, '#7a614c'),
      disc(cx, cy, r, colour),
      disc(cx - r * 0.5, cy + r * 0.3, r * 0.7, colour),
      disc(cx + r * 0.55, cy + r * 0.25, r * 0.65, colour),
      disc(cx - r * 0.25, cy - r * 0.3, r * 0.5, '#fff', 'opacity="0.14"'),
    );
  }
  return row;
}

/** A front with windows and balconies on every floor. */
export function front(x: number, top: number, bays: number, floors: number, bay: number, storey: number): string[] {
  const width = bays * bay;
  const parts = [rect(x, top, width, floors * storey, BRICK.wall), rect(x - 6, top - 10, width + 12, 14, BRICK.trim)];
  for (let floor = 0; floor < floors; floor += 1) {
    const y = top + floor * storey;
    parts.push(rect(x, y + storey - 4, width, 4, BRICK.shade, 'opacity="0.55"'));
    for (let at = 0; at < bays; at += 1) {
      const left = x + at * bay;
      const isBalcony = at % 3 === 1;
      const [w, h] = isBalcony ? [bay * 0.66, storey * 0.78] : [bay * 0.5, storey * 0.56];
      const [wx, wy] = [left + (bay - w) / 2, y + storey * (isBalcony ? 0.16 : 0.2)];
      parts.push(
        rect(wx - 3, wy - 3, w + 6, h + 6, BRICK.trim),
        rect(wx, wy, w, h, BRICK.glass),
        shape(
          [
            [wx, wy],
            [wx + w * 0.55, wy],
            [wx, wy + h * 0.8],
          ],
          BRICK.light,
          'opacity="0.55"',
        ),
        rect(wx + w / 2 - 1.5, wy, 3, h, BRICK.trim),
      );
      if (!isBalcony) continue;
      const [deck, railing] = [y + storey * 0.94, storey * 0.34];
      parts.push(
        rect(left + 2, deck, bay - 4, 6, '#d9d2c6'),
        ...Array.from({ length: Math.floor((bay - 8) / 6) }, (_, n) =>
          rect(left + 4 + n * 6, deck - railing, 1.6, railing, BRICK.rail),
        ),
        rect(left + 2, deck - railing, bay - 4, 3, BRICK.rail),
      );
    }
  }
  return parts;
}

function courtView(isHigh: boolean): string[] {
  const top = isHigh ? 236 : 96;
  return [
    rect(0, top + 200, WIDTH, HEIGHT, '#b5cf9a'),
    ...front(60, top, 14, 5, 60, isHigh ? 56 : 74),
    rect(0, top + (isHigh ? 280 : 370), WIDTH, HEIGHT, '#bdd6a2'),
    ...(isHigh
      ? [
          `<ellipse cx="420" cy="566" rx="190" ry="36" fill="#f2ead9"/><ellipse cx="420" cy="562" rx="96" ry="18" fill="#8fc3da"/><ellipse cx="410" cy="560" rx="60" ry="10" fill="#b9dcea"/>`,
        ]
      : []),
    ...trees(
      `court/${isHigh}`,
      isHigh ? 520 : 420,
      isHigh ? 34 : 66,
      ['#7fa565', '#8fb073', '#6f9a68'],
      isHigh ? 130 : 150,
    ),
    ...(isHigh ? trees('court/near', 606, 52, ['#6f9a58', '#86ab66'], 150) : []),
  ];
}

function parkView(isHigh: boolean): string[] {
  const horizon = isHigh ? 330 : 380;
  const skyline = (seed: string, colour: string, height: number): string[] => {
    const random = new Random(seed);
    const towers: string[] = [];
    for (let x = 30; x < WIDTH;) {
      const [w, h] = [random.integer(26, 60), random.integer(height / 3, height)];
      towers.push(rect(x, horizon - h, w, h + 40, colour));
      if (random.next() < 0.3) towers.push(rect(x + w / 2 - 2, horizon - h - 26, 4, 26, colour));
      x += w + random.integer(0, 14);
    }
    return towers;
  };
  return [
    ...(isHigh
      ? [...skyline('far', '#b3c8d6', 190), ...skyline('near', '#9db5c4', 110)]
      : skyline('far', '#c0d0da', 90)),
    ...trees('park/far', horizon + 10, 34, ['#93b48a', '#86aa7f', '#9fbd8f'], 36),
    rect(0, horizon + 30, WIDTH, HEIGHT, '#b8d39a'),
    ...(isHigh
      ? [
          '<ellipse cx="640" cy="428" rx="210" ry="30" fill="#93c4da"/><ellipse cx="610" cy="424" rx="140" ry="16" fill="#bfdfec"/>',
          stroke('M40 560C200 470 380 470 480 500S760 540 960 470', '#f1e7d2', 18),
        ]
      : [stroke('M40 560C260 500 520 540 960 490', '#f1e7d2', 26)]),
    ...trees('park/middle', horizon + 90, isHigh ? 40 : 60, ['#7fa565', '#8fb073'], 170),
    ...trees('park/near', isHigh ? 610 : 590, isHigh ? 62 : 84, ['#6c9657', '#7da364', '#5f8b54'], isHigh ? 120 : 230),
  ];
}

function streetView(isHigh: boolean): string[] {
  const ground = isHigh ? 520 : 470;
  const random = new Random('street');
  const houses: string[] = [];
  const walls = ['#d9b99b', '#b98571', '#e3d6c3', '#a8705c', '#cbb39c', '#8f6f62'];
  for (let x = 20, at = 0; x < WIDTH; at += 1) {
    const [w, floors] = [random.integer(120, 170), random.integer(3, 4)];
    const storey = isHigh ? 58 : 84;
    const top = ground - floors * storey;
    houses.push(
      rect(x, top, w, floors * storey, walls[at % walls.length]!),
      rect(x - 3, top - 10, w + 6, 14, '#efe6d8'),
    );
    for (let floor = 0; floor < floors; floor += 1)
      for (let column = 0; column < 3; column += 1) {
        const [wx, wy] = [x + (w / 3) * (column + 0.5) - 13, top + floor * storey + storey * 0.24];
        const isDoor = floor === floors - 1 && column === at % 3;
        const height = isDoor ? storey * 0.76 : storey * 0.52;
        houses.push(
          rect(wx - 3, wy - 3, 32, height + 6, '#f4ecdf'),
          rect(wx, wy, 26, height, isDoor ? '#4c5f57' : BRICK.glass),
        );
        if (!isDoor)
          houses.push(
            shape(
              [
                [wx, wy],
                [wx + 16, wy],
                [wx, wy + height * 0.7],
              ],
              BRICK.light,
              'opacity="0.5"',
            ),
          );
      }
    x += w;
  }
  return [
    ...(isHigh
      ? [...Array.from({ length: 9 }, (_, at) => rect(60 + at * 110, 190 - (at % 4) * 26, 54, 260, '#b7c9d5'))]
      : []),
    ...houses,
    rect(0, ground, WIDTH, 24, '#e6dfd3'),
    rect(0, ground + 24, WIDTH, HEIGHT, '#a7adb4'),
    ...trees('street', ground - (isHigh ? 50 : 80), isHigh ? 38 : 56, ['#86a96c', '#94b478'], isHigh ? 210 : 260),
    stroke(`M0 ${ground + 66}H${WIDTH}`, '#f3f1ea', 5, 'stroke-dasharray="44 34"'),
  ];
}

/** The front of the building from the avenue, with the court in its middle. */
export function frontPicture(): string {
  const ground = 540;
  return picture(
    1200,
    675,
    `<defs>${gradient('sky', [0, '#8fbfe0'], [0.7, '#dcebf3'], [1, '#f8efe0'])}</defs>`,
    rect(0, 0, 1200, 675, 'url(#sky)'),
    ...clouds('front'),
    `<g opacity="0.9">${front(420, 214, 6, 5, 60, 60).join('')}</g>`,
    rect(420, 214, 360, 300, '#fff', 'opacity="0.2"'),
    rect(0, ground - 26, 1200, 200, '#c4d9aa'),
    ...front(70, 140, 6, 5, 60, 78),
    ...front(770, 140, 6, 5, 60, 78),
    shape(
      [
        [430, 140],
        [460, 170],
        [460, 520],
        [430, 530],
      ],
      '#a9745a',
    ),
    shape(
      [
        [770, 140],
        [740, 170],
        [740, 520],
        [770, 530],
      ],
      '#a9745a',
    ),
    shape(
      [
        [560, 514],
        [640, 514],
        [690, 600],
        [510, 600],
      ],
      '#f2ead9',
    ),
    rect(560, 446, 80, 68, '#4d6370'),
    rect(596, 446, 4, 68, '#f2e9dd'),
    rect(548, 436, 104, 12, '#f2e9dd'),
    words(600, 430, 17, '#5b4636', 'Spring Creek', 'font-weight="bold"'),
    ...[90, 250, 400, 800, 960, 1110].flatMap((x, at) => bush(x, ground - 4, 46 + (at % 3) * 9)),
    ...[500, 700].flatMap((x) => bush(x, 520, 30)),
    rect(0, 590, 1200, 20, '#e9e2d6'),
    rect(0, 610, 1200, 65, '#a7adb4'),
    stroke('M0 644H1200', '#f3f1ea', 5, 'stroke-dasharray="50 40"'),
    ...[
      [190, '#f5f6f7'],
      [930, '#b7564c'],
    ].flatMap(([x, paint]) => car(Number(x), 604, String(paint))),
  );
}

const bush = (x: number, y: number, r: number): string[] => [
  rect(x - 4, y, 8, 60, '#7a614c'),
  disc(x, y - 10, r, '#7ea364'),
  disc(x - r * 0.5, y + 8, r * 0.7, '#86ab6b'),
  disc(x + r * 0.55, y + 6, r * 0.66, '#759b5c'),
  disc(x - r * 0.25, y - r * 0.45, r * 0.45, '#a9c690', 'opacity="0.8"'),
];

const car = (x: number, y: number, paint: string): string[] => [
  `<path d="M${x + 26} ${y}q10 -24 30 -24h36q20 0 30 24z" fill="#32404d"/>`,
  rect(x, y - 2, 148, 26, paint, 'rx="10"'),
  ...[34, 114].flatMap((wheel) => [disc(x + wheel, y + 24, 13, '#2a333c'), disc(x + wheel, y + 24, 6, '#c9cfd5')]),
];

/** The living room of a plan, by its number of bedrooms: the larger, the wider the window. */
export function livingRoom(bedrooms: number): string {
  const accents = ['#d3704f', '#4f7f86', '#c79a3f', '#7b6a9a'];
  const accent = accents[bedrooms % accents.length]!;
  const span = 300 + 85 * Math.min(bedrooms, 3);
  const left = 865 - span;
  const floor = 470;
  const boards = Array.from({ length: 14 }, (_, at) =>
    stroke(`M${480 + (at - 6.5) * 66} ${floor}L${480 + (at - 6.5) * 150} 640`, '#c79f72', 1.5),
  );
  return picture(
    WIDTH,
    HEIGHT,
    `<defs>${gradient('sky', [0, '#a9d0e8'], [1, '#eef3f0'])}${gradient('wall', [0, '#f5f1ea'], [1, '#ece5da'])}</defs>`,
    rect(0, 0, WIDTH, floor, 'url(#wall)'),
    rect(0, floor, WIDTH, HEIGHT - floor, '#d8b186'),
    ...boards,
    ...[500, 545, 600].map((y) => stroke(`M0 ${y}H${WIDTH}`, '#cda77a', 1.2)),
    rect(0, floor - 14, WIDTH, 14, '#fffdf8'),
    rect(left - 12, 76, span + 24, floor - 76, '#fffdf8'),
    rect(left, 88, span, floor - 88, 'url(#sky)'),
    `<svg x="${left}" y="88" width="${span}" height="${floor - 88}" viewBox="0 ${640 - 430} 960 ${430}" preserveAspectRatio="xMidYMax slice">${trees(`room/${bedrooms}`, 520, 70, ['#7fa565', '#8fb073', '#98b981'], 120).join('')}</svg>`,
    ...[1 / 3, 2 / 3].map((at) => rect(left + span * at - 4, 88, 8, floor - 88, '#fffdf8')),
    ...[left - 40, left + span + 4].map((x) => `<path d="M${x} 66h38l-6 ${floor - 84}h-26z" fill="#e4dccd"/>`),
    rect(left - 50, 58, span + 100, 8, '#8d7f6d', 'rx="4"'),
    `<ellipse cx="430" cy="580" rx="380" ry="48" fill="${accent}" opacity="0.22"/>`,
    `<ellipse cx="430" cy="580" rx="330" ry="38" fill="none" stroke="#fff" stroke-width="4" opacity="0.7"/>`,
    rect(96, 128, 92, 118, '#fff', `stroke="#6c6358" stroke-width="6"`),
    disc(142, 176, 24, accent, 'opacity="0.8"'),
    shape(
      [
        [106, 236],
        [142, 196],
        [178, 236],
      ],
      '#9fb7a4',
    ),
    rect(214, 150, 74, 74, '#fff', `stroke="#6c6358" stroke-width="6"`),
    stroke('M226 206q24 -52 50 -30', accent, 8),
    // sofa
    rect(90, 352, 360, 108, '#8c9aa3', 'rx="22"'),
    rect(72, 396, 64, 128, '#7f8d97', 'rx="20"'),
    rect(404, 396, 64, 128, '#7f8d97', 'rx="20"'),
    rect(124, 430, 292, 84, '#9aa7af', 'rx="14"'),
    stroke('M270 434V512', '#86949d', 3),
    rect(146, 372, 70, 66, accent, 'rx="12" transform="rotate(-8 180 404)"'),
    rect(330, 374, 66, 62, '#f2ebdf', 'rx="12" transform="rotate(9 362 404)"'),
    rect(92, 520, 12, 26, '#6b5947'),
    rect(436, 520, 12, 26, '#6b5947'),
    // table, lamp and plant
    `<ellipse cx="520" cy="556" rx="96" ry="22" fill="#b98a58"/><ellipse cx="520" cy="550" rx="96" ry="22" fill="#cfa06c"/>`,
    ...[450, 520, 590].map((x) => rect(x - 4, 562, 8, 44, '#8d6a45')),
    rect(498, 524, 40, 18, '#fff', 'rx="5"'),
    rect(44, 250, 5, 292, '#4b443c'),
    `<path d="M8 252l22 -66h34l22 66z" fill="#f7e6bd"/>`,
    `<ellipse cx="47" cy="544" rx="26" ry="7" fill="#4b443c"/>`,
    stroke(
      'M846 470C820 400 796 380 776 374M846 470C842 390 852 340 872 318M846 470C872 410 900 392 922 392M846 470C826 420 812 404 802 420M846 470C866 430 884 420 896 430',
      '#5f8d57',
      13,
      'stroke-linecap="round"',
    ),
    shape(
      [
        [806, 468],
        [886, 468],
        [876, 566],
        [816, 566],
      ],
      '#fff',
    ),
    rect(800, 458, 92, 18, '#f4efe6', 'rx="4"'),
  );
}
