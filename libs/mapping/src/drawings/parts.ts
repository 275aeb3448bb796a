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

const MAX_TEXTS = 50_000;

/** @throws DrawingError */
export function checkTexts(root: Node): void {
  let texts = 0;
  for (const { name } of nodesOf(root))
    if (/^(?:text|tspan)$/.test(name) && ++texts > MAX_TEXTS) throw new DrawingError(`must have at most ${MAX_TEXTS} texts`); // oxfmt-ignore
}
