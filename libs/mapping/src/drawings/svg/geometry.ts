export type Point = [x: number, y: number];

export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

export interface ViewBox {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Coordinates are nearer to the origin. */
export const MAX_COORDINATE = 1e9;
