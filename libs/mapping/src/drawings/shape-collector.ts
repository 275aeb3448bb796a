import { safeDeclarations, type Rule } from './css-filter.js';
import { DrawingFault } from './drawing-fault.js';
import type { Shape, ViewBox } from './drawing.js';
import { IDENTITY, type Matrix, matrixOf, multiply, numbersOf } from './matrix.js';
import { type Box, Outline } from './outline.js';
import { parsePath, pathText, ringsOf, rounded, type Step, transformPath } from './path-data.js';
import { basicShape } from './basic-shapes.js';
import { attributeOf, type Element, type Follower, SVG } from './svg-reader.js';
import { TextLines, type TextRun } from './text-lines.js';
import { namesOf } from './unit-names.js';

/** Bounds of what is compiled; what is beyond is still drawn, or refused where it says so. */
const LONGEST_PATH = 200_000;
const MOST_RINGS = 500;
const MOST_AREAS = 50_000;
const MOST_TEXTS = 50_000;
const MOST_SHAPES = 10_000;

/** Parts of a drawing that are not drawn where they stand. */
const ASIDE = new Set(
  'defs symbol clipPath mask pattern marker title desc style metadata script foreignObject'.split(' '),
);
const VISIO = 'http://schemas.microsoft.com/visio/2003/SVGExtensions/';

interface Frame {
  matrix: Matrix;
  hidden: boolean;
  fontSize: number;
  anchor: string;
  /** what the group is called, and the areas before it */
  names: string[];
  from: number;
}

/** An area of the drawing. */
interface Area {
  id: string | undefined;
  names: string[];
  steps: Step[];
  outline: Outline;
  runs: TextRun[];
}

/** Finds the areas of a drawing, what they are called and what is written in them. */
export class ShapeCollector implements Follower {
  private readonly areas: Area[] = [];
  private readonly lines = new TextLines(MOST_TEXTS);
  private readonly frames: Frame[] = [];
  private viewBox: ViewBox | undefined;

  /** @param rules style sheets of the drawing, as they are found */
  constructor(private readonly rules: readonly Rule[]) {}

  open(element: Element): void {
    const above = this.frames.at(-1);
    const frame = this.frameOf(element, above);
    if (!above) this.viewBox = viewBoxOf(element);
    this.frames.push(frame);
    if (element.namespace === VISIO && element.name === 'cp') this.takeProperty(element);
    if (element.namespace !== SVG || frame.hidden) return;
    if (element.name === 'text' || element.name === 'tspan') this.lines.open(element, frame);
    else this.takeArea(element, frame);
  }

  text(text: string): void {
    if (!this.frames.at(-1)!.hidden) this.lines.text(text);
  }

  close(element: Element): void {
    const { names, from, hidden } = this.frames.pop()!;
    if (element.namespace !== SVG || hidden) return;
    if (element.name === 'text' || element.name === 'tspan') this.lines.close();
    else if (names.length > 0) this.nameOutline(names, this.areas.slice(from));
  }

  /** The drawing's own coordinates: its view box, or its size, or what the shapes cover. */
  get box(): ViewBox {
    if (this.viewBox) return this.viewBox;
    const box = around(this.areas.map(({ outline }) => outline.box));
    return this.areas.length === 0 ? { x: 0, y: 0, width: 100, height: 100 } : { x: box.left, y: box.top, width: box.right - box.left, height: box.bottom - box.top }; // prettier-ignore
  }

  /** The areas that are called something, or have something written in them. */
  shapes(): Shape[] {
    this.placeTexts();
    const ids = new Set<string>();
    const shapes = this.areas.flatMap((area, at): Shape[] => {
      const texts = this.lines.linesOf(area.runs);
      if (area.names.length === 0 && texts.length === 0) return [];
      let id = area.id && !ids.has(area.id) ? area.id : `shape-${at + 1}`;
      while (ids.has(id)) id += '-';
      ids.add(id);
      const [x, y] = area.outline.label();
      const shape = { id, path: pathText(area.steps), names: area.names, texts, unitId: null, boundBy: null };
      return [{ ...shape, label: [rounded(x), rounded(y)] }];
    });
    if (shapes.length > MOST_SHAPES)
      throw new DrawingFault(`must have at most ${MOST_SHAPES} shapes with a name or text`);
    return shapes;
  }

  private frameOf(element: Element, above: Frame | undefined): Frame {
    const style = this.styleOf(element);
    const own = above ? matrixOf(attributeOf(element, 'transform')) : IDENTITY;
    const nested = above && element.name === 'svg' && element.namespace === SVG;
    const inner = nested && own ? multiply(own, viewport(element)) : own;
    const fontSize = above?.fontSize ?? 16;
    return {
      matrix: multiply(above?.matrix ?? IDENTITY, inner ?? IDENTITY),
      hidden: (above?.hidden ?? false) || ASIDE.has(element.name) || style('display') === 'none' || inner === undefined,
      fontSize: sizeOf(style('font-size'), fontSize),
      anchor: style('text-anchor') ?? above?.anchor ?? 'start',
      names: above && (element.name === 'g' || element.name === 'a') ? namesOf(element) : [],
      from: this.areas.length,
    };
  }

  /** A property by the element's own style, by a rule for its class, or by its attribute. */
  private styleOf(element: Element): (property: string) => string | undefined {
    const inline = safeDeclarations(attributeOf(element, 'style') ?? '');
    const classes = new Set((attributeOf(element, 'class') ?? '').split(/\s+/).map((name) => `.${name}`));
    const ruled = this.rules.filter(({ selectors }) => selectors.some((selector) => classes.has(selector)));
    return (property) =>
      inline.get(property) ??
      ruled.findLast(({ declarations }) => declarations.has(property))?.declarations.get(property) ??
      attributeOf(element, property);
  }

  private takeArea(element: Element, { matrix }: Frame): void {
    const data = element.name === 'path' ? attributeOf(element, 'd') : basicShape(element);
    if (data === undefined || data.length > LONGEST_PATH) return;
    const parsed = parsePath(data);
    if (!parsed) return;
    const steps = transformPath(parsed, matrix);
    const rings = ringsOf(steps);
    if (rings.length === 0 || rings.length > MOST_RINGS) return;
    const outline = new Outline(rings);
    if (!(outline.area > 0)) return;
    if (this.areas.length === MOST_AREAS) throw new DrawingFault(`must have at most ${MOST_AREAS} closed outlines`);
    this.areas.push({ id: attributeOf(element, 'id'), names: namesOf(element), steps, outline, runs: [] });
  }

  /** Visio writes what a shape says of itself beside its geometry: `v:nameU="Unit" v:val="VT4(101)"`. */
  private takeProperty({ attributes }: Element): void {
    const value = (name: string) => attributes.find((each) => each.namespace === VISIO && each.name === name)?.value;
    const says = /^(?:unit|room|apartment|apt|suite|flat)[\s_]*(?:number|no|nr|name)?$/i;
    const text = /^VT\d+\(([^()]{1,255})\)$/.exec(value('val') ?? '')?.[1]?.trim();
    if (text && [value('nameU'), value('lbl')].some((name) => name !== undefined && says.test(name)))
      this.frames.at(-3)?.names.push(text); // around `cp` is `custProps`, and around that the group
  }

  /** A group's name is that of its outline: of the one area that covers the others, if none of them has a name of its own. */
  private nameOutline(names: string[], areas: Area[]): void {
    if (areas.length === 0 || areas.length > 200 || areas.some((area) => area.names.length > 0)) return;
    const largest = areas.reduce((a, b) => (b.outline.area > a.outline.area ? b : a));
    const { left, top, right, bottom } = around(areas.map(({ outline }) => outline.box));
    const { box } = largest.outline;
    const covered = ((box.right - box.left) * (box.bottom - box.top)) / ((right - left) * (bottom - top));
    if (covered > 0.9) largest.names = names;
  }

  /** A text belongs to the smallest area around it: to one with a name, or else to one that holds all of the text. */
  private placeTexts(): void {
    const { width, height } = this.box;
    const page = width * height;
    const bySize = [...this.areas].sort((a, b) => a.outline.area - b.outline.area);
    const find = locator(bySize);
    for (const run of this.lines.runs) {
      const around = find(run.middle).filter(({ outline }) => outline.contains(...run.middle));
      const named = around.find((area) => area.names.length > 0);
      const whole = around.find(
        ({ outline }) =>
          outline.area < page / 2 &&
          outline.area > 4 * run.area &&
          run.corners.every(([x, y]) => outline.contains(x, y)),
      );
      (named ?? whole)?.runs.push(run);
    }
  }
}

const GRID = 32;

/** Finds the areas near a point, in their order: a grid over all of them; the large ones are in no cell but asked always. */
function locator(areas: readonly Area[]): (point: readonly [number, number]) => Area[] {
  const { left, top, right, bottom } = around(areas.map(({ outline }) => outline.box));
  const column = (x: number) => Math.max(0, Math.min(GRID - 1, Math.floor(((x - left) / (right - left || 1)) * GRID)));
  const row = (y: number) => Math.max(0, Math.min(GRID - 1, Math.floor(((y - top) / (bottom - top || 1)) * GRID)));
  const cells = new Map<number, number[]>();
  const large: number[] = [];
  areas.forEach(({ outline: { box } }, at) => {
    const [x0, x1, y0, y1] = [column(box.left), column(box.right), row(box.top), row(box.bottom)];
    if ((x1 - x0 + 1) * (y1 - y0 + 1) > 64) return void large.push(at);
    for (let x = x0; x <= x1; x++)
      for (let y = y0; y <= y1; y++) {
        const cell = cells.get(y * GRID + x);
        if (cell) cell.push(at);
        else cells.set(y * GRID + x, [at]);
      }
  });
  return ([x, y]) => {
    const near = [...(cells.get(row(y) * GRID + column(x)) ?? []), ...large];
    return near.sort((a, b) => a - b).map((at) => areas[at]!);
  };
}

function around(boxes: readonly Box[]): Box {
  const all: Box = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };
  for (const box of boxes) {
    all.left = Math.min(all.left, box.left);
    all.top = Math.min(all.top, box.top);
    all.right = Math.max(all.right, box.right);
    all.bottom = Math.max(all.bottom, box.bottom);
  }
  return all;
}

function viewBoxOf(root: Element): ViewBox | undefined {
  const [x, y, width, height] = numbersOf(attributeOf(root, 'viewBox') ?? '');
  if (width !== undefined && height !== undefined && width > 0 && height > 0) return { x: x!, y: y!, width, height };
  const [w, h] = ['width', 'height'].map(
    (name) => /^\s*(\d*\.?\d+)\s*(px)?\s*$/.exec(attributeOf(root, name) ?? '')?.[1],
  );
  return Number(w) > 0 && Number(h) > 0 ? { x: 0, y: 0, width: Number(w), height: Number(h) } : undefined;
}

/** A drawing within the drawing: where it is put, and how it is scaled to fit (`xMidYMid meet`). */
function viewport(element: Element): Matrix {
  const [x = 0, y = 0, width, height] = ['x', 'y', 'width', 'height'].map((name) => {
    const [value] = numbersOf(attributeOf(element, name) ?? '');
    return value;
  });
  const box = numbersOf(attributeOf(element, 'viewBox') ?? '');
  if (box.length !== 4 || !width || !height || !box[2] || !box[3]) return [1, 0, 0, 1, x, y];
  const scale = Math.min(width / box[2], height / box[3]);
  const [dx, dy] = [(width - scale * box[2]) / 2, (height - scale * box[3]) / 2];
  return [scale, 0, 0, scale, x + dx - scale * box[0]!, y + dy - scale * box[1]!];
}

const UNITS: Record<string, number> = { '': 1, px: 1, pt: 4 / 3, pc: 16, mm: 96 / 25.4, cm: 96 / 2.54, in: 96 };

function sizeOf(text: string | undefined, inherited: number): number {
  const match = /^\s*(\d*\.?\d+)\s*([a-z]*|%)\s*$/i.exec(text ?? '');
  if (!match) return inherited;
  const [value, unit] = [Number(match[1]), match[2]!.toLowerCase()];
  if (unit === 'em') return value * inherited;
  if (unit === '%') return (value / 100) * inherited;
  return value * (UNITS[unit] ?? 1);
}
