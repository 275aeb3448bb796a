import fc from 'fast-check';
import { compileSvg } from '../compile-svg.js';
import { writeGeojson } from './geojson.js';
import { parseUmap, readUmap, writeUmap } from './umap.js';

const compiled = (content: string, attributes = 'viewBox="0 0 99 99"') =>
  compileSvg(Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" ${attributes}>${content}</svg>`));

describe('A compiled map', () => {
  it('is read as it was written, for any drawing', async () => {
    const coordinate = fc.oneof(fc.integer({ min: -50, max: 50 }), fc.double({ noNaN: true }));
    const label = fc.string({ unit: 'grapheme', maxLength: 300 }).map((text) => text.replace(/[&<"]|\p{C}/gu, ''));
    const shape = fc
      .record({
        id: label,
        name: label,
        text: label,
        at: fc.array(coordinate, { minLength: 4, maxLength: 4 }),
        scale: coordinate,
      })
      .map(
        ({ id, name, text, at: [x, y, width, height], scale }) =>
          `<g transform="scale(${scale})"><rect id="${id}" data-name="${name}" x="${x}" y="${y}" width="${width}" height="${height}"/><text x="${x}" y="${y}">${text}</text></g>`,
      );
    await fc.assert(
      fc.asyncProperty(fc.array(shape, { maxLength: 5 }), coordinate, async (shapes, size) => {
        const { viewBox, shapes: found, strays } = await compiled(shapes.join(''), `viewBox="0 0 ${size} ${size}"`);
        const written = writeUmap({ viewBox, shapes: found, strays });
        expect(await readUmap(written)).toEqual({ viewBox, shapes: found, strays });
        expect(parseUmap(written)).toEqual({ viewBox, shapes: found, strays });
        expect((await writeGeojson({ viewBox, shapes: found })).toString()).not.toMatch(/null,null|Infinity|NaN/);
      }),
      { numRuns: 60 },
    );
  });

  it('says why a shape has no unit, and which texts belong to none', async () => {
    const { viewBox, shapes, strays } = await compiled('<rect id="a" width="9" height="9"/><text x="50" y="50">101</text>'); // oxfmt-ignore
    const unbound = shapes.map((shape) => ({ ...shape, reason: 'no_such_unit' as const }));
    const written = writeUmap({ viewBox, shapes: unbound, strays });
    const { shapes: [shape], stray_labels } = JSON.parse(written.toString()); // oxfmt-ignore
    expect(shape.reason).toBe('no_such_unit');
    expect(stray_labels).toMatchObject([{ text: '101', reason: 'outside_any_area' }]);
    expect(parseUmap(written).shapes).toEqual(unbound);
    expect((await readUmap(written)).shapes).toEqual(shapes); // reasons are found again when it is uploaded
  });

  it('becomes GeoJSON with holes and several parts', async () => {
    const { viewBox, shapes } = await compiled(
      '<path id="hole" d="M0 0h9v9h-9zM3 3h3v3h-3z"/><path id="parts" d="M0 0h2v2h-2zM5 5h2v2h-2z"/>',
    );
    const { features } = JSON.parse((await writeGeojson({ viewBox, shapes })).toString());
    expect(features[0].geometry).toEqual({
      type: 'Polygon',
      coordinates: [
        [[0, 0], [9, 0], [9, 9], [0, 9], [0, 0]],
        [[3, 3], [3, 6], [6, 6], [6, 3], [3, 3]],
      ], // oxfmt-ignore
    });
    expect(features[1].geometry).toMatchObject({ type: 'MultiPolygon', coordinates: [[expect.any(Array)], [expect.any(Array)]] }); // oxfmt-ignore
  });

  it('is rejected with more corners than a map may have', async () => {
    const path = `M0 0h9v9t${'1 2 '.repeat(12_000)}z`;
    const shapes = Array.from({ length: 11 }, (_, at) => ({ id: `${at}`, path }));
    const written = { format: 'umap', version: 1, view_box: { x: 0, y: 0, width: 9, height: 9 }, shapes };
    await expect(readUmap(Buffer.from(JSON.stringify(written)))).rejects.toThrow(
      'shapes.10.path must have at most 1500000 corners together with the shapes before it',
    );
  });
});
