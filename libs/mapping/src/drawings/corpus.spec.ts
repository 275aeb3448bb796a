import { readdirSync, readFileSync } from 'node:fs';
import { bind, type KnownUnit, UnitNumbers } from './binding.js';
import { compileSvg } from './compile-svg.js';
import { Outline, readPath, ringsOf, type Point } from './outline.js';

const FOLDER = new URL('../../../../test/data/drawings/', import.meta.url);

const two: Record<string, Point> = { 101: [30, 30], 102: [70, 30] };

/** What each drawing binds: numbers, with a point in the area of each. Further units must stay unbound. */
const EXPECTED: Record<string, { bound: Record<string, Point>; others?: string[] }> = {
  '01-a0-plain': { bound: two },
  '01-a2-outline-id': { bound: two },
  '01-a4-group-id': { bound: two },
  '01-a7-illu-layer': { bound: two, others: ['1'] },
  '01-k7-layer-one-unit': { bound: { 101: [30, 30] }, others: ['1'] },
  '01-l3-libre-outline': { bound: { 101: [2500, 2500], 102: [6500, 2500] } },
  '02-c1-text-selector': { bound: two },
  '02-c11-metres-textselector': { bound: { 101: [3, 3], 102: [7, 3] } },
  '02-c4-text.class': { bound: two },
  '02-c6-star': { bound: two },
  '02-j5-textlength': { bound: two },
  '02-k12-baseline-shift': { bound: { 101: [40, 30], 102: [40, 70], 103: [40, 110] } },
  '02-k29-anchor-end-named-rooms': { bound: { 101: [30, 30], 102: [70, 30], 103: [110, 30] } },
  '02-k30-middle-selector-narrow-named': { bound: { 101: [19, 30], 102: [37, 30], 103: [55, 30] } },
  '02-k5-anchor-end-named-selector': { bound: { 101: [30, 30], 102: [70, 30], 103: [110, 30] } },
  '02-k9-vertical': { bound: { 101: [25, 40], 102: [55, 40], 103: [85, 40] } },
  '03-l7-figma': { bound: { 101: [40, 20], 102: [80, 20] } },
  '04-e1-illu-dedupe': { bound: {}, others: ['1', '12', '2'] },
  '04-e3-illu-noname': { bound: { 1: [20, 20] }, others: ['19', '9'] },
  '05-b1-use-id': { bound: two },
  '05-b3-use-text': { bound: two },
  '06-d1-data-unit-G': { bound: { G01: [30, 30], G02: [70, 30] } },
  '06-d3-id-G': { bound: { G01: [30, 30], G1: [70, 30] } },
  '06-d5-named': { bound: { 'Main 3': [20, 30], 'Line 4': [40, 30], 'Path 9': [60, 30], 'Frame 2': [80, 30] } },
  '07-f12-nested-par': { bound: { 101: [20, 30], 102: [80, 30] } },
  '07-f14-nested-xmin': { bound: { 101: [15, 30], 102: [40, 30] } },
  '07-f16-transform-box': { bound: { 101: [25, 8], 102: [75, 20] } },
  '07-f18-css-geometry': { bound: { 101: [20, 20], 102: [60, 20] } },
  '07-k1-percent-noviewbox': { bound: { 101: [60, 80], 102: [120, 80], 103: [180, 80], 104: [240, 80] } },
  '07-k11-root-css-transform': { bound: { 101: [70, 45], 102: [30, 15] } },
  '07-k17-mask': { bound: { 101: [30, 30], 102: [70, 30] } },
  '08-h2-drawio-trunc': { bound: two },
  '08-h6-drawio-cellid': { bound: two },
  '09-g1-utf16decl-utf8': { bound: two },
  '09-g6-latin1decl-utf8bom': { bound: { 101: [30, 30], É: [70, 30] } },
  '10-k23-deep-101': { bound: { 101: [30, 30] } },
  '12-f19-open-path': { bound: { 101: [20, 20], 102: [60, 20] } },
  '12-k21-open-filled-text': { bound: { 101: [20, 30], 102: [50, 30], 103: [80, 30] } },
};

describe('A drawing of the corpus', () => {
  it.each(readdirSync(FOLDER).filter((name) => name.endsWith('.svg')))('binds what it shows: %s', async (file) => {
    const expected = EXPECTED[file.replace(/\.svg$/, '')]!;
    const numbers = [...Object.keys(expected.bound), ...(expected.others ?? [])];
    const units = numbers.map((number): KnownUnit => ({ id: number, number, floorId: null }));
    const { shapes, nesting } = await compileSvg(readFileSync(new URL(file, FOLDER)));
    const labels = shapes.map(({ names, texts }, at) => ({ names, texts, given: null, ...nesting[at]! }));
    const bound = bind(labels, new UnitNumbers(units));
    const found = bound.flatMap(({ unitId }, at) => (unitId === null ? [] : [[unitId, shapes[at]!] as const]));
    expect(found.map(([unit]) => unit).sort()).toEqual(Object.keys(expected.bound).sort());
    for (const [unit, { path }] of found) {
      const outline = new Outline(ringsOf(readPath(path)!));
      expect({ unit, contains: outline.contains(expected.bound[unit]!) }).toEqual({ unit, contains: true });
    }
  });
});
