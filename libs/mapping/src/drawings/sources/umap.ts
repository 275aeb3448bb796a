import { compileSchema, type JsonSchema } from '@app/platform/core';
import { BOUND_BY, type BoundBy, type Nesting, type Reason, REASONS, type Shape, type Stray, STRAY_REASONS } from '../drawing.js'; // oxfmt-ignore
import { DrawingError } from '../svg/drawing-error.js';
import { Effort } from '../layout/effort.js';
import { MAX_LABELS, MAX_STRAYS, nestingOf as nestingOfOutlines } from '../areas.js';
import { MAX_PATH_LENGTH, MAX_TOTAL_PATH_LENGTH, MAX_CORNERS, MAX_RINGS, Outline, readPath, ringsOf, rounded } from '../layout/outline.js'; // oxfmt-ignore
import type { Point, ViewBox } from '../svg/geometry.js';

/** A compiled map: docs/umap.md. */
export interface Umap {
  viewBox: ViewBox;
  shapes: Shape[];
  /** labels that belong to no shape */
  strays: readonly Stray[];
}

const FORMAT = 'umap';
const VERSION = 1;

/** Limits of an uploaded file. */
const MAX_SHAPES = 10_000;

const text = (maxLength: number): JsonSchema => ({ type: 'string', maxLength, format: 'text' });
const coordinate: JsonSchema = { type: 'number', minimum: -1e9, maximum: 1e9 };
const size: JsonSchema = { type: 'number', exclusiveMinimum: 0, maximum: 1e9 };
const object = (properties: Record<string, JsonSchema>, required = Object.keys(properties)): JsonSchema => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
});
const labels: JsonSchema = { type: 'array', maxItems: MAX_LABELS, items: text(255) };

/** The fields of a `.umap` file, version 1. */
const FIELDS: Record<string, JsonSchema> = {
  format: { const: FORMAT },
  version: { const: VERSION },
  view_box: object({ x: coordinate, y: coordinate, width: size, height: size }),
  shapes: {
    type: 'array',
    maxItems: MAX_SHAPES,
    items: object(
      {
        id: { ...text(255), format: 'filled-text' },
        path: text(MAX_PATH_LENGTH),
        label: object({ x: coordinate, y: coordinate }),
        unit_id: { type: ['string', 'null'], maxLength: 255, format: 'text' },
        bound_by: { enum: [...BOUND_BY, null] },
        reason: { enum: [...REASONS, null] },
        names: labels,
        texts: labels,
      },
      ['id', 'path'],
    ),
  },
  stray_labels: {
    type: 'array',
    maxItems: MAX_STRAYS,
    items: object({ text: text(255), x: coordinate, y: coordinate, reason: { enum: [...STRAY_REASONS] } }),
  },
};
const UMAP_SCHEMA = object(FIELDS, ['format', 'version', 'view_box', 'shapes']);

interface Written {
  view_box: ViewBox;
  shapes: {
    id: string;
    path: string;
    label?: { x: number; y: number };
    unit_id?: string | null;
    bound_by?: BoundBy | null;
    reason?: Reason | null;
    names?: string[];
    texts?: string[];
  }[];
  stray_labels?: Stray[];
}

const check = compileSchema(UMAP_SCHEMA);

/** Reads an uploaded `.umap`. @throws DrawingError */
export async function readUmap(bytes: Buffer): Promise<Umap> {
  const written = parse(bytes);
  const wrong = check(written);
  const [path, errors] = Object.entries(wrong?.errors ?? {})[0] ?? [];
  if (path !== undefined) throw new DrawingError(`must be a .umap of version ${VERSION}: ${path} ${errors![0]}`);
  const { view_box: viewBox, shapes, stray_labels: strays = [] } = written as Written;
  if (shapes.reduce((sum, { path: each }) => sum + each.length, 0) > MAX_TOTAL_PATH_LENGTH)
    throw new DrawingError(
      `must be a .umap of version ${VERSION}: shapes have paths of more than ${MAX_TOTAL_PATH_LENGTH} characters`,
    );
  const ids = new Set<string>();
  const read: Shape[] = [];
  const budget = { effort: new Effort(), corners: MAX_CORNERS };
  for (const [at, shape] of shapes.entries()) {
    await budget.effort.pause();
    read.push(shapeOf(shape, at, ids, budget));
  }
  return { viewBox, shapes: read, strays };
}

interface Budget {
  effort: Effort;
  /** left for all shapes */
  corners: number;
}

function shapeOf(shape: Written['shapes'][number], at: number, ids: Set<string>, budget: Budget): Shape {
  const invalid = (field: string, error: string) => new DrawingError(`must be a .umap of version ${VERSION}: shapes.${at}.${field} ${error}`); // oxfmt-ignore
  if (ids.has(shape.id)) throw invalid('id', 'occurs twice');
  ids.add(shape.id);
  const path = readPath(shape.path);
  const corners = path?.corners ?? 0;
  budget.effort.left -= shape.path.length + corners;
  budget.corners -= corners;
  if (budget.corners < 0)
    throw invalid('path', `must have at most ${MAX_CORNERS} corners together with the shapes before it`);
  const rings = path ? ringsOf(path) : [];
  if (!path || rings.length === 0) throw invalid('path', 'must be path data of a closed outline');
  if (rings.length > MAX_RINGS) throw invalid('path', `must have at most ${MAX_RINGS} outlines`);
  // Automatic bindings are recomputed; a binding without `bound_by` was made explicitly.
  const unitId = shape.unit_id ?? null;
  const isGiven = unitId !== null && ['given', 'hand'].includes(shape.bound_by ?? 'given');
  return {
    id: shape.id,
    path: path.text,
    label: shape.label ? [shape.label.x, shape.label.y] : roundedPoint(new Outline(rings).label(budget.effort)),
    names: shape.names ?? [],
    texts: shape.texts ?? [],
    unitId: isGiven ? unitId : null,
    boundBy: isGiven ? 'given' : null,
    reason: null,
  };
}

function parse(bytes: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw new DrawingError(`must be a .umap of version ${VERSION}: it is not JSON in UTF-8`);
  }
}

const roundedPoint = ([x, y]: Point): Point => [rounded(x), rounded(y)];

export function writeUmap({ viewBox, shapes, strays }: Umap): Buffer {
  const written: Written = {
    view_box: viewBox,
    shapes: shapes.map(({ id, path, label: [x, y], unitId, boundBy, reason, names, texts }) => ({
      id,
      path,
      label: { x, y },
      unit_id: unitId,
      bound_by: boundBy,
      ...(reason && { reason }),
      names,
      texts,
    })),
    ...(strays.length > 0 && { stray_labels: [...strays] }),
  };
  return Buffer.from(JSON.stringify({ format: FORMAT, version: VERSION, ...written }));
}

/** Parses a file written by this service, without validation. */
export function parseUmap(bytes: Buffer): Umap {
  const { view_box: viewBox, shapes, stray_labels: strays = [] } = JSON.parse(bytes.toString()) as Written;
  return {
    viewBox,
    shapes: (shapes as Required<Written['shapes'][number]>[]).map(
      ({ id, path, label, unit_id, bound_by, reason, names, texts }) => ({
        id,
        path,
        label: [label.x, label.y],
        unitId: unit_id,
        boundBy: bound_by,
        reason: reason ?? null,
        names,
        texts,
      }),
    ),
    strays,
  };
}

/** How the shapes lie in each other. */
export const nestingOf = ({ shapes }: Pick<Umap, 'shapes'>): Promise<Nesting[]> =>
  nestingOfOutlines(shapes.map(({ path }) => new Outline(ringsOf(readPath(path)!, true))));
