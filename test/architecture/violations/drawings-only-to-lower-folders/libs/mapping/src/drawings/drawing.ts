export const compileSvg = 1;
