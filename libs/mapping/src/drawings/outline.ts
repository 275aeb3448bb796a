import type { Point } from './matrix.js';

export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** With more corners, the label is placed in the middle. */
const MOST_CORNERS = 3_000;

/** The area of a shape: polygons with the even-odd rule. */
export class Outline {
  readonly box: Box;
  /** within its outer edge, in square units of the drawing */
  readonly area: number;
  readonly corners: number;

  constructor(readonly rings: readonly (readonly Point[])[]) {
    const points = rings.flat();
    let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
    for (const [x, y] of points) {
      [left, right] = [Math.min(left, x), Math.max(right, x)];
      [top, bottom] = [Math.min(top, y), Math.max(bottom, y)];
    }
    this.box = { left, top, right, bottom };
    this.area = rings.reduce((most, ring) => Math.max(most, areaOf(ring)), 0);
    this.corners = points.length;
  }

  contains(x: number, y: number): boolean {
    const { left, top, right, bottom } = this.box;
    if (x < left || x > right || y < top || y > bottom) return false;
    return isInside(this.rings, x, y);
  }

  /**
   * The position of the label: the middle if it has room, otherwise the position with the most room, searched on a grid that is
   * refined around the best position.
   */
  label(): Point {
    const { left, top, right, bottom } = this.box;
    let best: Point = [(left + right) / 2, (top + bottom) / 2];
    const room = Math.min(right - left, bottom - top) / 2;
    if (this.corners > MOST_CORNERS) return best;
    let most = this.roomAt(best);
    if (most > room * 0.8) return best;
    let [width, height] = [right - left, bottom - top];
    let [x0, y0] = [left, top];
    for (let round = 0; round < 4; round++) {
      const GRID = 12;
      for (let at = 0; at < GRID * GRID; at++) {
        const place: Point = [
          x0 + (width * ((at % GRID) + 0.5)) / GRID,
          y0 + (height * (Math.floor(at / GRID) + 0.5)) / GRID,
        ];
        const found = this.roomAt(place);
        if (found > most) [best, most] = [place, found];
      }
      [width, height] = [width / 4, height / 4];
      [x0, y0] = [best[0] - width / 2, best[1] - height / 2];
    }
    return best;
  }

  /** Distance to the nearest edge; negative outside the outline. */
  private roomAt([x, y]: Point): number {
    let nearest = Infinity;
    for (const ring of this.rings)
      for (let at = 0; at < ring.length; at++)
        nearest = Math.min(nearest, distance(x, y, ring[at]!, ring[(at + 1) % ring.length]!));
    return (isInside(this.rings, x, y) ? 1 : -1) * Math.sqrt(nearest);
  }
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
  for (let at = 0; at < ring.length; at++) {
    const [x1, y1] = ring[at]!;
    const [x2, y2] = ring[(at + 1) % ring.length]!;
    sum += x1 * y2 - x2 * y1;
  }
  return Math.abs(sum / 2);
}

function isInside(rings: readonly (readonly Point[])[], x: number, y: number): boolean {
  let inside = false;
  for (const ring of rings)
    for (let at = 0, before = ring.length - 1; at < ring.length; before = at++) {
      const [x1, y1] = ring[at]!;
      const [x2, y2] = ring[before]!;
      if (y1 > y !== y2 > y && x < x1 + ((x2 - x1) * (y - y1)) / (y2 - y1)) inside = !inside;
    }
  return inside;
}

/** Squared distance of a point from a line segment. */
function distance(x: number, y: number, [x1, y1]: Point, [x2, y2]: Point): number {
  const [dx, dy] = [x2 - x1, y2 - y1];
  const length = dx * dx + dy * dy;
  const t = length === 0 ? 0 : Math.max(0, Math.min(1, ((x - x1) * dx + (y - y1) * dy) / length));
  return (x - x1 - t * dx) ** 2 + (y - y1 - t * dy) ** 2;
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
