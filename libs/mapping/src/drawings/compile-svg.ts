import type { Drawing } from './drawing.js';
import { ShapeCollector } from './shape-collector.js';
import { type Element, readSvg } from './svg-reader.js';
import { SvgSanitiser } from './svg-sanitiser.js';

/** Compiles an SVG into a sanitised drawing and its shapes. @throws DrawingError */
export async function compileSvg(bytes: Buffer): Promise<Drawing> {
  const sanitiser = new SvgSanitiser();
  const collector = new ShapeCollector(sanitiser.rules);
  const both = [sanitiser, collector];
  await readSvg(bytes, {
    open: (element: Element) => both.forEach((each) => each.open(element)),
    text: (text: string) => both.forEach((each) => each.text(text)),
    close: (element: Element) => both.forEach((each) => each.close(element)),
  });
  return { viewBox: collector.box, shapes: await collector.shapes(), svg: sanitiser.svg };
}
