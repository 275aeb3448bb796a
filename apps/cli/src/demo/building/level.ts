import { AMENITIES, type Amenity, CORRIDOR, cornersOf, homesOn, LENGTH, STAIR, WIDTH, WING } from './building.js';
import * as has from './furniture.js';
import { DEPTH } from './layouts.js';
import { number, outline, pair, Pencil, type Point, Sheet } from './pencil.js';
import { garden } from './garden.js';

/** The page around the building. */
export const PAGE = { x: -26, y: -26, width: WIDTH + 52, height: LENGTH + 52 };
const INNER = DEPTH + CORRIDOR;
const INK = '#111a26';

/** The drawing of a level. The area of each home is named; nothing is written in it, because the map page numbers it. */
export function levelDrawing(level: number): string {
  const homes = homesOn(level);
  const sheet = new Sheet();
  const pencil = new Pencil(sheet);
  for (const { layout, place } of homes) {
    const own = new Pencil(sheet, place);
    layout.draw(own);
    balcony(own, layout.balcony, level);
  }
  core(pencil);
  core(new Pencil(sheet, (x, y) => [WIDTH - x, y]));
  if (level === 1) groundFloor(pencil);
  else for (const x of [WING, WIDTH - WING]) pencil.line('party', [x, INNER], [x, WING]);
  const common = [...(level === 1 ? AMENITIES : []), ...STAIRS];
  return page(
    '<g id="areas">',
    ...common.map(({ id, ...box }) => area(`id="${id}"`, boxOf(box))),
    area('id="corridor"', corridor()),
    ...homes.map((home) => area(`data-unit="${home.number}"`, cornersOf(home))),
    '</g>',
    sheet.toSvg(INK),
    ...(level === 1 ? AMENITIES.map(({ name, x, y, height }) => label(name, [x + 15, y + height / 2 + 1])) : []),
    label('Court', [WIDTH / 2, 158]),
  );
}

const STAIRS = [INNER, WIDTH - WING].flatMap((x, at) => [
  { id: `stairs-${at + 1}`, x, y: INNER, width: DEPTH, height: DEPTH },
  { id: `exit-${at + 1}`, x, y: LENGTH - STAIR, width: DEPTH, height: STAIR },
]);

const area = (name: string, corners: Point[]): string => `<path ${name} fill="#fff" d="${outline(corners)}"/>`;

/** What is around the building, on a page of the same size. */
export const grounds = (): string => page(garden());

function page(...content: string[]): string {
  const { x, y, width, height } = PAGE;
  const [box, w, h] = [[x, y, width, height].map(number).join(' '), number(width), number(height)];
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${box}" width="${w}" height="${h}">\n${content.join('\n')}\n</svg>\n`;
}

type Box = Pick<Amenity, 'x' | 'y' | 'width' | 'height'>;
const boxOf = ({ x, y, width, height }: Box): Point[] => [
  [x, y],
  [x + width, y],
  [x + width, y + height],
  [x, y + height],
];

const label = (text: string, at: Point): string =>
  `<text x="${pair(at).replace(' ', '" y="')}" font-family="sans-serif" font-size="34" text-anchor="middle" fill="${INK}">${text}</text>`;

/** Along the three wings. */
const corridor = (): Point[] => [
  [DEPTH, LENGTH],
  [DEPTH, DEPTH],
  [WIDTH - DEPTH, DEPTH],
  [WIDTH - DEPTH, LENGTH],
  [WIDTH - INNER, LENGTH],
  [WIDTH - INNER, INNER],
  [INNER, INNER],
  [INNER, LENGTH],
];

/** A balcony, or a terrace with paving on the ground. */
function balcony(pencil: Pencil, [from, to]: readonly [number, number], level: number): void {
  const [near, far] = [DEPTH + 0.6, DEPTH + 5.4];
  pencil.line('railing', [from, near], [from, far], [to, far], [to, near]);
  if (level === 1) {
    for (let x = from + 2; x < to; x += 2) pencil.line('furniture', [x, near], [x, far]);
    pencil.line('furniture', [from, DEPTH + 3], [to, DEPTH + 3]);
    return;
  }
  pencil.line('furniture', [from, far - 0.4], [to, far - 0.4]);
  pencil.circle('furniture', (from + to) / 2, DEPTH + 3, 0.9);
  for (const x of [-1.9, 1.9]) pencil.box('furniture', (from + to) / 2 + x - 0.6, DEPTH + 2.4, 1.2, 1.2);
}

/** Lifts and stairs of the western wing, at the inner corner and at the end of the corridor. */
function core(pencil: Pencil): void {
  pencil.wall(
    'party',
    [INNER, INNER],
    [WING, INNER],
    [
      { kind: 'gap', at: 2.2, width: 5 },
      { kind: 'gap', at: 10.7, width: 5 },
      { kind: 'door', at: 20, width: 3, side: 1 },
    ],
  );
  pencil.wall('party', [INNER, INNER], [INNER, WING], [{ kind: 'door', at: 22, width: 3, side: -1 }]);
  pencil.line('party', [INNER, WING], [WING, WING]);
  pencil.line('party', [WING, INNER], [WING, WING]);
  for (const x of [INNER + 0.4, INNER + 8.9]) lift(pencil, x, INNER + 0.4);
  pencil.wall('partition', [INNER + 17.8, INNER], [INNER + 17.8, WING]);
  pencil.wall('partition', [INNER, INNER + 9.4], [INNER + 17.8, INNER + 9.4]);
  stair(pencil, INNER + 18.6, INNER + 6, 9.6, 17, 'down');
  pencil.wall('partition', [INNER + 9, INNER + 9.4], [INNER + 9, WING], [{ kind: 'door', at: 10, width: 3, side: -1 }]);
  pencil.line('facade', [0, LENGTH], [DEPTH, LENGTH]);
  pencil.line('party', [INNER, LENGTH - STAIR], [WING, LENGTH - STAIR]);
  pencil.wall('party', [INNER, LENGTH - STAIR], [INNER, LENGTH], [{ kind: 'door', at: 4, width: 3.2, side: -1 }]);
  pencil.wall('facade', [WING, LENGTH - STAIR], [WING, LENGTH]);
  pencil.wall(
    'facade',
    [DEPTH, LENGTH],
    [WING, LENGTH],
    [
      { kind: 'window', at: 1, width: 4 },
      { kind: 'window', at: 22, width: 5 },
    ],
  );
  stair(pencil, INNER + 6, LENGTH - STAIR + 0.7, 18, 9.6, 'across');
}

function lift(pencil: Pencil, x: number, y: number): void {
  pencil.box('partition', x, y, 8, 8.4);
  pencil.box('fixture', x + 0.8, y + 1.4, 6.4, 6.2);
  pencil.line('fixture', [x + 0.8, y + 1.4], [x + 7.2, y + 7.6]);
  pencil.line('fixture', [x + 7.2, y + 1.4], [x + 0.8, y + 7.6]);
  pencil.line('fixture', [x + 1.8, y + 0.5], [x + 6.2, y + 0.5]);
}

/** Two flights with a landing at the far end, and an arrow up. */
function stair(pencil: Pencil, x: number, y: number, width: number, height: number, run: 'down' | 'across'): void {
  const [length, half] = run === 'down' ? [height, width / 2] : [width, height / 2];
  const at = (along: number, off: number): Point => (run === 'down' ? [x + off, y + along] : [x + along, y + off]);
  const treads = length - 4;
  for (let along = 0; along <= treads; along += 1) {
    pencil.line('fixture', at(along, 0), at(along, half - 0.3));
    pencil.line('fixture', at(along, half + 0.3), at(along, 2 * half));
  }
  pencil.line('fixture', at(0, half - 0.3), at(treads, half - 0.3), at(treads, half + 0.3), at(0, half + 0.3));
  pencil.line('fixture', at(0.5, half / 2), at(treads + 2, half / 2), at(treads + 2, 1.5 * half), at(1, 1.5 * half));
  pencil.line('fixture', at(2, 1.5 * half - 0.7), at(1, 1.5 * half), at(2, 1.5 * half + 0.7));
}

/** The rooms for all, at the court. */
function groundFloor(pencil: Pencil): void {
  const [fitness, lobby, lounge, laundry] = AMENITIES;
  for (const { x } of [fitness, lobby, lounge]) pencil.line('party', [x, INNER], [x, WING]);
  pencil.line('party', [lounge.x + lounge.width, INNER], [lounge.x + lounge.width, WING]);
  pencil.wall(
    'party',
    [WING, INNER],
    [WIDTH - WING, INNER],
    [
      { kind: 'door', at: 13, width: 3, side: 1 },
      { kind: 'gap', at: 46, width: 16 },
      { kind: 'door', at: 92, width: 3, side: 1 },
    ],
  );
  pencil.wall(
    'facade',
    [WING, WING],
    [WIDTH - WING, WING],
    [
      { kind: 'window', at: 3, width: 10 },
      { kind: 'window', at: 16, width: 10 },
      { kind: 'window', at: 33, width: 11 },
      { kind: 'sliding', at: 48, width: 12 },
      { kind: 'window', at: 64, width: 11 },
      { kind: 'window', at: 82, width: 10 },
      { kind: 'window', at: 95, width: 10 },
    ],
  );
  for (const x of [4, 9, 14, 19, 24]) treadmill(pencil, fitness.x + x, INNER + 18);
  for (const x of [5, 12, 19]) pencil.box('furniture', fitness.x + x, INNER + 4, 3, 6);
  pencil.box('fixture', lobby.x + 3, INNER + 6, 3, 10);
  for (const y of [7.4, 10.2, 13]) pencil.circle('furniture', lobby.x + 1.6, INNER + y, 0.8);
  for (const x of [12, 36]) {
    has.sofa(pencil.at(lobby.x + x, WING - 4, 2), 8);
    has.armchair(pencil.at(lobby.x + x + 6, WING - 12, 1));
    has.plant(pencil.at(lobby.x + x - 6, WING - 3, 0));
  }
  for (let y = 3; y < 24; y += 2) pencil.line('furniture', [lobby.x + 45.6, INNER + y], [lobby.x + 47.6, INNER + y]);
  pencil.line('fixture', [lobby.x + 45.6, INNER + 3], [lobby.x + 45.6, INNER + 23]);
  has.kitchen(pencil.at(lounge.x + 30, INNER + 14, 1), 14);
  has.island(pencil.at(lounge.x + 24, INNER + 14, 1), 9);
  for (const y of [7, 20]) has.table(pencil.at(lounge.x + 8, INNER + y, 1), 4);
  const { x, y } = laundry;
  pencil.wall('party', [x, y], [x, y + 24], [{ kind: 'door', at: 10, width: 3, side: -1 }]);
  pencil.line('party', [x, y], [x + DEPTH, y]);
  pencil.wall('facade', [x + DEPTH, y], [x + DEPTH, y + 24], [{ kind: 'window', at: 8, width: 8 }]);
  for (const along of [6, 11.6, 17.2, 22.8]) {
    has.machines(pencil.at(x + along, y, 0));
    has.machines(pencil.at(x + along, y + 24, 2));
  }
}

function treadmill(pencil: Pencil, x: number, y: number): void {
  pencil.box('furniture', x - 1.3, y, 2.6, 6.4);
  pencil.line('furniture', [x - 0.9, y + 0.8], [x - 0.9, y + 6], [x + 0.9, y + 6], [x + 0.9, y + 0.8]);
}
