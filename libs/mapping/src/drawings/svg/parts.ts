import { DrawingError } from './drawing-error.js';
import { type Node, nodesOf } from './svg-tree.js';

/** Maximum copies that `use` elements may expand to, elements in them, and nesting of `use`. */
const MAX_COPIES = 100_000;
const MAX_ELEMENTS = 250_000;
const MAX_DEPTH = 50;
/** Elements with those in copies, which may be laid out with each of several that hold them. */
const MAX_PLACED = 600_000;

/** The elements of a drawing by their ids; the first counts. */
export function partsById(root: Node): Map<string, Node> {
  const found = new Map<string, Node>();
  for (const node of nodesOf(root)) {
    const id = node.attributes.get('id');
    if (id !== undefined && !found.has(id)) found.set(id, node);
  }
  return found;
}

interface Count {
  copies: number;
  elements: number;
}

/** Rejects a drawing whose nested `use` elements expand to more than can be laid out. @throws DrawingError */
export function checkParts(root: Node): void {
  const byId = partsById(root);
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

/** An element as it is drawn, perhaps as a copy. */
export interface Placed extends Node {
  /** the element of the source */
  of: Node;
  parent: Placed | undefined;
  isCopy: boolean;
}

/** Elements that are not drawn where they stand. */
export const ASIDE = new Set('defs symbol clipPath mask pattern marker'.split(' '));

/** The drawing with a copy of the part in the place of each `use` that is drawn. @throws DrawingError */
export function placeCopies(root: Node, byId: ReadonlyMap<string, Node>): Placed {
  const whole: Placed = { ...root, of: root, parent: undefined, isCopy: false };
  const left = [whole];
  let count = 0;
  const place = (node: Node, parent: Placed, isCopy = parent.isCopy): Placed => {
    if (++count > MAX_PLACED) throw new DrawingError(`must not draw more than ${MAX_PLACED} elements, with those in copies`); // oxfmt-ignore
    const placed: Placed = { ...node, of: (node as Partial<Placed>).of ?? node, parent, isCopy };
    if (!ASIDE.has(node.name)) left.push(placed);
    return placed;
  };
  const copy = (use: Placed): void => {
    const part = byId.get(use.attributes.get('href')?.slice(1) ?? '');
    const { attributes } = use;
    use.name = 'g';
    use.attributes = without(attributes, ['href', 'x', 'y', 'width', 'height']);
    use.children = [];
    if (!part || (ASIDE.has(part.name) && part.name !== 'symbol')) return;
    const isFrame = part.name === 'symbol' || part.name === 'svg';
    const sizes = ['width', 'height'].map((name): [string, string] => [name, (isFrame && attributes.get(name)) || (part.name === 'svg' && part.attributes.get(name)) || '100%']); // oxfmt-ignore
    const moved = ['x', 'y'].flatMap((name) => (attributes.has(name) ? [[name, attributes.get(name)!] as const] : []));
    const frame: Placed = {
      name: 'svg',
      attributes: new Map([...(isFrame ? part.attributes : [['overflow', 'visible'] as const]), ...sizes, ...moved]),
      children: [],
      parent: use,
      of: isFrame ? part : use.of,
      isCopy: true,
    };
    if (!isFrame && moved.length === 0) use.children = [place(part, use, true)];
    else {
      use.children = [frame];
      frame.children = isFrame ? part.children : [place(part, frame, true)];
      if (isFrame) left.push(frame);
    }
  };
  for (let at = left.pop(); at; at = left.pop()) {
    const node = at;
    if (node.name === 'use') copy(node);
    else node.children = node.children.map((child) => (typeof child === 'string' ? child : place(child, node)));
  }
  return whole;
}

export const without = (attributes: ReadonlyMap<string, string>, names: readonly string[]): Map<string, string> =>
  new Map([...attributes].filter(([name]) => !names.includes(name)));

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
