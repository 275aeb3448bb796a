import { picture, rect, stroke } from './svg.js';

const [GREEN, BLUE] = ['#2f6b4f', '#3d7ea6'];

/** The building with its two wings around the court, above the creek, and the name. */
export function logo(): string {
  return picture(
    520,
    120,
    rect(14, 14, 22, 62, GREEN, 'rx="3"'),
    rect(74, 14, 22, 62, GREEN, 'rx="3"'),
    rect(14, 54, 82, 22, GREEN, 'rx="3"'),
    ...[90, 106].map((y, at) =>
      stroke(`M8 ${y}q12 -10 24 0t24 0t24 0t24 0`, at ? '#7fb3d1' : BLUE, 7, 'stroke-linecap="round"'),
    ),
    `<text x="128" y="76" font-family="sans-serif" font-size="50" font-weight="bold" fill="${GREEN}">Spring Creek</text>`,
  );
}
