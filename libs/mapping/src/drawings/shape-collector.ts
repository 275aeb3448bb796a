import { safeDeclarations, type Rule } from './css-filter.js';
import { DrawingError } from './drawing-error.js';
import type { Shape, ViewBox } from './drawing.js';
import { about, IDENTITY, type Matrix, matrixOf, multiply, numbersOf } from './matrix.js';
import { around, type Box, Outline } from './outline.js';
import { cornersOf, parsePath, pathText, ringsOf, rounded, type Step, transformPath } from './path-data.js';
import {
  basicShape,
  lengthOf,
  MAX_PATH_LENGTH,
  MAX_TOTAL_PATH_LENGTH,
  MAX_CORNERS,
  type Size,
} from './basic-shapes.js';
import { ClassStyles } from './class-styles.js';
import { AreaIndex } from './area-index.js';
import { Effort } from './effort.js';
import { attributeOf, type Element, type SvgHandler, SVG } from './svg-reader.js';
import { ELEMENTS, UNWRAPPED } from './svg-vocabulary.js';
import { MAX_LABELS, TextLines, type TextRun } from './text-lines.js';
import { namesOf } from './unit-names.js';
import { visioName } from './visio.js';

/** Limits of compilation; elements beyond them are drawn but not compiled, unless rejected with an error. */
export const MAX_RINGS = 100;
const MAX_AREAS = 50_000;
const MAX_TEXTS = 50_000;
const MAX_SHAPES = 10_000;
/** Areas in a group whose name is given to its outline. */
const MAX_IN_ROOM = 200;

/** Maximum distance of a coordinate from the origin; areas beyond it are ignored. */
const MAX_COORDINATE = 1e9;

/** Elements whose content is not drawn in place. */
const ASIDE = new Set('defs symbol clipPath mask pattern marker title desc style'.split(' '));

interface Frame {
  matrix: Matrix;
  /** of the innermost drawing, in its units; undefined if unknown */
  size: Size | undefined;
  /** not drawn, with all that is in it */
  hidden: boolean;
  /** `visibility`, which an element inside may set back */
  visible: boolean;
  fontSize: number;
  anchor: string;
  /** names of the group, and the number of areas before it */
  names: string[];
  from: number;
}

const IMPORTANT = /!\s*important$/i;

/** The properties of an element. */
type Style = (property: string) => string | undefined;

/** An area of the drawing. */
interface Area {
  id: string | undefined;
  names: string[];
  steps: Step[];
  outline: Outline;
  runs: TextRun[];
}

/** Finds the areas of a drawing with their names and texts. */
export class ShapeCollector implements SvgHandler {
  private readonly areas: Area[] = [];
  private readonly lines = new TextLines(MAX_TEXTS);
  private readonly frames: Frame[] = [];
  private viewBox: ViewBox | undefined;
  /** characters and corners of all paths */
  private length = 0;
  private corners = 0;

  private readonly styles: ClassStyles;

  /** @param rules style sheets of the drawing, filled while reading */
  constructor(rules: readonly Rule[]) {
    this.styles = new ClassStyles(rules);
  }

  open(element: Element): void {
    const above = this.frames.at(-1);
    if (!above) this.viewBox = viewBoxOf(element);
    const frame = this.frameOf(element, above);
    this.frames.push(frame);
    const property = visioName(element);
    if (property !== undefined) this.frames.at(-3)?.names.push(property); // that of the group around `custProps`
    if (element.namespace !== SVG || frame.hidden) return;
    if (element.name === 'text' || element.name === 'tspan') this.lines.open(element, frame);
    else if (frame.visible) this.addArea(element, frame);
  }

  text(text: string): void {
    const { hidden, visible } = this.frames.at(-1)!;
    if (!hidden && visible) this.lines.text(text);
  }

  close(element: Element): void {
    const { names, from, hidden } = this.frames.pop()!;
    if (element.namespace !== SVG || hidden) return;
    if (element.name === 'text' || element.name === 'tspan') this.lines.close();
    else if (names.length > 0) this.nameOutline(names, from);
  }

  /** The coordinate system of the drawing: its view box, otherwise its size, otherwise the bounds of the shapes. */
  get box(): ViewBox {
    if (this.viewBox) return this.viewBox;
    const box = around(this.areas.map(({ outline }) => outline.box));
    return this.areas.length === 0 ? { x: 0, y: 0, width: 100, height: 100 } : { x: box.left, y: box.top, width: box.right - box.left, height: box.bottom - box.top }; // oxfmt-ignore
  }

  /** The areas with a name or a text. */
  async shapes(): Promise<Shape[]> {
    await this.placeTexts();
    const ids = new Set<string>();
    const effort = new Effort();
    const shapes: Shape[] = [];
    for (const [at, area] of this.areas.entries()) {
      const texts = this.lines.linesOf(area.runs);
      if (area.names.length === 0 && texts.length === 0) continue;
      if (shapes.length === MAX_SHAPES)
        throw new DrawingError(`must have at most ${MAX_SHAPES} shapes with a name or text`);
      await effort.pause();
      let id = isUsable(area.id) && !ids.has(area.id) ? area.id : `shape-${at + 1}`;
      while (ids.has(id)) id += '-';
      ids.add(id);
      const [x, y] = area.outline.label(effort);
      shapes.push({
        id,
        path: pathText(area.steps),
        label: [rounded(x), rounded(y)],
        names: area.names.slice(0, MAX_LABELS),
        texts,
        unitId: null,
        boundBy: null,
      });
    }
    return shapes;
  }

  private frameOf(element: Element, above: Frame | undefined): Frame {
    const style = this.styleOf(element);
    const own = above ? transformOf(style, above.size) : IDENTITY;
    const nested =
      above && element.name === 'svg' && element.namespace === SVG ? viewport(element, above.size) : undefined;
    const inner = nested && own ? multiply(own, nested.matrix) : own;
    const fontSize = above?.fontSize ?? 16;
    return {
      matrix: multiply(above?.matrix ?? IDENTITY, inner ?? IDENTITY),
      size: above ? (nested ?? above).size : this.viewBox,
      hidden: (above?.hidden ?? false) || !isDrawn(element) || style('display') === 'none' || inner === undefined,
      visible: isVisible(style) ?? above?.visible ?? true,
      fontSize: lengthOf(style('font-size'), fontSize, fontSize) ?? fontSize,
      anchor: style('text-anchor') ?? above?.anchor ?? 'start',
      names: above && (element.name === 'g' || element.name === 'a') ? namesOf(element) : [],
      from: this.areas.length,
    };
  }

  /** Resolves a property from the element's style, a class rule, or its attribute. */
  private styleOf(element: Element): Style {
    const inline = safeDeclarations(attributeOf(element, 'style') ?? '');
    const classes = (attributeOf(element, 'class') ?? '').split(/\s+/);
    return (property) => {
      const [own, ruled] = [inline.get(property), this.styles.of(classes, property)];
      const isRuled = own === undefined || (IMPORTANT.test(ruled ?? '') && !IMPORTANT.test(own));
      const value = isRuled ? ruled : own;
      return value?.replace(IMPORTANT, '').trim() ?? attributeOf(element, property);
    };
  }

  private addArea(element: Element, { matrix, size }: Frame): void {
    const data = element.name === 'path' ? attributeOf(element, 'd') : basicShape(element, size);
    if (data === undefined || data.length > MAX_PATH_LENGTH || outlinesIn(data) > MAX_RINGS) return;
    this.length += data.length;
    if (this.length > MAX_TOTAL_PATH_LENGTH || this.corners > MAX_CORNERS) return;
    const parsed = parsePath(data);
    if (!parsed) return;
    this.corners += cornersOf(parsed);
    if (this.corners > MAX_CORNERS) return;
    const steps = transformPath(parsed, matrix);
    const rings = ringsOf(steps);
    if (rings.length === 0) return;
    const outline = new Outline(rings);
    if (!(outline.area > 0) || !isNear(outline.box)) return;
    if (this.areas.length === MAX_AREAS) throw new DrawingError(`must have at most ${MAX_AREAS} closed outlines`);
    this.areas.push({ id: attributeOf(element, 'id'), names: namesOf(element), steps, outline, runs: [] });
  }

  /** Gives a group's name to its outline: the area that covers all others, if none of them has a name. */
  private nameOutline(names: string[], from: number): void {
    if (this.areas.length === from || this.areas.length - from > MAX_IN_ROOM) return;
    const areas = this.areas.slice(from);
    if (areas.some((area) => area.names.length > 0)) return;
    const largest = areas.reduce((a, b) => (b.outline.area > a.outline.area ? b : a));
    const { left, top, right, bottom } = around(areas.map(({ outline }) => outline.box));
    const { box } = largest.outline;
    const covered = ((box.right - box.left) * (box.bottom - box.top)) / ((right - left) * (bottom - top));
    if (covered > 0.9) largest.names = names;
  }

  /** Assigns a text to the smallest named area around it, otherwise to the smallest area that contains it entirely. */
  private async placeTexts(): Promise<void> {
    const { width, height } = this.box;
    const bySize = [...this.areas].sort((a, b) => a.outline.area - b.outline.area);
    const named = new AreaIndex(bySize.filter((area) => area.names.length > 0));
    const others = new AreaIndex(
      bySize.filter((area) => area.names.length === 0 && area.outline.area < (width * height) / 2),
    );
    const effort = new Effort();
    for (const run of this.lines.runs) {
      const holdsAll = ({ outline }: Area): boolean =>
        outline.area > 4 * run.area && run.corners.every(([x, y]) => outline.contains(x, y));
      const area = named.around(run.middle, effort) ?? others.around(run.middle, effort, holdsAll);
      area?.runs.push(run);
      if (effort.left < 0) return; // an overly complex drawing is bound by names only
      await effort.pause();
    }
  }
}

/** Whether the sanitised drawing shows the content in place. */
const isDrawn = ({ namespace, name }: Element): boolean =>
  namespace === SVG && (ELEMENTS.has(name) || UNWRAPPED.has(name)) && !ASIDE.has(name);

const VISIBILITY = new Map([
  ['visible', true],
  ['initial', true],
  ['hidden', false],
  ['collapse', false],
]);

/** @returns undefined if the element inherits it, as with an invalid value */
const isVisible = (style: Style): boolean | undefined => VISIBILITY.get(style('visibility')?.toLowerCase() ?? '');

const isUsable = (id: string | undefined): id is string => id !== undefined && /\S/.test(id) && id.length <= 255;

const isNear = ({ left, top, right, bottom }: Box): boolean =>
  Math.min(left, top) > -MAX_COORDINATE && Math.max(right, bottom) < MAX_COORDINATE;

const outlinesIn = (path: string): number => path.match(/m/gi)?.length ?? 0;

/** The transformation of an element; undefined if it is invalid, or its origin is not two lengths. */
function transformOf(style: Style, size: Size | undefined): Matrix | undefined {
  const [matrix, origin] = [matrixOf(style('transform')), style('transform-origin')];
  if (!matrix || matrix === IDENTITY || origin === undefined) return matrix;
  const [across, down] = origin.trim().split(/[\s,]+/);
  const [x, y] = [lengthOf(across, size?.width), lengthOf(down, size?.height)];
  return x === undefined || y === undefined ? undefined : about(x, y, matrix);
}

function viewBoxOf(root: Element): ViewBox | undefined {
  const [x, y, width, height] = numbersOf(attributeOf(root, 'viewBox') ?? '');
  const isGiven = [x, y, width, height].every((each) => Math.abs(each ?? NaN) < MAX_COORDINATE);
  if (isGiven && width! > 0 && height! > 0) return { x: x!, y: y!, width: width!, height: height! };
  const [w = 0, h = 0] = ['width', 'height'].map((name) => lengthOf(attributeOf(root, name), undefined));
  return w > 0 && h > 0 && w < MAX_COORDINATE && h < MAX_COORDINATE ? { x: 0, y: 0, width: w, height: h } : undefined;
}

/**
 * The transformation of a nested drawing: its position and scale (`xMidYMid meet`), and its size in its own units.
 * @param around size of the drawing around it
 */
function viewport(element: Element, around: Size | undefined): { matrix: Matrix; size: Size | undefined } {
  const length = (name: string, full: number | undefined, missing?: string) =>
    lengthOf(attributeOf(element, name) ?? missing, full);
  const [x, y] = [length('x', around?.width) ?? 0, length('y', around?.height) ?? 0];
  const [width, height] = [length('width', around?.width, '100%'), length('height', around?.height, '100%')];
  const size = width && height ? { width, height } : undefined;
  const box = numbersOf(attributeOf(element, 'viewBox') ?? '');
  if (box.length !== 4 || !size || !box[2] || !box[3]) return { matrix: [1, 0, 0, 1, x, y], size };
  const scale = Math.min(size.width / box[2], size.height / box[3]);
  const [dx, dy] = [(size.width - scale * box[2]) / 2, (size.height - scale * box[3]) / 2];
  const matrix: Matrix = [scale, 0, 0, scale, x + dx - scale * box[0]!, y + dy - scale * box[1]!];
  return { matrix, size: { width: box[2], height: box[3] } };
}
