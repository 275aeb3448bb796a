import { DrawingError } from './drawing-error.js';
import { lengthOf, type Size } from './basic-shapes.js';
import { apply, type Matrix, type Point, scaleOf } from './matrix.js';
import { attributeOf, type Element } from './svg-reader.js';

/** Average character width in font sizes: digits of Arial and similar fonts. */
const WIDTH = 0.556;
/** Height of a digit in font sizes. */
const HEIGHT = 0.72;
/** Texts closer than this, in font sizes, form a word; up to the second distance, a line. */
const SAME_WORD = 0.3;
const SAME_LINE = 1;
const MAX_LENGTH = 100;
/** Maximum names and lines of a shape. */
export const MAX_LABELS = 20;
/** Maximum length including whitespace. */
const MAX_RAW_LENGTH = 1_000;
const MAX_LIST_LENGTH = 2_000;
/** The lengths in a list of them. */
const LENGTHS = /[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?(?:%|[a-z]+)?/gi;

/** A run of text in coordinates of the drawing. */
export interface TextRun {
  text: string;
  middle: Point;
  corners: Point[];
  /** area of its bounding box */
  area: number;
  /** font size */
  size: number;
  /** extent along its line and across, in font sizes, and direction of the line */
  from: number;
  to: number;
  across: number;
  angle: number;
}

interface Setting {
  matrix: Matrix;
  /** of the drawing around it, to which percentages refer; undefined if unknown */
  size: Size | undefined;
  fontSize: number;
  anchor: string;
}

interface Piece extends Setting {
  text: string;
  x: number;
  y: number;
  /** position of the last character, if characters are positioned individually */
  lastX: number | undefined;
}

/** Collects the texts of a drawing. */
export class TextLines {
  readonly runs: TextRun[] = [];
  /** settings of the open `text` and `tspan` elements */
  private readonly settings: Setting[] = [];
  private piece: Piece | undefined;
  private x = 0;
  private y = 0;

  constructor(private readonly max: number) {}

  open(element: Element, setting: Setting): void {
    const { size, fontSize } = setting;
    const places = (name: string, full: number | undefined): number[] => {
      const lengths = (attributeOf(element, name) ?? '').slice(0, MAX_LIST_LENGTH).match(LENGTHS) ?? [];
      return lengths.map((length) => lengthOf(length, full, fontSize) ?? 0);
    };
    const [xs, ys] = [places('x', size?.width), places('y', size?.height)];
    const [dx = 0] = places('dx', size?.width);
    const [dy = 0] = places('dy', size?.height);
    const isText = element.name === 'text';
    this.flush();
    this.x = (xs[0] ?? (isText ? 0 : this.x)) + dx;
    this.y = (ys[0] ?? (isText ? 0 : this.y)) + dy;
    this.settings.push(setting);
    this.begin(setting, xs.length > 1 ? xs.at(-1) : undefined);
  }

  text(text: string): void {
    if (this.piece && this.piece.text.length < MAX_RAW_LENGTH) this.piece.text += text.slice(0, MAX_RAW_LENGTH);
  }

  close(): void {
    this.flush();
    this.settings.pop();
    const around = this.settings.at(-1);
    if (around) this.begin(around, undefined);
  }

  /** The lines of text in an area, in order, with adjacent runs joined. Small print is dropped. */
  linesOf(runs: readonly TextRun[]): string[] {
    const numbers = runs.filter(({ text }) => /\p{N}/u.test(text));
    const largest = Math.max(0, ...numbers.map(({ size }) => size));
    const lines: { text: string; size: number }[] = [];
    const sorted = [...runs].sort((a, b) => a.angle - b.angle || a.across - b.across || a.from - b.from);
    let last: TextRun | undefined;
    for (const run of byLine(sorted)) {
      const gap = last ? gapBetween(last, run) : Infinity;
      const line = lines.at(-1);
      if (line && gap < SAME_WORD) line.text += run.text;
      else if (line && gap < SAME_LINE) line.text += ` ${run.text}`;
      else lines.push({ text: run.text, size: run.size });
      last = run;
    }
    return lines
      .filter(({ text, size }) => size > largest * 0.9 || !/\p{N}/u.test(text))
      .map(({ text }) => text.trim().replace(/\s+/g, ' '))
      .filter((text) => text !== '' && text.length <= MAX_LENGTH)
      .slice(0, MAX_LABELS);
  }

  private begin(setting: Setting, lastX: number | undefined): void {
    this.piece = { ...setting, text: '', x: this.x, y: this.y, lastX };
  }

  private flush(): void {
    const { piece } = this;
    this.piece = undefined;
    if (!piece) return;
    const text = piece.text.replace(/\s+/g, ' ');
    const shown = text.trim();
    const width = (piece.lastX === undefined ? text.length * WIDTH * piece.fontSize : piece.lastX - piece.x + WIDTH * piece.fontSize); // oxfmt-ignore
    this.x = piece.x + (shown === '' && text !== ' ' ? 0 : width);
    if (shown === '' || shown.length > MAX_LENGTH) return;
    if (this.runs.length === this.max) throw new DrawingError(`must have at most ${this.max} texts`);
    const run = place(piece, shown, width);
    if (run) this.runs.push(run);
  }
}

function place({ x, y, fontSize, anchor, matrix }: Piece, text: string, width: number): TextRun | undefined {
  const size = fontSize * scaleOf(matrix);
  if (!(size > 0)) return undefined;
  const left = x - (anchor === 'middle' ? width / 2 : anchor === 'end' ? width : 0);
  const top = y - HEIGHT * fontSize;
  const at = (fx: number, fy: number): Point => apply(matrix, left + width * fx, top + (y - top) * fy);
  const angle = Math.round(Math.atan2(matrix[1], matrix[0]) * 100) / 100;
  const [start, end] = [at(0, 1), at(1, 1)];
  const along = ([px, py]: Point): number => (px * Math.cos(angle) + py * Math.sin(angle)) / size;
  return {
    text,
    size,
    angle,
    middle: at(0.5, 0.5),
    corners: [at(0.05, 0.05), at(0.95, 0.05), at(0.05, 0.95), at(0.95, 0.95)],
    area: width * HEIGHT * fontSize * scaleOf(matrix) ** 2,
    from: along(start),
    to: along(end),
    across: (start[1] * Math.cos(angle) - start[0] * Math.sin(angle)) / size,
  };
}

/** Sorts runs at about the same height into reading order. */
function byLine(sorted: readonly TextRun[]): TextRun[] {
  const lines: TextRun[][] = [];
  for (const run of sorted) {
    const line = lines.at(-1);
    if (line && isSameLine(line[0]!, run)) line.push(run);
    else lines.push([run]);
  }
  return lines.flatMap((line) => line.sort((a, b) => a.from - b.from));
}

const isSameLine = (a: TextRun, b: TextRun): boolean =>
  a.angle === b.angle && Math.abs(a.across - b.across) < 0.3 && Math.abs(a.size - b.size) < 0.2 * a.size;

const gapBetween = (a: TextRun, b: TextRun): number => (isSameLine(a, b) ? Math.abs(b.from - a.to) : Infinity);
