import { declarationText, isSafeValue, type Rule, ruleText, safeDeclarations, safeRules } from './css-filter.js';
import { DrawingError } from './drawing-error.js';
import { type Attribute, type Element, type SvgHandler, SVG } from './svg-reader.js';
import { ATTRIBUTES, ELEMENTS, GEOMETRY, PART, PROPERTIES, TEXTS, UNWRAPPED } from './svg-vocabulary.js';
import { UseCount } from './use-count.js';
import { visioName } from './visio.js';

export const XLINK = 'http://www.w3.org/1999/xlink';
export const XML = 'http://www.w3.org/XML/1998/namespace';
const INKSCAPE = 'http://www.inkscape.org/namespaces/inkscape';
/** Maximum size of the sanitised drawing; larger than the upload limit, because escaping adds characters. */
const MAX_LENGTH = 64 * 1024 * 1024;

const PICTURE = /^data:image\/(png|jpeg|jpg|gif|webp);base64,[A-Za-z0-9+/=\s]+$/;
const COORDINATES = /^[\sa-zA-Z\d.,+-]*$/;

/**
 * Rewrites a drawing from an allow-list of elements, attributes and values: no scripts, events, external references or foreign
 * content. An `href` refers to a part of the drawing or an embedded image. Style rules are filtered in the same way
 * (docs/decisions/0011-svg-sanitising.md).
 */
export class SvgSanitiser implements SvgHandler {
  /** rules of the style sheets read so far */
  readonly rules: Rule[] = [];
  private readonly chunks: string[] = [];
  private length = 0;
  /** nesting depth inside a dropped element */
  private skipped = 0;
  private depth = 0;
  private sheet: string | undefined;
  private tagOpen = false;
  /** start tags of the open elements: the position of their last chunk, and names that were added to them */
  private readonly tags: { end: number; names: number }[] = [];
  private readonly uses = new UseCount();

  /** The sanitised drawing, after parsing has finished. @throws DrawingError */
  get svg(): Buffer {
    this.uses.check();
    return Buffer.from(this.chunks.join(''));
  }

  open(element: Element): void {
    if (this.skipped > 0 || !this.allows(element)) {
      const name = visioName(element);
      if (name !== undefined && this.skipped === 1) this.nameGroup(name);
      this.skipped += 1;
      return;
    }
    this.depth += 1;
    if (element.name === 'style') {
      this.sheet = '';
      return;
    }
    const attributes = this.attributesOf(element);
    this.uses.open(element.name, attributes);
    this.endTag();
    this.write(`<${nameOf(element)}`);
    if (this.depth === 1) this.write(` xmlns="${SVG}"`);
    for (const [name, value] of attributes) this.write(` ${name}="${escape(value)}"`);
    this.tags.push({ end: this.chunks.length - 1, names: 0 });
    this.tagOpen = true;
  }

  text(text: string): void {
    if (this.skipped > 0) return;
    if (this.sheet !== undefined) {
      this.sheet += text;
      return;
    }
    this.endTag();
    this.write(escape(text));
  }

  close(element: Element): void {
    if (this.skipped > 0) {
      this.skipped -= 1;
      return;
    }
    this.depth -= 1;
    if (this.sheet !== undefined) return this.closeSheet();
    this.uses.close();
    this.tags.pop();
    this.write(this.tagOpen ? '/>' : `</${nameOf(element)}>`);
    this.tagOpen = false;
  }

  private allows({ namespace, name }: Element): boolean {
    if (namespace !== SVG || this.sheet !== undefined) return false;
    return ELEMENTS.has(name) || UNWRAPPED.has(name);
  }

  /** Keeps a name that Visio stores in an element, which is dropped, as an attribute of the group that it names. */
  private nameGroup(name: string): void {
    const tag = this.tags.at(-1);
    if (tag) this.chunks[tag.end] += ` data-unit-visio-${(tag.names += 1)}="${escape(name)}"`;
  }

  private closeSheet(): void {
    const rules = safeRules(this.sheet!);
    this.sheet = undefined;
    this.rules.push(...rules);
    if (rules.length === 0) return;
    this.endTag();
    this.write(`<style>${escape(rules.map(ruleText).join('\n'))}</style>`);
  }

  private attributesOf(element: Element): Map<string, string> {
    const kept = new Map<string, string>();
    for (const attribute of element.attributes) {
      const safe = safeAttribute(element, attribute);
      if (safe && !kept.has(safe[0])) kept.set(...safe);
    }
    return kept;
  }

  private endTag(): void {
    if (this.tagOpen) this.write('>');
    this.tagOpen = false;
  }

  private write(text: string): void {
    this.length += text.length;
    if (this.length > MAX_LENGTH)
      throw new DrawingError(`must have at most ${MAX_LENGTH / 1024 / 1024} MiB when cleaned`);
    this.chunks.push(text);
  }
}

/** Name and value to write; undefined for a dropped attribute. */
export function safeAttribute(element: Element, { namespace, name, value }: Attribute): [string, string] | undefined {
  if (name === 'href' && (namespace === '' || namespace === XLINK)) {
    const fits = element.name === 'image' ? PICTURE : PART;
    return !UNWRAPPED.has(element.name) && fits.test(value) ? ['href', value] : undefined;
  }
  if (namespace === XML && name === 'space') return ['xml:space', value === 'preserve' ? 'preserve' : 'default'];
  if (namespace === INKSCAPE && name === 'label') return ['data-name', value];
  if (namespace !== '') return undefined;
  if (TEXTS.test(name)) return [name, value];
  if (name === 'style') {
    const declarations = declarationText(safeDeclarations(value));
    return declarations === '' ? undefined : [name, declarations];
  }
  if (!PROPERTIES.has(name) && !ATTRIBUTES.has(name)) return undefined;
  const isSafe = GEOMETRY.has(name) ? COORDINATES.test(value) : isSafeValue(value);
  return isSafe ? [name, value] : undefined;
}

const nameOf = ({ name }: Element): string => (UNWRAPPED.has(name) ? 'g' : name);

const ESCAPES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\r': '&#13;',
};
const escape = (text: string): string => text.replace(/[&<>"\r]/g, (character) => ESCAPES[character]!);
