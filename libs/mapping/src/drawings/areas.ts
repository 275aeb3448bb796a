import Flatbush from 'flatbush';
import { DrawingError } from './svg/drawing-error.js';
import type { Nesting, Shape, Stray, StrayReason } from './drawing.js';
import { Effort } from './layout/effort.js';
import { labelsIn, linesOf, type TextLabel } from './layout/labels.js';
import type { Laid, Layout } from './layout/layout.js';
import { around, boxArea, MAX_PATH_LENGTH, MAX_TOTAL_PATH_LENGTH, MAX_CORNERS, MAX_RINGS, Outline, readPath, ringsOf, rounded } from './layout/outline.js'; // oxfmt-ignore
import { MAX_COORDINATE, type Point, type ViewBox } from './svg/geometry.js';
import type { Placed } from './svg/parts.js';
import type { Node } from './svg/svg-tree.js';
import { isAutomatic, meanings, nameKey, namesOf } from './unit-names.js';

/** Limits of compilation; elements beyond them are drawn but not compiled, unless rejected with an error. */
const MAX_AREAS = 50_000;
const MAX_SHAPES = 10_000;
/** Names and lines of a shape. */
export const MAX_LABELS = 20;
/** Texts that belong to no shape. */
export const MAX_STRAYS = 1_000;
/** Areas in a group whose name is given to its outline. */
const MAX_IN_ROOM = 200;
/** Part of the page that an area without a name or text covers to be listed. */
const MIN_SHARE = 1 / 1_000;
/** Part of the area around it that a label covers. */
const SMALL = 0.08;
/** Areas whose sizes differ by less are one, drawn twice. */
const TWIN = 1.05;

interface Area {
  laid: Laid;
  outline: Outline;
  path: string;
  names: string[];
  labels: TextLabel[];
  inside: Area | undefined;
  isMark: boolean;
}

/** Finds the areas of a drawing with their names and texts, and what belongs to none. @throws DrawingError */
export async function findShapes(layout: Layout): Promise<{ shapes: Shape[]; nesting: Nesting[]; strays: Stray[] }> {
  const found = await areasOf(layout.shapes);
  const effort = new Effort();
  await nest(found.areas, effort);
  nameGroups(found.areas);
  const merged = withoutTwins(found.areas);
  const strays = await placeLabels(merged, found.open, labelsIn(layout.texts), layout.viewBox, effort);
  markLetters(merged);
  return { ...(await shapesOf(merged, layout.viewBox, effort)), strays: strays.slice(0, MAX_STRAYS) };
}

/** Filled or closed outlines; open lines that nothing fills are no areas. */
async function areasOf(shapes: readonly Laid[]): Promise<{ areas: Area[]; open: Outline[] }> {
  const areas: Area[] = [];
  const open: Outline[] = [];
  const effort = new Effort();
  let [length, corners] = [0, 0];
  /** names of a part that is copied several times distinguish nothing */
  const drawn = new Map<Node, number>();
  for (const { node } of shapes) drawn.set(node.of, (drawn.get(node.of) ?? 0) + 1);
  const ownNames = ({ of, isCopy }: Placed): string[] => (isCopy && drawn.get(of)! > 1 ? [] : namesOf(of));
  for (const laid of shapes) {
    await effort.pause();
    effort.left -= laid.path.length;
    if (laid.path.length > MAX_PATH_LENGTH || (laid.path.match(/m/gi)?.length ?? 0) > MAX_RINGS) continue;
    length += laid.path.length;
    const path = length <= MAX_TOTAL_PATH_LENGTH ? readPath(laid.path) : undefined;
    if (!path || (corners += path.corners) > MAX_CORNERS) continue;
    const rings = ringsOf(path, laid.isFilled);
    const whole = new Outline(rings.length > 0 ? rings : ringsOf(path, true));
    if (!(whole.area > 0) || Object.values(whole.box).some((at) => Math.abs(at) >= MAX_COORDINATE)) continue;
    const outline = whole.cut(laid.clips, effort);
    if (!outline || !(outline.area > 0)) continue;
    if (rings.length === 0) open.push(outline);
    else if (areas.length === MAX_AREAS) throw new DrawingError(`must have at most ${MAX_AREAS} closed outlines`);
    else areas.push({ laid, outline, path: outline === whole ? closed(path.text) : outline.path, names: ownNames(laid.node), labels: [], inside: undefined, isMark: false }); // oxfmt-ignore
  }
  return { areas, open };
}

/** Browsers fill open outlines as if they were closed. */
const closed = (path: string): string =>
  path.split(/(?=M)/).map((part) => (part.endsWith('Z') ? part : `${part}Z`)).join(''); // oxfmt-ignore

/** A label position, and corners moved towards it, so that areas with a common edge lie in each other. */
function probesOf({ rings, box }: Outline): Point[] {
  const [x, y] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
  const corners = rings.flat();
  const step = Math.max(1, Math.floor(corners.length / 16));
  return corners.filter((_, at) => at % step === 0).map(([cx, cy]) => [cx + (x - cx) * 0.02, cy + (y - cy) * 0.02]);
}

/** Finds the smallest area around each. */
async function nest(areas: readonly { outline: Outline; inside: unknown }[], effort: Effort): Promise<void> {
  const sorted = [...areas].sort((a, b) => a.outline.area - b.outline.area);
  const index = indexOf(sorted);
  for (const [at, area] of sorted.entries()) {
    await effort.pause();
    if (effort.left < 0) return;
    const probes = probesOf(area.outline);
    const holds = (other: number): boolean => {
      effort.left -= 5 * sorted[other]!.outline.corners;
      return (
        effort.left > 0 && probes.filter((probe) => sorted[other]!.outline.contains(probe)).length >= probes.length
      );
    };
    area.inside = sorted[index.around(probes[0]!, effort, at + 1).find(holds)!];
  }
}

/** The parents of outlines, by position. */
export async function nestingOf(outlines: readonly Outline[]): Promise<Nesting[]> {
  const areas = outlines.map((outline): { outline: Outline; inside: unknown } => ({ outline, inside: undefined }));
  await nest(areas, new Effort());
  const positions = new Map<unknown, number>(areas.map((area, at) => [area, at]));
  return areas.map(({ inside }) => ({ inside: positions.get(inside) ?? null, isMark: false }));
}

interface Index {
  /** positions, from one on, of the areas whose box is around a point, ascending */
  around: (point: Point, effort: Effort, from?: number) => Uint32Array;
}

function indexOf(areas: readonly { outline: Outline }[]): Index {
  if (areas.length === 0) return { around: () => new Uint32Array() };
  const bush = new Flatbush(areas.length);
  for (const { outline } of areas) {
    const { left, top, right, bottom } = outline.box;
    bush.add(left, top, right, bottom);
  }
  bush.finish();
  return {
    around: ([x, y], effort, from = 0) => {
      const found = bush.search(x, y, x, y, (at) => at >= from);
      effort.left -= 5 * found.length;
      return Uint32Array.from(found).sort();
    },
  };
}

/** Gives a group's name to its outline: the area that covers all others, if they have no other names. */
function nameGroups(areas: readonly Area[]): void {
  const groups = new Map<Node, { names: string[]; areas: Area[] }>();
  for (const area of areas)
    for (let at = area.laid.node.parent; at?.parent; at = at.parent) {
      const group = groups.get(at) ?? { names: /^(?:g|svg)$/.test(at.name) ? namesOf(at.of).filter(mayBeNumber) : [], areas: [] }; // oxfmt-ignore
      groups.set(at, group);
      if (group.names.length > 0 && group.areas.length <= MAX_IN_ROOM) group.areas.push(area);
    }
  for (const { names, areas: inside } of [...groups.values()].reverse()) if (names.length > 0 && inside.length <= MAX_IN_ROOM) nameOutline(names, inside); // oxfmt-ignore
}

function nameOutline(names: readonly string[], areas: readonly Area[]): void {
  const keys = new Set(names.flatMap(meanings).map(nameKey));
  const isOther = (name: string): boolean => !isAutomatic(name) && !meanings(name).some((each) => keys.has(nameKey(each))); // oxfmt-ignore
  if (areas.length > 1 && areas.some((area) => area.names.some(isOther))) return;
  const largest = areas.reduce((a, b) => (b.outline.area > a.outline.area ? b : a));
  const whole = boxArea(around(areas.map(({ outline }) => outline.box)));
  const { inside } = largest;
  const areLetters = inside !== undefined && whole < inside.outline.area / 5 && areas.every((area) => area.inside === inside); // oxfmt-ignore
  if (boxArea(largest.outline.box) > 0.75 * whole || areLetters)
    largest.names = [...new Set([...names, ...largest.names])];
}

/** An area that is drawn twice, as a fill and a line, is one. */
function withoutTwins(areas: readonly Area[]): Area[] {
  const gone = new Set<Area>();
  for (const area of areas) {
    let twin = area.inside;
    while (twin && gone.has(twin)) twin = twin.inside;
    if (!twin || twin.outline.area > TWIN * area.outline.area) continue;
    const names = [twin, area].flatMap((each) => each.names);
    twin.names = [...new Set([...names.filter((name) => !isAutomatic(name)), ...names])];
    gone.add(area);
  }
  for (const area of areas) while (area.inside && gone.has(area.inside)) area.inside = area.inside.inside;
  return areas.filter((area) => !gone.has(area));
}

/** Gives each text to the smallest area around it. @returns those that belong to none */
async function placeLabels(
  areas: readonly Area[],
  open: readonly Outline[],
  labels: readonly TextLabel[],
  { width, height }: ViewBox,
  effort: Effort,
): Promise<Stray[]> {
  // oxfmt-ignore
  const sorted = areas
    .filter(({ names, outline }) => names.some((name) => !isAutomatic(name)) || outline.area < (width * height) / 2)
    .sort((a, b) => a.outline.area - b.outline.area);
  const index = indexOf(sorted);
  const unclosed = indexOf(open.map((outline) => ({ outline })));
  const strays: Stray[] = [];
  for (const label of labels) {
    await effort.pause();
    const holding = (point: Point): Area[] =>
      Array.from(index.around(point, effort), (at) => sorted[at]!).filter(({ outline }) => ((effort.left -= 5 * outline.corners), outline.contains(point))); // oxfmt-ignore
    const around = effort.left < 0 ? [] : holding(label.middle);
    const [area, ...others] = around;
    const parents = new Set<Area>();
    for (let at = area?.inside; at && !parents.has(at); at = at.inside) parents.add(at);
    const isShared = others.some((other) => !parents.has(other) && other.outline.area < 2 * area!.outline.area);
    const inside = area ? label.probes.filter((probe) => area.outline.contains(probe)).length : 0;
    if (area && !isShared && inside === label.probes.length) {
      area.labels.push(label);
      continue;
    }
    const touched = new Set(label.probes.flatMap((probe) => (effort.left < 0 ? [] : holding(probe).slice(0, 1))));
    const isInOpen = unclosed.around(label.middle, effort).some((at) => open[at]!.contains(label.middle));
    const reason: StrayReason = isShared || touched.size > 1 ? 'two_areas' : isInOpen ? 'open_outline' : 'outside_any_area'; // oxfmt-ignore
    strays.push(strayOf(label, reason));
  }
  return strays;
}

const strayOf = ({ text, middle: [x, y] }: TextLabel, reason: StrayReason): Stray =>
  ({ text, x: rounded(x), y: rounded(y), reason }); // oxfmt-ignore

/** Whether an area is as small as a label: a plate under its text, or a disc around it. */
function isPlate({ area, box, corners }: Outline, labels: readonly TextLabel[]): boolean {
  const isDisc = corners > 8 && Math.abs(area / boxArea(box) - Math.PI / 4) < 0.05;
  return labels.length > 0 && area <= (isDisc ? 8 : 4) * labels.reduce((sum, label) => sum + label.area, 0);
}

/** Marks plates under a text, and letters drawn as outlines. */
function markLetters(areas: readonly Area[]): void {
  for (const area of areas) {
    const { outline, inside, labels, names, laid } = area;
    if (!inside) continue;
    const isLetters = names.length > 0 && outline.area < SMALL * inside.outline.area && !isStroked(laid.node);
    area.isMark = (isPlate(outline, labels) && inside.outline.area < 400 * outline.area) || isLetters;
  }
}

function isStroked(node: Node): boolean {
  for (let at: Node | undefined = node; at; at = at.parent) {
    const stroke = at.attributes.get('stroke');
    if (stroke !== undefined) return stroke !== 'none';
  }
  return false;
}

async function shapesOf(
  areas: readonly Area[],
  { width, height }: ViewBox,
  effort: Effort,
): Promise<{ shapes: Shape[]; nesting: Nesting[] }> {
  // oxfmt-ignore
  const isLabelled = ({ names, labels }: Area): boolean =>
    labels.length > 0 || names.some(mayBeNumber);
  const labelled = areas.filter(isLabelled);
  if (
    labelled.filter(({ names, labels }) => labels.length > 0 || names.some((name) => !isAutomatic(name))).length >
    MAX_SHAPES
  )
    // oxfmt-ignore
    throw new DrawingError(`must have at most ${MAX_SHAPES} shapes with a name or text`);
  const isLarge = ({ outline }: Area): boolean => outline.area > width * height * MIN_SHARE;
  const all = areas.filter((area) => isLabelled(area) || isLarge(area));
  const listed = all.length > MAX_SHAPES ? labelled.slice(0, MAX_SHAPES) : all;
  const positions = new Map(listed.map((area, at) => [area, at]));
  const numbers = new Map(areas.map((area, at) => [area, at + 1]));
  const ids = new Set<string>();
  const shapes: Shape[] = [];
  for (const area of listed) {
    await effort.pause();
    const own = area.laid.node.attributes.get('id');
    let id = isUsable(own) && !ids.has(own) ? own : `shape-${numbers.get(area)}`;
    while (ids.has(id)) id += '-';
    ids.add(id);
    const label = area.outline.label(effort);
    shapes.push({
      id,
      path: area.path,
      label: [rounded(label[0]), rounded(label[1])],
      names: area.names.slice(0, MAX_LABELS),
      texts: linesOf(area.labels).slice(0, MAX_LABELS),
      unitId: null,
      boundBy: null,
      reason: null,
    });
  }
  const nesting = listed.map(({ inside, isMark }) => {
    let parent = inside;
    while (parent && !positions.has(parent)) parent = parent.inside;
    return { inside: parent ? positions.get(parent)! : null, isMark };
  });
  return { shapes, nesting };
}

/** Programs that write `g12` would not write `G12`. */
const mayBeNumber = (name: string): boolean => !isAutomatic(name) || /^\p{Lu}/u.test(name);

const isUsable = (id: string | undefined): id is string => id !== undefined && /\S/.test(id) && id.length <= 255;
