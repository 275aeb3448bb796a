import type { Point, ViewBox } from './svg/geometry.js';

/** An area of a drawing that may be a unit. */
export interface Shape {
  /** unique in its map: the id of the element, if that is unique */
  id: string;
  /** path data in coordinates of the drawing, absolute commands */
  path: string;
  /** position with room for a label */
  label: Point;
  /** names in its attributes, as written, the most trusted first */
  names: string[];
  /** lines of text inside it */
  texts: string[];
  /** id of its unit */
  unitId: string | null;
  boundBy: BoundBy | null;
  /** why it has none */
  reason: Reason | null;
}

/** How shapes lie in each other, by their positions in the drawing. */
export interface Nesting {
  /** the smallest shape around it */
  inside: number | null;
  /** whether it is as small as a label: letters as outlines, or a plate under a text */
  isMark: boolean;
}

/** How a shape was bound to its unit: by its names, by a text in it, explicitly in a `.umap`, or by hand. */
export const BOUND_BY = ['name', 'text', 'given', 'hand'] as const;
export type BoundBy = (typeof BOUND_BY)[number];

/** Why a shape has no unit. */
export const REASONS = [
  /** it has neither a name nor a text */
  'no_label',
  /** no unit of the asset matches */
  'no_such_unit',
  /** other shapes with numbers of their own are in it */
  'container',
  /** it is the label of the shape around it, or a part of its unit */
  'label',
  /** several units match */
  'ambiguous',
  /** another shape matches the same unit */
  'two_areas',
  /** its names and texts match different units */
  'contradictory',
  /** its unit is on another floor, whose own map shows it */
  'elsewhere',
] as const;
export type Reason = (typeof REASONS)[number];

/** Why a label belongs to no shape. */
export const STRAY_REASONS = ['two_areas', 'outside_any_area', 'open_outline', 'not_drawn'] as const;
export type StrayReason = (typeof STRAY_REASONS)[number];

/** A text, or a name of something that is no area, that belongs to no shape. */
export interface Stray {
  text: string;
  x: number;
  y: number;
  reason: StrayReason;
}

/** A compiled source. */
export interface Drawing {
  viewBox: ViewBox;
  shapes: Shape[];
  /** of each shape */
  nesting: Nesting[];
  strays: Stray[];
  /** the sanitised drawing */
  svg: Buffer;
  /** whether the SVG itself must not be served: see ActiveContent */
  isActive: boolean;
}
