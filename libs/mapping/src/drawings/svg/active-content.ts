import { isInertSheet, isInertStyle, isInertValue } from './css-filter.js';
import { type Attribute, type Element, SVG, type SvgHandler } from './svg-reader.js';
import { safeAttribute, XLINK, XML } from './svg-tree.js';
import { ELEMENTS, INERT, isOfEditor, PART, UNWRAPPED } from './svg-vocabulary.js';

const XMLNS = 'http://www.w3.org/2000/xmlns/';
const ABSOLUTE_URL = /^\s*(?:[a-z][a-z\d+.-]*:|\/\/)/i;

/**
 * Finds out whether a drawing has content that may run, load or declare something, which includes everything unknown. Without
 * it, what the sanitiser drops is only useless, and the drawing may be served as it was uploaded.
 */
export class ActiveContent implements SvgHandler {
  found = false;
  private sheet: string | undefined;

  open(element: Element): void {
    this.found ||=
      this.sheet !== undefined ||
      !isInertElement(element) ||
      !element.attributes.every((attribute) => isInertAttribute(element, attribute));
    if (isStyle(element)) this.sheet = '';
  }

  text(text: string): void {
    if (this.sheet !== undefined && !this.found) this.sheet += text;
  }

  close(element: Element): void {
    if (this.sheet === undefined || !isStyle(element)) return;
    this.found ||= !isInertSheet(this.sheet);
    this.sheet = undefined;
  }

  doctype(): void {
    this.found = true;
  }

  /** What was read is not what a browser would read. */
  misdeclared(): void {
    this.found = true;
  }

  instruction(target: string): void {
    this.found ||= target !== 'xpacket'; // Adobe's, around metadata
  }
}

const isStyle = ({ namespace, name }: Element): boolean => namespace === SVG && name === 'style';

const isInertElement = ({ namespace, name }: Element): boolean =>
  namespace === SVG ? ELEMENTS.has(name) || UNWRAPPED.has(name) || INERT.has(name) : isOfEditor(namespace);

function isInertAttribute(element: Element, attribute: Attribute): boolean {
  const { namespace, name, value } = attribute;
  if (namespace === XMLNS) return true;
  if (/^on/i.test(name)) return false;
  if (namespace === XML) return name !== 'base';
  const isSafe = safeAttribute(element, attribute) !== undefined;
  if (name === 'href' && (namespace === '' || namespace === XLINK)) return isSafe || PART.test(value);
  if (namespace !== '') return namespace === XLINK || isOfEditor(namespace);
  if (element.namespace !== SVG) return true;
  if (name === 'style') return isInertStyle(value);
  return isSafe || (isInertValue(value) && !ABSOLUTE_URL.test(value));
}
