import type { Effort } from './effort.js';
import type { Point } from './matrix.js';
import { around, type Outline } from './outline.js';

const GRID = 32;
/** An area that covers more cells is not indexed, but always tested. */
const LARGE = 64;

/** A grid index that finds the first area, in a given order, that contains a point. */
export class AreaIndex<Area extends { outline: Outline }> {
  private readonly cells = new Map<number, number[]>();
  private readonly large: number[] = [];
  private readonly box;

  constructor(private readonly areas: readonly Area[]) {
    this.box = around(areas.map(({ outline }) => outline.box));
    areas.forEach(({ outline: { box } }, at) => {
      const [x0, x1] = [this.column(box.left), this.column(box.right)];
      const [y0, y1] = [this.row(box.top), this.row(box.bottom)];
      if ((x1 - x0 + 1) * (y1 - y0 + 1) > LARGE) return void this.large.push(at);
      for (let x = x0; x <= x1; x++) for (let y = y0; y <= y1; y++) this.put(y * GRID + x, at);
    });
  }

  around([x, y]: Point, effort: Effort, fits: (area: Area) => boolean = () => true): Area | undefined {
    const cell = this.cells.get(this.row(y) * GRID + this.column(x)) ?? [];
    for (let a = 0, b = 0; a < cell.length || b < this.large.length;) {
      const isNext = b >= this.large.length || (a < cell.length && cell[a]! < this.large[b]!);
      const area = this.areas[isNext ? cell[a++]! : this.large[b++]!]!;
      const { box, corners } = area.outline;
      effort.left -= 1;
      if (x < box.left || x > box.right || y < box.top || y > box.bottom) continue;
      effort.left -= 5 * corners;
      if (area.outline.contains(x, y) && fits(area)) return area;
      if (effort.left < 0) return undefined;
    }
    return undefined;
  }

  private put(cell: number, at: number): void {
    const areas = this.cells.get(cell);
    if (areas) areas.push(at);
    else this.cells.set(cell, [at]);
  }

  private column(x: number): number {
    const { left, right } = this.box;
    return Math.max(0, Math.min(GRID - 1, Math.floor(((x - left) / (right - left || 1)) * GRID)));
  }

  private row(y: number): number {
    const { top, bottom } = this.box;
    return Math.max(0, Math.min(GRID - 1, Math.floor(((y - top) / (bottom - top || 1)) * GRID)));
  }
}
