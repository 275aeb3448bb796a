import type { Box } from './transform.js';

export interface Point {
  x: number;
  y: number;
}

/** The points of a path, a list per closed subpath; curves are approximated by lines through their points and handles. */
export type Outline = Point[][];

/**
 * Parses a path written by the service (docs/umap.md) with the absolute commands M, L, C, Q and Z; undefined for any other path,
 * which the browser draws and measures.
 */
export function outlineOf(path: string): Outline | undefined {
  if (!/^[MLCQZ\d\s.,eE+-]*$/.test(path)) return undefined;
  const parts: Outline = [];
  for (const [, command, numbers] of path.matchAll(/([MLCQZ])([^MLCQZ]*)/g)) {
    const values = (numbers!.match(/[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?/g) ?? []).map(Number);
    if (command === 'M') parts.push([]);
    for (let i = 0; i + 1 < values.length; i += 2) parts.at(-1)?.push({ x: values[i]!, y: values[i + 1]! });
  }
  return parts.some((points) => points.length > 0) ? parts.filter((points) => points.length > 0) : undefined;
}

export const boundsOf = (outline: Outline): Box =>
  unionOf(outline.flat().map(({ x, y }) => ({ x, y, width: 0, height: 0 })));

export function unionOf(boxes: readonly Box[]): Box {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const { x, y, width, height } of boxes) {
    [left, right] = [Math.min(left, x), Math.max(right, x + width)];
    [top, bottom] = [Math.min(top, y), Math.max(bottom, y + height)];
  }
  return { x: left, y: top, width: right - left, height: bottom - top };
}

/** Estimated width of bold text with a margin, for font size 1. */
export const textWidth = (text: string) =>
  [...text].reduce((width, character) => width + (/[.,:;|!'il\- ]/.test(character) ? 0.45 : 0.7), 0.5);

const LINE_HEIGHT = 1.15;

/** The largest font size at which text centred at `at` stays inside the outline; 0 if `at` is outside. */
export function largestFont(outline: Outline, at: Point, text: string): number {
  if (!contains(outline, at)) return 0;
  const [halfWidth, halfHeight] = [textWidth(text) / 2, LINE_HEIGHT / 2];
  let size = Infinity;
  for (const points of outline)
    points.forEach((from, i) => {
      const to = points[(i + 1) % points.length]!;
      const near = { x: (from.x - at.x) / halfWidth, y: (from.y - at.y) / halfHeight };
      const far = { x: (to.x - at.x) / halfWidth, y: (to.y - at.y) / halfHeight };
      size = Math.min(size, squareDistance(near, far));
    });
  return Number.isFinite(size) ? size : 0;
}

/** Half the side of the largest square around the origin that does not cross the line between two points. */
function squareDistance(from: Point, to: Point): number {
  const dx = to.x - from.x;
  const dy = to.y - from.y;
  // max(|x|, |y|) is minimal at an end point, where x or y is 0, or where |x| = |y|.
  const places = [0, 1, -from.x / dx, -from.y / dy, (from.y - from.x) / (dx - dy), -(from.x + from.y) / (dx + dy)];
  return Math.min(
    ...places
      .filter((t) => t >= 0 && t <= 1)
      .map((t) => Math.max(Math.abs(from.x + t * dx), Math.abs(from.y + t * dy))),
  );
}

/** Even-odd rule. */
export function contains(outline: Outline, { x, y }: Point): boolean {
  let inside = false;
  for (const points of outline)
    points.forEach((a, i) => {
      const b = points[(i + 1) % points.length]!;
      if (a.y > y !== b.y > y && x < ((b.x - a.x) * (y - a.y)) / (b.y - a.y) + a.x) inside = !inside;
    });
  return inside;
}

export type Direction = 'left' | 'right' | 'up' | 'down';

const VECTORS: Record<Direction, Point> = {
  left: { x: -1, y: 0 },
  right: { x: 1, y: 0 },
  up: { x: 0, y: -1 },
  down: { x: 0, y: 1 },
};

/** The nearest point in a direction, with sideways distance counted twice; undefined if there is none. */
export function nearest<T extends Point>(from: Point, others: readonly T[], direction: Direction): T | undefined {
  const vector = VECTORS[direction];
  let best: T | undefined;
  let least = Infinity;
  for (const other of others) {
    const [dx, dy] = [other.x - from.x, other.y - from.y];
    const ahead = dx * vector.x + dy * vector.y;
    const aside = Math.abs(dx * vector.y) + Math.abs(dy * vector.x);
    const distance = ahead + 2 * aside;
    if (ahead > 1e-6 && ahead >= aside / 4 && distance < least) [best, least] = [other, distance];
  }
  return best;
}
