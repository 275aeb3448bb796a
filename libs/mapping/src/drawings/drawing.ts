import type { Point } from './matrix.js';

/** An area of a drawing that may be a unit. */
export interface Shape {
  /** unique in its map: the id of the element, if that is unique */
  id: string;
  /** path data in coordinates of the drawing, absolute commands */
  path: string;
  /** position with room for a label */
  label: Point;
  /** names in its attributes, as written */
  names: string[];
  /** lines of text inside it */
  texts: string[];
  /** id of its unit */
  unitId: string | null;
  boundBy: BoundBy | null;
}

/** How a shape was bound to its unit: by its names, by a text in it, or explicitly. */
export type BoundBy = 'name' | 'text' | 'given';

export interface ViewBox {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** A compiled SVG. */
export interface Drawing {
  viewBox: ViewBox;
  shapes: Shape[];
  /** the sanitised drawing */
  svg: Buffer;
  /** whether the SVG itself must not be served: see ActiveContent */
  isActive: boolean;
}
