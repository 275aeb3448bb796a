import { numbersOf } from './matrix.js';
import { attributeOf, type Element } from './svg-reader.js';

/** Characters; a longer path is drawn but does not become a shape. */
export const LONGEST_PATH = 50_000;
/** Characters of all shapes of a map. */
export const LONGEST_PATHS = 8_000_000;
/** Corners of all shapes of a map, where a curve has several; bounds memory and time, as short text can describe many curves. */
export const MOST_CORNERS = 1_500_000;

/** Path data of `rect`, `circle`, `ellipse` and `polygon` (SVG 2, 10.2 to 10.7); undefined for anything else. */
export function basicShape(element: Element): string | undefined {
  const value = (name: string): number | undefined => numbersOf(attributeOf(element, name) ?? '')[0];
  switch (element.name) {
    case 'rect':
      return rect(
        value('x') ?? 0,
        value('y') ?? 0,
        value('width') ?? 0,
        value('height') ?? 0,
        value('rx'),
        value('ry'),
      );
    case 'circle':
      return ellipse(value('cx') ?? 0, value('cy') ?? 0, value('r') ?? 0, value('r') ?? 0);
    case 'ellipse':
      return ellipse(value('cx') ?? 0, value('cy') ?? 0, value('rx') ?? 0, value('ry') ?? 0);
    case 'polygon':
    case 'polyline': {
      const text = attributeOf(element, 'points') ?? '';
      const points = text.length > LONGEST_PATH ? [] : numbersOf(text);
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
