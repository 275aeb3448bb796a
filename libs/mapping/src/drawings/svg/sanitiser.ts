import { ActiveContent } from './active-content.js';
import { settleForeignTexts } from './foreign-text.js';
import { MAX_COORDINATE, type ViewBox } from './geometry.js';
import { checkParts, checkTexts } from './parts.js';
import { resolveStyles } from './styles.js';
import { type Element, readSvg } from './svg-reader.js';
import { type Node, TreeBuilder } from './svg-tree.js';
import { lengthOf, numbersOf, settleTransforms } from './transforms.js';

/** A sanitised drawing, before it is laid out. */
interface CleanDrawing {
  root: Node;
  /** elements placed relative to their own box, which is not known before they are laid out */
  open: Node[];
  isActive: boolean;
}

/** Reads a drawing without anything active, and without styles: attributes say all. @throws DrawingError */
export async function cleanSvg(bytes: Buffer): Promise<CleanDrawing> {
  const builder = new TreeBuilder();
  const active = new ActiveContent();
  await readSvg(bytes, {
    open: (element: Element) => [builder, active].forEach((each) => each.open(element)),
    text: (text: string) => [builder, active].forEach((each) => each.text(text)),
    close: (element: Element) => [builder, active].forEach((each) => each.close(element)),
    doctype: () => active.doctype(),
    misdeclared: () => active.misdeclared(),
    instruction: (target: string) => active.instruction(target),
  });
  const root = builder.root!;
  settleForeignTexts(builder.foreignTexts);
  checkParts(root);
  checkTexts(root);
  resolveStyles(root, builder.rules);
  const viewBox = viewBoxOf(root);
  if (viewBox) root.attributes.set('viewBox', Object.values(viewBox).join(' '));
  else for (const name of ['viewBox', 'width', 'height']) root.attributes.delete(name);
  return { root, open: settleTransforms(root, viewBox, new Map()), isActive: active.found };
}

export function viewBoxOf({ attributes }: Node): ViewBox | undefined {
  const [x, y, width, height] = numbersOf(attributes.get('viewBox'));
  const isGiven = [x, y, width, height].every((each) => Math.abs(each ?? NaN) < MAX_COORDINATE);
  if (isGiven && width! > 0 && height! > 0) return { x: x!, y: y!, width: width!, height: height! };
  const [w = 0, h = 0] = ['width', 'height'].map((name) => lengthOf(attributes.get(name)));
  return w > 0 && h > 0 && w < MAX_COORDINATE && h < MAX_COORDINATE ? { x: 0, y: 0, width: w, height: h } : undefined;
}
