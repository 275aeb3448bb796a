import { declarationText, safeDeclarations } from './css-filter.js';
import type { Box, ViewBox } from './geometry.js';
import { type Node, nodesOf } from './svg-tree.js';
import { PLACING } from './svg-vocabulary.js';

interface Size {
  width: number;
  height: number;
}

const NUMBER = '[+-]?(?:\\d+\\.?\\d*|\\.\\d+)(?:e[+-]?\\d+)?';
const LENGTH = new RegExp(`^(${NUMBER})(%|[a-z]*)$`, 'i');
/** CSS pixels, which are the units of a drawing. */
const UNITS: Record<string, number> = { '': 1, px: 1, pt: 4 / 3, pc: 16, mm: 96 / 25.4, cm: 96 / 2.54, in: 96 };
const DEGREES: Record<string, number> = { '': 1, deg: 1, grad: 0.9, rad: 180 / Math.PI, turn: 360 };

/** @param full 100 %; undefined if unknown */
export function lengthOf(text: string | undefined, full?: number): number | undefined {
  const [, value, unit] = LENGTH.exec(text?.trim() ?? '') ?? [];
  if (value === undefined) return undefined;
  if (unit === '%') return full === undefined ? undefined : (Number(value) / 100) * full;
  const pixels = UNITS[unit!.toLowerCase()];
  return pixels === undefined ? undefined : Number(value) * pixels;
}

/**
 * Replaces the properties that place an element (`transform` of CSS with its origin and box, `translate`, `rotate`, `scale`) by
 * the attribute `transform`, which every program understands.
 * @param boxes of elements placed relative to their own box
 * @returns elements that are placed relative to their own box, if it is not known
 */
export function settleTransforms(root: Node, viewBox: ViewBox | undefined, boxes: ReadonlyMap<Node, Box>): Node[] {
  const open: Node[] = [];
  for (const node of nodesOf(root)) {
    const { attributes } = node;
    const style = safeDeclarations(attributes.get('style') ?? '');
    const isStyled = PLACING.some((property) => style.has(property));
    if (!isStyled && !attributes.has('transform-origin') && !attributes.has('transform-box')) continue;
    const value = (property: string): string | undefined => style.get(property) ?? attributes.get(property);
    const isOwn = /^(?:fill|stroke|content|border)-box$/.test(value('transform-box') ?? '');
    const box = isOwn && node.parent ? boxes.get(node) : boxAround(node, viewBox);
    if (isOwn && node.parent && !box) {
      open.push(node);
      continue;
    }
    const list = listOf(style, attributes.get('transform'), box);
    const place = originOf(value('transform-origin'), box, node.parent === undefined);
    for (const property of PLACING) style.delete(property);
    for (const property of ['transform', 'transform-origin', 'transform-box']) attributes.delete(property);
    if (style.size > 0) attributes.set('style', declarationText(style));
    else attributes.delete('style');
    if (list === '') continue;
    const [x, y] = place;
    attributes.set('transform', x === 0 && y === 0 ? list : `translate(${x} ${y}) ${list} translate(${-x} ${-y})`);
  }
  settleRoot(root);
  return open;
}

/** Browsers place the whole drawing too. */
function settleRoot(root: Node): void {
  const transform = root.attributes.get('transform');
  if (transform === undefined) return;
  root.attributes.delete('transform');
  const group: Node = { name: 'g', attributes: new Map([['transform', transform]]), children: root.children, parent: root }; // oxfmt-ignore
  for (const child of group.children) if (typeof child !== 'string') child.parent = group;
  root.children = [group];
}

function boxAround(node: Node, viewBox: ViewBox | undefined): Box | undefined {
  for (let at = node.parent; at?.parent; at = at.parent) {
    if (at.name !== 'svg' && at.name !== 'symbol') continue;
    const [, , width, height] = numbersOf(at.attributes.get('viewBox'));
    const [w, h] = [width ?? lengthOf(at.attributes.get('width')), height ?? lengthOf(at.attributes.get('height'))];
    if (w !== undefined && h !== undefined) return { left: 0, top: 0, right: w, bottom: h };
  }
  if (!viewBox) return undefined;
  const { x, y, width, height } = viewBox;
  return node.parent ? { left: 0, top: 0, right: width, bottom: height } : { left: x, top: y, right: x + width, bottom: y + height }; // oxfmt-ignore
}

export const numbersOf = (text: string | undefined): number[] =>
  (text?.match(new RegExp(NUMBER, 'gi')) ?? []).map(Number);

const sizeOf = (box: Box | undefined): Partial<Size> =>
  box ? { width: box.right - box.left, height: box.bottom - box.top } : {};

function originOf(text: string | undefined, box: Box | undefined, isRoot: boolean): [number, number] {
  const { width, height } = sizeOf(box);
  const [left, top] = box ? [box.left, box.top] : [0, 0];
  const words: Record<string, string> = { left: '0%', center: '50%', right: '100%', top: '0%', bottom: '100%' };
  let parts = text?.trim().toLowerCase().split(/[\s,]+/) ?? (isRoot ? ['center', 'center'] : ['0', '0']); // oxfmt-ignore
  if (/^(?:top|bottom)$/.test(parts[0]!) || /^(?:left|right)$/.test(parts[1] ?? '')) parts = [parts[1] ?? 'center', parts[0]!]; // oxfmt-ignore
  const [x = '50%', y = '50%'] = parts.map((part) => words[part] ?? part);
  return [left + (lengthOf(x, width) ?? 0), top + (lengthOf(y, height) ?? 0)];
}

/** The properties as a list of functions; what browsers do not understand is ignored, as they do. */
function listOf(style: ReadonlyMap<string, string>, attribute: string | undefined, box: Box | undefined): string {
  const call = (name: string): string =>
    style.has(name) && style.get(name) !== 'none' ? `${name}(${style.get(name)!.trim().replace(/\s+/g, ',')})` : '';
  const own = ['translate', 'rotate', 'scale'].map((name) => functionsOf(call(name), box) ?? '');
  const styled = style.has('transform') ? functionsOf(style.get('transform')!, box) : undefined;
  return [...own, styled ?? attribute ?? ''].filter(Boolean).join(' ');
}

/** The functions of CSS as those of SVG; undefined if one is not understood. */
function functionsOf(text: string, box: Box | undefined): string | undefined {
  if (/^\s*(?:none)?\s*$/i.test(text)) return '';
  const { width, height } = sizeOf(box);
  const found: string[] = [];
  const rest = text.replace(/([a-z]+)\(([^()]*)\)/gi, (_, name: string, inner: string) => {
    const parts = inner.trim().split(/\s*[\s,]\s*/);
    const numbers = parts.map(Number);
    const lengths = parts.map((part, at) => lengthOf(part, (at === 0) !== /y$/i.test(name) ? width : height));
    const angles = parts.map((part) => {
      const [, value, unit] = LENGTH.exec(part) ?? [];
      return Number(value) * (DEGREES[unit?.toLowerCase() ?? '-'] ?? NaN);
    });
    const factors = parts.map((part) => (part.endsWith('%') ? parseFloat(part) / 100 : Number(part)));
    const written: Record<string, [string, (number | undefined)[]]> = {
      matrix: ['matrix', numbers],
      translate: ['translate', lengths],
      translatex: ['translate', [lengths[0], 0]],
      translatey: ['translate', [0, lengths[0]]],
      scale: ['scale', factors],
      scalex: ['scale', [factors[0], 1]],
      scaley: ['scale', [1, factors[0]]],
      rotate: ['rotate', angles],
      skewx: ['skewX', angles],
      skewy: ['skewY', angles],
    };
    const [call, values] = written[name.toLowerCase()] ?? ['', [undefined]];
    found.push(values.every(Number.isFinite) ? `${call}(${values.join(' ')})` : '');
    return '';
  });
  return rest.trim() === '' && found.length > 0 && found.every(Boolean) ? found.join(' ') : undefined;
}
