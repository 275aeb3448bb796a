import { type Matrix, type PdfPage, readPdf, type Shown } from './pdf-reader.js';
import { attributesText, escape } from './svg-tree.js';
import { SVG } from './svg-reader.js';

/** What is in force between operators; `save` keeps a copy. */
interface State {
  matrix: Matrix;
  fill: string;
  stroke: string;
  fillOpacity: number;
  strokeOpacity: number;
  lineWidth: number;
  clip: string | undefined;
  fontSize: number;
  spacing: number;
  wordSpacing: number;
  /** part of their width that letters have */
  stretch: number;
  leading: number;
  rise: number;
  isInvisible: boolean;
}

/** Numbers that follow each command of a path, by the number of the command. */
const COMMANDS: readonly (readonly [string, number])[] = [['M', 2], ['L', 2], ['C', 6], ['Q', 4], ['Z', 0]]; // oxfmt-ignore

/** Draws the first page of a PDF, or of an AI file that contains one, as SVG; undefined if it cannot be read, or shows no lines. */
export async function drawPdf(bytes: Buffer): Promise<Buffer | undefined> {
  const page = await readPdf(bytes);
  const drawn = page && new PdfDrawing(page);
  return drawn?.hasPaths ? Buffer.from(drawn.svg) : undefined;
}

class PdfDrawing {
  hasPaths = false;
  readonly svg: string;
  private readonly parts: string[] = [];
  private readonly saved: State[] = [];
  /** whether each open piece of marked content is hidden */
  private readonly marked: boolean[] = [];
  private state: State;
  private line: Matrix = IDENTITY;
  private text: Matrix = IDENTITY;
  private clipRule: string | undefined;
  private clips = 0;

  constructor({ width, height, transform, operations }: PdfPage) {
    this.state = { matrix: transform, fill: '#000', stroke: '#000', fillOpacity: 1, strokeOpacity: 1, lineWidth: 1, clip: undefined, fontSize: 1, spacing: 0, wordSpacing: 0, stretch: 1, leading: 0, rise: 0, isInvisible: false }; // oxfmt-ignore
    for (const [name, ...args] of operations) this.operators[name]?.(...(args as never[]));
    this.svg = `<svg xmlns="${SVG}" viewBox="0 0 ${width} ${height}">${this.parts.join('')}</svg>`;
  }

  private readonly operators: Record<string, (...args: never[]) => void> = {
    save: () => void this.saved.push({ ...this.state }),
    restore: () => void (this.state = this.saved.pop() ?? this.state),
    transform: (...matrix: number[]) => this.transform(matrix as Matrix),
    paintFormXObjectBegin: (matrix?: Matrix) => {
      this.saved.push({ ...this.state });
      if (matrix) this.transform(matrix);
    },
    paintFormXObjectEnd: () => void (this.state = this.saved.pop() ?? this.state),
    beginMarkedContent: () => void this.marked.push(false),
    beginMarkedContentProps: (isHidden: boolean) => void this.marked.push(isHidden),
    endMarkedContent: () => void this.marked.pop(),
    setLineWidth: (width: number) => void (this.state.lineWidth = width),
    setFillRGBColor: (colour: string) => void (this.state.fill = colour),
    setStrokeRGBColor: (colour: string) => void (this.state.stroke = colour),
    setFillColorN: () => void (this.state.fill = '#ccc'), // a pattern
    setStrokeColorN: () => void (this.state.stroke = '#ccc'),
    setFillTransparent: () => void (this.state.fill = 'none'),
    setStrokeTransparent: () => void (this.state.stroke = 'none'),
    setGState: (entries: [string, number][]) => {
      for (const [key, value] of entries)
        if (key === 'LW') this.state.lineWidth = value;
        else if (key === 'ca') this.state.fillOpacity = value;
        else if (key === 'CA') this.state.strokeOpacity = value;
    },
    clip: () => void (this.clipRule = 'nonzero'),
    eoClip: () => void (this.clipRule = 'evenodd'),
    constructPath: (how: string, numbers: number[]) => this.path(how, pathOf(numbers)),
    beginText: () => void (this.line = this.text = IDENTITY),
    setFont: (_: string, size: number) => void (this.state.fontSize = size),
    setCharSpacing: (spacing: number) => void (this.state.spacing = spacing),
    setWordSpacing: (spacing: number) => void (this.state.wordSpacing = spacing),
    setHScale: (per: number) => void (this.state.stretch = per / 100),
    setLeading: (leading: number) => void (this.state.leading = leading),
    setTextRise: (rise: number) => void (this.state.rise = rise),
    setTextMatrix: (...given: (number | number[])[]) => void (this.line = this.text = given.flat() as Matrix),
    moveText: (x: number, y: number) => this.move(x, y),
    setLeadingMoveText: (x: number, y: number) => {
      this.state.leading = -y;
      this.move(x, y);
    },
    nextLine: () => this.move(0, -this.state.leading),
    setTextRenderingMode: (mode: number) => void (this.state.isInvisible = mode === 3),
    showText: (shown: Shown[]) => this.show(shown),
  };

  private transform(matrix: Matrix): void {
    this.state.matrix = product(this.state.matrix, matrix);
  }

  private move(x: number, y: number): void {
    this.line = this.text = product(this.line, [1, 0, 0, 1, x, y]);
  }

  private get isHidden(): boolean {
    return this.marked.includes(true);
  }

  private path(how: string, d: string): void {
    const { matrix, fill, stroke, fillOpacity, strokeOpacity, lineWidth, clip } = this.state;
    const isFilled = /fill/i.test(how);
    const isStroked = /stroke/i.test(how);
    const rule = /eo/i.test(how) ? 'evenodd' : 'nonzero';
    const attributes: [string, string][] = [
      ['d', /close/i.test(how) ? `${d}Z` : d],
      ['transform', written(matrix)],
      ['fill', isFilled ? fill : 'none'],
      ['stroke', isStroked ? stroke : 'none'],
      ...(isFilled && fillOpacity < 1 ? [['fill-opacity', String(fillOpacity)] as [string, string]] : []),
      ...(isStroked && strokeOpacity < 1 ? [['stroke-opacity', String(strokeOpacity)] as [string, string]] : []),
      ...(isStroked ? [['stroke-width', String(lineWidth)] as [string, string]] : []),
    ];
    if (d !== '' && (isFilled || isStroked) && !this.isHidden) {
      this.hasPaths = true;
      this.parts.push(`<path fill-rule="${rule}"${attributesText([...attributes, ...clipped(clip)])}/>`);
    }
    if (this.clipRule === undefined) return;
    this.state.clip = `clip${(this.clips += 1)}`;
    this.parts.push(`<clipPath id="${this.state.clip}"${attributesText(clipped(clip))}><path d="${d}" clip-rule="${this.clipRule}" transform="${written(matrix)}"/></clipPath>`); // oxfmt-ignore
    this.clipRule = undefined;
  }

  private show(shown: readonly Shown[]): void {
    const { matrix, fill, clip, fontSize, spacing, wordSpacing, stretch, rise, isInvisible } = this.state;
    let [letters, width] = ['', 0];
    for (const each of shown) {
      if (typeof each === 'number') width -= (each / 1000) * fontSize;
      else {
        letters += each.unicode;
        width += (each.width / 1000) * fontSize + spacing + (each.isSpace ? wordSpacing : 0);
      }
    }
    width *= stretch;
    // Glyphs stand upright in PDF, where y grows upwards.
    const at = product(product(matrix, this.text), [1, 0, 0, -1, 0, rise]);
    this.text = product(this.text, [1, 0, 0, 1, width, 0]);
    const text = letters.replace(/[\p{Cc}\p{Co}]/gu, '').trim();
    if (text === '' || this.isHidden || !(width > 0)) return;
    const attributes: [string, string][] = [
      ['transform', written(at)],
      ['font-size', String(Math.abs(fontSize))],
      ['font-family', 'sans-serif'],
      ['fill', isInvisible ? 'none' : fill],
      ['textLength', String(width)],
      ['lengthAdjust', 'spacingAndGlyphs'],
    ];
    this.parts.push(`<text${attributesText([...attributes, ...clipped(clip)])}>${escape(text)}</text>`);
  }
}

const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0];

const product = ([a, b, c, d, e, f]: Matrix, [g, h, i, j, k, l]: Matrix): Matrix =>
  [a * g + c * h, b * g + d * h, a * i + c * j, b * i + d * j, a * k + c * l + e, b * k + d * l + f]; // oxfmt-ignore

const written = (matrix: Matrix): string => `matrix(${matrix.map((each) => Math.round(each * 1e6) / 1e6).join(' ')})`;

const clipped = (clip: string | undefined): [string, string][] => (clip ? [['clip-path', `url(#${clip})`]] : []);

function pathOf(numbers: readonly number[]): string {
  let path = '';
  for (let at = 0; at < numbers.length;) {
    const [command, count] = COMMANDS[numbers[at]!] ?? ['Z', 0];
    path += command + numbers.slice(at + 1, at + 1 + count).join(' ');
    at += 1 + count;
  }
  return path;
}
