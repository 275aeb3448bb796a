import { readGeometry } from '../../apps/viewer/src/plan/geometry.js';
import { boundsOf, contains, largestFont, nearest, outlineOf, textWidth } from '../../apps/viewer/src/plan/outline.js';
import {
  besideCorner,
  bounded,
  enlarged,
  fitted,
  MAX_ZOOM,
  revealing,
  showingSome,
  zoomed,
} from '../../apps/viewer/src/plan/transform.js';
import { makeUmap } from './support/fixture.js';

const FRAME = { width: 800, height: 600 };
const NONE = { top: 0, right: 0, bottom: 0, left: 0 };
const SHEET = { width: 1000, height: 500 };

describe('A plan in its frame', () => {
  it('is centred in the free area', () => {
    expect(fitted(SHEET, FRAME, NONE)).toEqual({ scale: 0.8, x: 0, y: 100 });
    expect(fitted(SHEET, FRAME, { ...NONE, right: 300, top: 100 })).toEqual({ scale: 0.5, x: 0, y: 225 });
    expect(fitted(SHEET, { width: 0, height: 0 }, NONE).scale).toBeGreaterThan(0);
  });

  it('is zoomed around a fixed point, within its limits', () => {
    const from = fitted(SHEET, FRAME, NONE);
    const at = { x: 200, y: 300 };
    const to = zoomed(from, 2, at, from.scale);
    const onSheet = (transform: typeof from) => [
      (at.x - transform.x) / transform.scale,
      (at.y - transform.y) / transform.scale,
    ];
    expect(to.scale).toBe(1.6);
    expect(onSheet(to)).toEqual(onSheet(from));
    expect(zoomed(from, 1e9, at, from.scale).scale).toBeCloseTo(from.scale * MAX_ZOOM);
    expect(zoomed(from, 1e-9, at, from.scale)).toEqual(from);
  });

  it('cannot be moved out of view', () => {
    const far = bounded({ scale: 4, x: 1e6, y: -1e6 }, SHEET, FRAME, NONE);
    expect(far.x).toBeLessThan(FRAME.width);
    expect(far.y + SHEET.height * 4).toBeGreaterThan(0);
    expect(bounded({ scale: 0.5, x: 9999, y: 9999 }, SHEET, FRAME, NONE)).toEqual({ scale: 0.5, x: 150, y: 175 });
  });

  it('moves only for shapes out of view, and no farther than needed', () => {
    const transform = { scale: 1, x: 0, y: 0 };
    const card = { ...NONE, right: 300 };
    expect(revealing(transform, { x: 100, y: 100, width: 50, height: 50 }, FRAME, card)).toBe(transform);
    expect(revealing(transform, { x: 600, y: 100, width: 50, height: 50 }, FRAME, card)).toEqual({
      scale: 1,
      x: -174,
      y: 0,
    });
    expect(revealing(transform, { x: -40, y: 100, width: 50, height: 50 }, FRAME, card)).toEqual({
      scale: 1,
      x: 64,
      y: 0,
    });
    expect(revealing(transform, { x: 0, y: 0, width: 2000, height: 50 }, FRAME, card).x).toBe(-750);
  });

  it('enlarges a small home to 48 pixels or 15 % of the frame, as far as it fits, and leaves a larger one', () => {
    const from = fitted(SHEET, FRAME, NONE);
    const shorterSide = (width: number, height: number) =>
      Math.min(width, height) * enlarged(from, { x: 100, y: 100, width, height }, FRAME, NONE, from.scale).scale;
    expect(shorterSide(20, 10)).toBeCloseTo(90);
    expect(shorterSide(200, 10)).toBeCloseTo(40);
    const large = { x: 0, y: 0, width: 61, height: 61 };
    expect(enlarged(from, large, FRAME, NONE, from.scale)).toBe(from);
    const phone = { width: 300, height: 300 };
    const small = fitted(SHEET, phone, NONE);
    const { scale } = enlarged(small, { x: 0, y: 0, width: 20, height: 20 }, phone, NONE, small.scale);
    expect(20 * scale).toBeCloseTo(48);
  });

  it('always shows a part of a shape, the nearest one', () => {
    const shapes = [
      { x: 0, y: 0, width: 100, height: 100 },
      { x: 900, y: 400, width: 100, height: 100 },
    ].map((box) => ({ box }));
    const shown = { scale: 1, x: -50, y: -50 };
    expect(showingSome(shown, shapes, FRAME, NONE)).toBe(shown);
    expect(showingSome({ scale: 4, x: -600, y: -600 }, shapes, FRAME, NONE)).toEqual({ scale: 4, x: -376, y: -376 });
    expect(showingSome({ scale: 4, x: -2500, y: -900 }, shapes, FRAME, NONE)).toEqual({ scale: 4, x: -2824, y: -1024 });
    expect(showingSome(shown, [], FRAME, NONE)).toEqual(shown);
  });

  it('avoids the corner with the buttons by the shorter way, if there is room', () => {
    const transform = { scale: 1, x: 0, y: 0 };
    const corner = { x: 600, y: 450 };
    const box = (x: number, y: number, size = 50) => ({ x, y, width: size, height: size });
    expect(besideCorner(transform, box(500, 500), corner, NONE)).toBe(transform);
    expect(besideCorner(transform, box(580, 500), corner, NONE)).toEqual({ ...transform, x: -42 });
    expect(besideCorner(transform, box(700, 430), corner, NONE)).toEqual({ ...transform, y: -42 });
    expect(besideCorner(transform, { ...box(0, 440), width: 700 }, corner, NONE)).toEqual({ ...transform, y: -52 });
    expect(besideCorner(transform, box(0, 0, 900), corner, NONE)).toBe(transform);
  });
});

describe('An outline', () => {
  const square = outlineOf('M0 0L10 0L10 10L0 10Z')!;

  it('is parsed as the service writes it, and otherwise left to the browser', () => {
    expect(square).toEqual([
      [
        { x: 0, y: 0 },
        { x: 10, y: 0 },
        { x: 10, y: 10 },
        { x: 0, y: 10 },
      ],
    ]);
    expect(outlineOf('M0 0C1 1 2 2 3.5-1e1Z')).toEqual([
      [
        { x: 0, y: 0 },
        { x: 1, y: 1 },
        { x: 2, y: 2 },
        { x: 3.5, y: -10 },
      ],
    ]);
    expect(outlineOf('M0 0H10V10Z')).toBeUndefined();
    expect(outlineOf('')).toBeUndefined();
    expect(boundsOf(outlineOf('M1 2L5 2L5 9ZM-3 4L0 4L0 5Z')!)).toEqual({ x: -3, y: 2, width: 8, height: 7 });
  });

  it('fits a label that touches no edge', () => {
    const size = largestFont(square, { x: 5, y: 5 }, '101');
    expect(size * textWidth('101')).toBeCloseTo(10);
    expect(largestFont(square, { x: 5, y: 5 }, '1')).toBeCloseTo(10 / textWidth('1'), 0);
    expect(largestFont(square, { x: 5, y: 5 }, 'Building 101')).toBeLessThan(size / 2);
    expect(largestFont(square, { x: 5, y: 9 }, '101')).toBeLessThan(size);
    expect(largestFont(square, { x: 15, y: 5 }, '101')).toBe(0);
  });

  it('has holes and concave corners', () => {
    const ring = outlineOf('M0 0L10 0L10 10L0 10ZM3 3L7 3L7 7L3 7Z')!;
    expect([contains(ring, { x: 5, y: 5 }), contains(ring, { x: 1, y: 5 })]).toEqual([false, true]);
    expect(largestFont(ring, { x: 1.5, y: 5 }, '1')).toBeLessThan(3);
    const notched = outlineOf('M0 0L10 0L5 4.9L10 10L0 10Z')!;
    expect(largestFont(notched, { x: 2.5, y: 5 }, '12')).toBeLessThan(largestFont(square, { x: 5, y: 5 }, '12'));
  });
});

describe('An arrow key', () => {
  const at = (x: number, y: number) => ({ x, y });
  const homes = [at(0, 0), at(100, 0), at(200, 5), at(90, 60), at(0, 100)];

  it('moves to the nearest home in its direction, straight ahead before aside', () => {
    expect(nearest(at(0, 0), homes, 'right')).toEqual(at(100, 0));
    expect(nearest(at(100, 0), homes, 'right')).toEqual(at(200, 5));
    expect(nearest(at(100, 0), homes, 'down')).toEqual(at(90, 60));
    expect(nearest(at(0, 0), homes, 'down')).toEqual(at(0, 100));
    expect(nearest(at(0, 0), homes, 'left')).toBeUndefined();
    expect(nearest(at(0, 0), homes, 'up')).toBeUndefined();
  });

  it('reaches every home of a plan', () => {
    const points = readGeometry(makeUmap(Array.from({ length: 23 }, (_, i) => `u${i}`))).shapes.map(
      ({ label }) => label,
    );
    const reached = new Set([points[0]!]);
    for (const point of reached)
      for (const direction of ['left', 'right', 'up', 'down'] as const) {
        const next = nearest(point, points, direction);
        if (next) reached.add(next);
      }
    expect(reached.size).toBe(points.length);
  });
});

describe('A compiled map', () => {
  it('is framed by its shapes: its page may be larger, or smaller', () => {
    const { extent, viewBox } = readGeometry({
      ...makeUmap(['u1', 'u2']),
      view_box: { x: 0, y: 0, width: 9000, height: 10 },
    });
    expect(viewBox.width).toBe(9000);
    expect(extent.width).toBeCloseTo(196 * 1.024);
    expect(extent.height).toBeGreaterThan(80);
  });

  it.each([
    ['of an unknown version', { ...makeUmap(['u1']), version: 2 }],
    ['that is another object', { shapes: [] }],
    ['that is null', null],
  ])('%s is rejected', (_, data) => {
    expect(() => readGeometry(data)).toThrow('no compiled map of version 1');
  });

  it('may have no shapes', () => {
    expect(readGeometry({ ...makeUmap([]), view_box: { x: 0, y: 0, width: 10, height: 10 } }).extent.width).toBe(10);
  });
});
