import { pointsOnBezierCurves } from 'points-on-curve';
import polygonClipping, { type MultiPolygon, type Ring } from 'polygon-clipping';
import svgpath from 'svgpath';
import { type Box, MAX_COORDINATE, type Point } from '../svg/geometry.js';
import type { Effort } from './effort.js';

/** Characters; a longer path is drawn but does not become a shape. */
export const MAX_PATH_LENGTH = 50_000;
/** Characters of all shapes of a map. */
export const MAX_TOTAL_PATH_LENGTH = 8_000_000;
/** Corners of all shapes of a map, where a curve has several; bounds memory and time, as short text can describe many curves. */
export const MAX_CORNERS = 1_500_000;
/** Outlines of a shape. */
export const MAX_RINGS = 100;
/** With more corners, the label is placed in the middle. */
const MAX_LABELLED_CORNERS = 3_000;
/** With more corners, what a clip path leaves is not computed. */
const MAX_CUT_CORNERS = 20_000;
/** Edges tested for each corner that is cut. */
const CUT_EFFORT = 200;
const SEGMENTS = 12;
/** The search for the label's position: rounds, and positions tested along each side in a round. */
const ROUNDS = 4;
const GRID = 12;

/** Rounds to a thousandth. */
export const rounded = (n: number): number => Math.round(n * 1000) / 1000 || 0;

/** A path with absolute commands M, L, C, Q and Z only. */
export interface Path {
  text: string;
  /** at most; a curve has several */
  corners: number;
  steps: (readonly [command: string, ...numbers: number[]])[];
}

/** @returns undefined for invalid path data */
export function readPath(text: string): Path | undefined {
  const path = svgpath(text).abs().unarc().unshort() as ReturnType<typeof svgpath> & { err: string };
  if (path.err !== '') return undefined;
  const steps: Path['steps'] = [];
  let isNear = true;
  path.iterate((segment, _, x, y) => {
    const [command, ...numbers] = segment as unknown as [string, ...number[]];
    const line: Record<string, number[]> = { H: [numbers[0]!, y], V: [x, numbers[0]!] };
    const at = line[command] ?? numbers;
    isNear &&= at.every((each) => Math.abs(each) < MAX_COORDINATE);
    steps.push([line[command] ? 'L' : command.toUpperCase(), ...at]);
  });
  if (!isNear || steps[0]?.[0] !== 'M') return undefined;
  const corners = steps.reduce((sum, [command]) => sum + (/[CQ]/.test(command) ? SEGMENTS : 1), 0);
  const written = steps.map(([command, ...numbers]) => command + numbers.map(rounded).join(' ')).join('');
  return { text: written, corners, steps };
}

/** The outlines of a path as polygons, without a repeated last point. @param isFilled whether open ones count */
export function ringsOf({ steps }: Path, isFilled = false): Point[][] {
  const rings: Point[][] = [];
  let ring: Point[] = [];
  const end = (isClosed: boolean): void => {
    const [first, last] = [ring[0], ring.at(-1)];
    const meets = first && last && ring.length > 2 && isSame(first, last, boxOf([ring]));
    if (meets) ring.pop();
    if ((isClosed || meets || isFilled) && ring.length > 2) rings.push(ring);
  };
  for (const [command, ...n] of steps) {
    const to: Point = [n.at(-2)!, n.at(-1)!];
    const from = ring.at(-1);
    if (command === 'M') {
      end(false);
      ring = [to];
    } else if (command === 'Z') {
      end(true);
      ring = ring[0] ? [ring[0]] : [];
    } else if (command === 'L' || !from) ring.push(to);
    else ring.push(...curve(from, command === 'C' ? n : cubic(from, n)));
  }
  end(false);
  return rings;
}

/** Whether the gap between two points of an outline is too small to be seen. */
function isSame([ax, ay]: Point, [bx, by]: Point, { left, top, right, bottom }: Box): boolean {
  return Math.hypot(ax - bx, ay - by) <= Math.hypot(right - left, bottom - top) / 1_000;
}

function curve(from: Point, [a, b, c, d, x, y]: number[]): Point[] {
  const points: Point[] = [from, [a!, b!], [c!, d!], [x!, y!]];
  const { left, top, right, bottom } = boxOf([points]);
  const tolerance = Math.max(right - left, bottom - top, 1e-6) / 200;
  return (pointsOnBezierCurves(points, tolerance) as Point[]).slice(1);
}

const cubic = ([x, y]: Point, [a, b, c, d]: number[]): number[] =>
  [x + (2 * (a! - x)) / 3, y + (2 * (b! - y)) / 3, c! + (2 * (a! - c!)) / 3, d! + (2 * (b! - d!)) / 3, c!, d!]; // oxfmt-ignore

/** The area of a shape: polygons with the even-odd rule. */
export class Outline {
  readonly box: Box;
  /** within its outer edge, in square units of the drawing */
  readonly area: number;
  readonly corners: number;

  constructor(readonly rings: readonly Point[][]) {
    this.box = boxOf(rings);
    this.area = rings.reduce((most, ring) => Math.max(most, areaOf(ring)), 0);
    this.corners = rings.reduce((sum, ring) => sum + ring.length, 0);
  }

  contains([x, y]: Point): boolean {
    const { left, top, right, bottom } = this.box;
    return x >= left && x <= right && y >= top && y <= bottom && isInside(this.rings, x, y);
  }

  /**
   * The position of the label: the middle if it has room or the effort is spent, otherwise the position with the most room,
   * searched on a grid that is refined around the best position.
   */
  label(effort: Effort): Point {
    const { left, top, right, bottom } = this.box;
    let best: Point = [(left + right) / 2, (top + bottom) / 2];
    const room = Math.min(right - left, bottom - top) / 2;
    if (this.corners > MAX_LABELLED_CORNERS || effort.left < 0) return best;
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

  /** What clip paths leave of it; undefined if nothing, itself if they cut nothing off, or the effort is spent. */
  cut(clips: readonly Clip[], effort: Effort): Outline | undefined {
    const { left, top, right, bottom } = this.box;
    const corners: Point[] = [[left, top], [right, top], [left, bottom], [right, bottom]]; // oxfmt-ignore
    effort.left -= clips.length;
    const cutting = clips.filter((clip) => !clip.holds(corners));
    if (cutting.length === 0) return this;
    if (cutting.some((clip) => clip.corners === 0)) return undefined;
    const total = cutting.reduce((sum, clip) => sum + clip.corners, this.corners);
    if (total > MAX_CUT_CORNERS || effort.left < 0) return this;
    effort.left -= CUT_EFFORT * total;
    try {
      const polygons = polygonClipping.intersection(polygonsOf(this.rings), ...cutting.map(({ polygons }) => polygons));
      return polygons.length === 0 ? undefined : new Outline(polygons.flat().map((ring) => ring.slice(0, -1)));
    } catch {
      return this;
    }
  }

  get path(): string {
    return this.rings.map((ring) => `M${ring.map((point) => point.map(rounded).join(' ')).join('L')}Z`).join('');
  }
}

/** What a clip path shows: the shapes in it together. */
export class Clip {
  readonly corners: number;
  private united: MultiPolygon | undefined;

  constructor(private readonly shapes: readonly Outline[]) {
    this.corners = shapes.reduce((sum, shape) => sum + shape.corners, 0);
  }

  contains = (point: Point): boolean => this.shapes.some((shape) => shape.contains(point));

  /** Whether it obviously shows all that is between points. */
  holds(points: readonly Point[]): boolean {
    const [rings, ...others] = this.shapes.map((shape) => shape.rings);
    return others.length === 0 && rings?.length === 1 && rings[0]!.length === 4 && holds(rings, points);
  }

  get polygons(): MultiPolygon {
    const [first, ...others] = this.united ? [] : this.shapes.map((shape) => polygonsOf(shape.rings));
    return (this.united ??= polygonClipping.union(first!, ...others));
  }
}

/** Whether a rectangle along the axes is around all points. */
function holds(rings: readonly (readonly Point[])[], points: readonly Point[]): boolean {
  const { left, top, right, bottom } = boxOf(rings);
  const isStraight = Math.abs(areaOf(rings[0]!) - (right - left) * (bottom - top)) < 1e-6 * areaOf(rings[0]!);
  const slack = 1e-4 * Math.max(right - left, bottom - top);
  return isStraight && points.every(([x, y]) => x > left - slack && x < right + slack && y > top - slack && y < bottom + slack); // oxfmt-ignore
}

export function boxOf(rings: readonly (readonly Point[])[]): Box {
  const box = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };
  for (const ring of rings)
    for (const [x, y] of ring) {
      box.left = Math.min(box.left, x);
      box.right = Math.max(box.right, x);
      box.top = Math.min(box.top, y);
      box.bottom = Math.max(box.bottom, y);
    }
  return box;
}

/** The bounding box of boxes. */
export const around = (boxes: readonly Box[]): Box =>
  boxOf([boxes.flatMap(({ left, top, right, bottom }): Point[] => [[left, top], [right, bottom]])]); // oxfmt-ignore

export const boxArea = ({ left, top, right, bottom }: Box): number => (right - left) * (bottom - top);

/** Groups rings into polygons, each an outer ring with its holes, as in GeoJSON: closed, the largest first. */
export function polygonsOf(rings: readonly (readonly Point[])[]): MultiPolygon {
  const closed = rings.map((ring): Ring => [...ring, ring[0]!]);
  if (closed.length === 1) return [closed];
  try {
    const polygons = polygonClipping.xor([closed[0]!], ...closed.slice(1).map((ring) => [ring]));
    return polygons.sort((a, b) => areaOf(b[0]!) - areaOf(a[0]!));
  } catch {
    return closed.map((ring) => [ring]);
  }
}

export function areaOf(ring: readonly Point[]): number {
  return Math.abs(signedArea(ring));
}

export function signedArea(ring: readonly Point[]): number {
  let sum = 0;
  for (let at = 0, before = ring.length - 1; at < ring.length; before = at++)
    sum += ring[before]![0] * ring[at]![1] - ring[at]![0] * ring[before]![1];
  return sum / 2;
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
