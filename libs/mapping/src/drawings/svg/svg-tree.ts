import {
  declarationText,
  isSafeValue,
  type Rule,
  safeDeclarations,
  safeRules,
  withoutVariables,
} from './css-filter.js';
import { DrawingError } from './drawing-error.js';
import { ForeignText } from './foreign-text.js';
import { type Attribute, type Element, type SvgHandler, SVG } from './svg-reader.js';
import { ATTRIBUTES, ELEMENTS, GEOMETRY, PART, PROPERTIES, TEXTS, UNWRAPPED } from './svg-vocabulary.js';
import type { Node } from './svg-node.js';
import { visioName } from './visio.js';

export { type Node, nodesOf, ownText, textIn } from './svg-node.js';

export const XLINK = 'http://www.w3.org/1999/xlink';
export const XML = 'http://www.w3.org/XML/1998/namespace';
/** Affinity writes the name that the designer saw as `serif:id`, and makes an id of it. */
const AFFINITY = 'http://www.serif.com/';
const INKSCAPE = 'http://www.inkscape.org/namespaces/inkscape';
/** Maximum size of the sanitised drawing; larger than the upload limit, because escaping adds characters. */
const MAX_LENGTH = 64 * 1024 * 1024;

const PICTURE = /^data:image\/(png|jpeg|jpg|gif|webp);base64,[A-Za-z0-9+/=\s]+$/;
const COORDINATES = /^[\sa-zA-Z\d.,+-]*$/;

/**
 * Builds a drawing from an allow-list of elements, attributes and values: no scripts, events, external references or foreign
 * content. An `href` refers to a part of the drawing or an embedded image. Style rules are filtered in the same way
 * (docs/decisions/0011-svg-sanitising.md).
 */
export class TreeBuilder implements SvgHandler {
  root: Node | undefined;
  /** rules of the style sheets, in order */
  readonly rules: Rule[] = [];
  /** texts of `foreignObject` elements */
  readonly foreignTexts: Node[] = [];
  private readonly path: Node[] = [];
  /** nesting depth inside a dropped element */
  private skipped = 0;
  private sheet: string | undefined;
  private foreign: ForeignText | undefined;

  open(element: Element): void {
    if (this.skipped > 0 || !this.allows(element)) {
      const name = visioName(element);
      if (name !== undefined && this.skipped === 1) this.nameGroup(name);
      if (this.skipped === 0 && element.namespace === SVG && element.name === 'foreignObject')
        this.foreign = new ForeignText(element);
      else this.foreign?.open(element);
      this.skipped += 1;
    } else if (element.name === 'style') this.sheet = '';
    else {
      const parent = this.path.at(-1);
      const node: Node = { name: nameOf(element), attributes: attributesOf(element), children: [], parent };
      parent?.children.push(node);
      this.root ??= node;
      this.path.push(node);
    }
  }

  text(text: string): void {
    if (this.foreign) this.foreign.text(text);
    if (this.skipped > 0) return;
    if (this.sheet !== undefined) this.sheet += text;
    else this.path.at(-1)!.children.push(text);
  }

  close(): void {
    if (this.skipped > 0) {
      this.skipped -= 1;
      this.foreign?.close();
      if (this.skipped > 0 || !this.foreign) return;
      const text = this.foreign.addTo(this.path.at(-1)!);
      if (text) this.foreignTexts.push(text);
      this.foreign = undefined;
    } else if (this.sheet !== undefined) {
      this.rules.push(...safeRules(this.sheet));
      this.sheet = undefined;
    } else this.path.pop();
  }

  private allows({ namespace, name }: Element): boolean {
    return namespace === SVG && this.sheet === undefined && (ELEMENTS.has(name) || UNWRAPPED.has(name));
  }

  /** Keeps a name that Visio stores in an element, which is dropped, as an attribute of the group that it names. */
  private nameGroup(name: string): void {
    const attributes = this.path.at(-1)?.attributes;
    let at = 1;
    while (attributes?.has(`data-unit-visio-${at}`)) at++;
    attributes?.set(`data-unit-visio-${at}`, name);
  }
}

function attributesOf(element: Element): Map<string, string> {
  const kept = new Map<string, string>();
  for (const attribute of element.attributes) {
    const safe = safeAttribute(element, attribute);
    if (safe && !kept.has(safe[0])) kept.set(...safe);
  }
  return kept;
}

/** Name and value to write; undefined for a dropped attribute. */
export function safeAttribute(element: Element, { namespace, name, value }: Attribute): [string, string] | undefined {
  if (name === 'href' && (namespace === '' || namespace === XLINK)) {
    const fits = element.name === 'image' ? PICTURE : PART;
    return !UNWRAPPED.has(element.name) && fits.test(value) ? ['href', value] : undefined;
  }
  if (namespace === XML && name === 'space') return ['xml:space', value === 'preserve' ? 'preserve' : 'default'];
  if (namespace === INKSCAPE && name === 'label') return ['data-label', value];
  if (namespace === AFFINITY && name === 'id') return ['data-name', value];
  if (namespace !== '') return undefined;
  if (TEXTS.test(name)) return [name, value];
  if (name === 'style') {
    const declarations = declarationText(safeDeclarations(value));
    return declarations === '' ? undefined : [name, declarations];
  }
  if (!PROPERTIES.has(name) && !ATTRIBUTES.has(name)) return undefined;
  if (GEOMETRY.has(name)) return COORDINATES.test(value) ? [name, value] : undefined;
  const plain = withoutVariables(value);
  return isSafeValue(plain) ? [name, plain] : undefined;
}

const nameOf = ({ name }: Element): string => (UNWRAPPED.has(name) ? 'g' : name);

const ESCAPES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\r': '&#13;',
};
export const escape = (text: string): string => text.replace(/[&<>"\r]/g, (character) => ESCAPES[character]!);

/** What is written for an element: its start tag up to the bracket, and whether its content follows; nothing if it is left out. */
export type Tag = (node: Node) => string | undefined;

/** Writes a drawing. @throws DrawingError */
export function writeTree(root: Node, tag: Tag = wholeTag, written: (text: string) => string = escape): string {
  const chunks: string[] = [];
  let length = 0;
  const write = (text: string): void => {
    length += text.length;
    if (length > MAX_LENGTH) throw new DrawingError(`must have at most ${MAX_LENGTH / 1024 / 1024} MiB when cleaned`);
    chunks.push(text);
  };
  const left: (Node | string)[] = [root];
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    if (typeof next === 'string') {
      write(next);
      continue;
    }
    const start = tag(next);
    if (start === undefined) continue;
    const { children, name } = next;
    const isWrapped = start !== '';
    if (isWrapped) write(children.length === 0 ? `${start}/>` : `${start}>`);
    if (children.length === 0) continue;
    if (isWrapped) left.push(`</${name}>`);
    for (let at = children.length - 1; at >= 0; at--) {
      const child = children[at]!;
      left.push(typeof child === 'string' ? written(child) : child);
    }
  }
  return chunks.join('');
}

const wholeTag = ({ name, attributes, parent }: Node): string =>
  `<${name}${parent ? '' : ` xmlns="${SVG}"`}${attributesText(attributes)}`;

export const attributesText = (attributes: Iterable<readonly [string, string]>): string =>
  [...attributes].map(([name, value]) => ` ${name}="${escape(value)}"`).join('');
