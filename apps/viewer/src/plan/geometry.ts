import type { Home } from '../model/catalog.js';
import { boundsOf, largestFont, outlineOf, unionOf, type Outline, type Point } from './outline.js';
import type { Box } from './transform.js';

/** A compiled map: docs/umap.md. */
interface Umap {
  format: 'umap';
  version: number;
  view_box: Box;
  shapes: { id: string; path: string; label?: Point; unit_id?: string | null; names?: string[] }[];
}

export interface Shape {
  id: string;
  path: string;
  /** absent for paths with commands that only browsers can evaluate */
  outline?: Outline;
  box: Box;
  label: Point;
  unitId?: string;
}

export interface Geometry {
  viewBox: Box;
  /** Bounds of the shapes with a margin, because drawings leave much of their page empty, or extend past its edge. */
  extent: Box;
  shapes: Shape[];
}

const MARGIN = 0.012;

/** @throws Error unless the data is a compiled map in a version that this viewer supports */
export function readGeometry(data: unknown): Geometry {
  const umap = data as Partial<Umap> | null;
  if (umap?.format !== 'umap' || umap.version !== 1 || !umap.view_box || !Array.isArray(umap.shapes))
    throw new Error('no compiled map of version 1');
  const viewBox = umap.view_box;
  const shapes = umap.shapes.filter(({ path }) => typeof path === 'string').map((shape) => toShape(shape, viewBox));
  return { viewBox, shapes, extent: extentOf(shapes, viewBox) };
}

function extentOf(shapes: Shape[], viewBox: Box): Box {
  const boxes = shapes.map(({ box }) => box);
  if (boxes.length === 0) return viewBox;
  const { x, y, width, height } = unionOf(boxes);
  const margin = Math.max(width, height) * MARGIN || Math.max(viewBox.width, viewBox.height);
  return { x: x - margin, y: y - margin, width: width + 2 * margin, height: height + 2 * margin };
}

function toShape({ id, path, label, unit_id }: Umap['shapes'][number], viewBox: Box): Shape {
  const outline = outlineOf(path);
  const box = outline ? boundsOf(outline) : viewBox;
  return {
    id,
    path,
    outline,
    box,
    label: label ?? { x: box.x + box.width / 2, y: box.y + box.height / 2 },
    ...(unit_id && { unitId: unit_id }),
  };
}

/** The largest font size, in units of the drawing, at which the number of the home fits into the shape. */
export const labelSize = ({ outline, label }: Shape, { unit }: { unit: Pick<Home['unit'], 'number'> }) =>
  outline ? largestFont(outline, label, unit.number) : 0;

export async function fetchGeometry(url: string, signal?: AbortSignal): Promise<Geometry> {
  const answer = await fetch(url, { signal, credentials: 'omit' });
  if (!answer.ok) throw new Error(`${url}: ${answer.status}`);
  return readGeometry(await answer.json());
}
