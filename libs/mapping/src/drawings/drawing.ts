import type { Point } from './matrix.js';

/** What is found on a drawing: an area that may be a unit's. */
export interface Shape {
  /** unique in its map: the id of the element, where it has one of its own */
  id: string;
  /** path data in coordinates of the drawing, absolute commands */
  path: string;
  /** where a label has room */
  label: Point;
  /** what its attributes call it, as written */
  names: string[];
  /** what is written in it, line by line */
  texts: string[];
  /** id of the unit whose area it is */
  unitId: string | null;
  boundBy: BoundBy | null;
}

/** How a shape came to its unit: by its names, by a text in it, or as somebody said. */
export type BoundBy = 'name' | 'text' | 'given';

export interface ViewBox {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** What is made of an SVG. */
export interface Drawing {
  viewBox: ViewBox;
  shapes: Shape[];
  /** the sanitised drawing */
  svg: Buffer;
}
