import { ActiveContent } from './active-content.js';
import type { Drawing } from './drawing.js';
import { ShapeCollector } from './shape-collector.js';
import { type Element, readSvg } from './svg-reader.js';
import { SvgSanitiser } from './svg-sanitiser.js';

/** Compiles an SVG into a sanitised drawing and its shapes. @throws DrawingError */
export async function compileSvg(bytes: Buffer): Promise<Drawing> {
  const sanitiser = new SvgSanitiser();
  const collector = new ShapeCollector(sanitiser.rules);
  const active = new ActiveContent();
  const all = [sanitiser, collector, active];
  await readSvg(bytes, {
    open: (element: Element) => all.forEach((each) => each.open(element)),
    text: (text: string) => all.forEach((each) => each.text(text)),
    close: (element: Element) => all.forEach((each) => each.close(element)),
    doctype: () => active.doctype(),
    misdeclared: () => active.misdeclared(),
    instruction: (target: string) => active.instruction(target),
  });
  return {
    viewBox: collector.box,
    shapes: await collector.shapes(),
    svg: sanitiser.svg,
    isActive: active.found,
  };
}
