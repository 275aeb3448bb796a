import { Effort } from '../layout/effort.js';
import { polygonsOf, readPath, ringsOf, rounded, signedArea } from '../layout/outline.js';
import type { Point } from '../svg/geometry.js';
import type { Umap } from './umap.js';

/** Writes the shapes as GeoJSON, in coordinates of the drawing (y downwards) instead of WGS 84, with curves as short lines. */
export async function writeGeojson({
  viewBox: { x, y, width, height },
  shapes,
}: Pick<Umap, 'viewBox' | 'shapes'>): Promise<Buffer> {
  const features: object[] = [];
  const effort = new Effort();
  for (const { id, path, label, unitId, names } of shapes) {
    await effort.pause();
    features.push({ type: 'Feature', id, properties: { unit_id: unitId, names, label }, geometry: geometryOf(path, effort) }); // oxfmt-ignore
  }
  return Buffer.from(JSON.stringify({ type: 'FeatureCollection', bbox: [x, y, x + width, y + height], features }));
}

function geometryOf(path: string, effort: Effort) {
  const outlines = ringsOf(readPath(path)!, true);
  effort.left -= outlines.length * outlines.reduce((corners, ring) => corners + ring.length, 0);
  const parts = polygonsOf(outlines).map((rings) => rings.map((ring, at) => turned(ring, at === 0 ? 1 : -1)));
  return parts.length === 1 ? { type: 'Polygon', coordinates: parts[0] } : { type: 'MultiPolygon', coordinates: parts };
}

/** Outer rings and holes have opposite orientation (RFC 7946, 3.1.6). */
function turned(ring: readonly Point[], sign: 1 | -1): number[][] {
  const points = ring.map((point) => point.map(rounded));
  return Math.sign(signedArea(ring)) === -sign ? points.reverse() : points;
}
