/** In the order of SVG: `matrix(a b c d e f)`. */
export type Matrix = readonly [a: number, b: number, c: number, d: number, e: number, f: number];
export type Point = readonly [x: number, y: number];

export const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0];

/** Applies `inner` first, then `outer`. */
export const multiply = ([a, b, c, d, e, f]: Matrix, [p, q, r, s, t, u]: Matrix): Matrix => [
  a * p + c * q,
  b * p + d * q,
  a * r + c * s,
  b * r + d * s,
  a * t + c * u + e,
  b * t + d * u + f,
];

export const apply = ([a, b, c, d, e, f]: Matrix, x: number, y: number): Point => [
  a * x + c * y + e,
  b * x + d * y + f,
];

/** The scale factor of lengths, averaged over all directions. */
export const scaleOf = ([a, b, c, d]: Matrix): number => Math.sqrt(Math.abs(a * d - b * c));

const CALL = /\s*,?\s*(matrix|translate|scale|rotate|skewX|skewY)\s*\(([^()]*)\)/gy;

/** The sanitiser drops longer values too. */
const MAX_LENGTH = 2_000;

/** Units and functions of CSS that numbers alone do not have: `50%`, `0.1turn`; pixels and degrees are the units of SVG. */
const CSS_ONLY = /%|(?:em|ex|ch|in|cm|mm|pt|pc|rad|turn|v[wh])\b/i;

/** Parses a `transform` attribute or property; undefined if it is invalid. */
export function matrixOf(text: string | undefined): Matrix | undefined {
  if (text === undefined || text === 'none') return IDENTITY;
  if (CSS_ONLY.test(text)) return undefined;
  if (text.length > MAX_LENGTH) return undefined;
  let matrix = IDENTITY;
  CALL.lastIndex = 0;
  let at = 0;
  for (let match = CALL.exec(text); match; match = CALL.exec(text)) {
    at = CALL.lastIndex;
    const step = stepOf(match[1]!, numbersOf(match[2]!));
    if (!step) return undefined;
    matrix = multiply(matrix, step);
  }
  return text.slice(at).trim() === '' && matrix.every(Number.isFinite) ? matrix : undefined;
}

/** The transformation with this origin. */
export const about = (x: number, y: number, matrix: Matrix): Matrix =>
  multiply(multiply([1, 0, 0, 1, x, y], matrix), [1, 0, 0, 1, -x, -y]);

const NUMBER = /[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?/gi;
export const numbersOf = (text: string): number[] => (text.match(NUMBER) ?? []).map(Number);

function stepOf(name: string, v: number[]): Matrix | undefined {
  const [first = NaN, second] = v;
  const radians = (first * Math.PI) / 180;
  switch (name) {
    case 'matrix':
      return v.length === 6 ? (v as unknown as Matrix) : undefined;
    case 'translate':
      return [1, 0, 0, 1, first, second ?? 0];
    case 'scale':
      return [first, 0, 0, second ?? first, 0, 0];
    case 'rotate': {
      const turn: Matrix = [Math.cos(radians), Math.sin(radians), -Math.sin(radians), Math.cos(radians), 0, 0];
      const [, x, y] = v;
      if (x === undefined || y === undefined) return turn;
      return about(x, y, turn);
    }
    case 'skewX':
      return [1, 0, Math.tan(radians), 1, 0, 0];
    default:
      return [1, Math.tan(radians), 0, 1, 0, 0];
  }
}
