/** Names of pictures that are made of the drawings (files.ts). */
export const PICTURE = /^pictures\/level-([1-5])(?:-(\d+))?\.png$/;

/** The picture of a whole floor; with a number, one of a part of it. */
export const pictureOf = (level: number, part?: number): string =>
  `pictures/level-${level}${part === undefined ? '' : `-${part}`}.png`;
