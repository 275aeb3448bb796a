import { numbersOf } from './matrix.js';
import { attributeOf, type Element } from './svg-reader.js';

/** Characters; a longer path is drawn but does not become a shape. */
export const MAX_PATH_LENGTH = 50_000;
/** Characters of all shapes of a map. */
export const MAX_TOTAL_PATH_LENGTH = 8_000_000;
/** Corners of all shapes of a map, where a curve has several; bounds memory and time, as short text can describe many curves. */
export const MAX_CORNERS = 1_500_000;

export interface Size {
  width: number;
  height: number;
}

/** CSS pixels, which are the units of a drawing, by the name of a unit. */
const UNITS: Record<string, number> = { px: 1, pt: 4 / 3, pc: 16, mm: 96 / 25.4, cm: 96 / 2.54, in: 96 };

const LENGTH = /^\s*([+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)\s*(%|[a-z]*)/i;

/**
 * A length in units of the drawing; undefined if it is not one.
 * @param full 100 %; undefined if unknown @param em a font size
 */
export function lengthOf(text: string | undefined, full: number | undefined, em = 1): number | undefined {
  const match = LENGTH.exec(text ?? '');
  if (!match) return undefined;
  const [value, unit] = [Number(match[1]), match[2]!.toLowerCase()];
  if (unit === '%') return full === undefined ? undefined : (value / 100) * full;
  return value * (unit === 'em' ? em : (UNITS[unit] ?? 1));
}

/**
 * Path data of `rect`, `circle`, `ellipse` and `polygon` (SVG 2, 10.2 to 10.7); undefined for anything else.
 * @param around size of the drawing around it, to which percentages refer; undefined if unknown
 */
export function basicShape(element: Element, around: Size | undefined): string | undefined {
  const length = (name: string, full: number | undefined) => lengthOf(attributeOf(element, name), full);
  const [across, down] = [around?.width, around?.height];
  const diagonal = around && Math.hypot(around.width, around.height) / Math.SQRT2;
  switch (element.name) {
    case 'rect':
      return rect(
        length('x', across) ?? 0,
        length('y', down) ?? 0,
        length('width', across) ?? 0,
        length('height', down) ?? 0,
        length('rx', across),
        length('ry', down),
      );
    case 'circle': {
      const radius = length('r', diagonal) ?? 0;
      return ellipse(length('cx', across) ?? 0, length('cy', down) ?? 0, radius, radius);
    }
    case 'ellipse':
      return ellipse(
        length('cx', across) ?? 0,
        length('cy', down) ?? 0,
        length('rx', across) ?? 0,
        length('ry', down) ?? 0,
      );
    case 'polygon':
    case 'polyline': {
      const text = attributeOf(element, 'points') ?? '';
      const points = text.length > MAX_PATH_LENGTH ? [] : numbersOf(text);
      if (points.length < 6) return undefined;
      return `M${points.slice(0, points.length - (points.length % 2)).join(' ')}${element.name === 'polygon' ? 'Z' : ''}`;
    }
    default:
      return undefined;
  }
}

function rect(x: number, y: number, width: number, height: number, rx?: number, ry?: number): string | undefined {
  if (!(width > 0 && height > 0)) return undefined;
  const a = Math.min(rx ?? ry ?? 0, width / 2);
  const b = Math.min(ry ?? rx ?? 0, height / 2);
  if (!(a > 0 && b > 0)) return `M${x} ${y}H${x + width}V${y + height}H${x}Z`;
  const corner = (dx: number, dy: number): string => `a${a} ${b} 0 0 1 ${dx} ${dy}`;
  return (
    `M${x + a} ${y}H${x + width - a}${corner(a, b)}V${y + height - b}${corner(-a, b)}` +
    `H${x + a}${corner(-a, -b)}V${y + b}${corner(a, -b)}Z`
  );
}

function ellipse(cx: number, cy: number, rx: number, ry: number): string | undefined {
  if (!(rx > 0 && ry > 0)) return undefined;
  return `M${cx - rx} ${cy}a${rx} ${ry} 0 0 1 ${2 * rx} 0a${rx} ${ry} 0 0 1 ${-2 * rx} 0Z`;
}
