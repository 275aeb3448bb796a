import { Effort } from './effort.js';
import { matrixOf } from './matrix.js';
import { Outline, polygons } from './outline.js';
import { parsePath, pathText, ringsOf, transformPath } from './path-data.js';

const absolute = (text: string) => pathText(parsePath(text)!);
const outline = (text: string) => new Outline(ringsOf(parsePath(text)!));

describe('A path', () => {
  it.each([
    ['M1 2 3 4', 'M1 2L3 4'],
    ['m1 2 3 4z', 'M1 2L4 6Z'],
    ['M1,2h3v4H1V2z', 'M1 2L4 2L4 6L1 6L1 2Z'],
    ['M.5.5-1-1', 'M0.5 0.5L-1 -1'],
    ['M1e1-1E-1L0 0', 'M10 -0.1L0 0'],
    ['M0 0c1 1 2 2 3 3s2 2 3 3', 'M0 0C1 1 2 2 3 3C4 4 5 5 6 6'],
    ['M0 0q1 1 2 0t2 0', 'M0 0Q1 1 2 0Q3 -1 4 0'],
    ['m1 1h1v1zm5 5h1v1z', 'M1 1L2 1L2 2ZM6 6L7 6L7 7Z'],
    ['M0 0A5 5 0 0110 0', absolute('M0 0A5 5 0 0 1 10 0')],
  ])('%s is parsed as %s', (text, same) => {
    expect(absolute(text)).toBe(same);
  });

  it.each(['L1 1', 'M1', 'M1 2 3', 'Mx', 'M1 1 url(#a)', 'M0 0A1 1 0 2 0 1 1', '0 0M1 1', 'M0 0L1e99 1', ''])(
    '%j is rejected',
    (text) => {
      expect(parsePath(text)?.length ? 'understood' : 'not').toBe('not');
    },
  );

  it('with an arc follows the circle', () => {
    const { area, box } = outline('M-10 0A10 10 0 1 1 10 0A10 10 0 1 1 -10 0Z');
    expect(area).toBeGreaterThan(0.98 * 100 * Math.PI);
    expect(area).toBeLessThan(100 * Math.PI);
    expect(box.top).toBeCloseTo(-10, 1);
    expect(box.bottom).toBeCloseTo(10, 1);
  });

  it('is transformed with its parents', () => {
    const matrix = matrixOf('translate(10) scale(2 3), rotate(90)')!;
    expect(pathText(transformPath(parsePath('M1 0L0 1Z')!, matrix))).toBe('M10 3L8 0Z');
    expect(matrixOf('rotate(90 5 5)')!.map(Math.round)).toEqual([0, 1, -1, 0, 10, 0]);
    expect(matrixOf('turn(1)')).toBeUndefined();
  });
});

describe('An outline', () => {
  it('excludes its holes', () => {
    const ring = outline('M0 0h10v10h-10zM3 3h4v4h-4z');
    expect(ring.area).toBe(100);
    expect([ring.contains(1, 1), ring.contains(5, 5), ring.contains(11, 1)]).toEqual([true, false, false]);
    expect(polygons(ring.rings).map((rings) => rings.length)).toEqual([2]);
  });

  it('is not formed by open lines, unless they return to their start', () => {
    expect(ringsOf(parsePath('M0 0h10v10')!)).toEqual([]);
    expect(ringsOf(parsePath('M0 0h10v10L0 0')!)).toHaveLength(1);
  });

  it('has room for its label inside, whatever its form', () => {
    for (const path of ['M0 0h10v1h-9v9h-1z', 'M0 0h10v10h-10zM2 2h6v6h-6z', 'M0 0L100 1L0 2L99 1Z']) {
      const form = outline(path);
      expect([path, form.contains(...form.label(new Effort()))]).toEqual([path, true]);
    }
    expect(outline('M0 0h10v4h-10z').label(new Effort())).toEqual([5, 2]);
  });
});
