import { LENGTH, WIDTH, WING } from './building.js';
import { number, outline, pair, type Point } from './pencil.js';

interface Tree {
  at: Point;
  radius: number;
}

/** The trees of the court, and those around the building. */
export const TREES: readonly Tree[] = [
  ...([
    [79, 80, 6.5],
    [90, 74, 5],
    [157, 80, 6.5],
    [146, 74, 5],
    [77, 112, 6],
    [159, 112, 6],
    [77, 146, 7],
    [159, 146, 7],
    [78, 178, 6],
    [158, 178, 6],
    [104, 186, 7],
    [132, 186, 7],
    [98, 104, 4.5],
    [138, 104, 4.5],
  ] as const),
].map(([x, y, radius]) => ({ at: [x, y], radius }));

/** A round spot; it is a line, so that it is no area. */
export const spot = (at: Point, radius: number, colour: string, opacity = 1): string =>
  `<path fill="none" stroke="${colour}" stroke-opacity="${opacity}" stroke-width="${number(2 * radius)}" stroke-linecap="round" d="M${pair(at)}h0.1"/>`;

const band = (colour: string, width: number, ...points: Point[]): string =>
  `<path fill="none" stroke="${colour}" stroke-width="${number(width)}" stroke-linejoin="round" d="M${points.map(pair).join('L')}"/>`;

/** The court with its paths and trees. */
export function garden(): string {
  const middle = WIDTH / 2;
  const court: Point[] = [
    [WING, WING],
    [WIDTH - WING, WING],
    [WIDTH - WING, LENGTH],
    [WING, LENGTH],
  ];
  return [
    `<path id="courtyard" fill="#dbe7cf" d="${outline(court)}"/>`,
    band('#efe9dd', 9, [middle, WING], [middle, LENGTH]),
    band('#efe9dd', 6, [WING + 12, 96], [WIDTH - WING - 12, 96]),
    band('#efe9dd', 6, [WING + 12, 162], [WIDTH - WING - 12, 162]),
    band('#efe9dd', 5, [WING + 12, 96], [WING + 12, 162]),
    band('#efe9dd', 5, [WIDTH - WING - 12, 96], [WIDTH - WING - 12, 162]),
    spot([middle, 129], 20, '#efe9dd'),
    spot([middle, 129], 11, '#ffffff'),
    spot([middle, 129], 10, '#b9d6e2'),
    spot([middle, 129], 5, '#d5e7ee'),
    ...TREES.flatMap(({ at: [x, y], radius }) => [
      spot([x + 0.8, y + 1], radius, '#5f7350', 0.35),
      spot([x, y], radius, '#8fb073'),
      spot([x - radius * 0.25, y - radius * 0.3], radius * 0.55, '#a8c58d'),
    ]),
  ].join('\n');
}
