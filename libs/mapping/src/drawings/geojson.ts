import { Effort } from './effort.js';
import { polygons } from './outline.js';
import { parsePath, ringsOf, rounded } from './path-data.js';
import type { Point } from './matrix.js';
import type { Umap } from './umap.js';

/** Writes the shapes as GeoJSON, in coordinates of the drawing (y downwards) instead of WGS 84, with curves as short lines. */
export async function writeGeojson({ viewBox: { x, y, width, height }, shapes }: Umap): Promise<Buffer> {
  const features: object[] = [];
  const effort = new Effort();
  for (const { id, path, label, unitId, names } of shapes) {
    await effort.pause();
    const geometry = geometryOf(path, effort);
    features.push({ type: 'Feature', id, properties: { unit_id: unitId, names, label }, geometry });
  }
  return Buffer.from(JSON.stringify({ type: 'FeatureCollection', bbox: [x, y, x + width, y + height], features }));
}

function geometryOf(path: string, effort: Effort) {
  const outlines = ringsOf(parsePath(path) ?? []);
  effort.left -= outlines.length * outlines.reduce((corners, ring) => corners + ring.length, 0);
  const parts = polygons(outlines).map((rings) =>
    rings.map((ring, at) => closed(at === 0 ? turned(ring, 1) : turned(ring, -1))),
  );
  return parts.length === 1 ? { type: 'Polygon', coordinates: parts[0] } : { type: 'MultiPolygon', coordinates: parts };
}

/** Outer rings and holes have opposite orientation (RFC 7946, 3.1.6). */
function turned(ring: readonly Point[], sign: 1 | -1): readonly Point[] {
  let sum = 0;
  ring.forEach(([x1, y1], at) => {
    const [x2, y2] = ring[(at + 1) % ring.length]!;
    sum += x1 * y2 - x2 * y1;
  });
  return Math.sign(sum) === -sign ? [...ring].reverse() : ring;
}

const closed = (ring: readonly Point[]): number[][] => [...ring, ring[0]!].map(([x, y]) => [rounded(x), rounded(y)]);
