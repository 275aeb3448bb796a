import { DrawingError } from './drawing-error.js';
import { type Node, nodesOf } from './svg-tree.js';

/** Maximum copies that `use` elements may expand to, elements in them, and nesting of `use`. */
const MAX_COPIES = 100_000;
const MAX_ELEMENTS = 1_000_000;
const MAX_DEPTH = 50;

interface Count {
  copies: number;
  elements: number;
}

/** Rejects a drawing whose nested `use` elements expand to more than can be laid out. @throws DrawingError */
export function checkParts(root: Node): void {
  const byId = new Map<string, Node>();
  for (const node of nodesOf(root)) {
    const id = node.attributes.get('id');
    if (id !== undefined && !byId.has(id)) byId.set(id, node);
  }
  const counted = new Map<Node, Count>();
  const count = (node: Node, above: Set<Node>): Count => {
    const known = counted.get(node);
    if (known) return known;
    if (above.has(node)) throw new DrawingError('must not use a part within itself');
    if (above.size >= MAX_DEPTH) throw new DrawingError(`must not use parts of parts deeper than ${MAX_DEPTH}`);
    above.add(node);
    const sum = { copies: 0, elements: 0 };
    for (const each of nodesOf(node)) {
      sum.elements += 1;
      const href = each.name === 'use' ? each.attributes.get('href') : undefined;
      const target = href && byId.get(href.slice(1));
      if (!target) continue;
      const inner = count(target, above);
      sum.copies += 1 + inner.copies;
      sum.elements += inner.elements;
      if (sum.copies > MAX_COPIES) throw new DrawingError(`must not draw more than ${MAX_COPIES} copies of its parts`);
      if (sum.elements > MAX_ELEMENTS) throw new DrawingError(`must not draw more than ${MAX_ELEMENTS} elements in copies`); // oxfmt-ignore
    }
    above.delete(node);
    counted.set(node, sum);
    return sum;
  };
  count(root, new Set());
}

const MAX_TEXTS = 20_000;
const MAX_LETTERS = 200_000;
/** Letters of a text; others are not laid out. */
export const MAX_STRING = 1_000;
/** Sum of the squares of the numbers of parts in each text, which take the time of the renderer. */
const MAX_SQUARES = 4_000_000;

/** Rejects more texts than can be laid out. @throws DrawingError */
export function checkTexts(root: Node): void {
  let [texts, letters, squares] = [0, 0, 0];
  const flowing = new Map<Node, number>();
  for (const node of nodesOf(root)) {
    if (!/^(?:text|tspan|textPath)$/.test(node.name)) continue;
    texts += 1;
    for (const child of node.children)
      if (typeof child === 'string') letters += Math.min(MAX_STRING, child.trim().length);
    let whole = node;
    while (whole.parent && whole.name !== 'text') whole = whole.parent;
    if (node.attributes.has('x')) continue;
    const before = flowing.get(whole) ?? 0;
    flowing.set(whole, before + 1);
    squares += 2 * before + 1;
  }
  if (texts > MAX_TEXTS) throw new DrawingError(`must have at most ${MAX_TEXTS} texts`);
  if (letters > MAX_LETTERS) throw new DrawingError(`must have at most ${MAX_LETTERS} letters in its texts`);
  if (squares > MAX_SQUARES) throw new DrawingError('must have fewer parts in a text');
}
