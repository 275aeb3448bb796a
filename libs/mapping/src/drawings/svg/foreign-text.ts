import { attributeOf, type Element } from './svg-reader.js';
import { type Node, nodesOf, textIn } from './svg-node.js';

const MAX_LENGTH = 1_000;
const LINES = /^(?:div|p|br|li|tr)$/i;
const SILENT = /^(?:script|style)$/i;

/**
 * The text of a `foreignObject` (draw.io, yEd), whose HTML is dropped: it replaces the shortened text that `switch` offers to
 * other programs, or becomes a text at the place that the HTML describes.
 */
export class ForeignText {
  private lines: string[] = [''];
  private styles: string[] = [];
  private silent = 0;
  private depth = 0;
  private size = 0;

  constructor(private readonly element: Element) {}

  open(element: Element): void {
    this.depth += 1;
    if (this.silent > 0 || SILENT.test(element.name)) this.silent += 1;
    else if (LINES.test(element.name)) this.lines.push('');
    this.styles.push(attributeOf(element, 'style') ?? '');
  }

  text(text: string): void {
    if (this.silent > 0 || this.size > MAX_LENGTH) return;
    this.size += text.length;
    this.lines[this.lines.length - 1] += text;
  }

  close(): void {
    if (this.silent > 0) this.silent -= 1;
    else if (this.depth > 0) this.lines.push('');
    this.depth -= 1;
  }

  /** Adds the text. @returns its element, with one for each line */
  addTo(parent: Node): Node | undefined {
    const lines = this.lines.map((line) => line.replace(/\s+/g, ' ').trim()).filter(Boolean);
    if (lines.length === 0) return undefined;
    const text: Node = { name: 'text', attributes: new Map(this.place(lines.length)), parent, children: [] };
    text.children = lines.map((line) => ({ name: 'tspan', attributes: new Map(), parent: text, children: [line] }));
    parent.children.push(text);
    return text;
  }

  /** draw.io places the text by the margins of a box without height; others by the rectangle of the element. */
  private place(lines: number): [string, string][] {
    const styled = (property: string): string | undefined =>
      this.styles.map((style) => new RegExp(`(?:^|;)\\s*${property}\\s*:\\s*([^;]+)`).exec(style)?.[1]).find(Boolean);
    const pixels = (text: string | undefined): number | undefined =>
      /^\s*-?[\d.]+(?:px)?\s*$/.test(text ?? '') ? parseFloat(text!) : undefined;
    const own = (name: string): number => pixels(attributeOf(this.element, name)) ?? 0;
    const [left, top] = [pixels(styled('margin-left')), pixels(styled('padding-top'))];
    const width = left === undefined ? own('width') : (pixels(styled('width')) ?? 0);
    const across = styled('justify-content') ?? 'center';
    const part = /start|left/.test(across) ? 0 : /end|right/.test(across) ? 1 : 0.5;
    const sizes = this.styles.map((style) => pixels(/(?:^|;)\s*font-size\s*:\s*([^;]+)/.exec(style)?.[1]) ?? 0);
    const size = sizes.filter((each) => each > 0).at(-1) ?? 12;
    const x = (left ?? own('x')) + part * width;
    const down = styled('align-items') ?? 'center';
    const y = top ?? own('y') + own('height') / 2;
    const above = top === undefined || /center/.test(down) ? lines / 2 : /end/.test(down) ? lines : 0;
    return [
      ['x', String(x)],
      ['y', String(y - above * 1.2 * size + 0.95 * size)],
      ['font-size', String(size)],
      ['text-anchor', ['start', 'middle', 'end'][part * 2]!],
    ];
  }
}

/** Joins the texts of `foreignObject` with those that `switch` offers instead. */
export function settleForeignTexts(texts: readonly Node[]): void {
  for (const text of texts) {
    const parent = text.parent!;
    const lines = text.children as Node[];
    const fallback = parent.name === 'switch' ? fallbackIn(parent, text) : undefined;
    const x = (fallback ?? text).attributes.get('x') ?? '0';
    for (const line of lines.slice(1))
      line.attributes = new Map([
        ['x', x],
        ['dy', '1.2em'],
      ]);
    if (fallback) {
      if (lines.length > 1) lines[0]!.attributes.set('dy', `${-0.6 * (lines.length - 1)}em`);
      for (const line of lines) line.parent = fallback;
      fallback.children = lines;
      parent.children.splice(parent.children.indexOf(text), 1);
    } else if (parent.name === 'switch') [parent.name, parent.children] = ['g', [text]];
  }
}

/** A text in the place of the other: its beginning, and dots. */
function fallbackIn(parent: Node, text: Node): Node | undefined {
  const whole = (text.children as Node[]).map(textIn).join(' ');
  return [...nodesOf(parent)].find((node) => {
    if (node.name !== 'text' || node === text) return false;
    const short = textIn(node).trim().replace(/\s+/g, ' ').replace(/(?:\.{3}|…)$/, ''); // oxfmt-ignore
    return short !== '' && whole.startsWith(short);
  });
}
