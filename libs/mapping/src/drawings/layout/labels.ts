import { DrawingError } from '../svg/drawing-error.js';
import { Effort } from './effort.js';
import type { Laid } from './layout.js';
import { boxOf } from './outline.js';
import type { Point } from '../svg/geometry.js';
import { type Node, ownText } from '../svg/svg-tree.js';
import { numbersOf } from '../svg/transforms.js';

const MAX_TEXTS = 50_000; // with copies
const MAX_LENGTH = 100;
/** Height of a digit in font sizes. */
const HEIGHT = 0.73;
/** Texts closer than this, in heights of digits, form a word; up to the second distance, a line. */
const SAME_WORD = 0.3 / HEIGHT;
const SAME_LINE = 1 / HEIGHT;

/** A text in coordinates of the drawing. */
export interface TextLabel {
  text: string;
  middle: Point;
  /** points along its line */
  probes: Point[];
  /** area of its letters' box */
  area: number;
  /** extent along its line and across, and direction of the line */
  from: number;
  to: number;
  top: number;
  bottom: number;
  angle: number;
}

/** The texts of a drawing, each element on its own. @throws DrawingError */
export function labelsIn(texts: readonly Laid[]): TextLabel[] {
  const parts = new Map<Node, Laid[]>();
  for (const laid of texts) {
    const same = parts.get(laid.node);
    if (same) same.push(laid);
    else parts.set(laid.node, [laid]);
  }
  if (parts.size > MAX_TEXTS) throw new DrawingError(`must have at most ${MAX_TEXTS} texts`);
  return [...parts.values()].flatMap(labelOf);
}

/** The texts whose middle no clip path hides, as far as the effort allows to find out. */
export async function seenOf(texts: readonly Laid[]): Promise<Laid[]> {
  const effort = new Effort();
  const seen: Laid[] = [];
  for (const laid of texts) {
    await effort.pause();
    effort.left -= laid.clips.reduce((sum, { corners }) => sum + corners + 1, 0);
    if (effort.left < 0 || isSeen(laid)) seen.push(laid);
  }
  return seen;
}

function isSeen({ path, clips }: Laid): boolean {
  if (clips.length === 0) return true;
  const { left, top, right, bottom } = boxOf([pairs(numbersOf(path))]);
  return clips.every((clip) => clip.contains([(left + right) / 2, (top + bottom) / 2]));
}

function labelOf(parts: readonly Laid[]): TextLabel[] {
  const { node, angle } = parts[0]!;
  const text = ownText(node);
  const points = parts.flatMap(({ path }) => pairs(numbersOf(path)));
  if (text === '' || text.length > MAX_LENGTH || points.length === 0) return [];
  const turn = ([x, y]: Point, by: number): Point => [x * Math.cos(by) - y * Math.sin(by), x * Math.sin(by) + y * Math.cos(by)]; // oxfmt-ignore
  const { left, top, right, bottom } = boxOf([points.map((point) => turn(point, -angle))]);
  const at = (x: number, y: number): Point => turn([left + (right - left) * x, top + (bottom - top) * y], angle);
  const isUpright = bottom - top > (right - left) * 1.5 && text.length > 1;
  const probes = [0.1, 0.3, 0.5, 0.7, 0.9].map((part) => (isUpright ? at(0.5, part) : at(part, 0.5)));
  const area = (right - left) * (bottom - top);
  return area > 0 ? [{ text, middle: at(0.5, 0.5), probes, area, from: left, to: right, top, bottom, angle }] : [];
}

const pairs = (numbers: readonly number[]): Point[] =>
  numbers.flatMap((x, at): Point[] => (at % 2 === 0 && at + 1 < numbers.length ? [[x, numbers[at + 1]!]] : []));

/** The lines of text of labels, in order, with adjacent labels joined. Small print is dropped. */
export function linesOf(labels: readonly TextLabel[]): string[] {
  const heightOf = ({ top, bottom }: TextLabel): number => bottom - top;
  const largest = Math.max(0, ...labels.filter(({ text }) => /\p{N}/u.test(text)).map(heightOf));
  const lines: { text: string; height: number }[] = [];
  const sorted = [...labels].sort((a, b) => a.angle - b.angle || a.bottom - b.bottom || a.from - b.from);
  let last: TextLabel | undefined;
  for (const label of byLine(sorted)) {
    const gap = last && isSameLine(last, label) ? Math.abs(label.from - last.to) / heightOf(label) : Infinity;
    const line = lines.at(-1);
    if (line && (gap < SAME_WORD || (last && isStacked(last, label)))) line.text += label.text;
    else if (line && gap < SAME_LINE) line.text += ` ${label.text}`;
    else lines.push({ text: label.text, height: heightOf(label) });
    last = label;
  }
  return lines
    .filter(({ text, height }) => height > largest * 0.72 || !/\p{N}/u.test(text))
    .map(({ text }) => text)
    .filter((text) => text.length <= MAX_LENGTH);
}

/** Sorts labels at about the same height into reading order. */
function byLine(sorted: readonly TextLabel[]): TextLabel[] {
  const lines: TextLabel[][] = [];
  for (const label of sorted) {
    const line = lines.at(-1);
    if (line && isSameLine(line[0]!, label)) line.push(label);
    else lines.push([label]);
  }
  return lines.flatMap((line) => line.sort((a, b) => a.from - b.from));
}

/** Letters one below the other, as in a narrow room. */
function isStacked(a: TextLabel, b: TextLabel): boolean {
  const height = b.bottom - b.top;
  const isNear = b.top - a.bottom < 0.8 * height && Math.abs(a.from + a.to - b.from - b.to) < height;
  return a.text.length === 1 && b.text.length === 1 && a.angle === b.angle && isNear;
}

/** On one base line; letters may go below it or above the others. */
function isSameLine(a: TextLabel, b: TextLabel): boolean {
  const [ha, hb] = [a.bottom - a.top, b.bottom - b.top];
  const isAlike = Math.max(ha, hb) < 1.6 * Math.min(ha, hb);
  return Math.abs(a.angle - b.angle) < 0.01 && isAlike && Math.abs(a.bottom - b.bottom) < 0.35 * Math.min(ha, hb);
}
