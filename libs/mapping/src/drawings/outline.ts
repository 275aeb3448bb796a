import type { Effort } from './effort.js';
import type { Point } from './matrix.js';

export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** With more corners, the label is placed in the middle. */
const MAX_CORNERS = 3_000;
/** The search for the label's position: rounds, and positions tested along each side in a round. */
const ROUNDS = 4;
const GRID = 12;

/** The area of a shape: polygons with the even-odd rule. */
export class Outline {
  readonly box: Box;
  /** within its outer edge, in square units of the drawing */
  readonly area: number;
  readonly corners: number;

  constructor(readonly rings: readonly (readonly Point[])[]) {
    this.box = boxOf(rings);
    this.area = rings.reduce((most, ring) => Math.max(most, areaOf(ring)), 0);
    this.corners = rings.reduce((sum, ring) => sum + ring.length, 0);
  }

  contains(x: number, y: number): boolean {
    const { left, top, right, bottom } = this.box;
    if (x < left || x > right || y < top || y > bottom) return false;
    return isInside(this.rings, x, y);
  }

  /**
   * The position of the label: the middle if it has room or the effort is spent, otherwise the position with the most room,
   * searched on a grid that is refined around the best position.
   */
  label(effort: Effort): Point {
    const { left, top, right, bottom } = this.box;
    let best: Point = [(left + right) / 2, (top + bottom) / 2];
    const room = Math.min(right - left, bottom - top) / 2;
    if (this.corners > MAX_CORNERS || effort.left < 0) return best;
    let most = this.roomAt(best, effort);
    if (most > room * 0.8) return best;
    let [width, height] = [right - left, bottom - top];
    let [x0, y0] = [left, top];
    for (let round = 0; round < ROUNDS; round++) {
      for (let at = 0; at < GRID * GRID; at++) {
        const place: Point = [
          x0 + (width * ((at % GRID) + 0.5)) / GRID,
          y0 + (height * (Math.floor(at / GRID) + 0.5)) / GRID,
        ];
        const found = this.roomAt(place, effort, most);
        if (found > most) [best, most] = [place, found];
      }
      [width, height] = [width / 4, height / 4];
      [x0, y0] = [best[0] - width / 2, best[1] - height / 2];
    }
    return best;
  }

  /** Distance to the nearest edge; negative outside the outline, or if it is at most `least`. */
  private roomAt([x, y]: Point, effort: Effort, least = 0): number {
    const enough = least > 0 ? least * least : -1;
    let nearest = Infinity;
    for (const ring of this.rings) {
      effort.left -= ring.length;
      for (let at = 0, before = ring.length - 1; at < ring.length; before = at++)
        nearest = Math.min(nearest, distance(x, y, ring[before]!, ring[at]!));
      if (nearest <= enough) return -1;
    }
    return (isInside(this.rings, x, y) ? 1 : -1) * Math.sqrt(nearest);
  }
}

function boxOf(rings: readonly (readonly Point[])[]): Box {
  const box = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };
  for (const ring of rings)
    for (const point of ring) {
      box.left = Math.min(box.left, point[0]);
      box.right = Math.max(box.right, point[0]);
      box.top = Math.min(box.top, point[1]);
      box.bottom = Math.max(box.bottom, point[1]);
    }
  return box;
}

/** Groups rings into polygons, each an outer ring with its holes, as in GeoJSON. */
export function polygons(rings: readonly (readonly Point[])[]): (readonly Point[])[][] {
  if (rings.length === 1) return [[rings[0]!]];
  const sorted = [...rings].sort((a, b) => areaOf(b) - areaOf(a));
  const around = (at: number): number[] =>
    sorted.flatMap((ring, other) => (other < at && isInside([ring], ...sorted[at]![0]!) ? [other] : []));
  const found = new Map<number, (readonly Point[])[]>();
  sorted.forEach((ring, at) => {
    const outer = around(at);
    if (outer.length % 2 === 0) found.set(at, [ring]);
    else (found.get(outer.at(-1)!) ?? found.get(outer[0]!))?.push(ring);
  });
  return [...found.values()];
}

export function areaOf(ring: readonly Point[]): number {
  let sum = 0;
  for (let at = 0, before = ring.length - 1; at < ring.length; before = at++)
    sum += ring[before]![0] * ring[at]![1] - ring[at]![0] * ring[before]![1];
  return Math.abs(sum / 2);
}

function isInside(rings: readonly (readonly Point[])[], x: number, y: number): boolean {
  let inside = false;
  for (const ring of rings)
    for (let at = 0, before = ring.length - 1; at < ring.length; before = at++) {
      const a = ring[at]!;
      const b = ring[before]!;
      if (a[1] > y !== b[1] > y && x < a[0] + ((b[0] - a[0]) * (y - a[1])) / (b[1] - a[1])) inside = !inside;
    }
  return inside;
}

/** Squared distance of a point from a line segment; without destructuring, which made the search for labels several times slower. */
function distance(x: number, y: number, from: Point, to: Point): number {
  const dx = to[0] - from[0];
  const dy = to[1] - from[1];
  const px = x - from[0];
  const py = y - from[1];
  const length = dx * dx + dy * dy;
  const t = length === 0 ? 0 : Math.max(0, Math.min(1, (px * dx + py * dy) / length));
  return (px - t * dx) ** 2 + (py - t * dy) ** 2;
}

/** The bounding box of boxes. */
export function around(boxes: readonly Box[]): Box {
  const all: Box = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };
  for (const box of boxes) {
    all.left = Math.min(all.left, box.left);
    all.top = Math.min(all.top, box.top);
    all.right = Math.max(all.right, box.right);
    all.bottom = Math.max(all.bottom, box.bottom);
  }
  return all;
}
