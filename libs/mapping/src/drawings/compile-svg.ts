import { findShapes, MAX_STRAYS } from './areas.js';
import type { Drawing, Stray } from './drawing.js';
import { Effort } from './layout/effort.js';
import { seenOf } from './layout/labels.js';
import { layOut, type Layout } from './layout/layout.js';
import { around, boxOf, readPath, ringsOf } from './layout/outline.js';
import { type Box, MAX_COORDINATE, type ViewBox } from './svg/geometry.js';
import { ASIDE } from './svg/parts.js';
import { cleanSvg, viewBoxOf } from './svg/sanitiser.js';
import { type Node, nodesOf, ownText, writeTree } from './svg/svg-tree.js';
import { lengthOf, settleTransforms } from './svg/transforms.js';

/** Compiles an SVG into a sanitised drawing and its shapes. @throws DrawingError */
export async function compileSvg(bytes: Buffer): Promise<Drawing> {
  const { root, open, isActive } = await cleanSvg(bytes);
  if (open.length > 0) settleTransforms(root, viewBoxOf(root), await boxesOf(await layOut(root, open)));
  const layout = await layOut(root);
  layout.texts = await seenOf(layout.texts);
  layout.viewBox = viewBoxOf(root) ?? hundredths(layout.viewBox);
  root.attributes.set('viewBox', Object.values(layout.viewBox).join(' '));
  const { shapes, nesting, strays } = await findShapes(layout);
  const labels = [...strays, ...undrawn(root, layout)].slice(0, MAX_STRAYS);
  const svg = Buffer.from(writeTree(root));
  return { viewBox: layout.viewBox, shapes, nesting, strays: labels.map((label) => ({ ...label, x: near(label.x), y: near(label.y) })), svg, isActive }; // oxfmt-ignore
}

const hundredths = ({ x, y, width, height }: ViewBox): ViewBox => {
  const [a, b, c, d] = [x, y, width, height].map((each) => Math.round(each * 100) / 100);
  return c! > 0 && d! > 0 && Math.max(c!, d!) < MAX_COORDINATE ? { x: a!, y: b!, width: c!, height: d! } : { x: 0, y: 0, width: 100, height: 100 }; // oxfmt-ignore
};

/** The boxes of elements that are laid out on their own, by the shapes and texts in them. */
async function boxesOf({ shapes, texts }: Layout): Promise<Map<Node, Box>> {
  const boxes = new Map<Node, Box>();
  const effort = new Effort();
  for (const { node, path } of [...shapes, ...texts]) {
    await effort.pause();
    effort.left -= path.length;
    const read = readPath(path);
    if (!read) continue;
    const box = boxOf(ringsOf(read, true));
    let whole = node;
    while (whole.parent?.parent) whole = whole.parent;
    boxes.set(whole.of, around([box, boxes.get(whole.of) ?? box]));
  }
  return boxes;
}

const MAX_UNDRAWN = 100;

const near = (at: number): number => Math.max(-MAX_COORDINATE, Math.min(MAX_COORDINATE, at)) || 0;

/** Texts that the drawing does not show: hidden, without place, or in a font that is not readable. */
function undrawn(root: Node, { texts }: Layout): Stray[] {
  const drawn = new Set(texts.map(({ node }) => node.of));
  const found: Stray[] = [];
  for (const node of nodesOf(root)) {
    if (!/^(?:text|tspan)$/.test(node.name) || drawn.has(node)) continue;
    const text = ownText(node);
    let isAside = false;
    for (let at = node.parent; at && !isAside; at = at.parent) isAside = ASIDE.has(at.name);
    if (text === '' || text.length > 100 || isAside) continue;
    const [x = 0, y = 0] = ['x', 'y'].map((name) => lengthOf(node.attributes.get(name)?.split(/[\s,]/)[0]));
    if (found.push({ text, x, y, reason: 'not_drawn' }) === MAX_UNDRAWN) break;
  }
  return found;
}
