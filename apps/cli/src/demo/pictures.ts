/** Names of pictures rendered from the drawings (files.ts). */
export const PICTURE = /^pictures\/level-([1-5])(?:-(\d+))?\.png$/;

/** The name of the picture of a floor, or of a part of it. */
export const pictureOf = (level: number, part?: number): string =>
  `pictures/level-${level}${part === undefined ? '' : `-${part}`}.png`;
