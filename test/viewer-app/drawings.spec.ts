import { readdirSync, readFileSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { describeInBrowser, openBrowser } from './browser.js';

const FOLDER = new URL('../data/drawings/', import.meta.url);
const FILES = readdirSync(FOLDER).filter((name) => name.endsWith('.svg'));
/** Browsers write the HTML of draw.io where other programs, and the service, write a text. */
const FOREIGN = /^(?:08-h2|24-drawio)/;
/** Their declaration names another encoding than they have: browsers draw nothing, or other letters. */
const MISDECLARED = /^09-/;

/** Not by its literal name: the service has other types than browsers. */
const COMPILER: string = '../../libs/mapping/src/drawings/compile-svg.js';
interface Compiler {
  compileSvg(bytes: Buffer): Promise<{ svg: Buffer; shapes: { id: string; path: string }[] }>;
}

interface Compared {
  /** part of the pixels that differ */
  differing: number;
  /** areas with an element of the same id, and those of them that are elsewhere in the browser */
  areas: number;
  apart: string[];
}

/** In the browser: compares a drawing with what is served, as pictures, and its elements with the compiled areas. */
async function compare([original, served, shapes]: readonly [
  string,
  string,
  { id: string; path: string }[],
]): Promise<Compared> {
  // oxfmt-ignore
  const pixels = async (text: string, size: { width: number; height: number }): Promise<Uint8ClampedArray> => {
    const image = new Image();
    image.src = `data:image/svg+xml,${encodeURIComponent(text)}`; // with foreign text, a blob may not be read
    await image.decode();
    const canvas = Object.assign(document.createElement('canvas'), size);
    const context = canvas.getContext('2d')!;
    context.fillStyle = '#fff';
    context.fillRect(0, 0, size.width, size.height);
    context.drawImage(image, 0, 0, size.width, size.height);
    return context.getImageData(0, 0, size.width, size.height).data;
  };
  const open = (text: string): SVGSVGElement => {
    const root = new DOMParser().parseFromString(text, 'image/svg+xml').documentElement as unknown as SVGSVGElement;
    document.body.replaceChildren(document.importNode(root, true));
    return document.body.firstElementChild as SVGSVGElement;
  };
  // Both have the view box of the served drawing, and room in its proportions.
  const { x: left, y: top, width, height } = open(served).viewBox.baseVal;
  const viewBox = [left, top, width, height].join(' ');
  const size = { width: 600, height: Math.max(1, Math.round((600 * height) / width)) };
  const fit = (root: SVGSVGElement): SVGSVGElement => {
    if (!root.hasAttribute('viewBox')) root.setAttribute('viewBox', viewBox);
    root.setAttribute('width', String(size.width));
    root.setAttribute('height', String(size.height));
    return root;
  };
  const sized = (text: string): string => new XMLSerializer().serializeToString(fit(open(text)));
  const [one, other] = [await pixels(sized(original), size), await pixels(sized(served), size)];
  let differing = 0;
  for (let at = 0; at < one.length; at += 4)
    if ([0, 1, 2].some((part) => Math.abs(one[at + part]! - other[at + part]!) > 40)) differing += 4;
  const root = fit(open(original));
  const plan = fit(document.createElementNS('http://www.w3.org/2000/svg', 'svg'));
  document.body.append(plan);
  for (const each of [root, plan]) each.style.cssText += ';position:absolute;left:0;top:0';
  const boxOf = (element: SVGGraphicsElement): number[] => {
    const { x, y, width: w, height: h } = element.getBBox();
    const matrix = element.getScreenCTM()!;
    const corners = [[x, y], [x + w, y], [x, y + h], [x + w, y + h]].map(([cx, cy]) => new DOMPoint(cx, cy).matrixTransform(matrix)); // oxfmt-ignore
    const [xs, ys] = [corners.map((corner) => corner.x), corners.map((corner) => corner.y)];
    return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
  };
  const found: Compared = { differing: differing / one.length, areas: 0, apart: [] };
  for (const { id, path } of shapes) {
    const element = root.querySelector<SVGGraphicsElement>(`[id="${CSS.escape(id)}"]`);
    // What is only copied, or cut, is elsewhere.
    if (!element || element.closest('defs, symbol, [mask], [clip-path]')) continue;
    const area = document.createElementNS('http://www.w3.org/2000/svg', 'path');
    area.setAttribute('d', path);
    plan.append(area);
    const [drawn, compiled] = [boxOf(element), boxOf(area)];
    area.remove();
    found.areas += 1;
    if (drawn.some((edge, at) => Math.abs(edge - compiled[at]!) > 2)) found.apart.push(`${id}: ${drawn.map(Math.round).join()} is compiled as ${compiled.map(Math.round).join()}`); // oxfmt-ignore
  }
  return found;
}

describeInBrowser('A drawing of the corpus, in a browser', () => {
  let browser: Browser;
  let page: Page;
  beforeAll(async () => {
    browser = await openBrowser();
    page = await browser.newPage();
  });
  afterAll(() => browser?.close());

  it('looks as it is served, and has its areas where they are compiled', async () => {
    const wrong: Record<string, unknown> = {};
    let areas = 0;
    const { compileSvg } = (await import(COMPILER)) as Compiler;
    for (const file of FILES.filter((name) => !MISDECLARED.test(name))) {
      const bytes = readFileSync(new URL(file, FOLDER));
      const { svg, shapes } = await compileSvg(bytes);
      const compared = await page.evaluate(compare, [bytes.toString(), svg.toString(), shapes] as const);
      areas += compared.areas;
      const most = FOREIGN.test(file) ? 0.05 : 0.01;
      if (compared.differing >= most || compared.apart.length > 0) wrong[file] = compared;
    }
    expect(wrong).toEqual({});
    expect(areas).toBeGreaterThan(20);
  });
});
