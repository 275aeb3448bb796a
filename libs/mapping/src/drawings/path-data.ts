import { apply, type Matrix, numbersOf, type Point } from './matrix.js';

/** A step of a path in absolute coordinates. An outline begins with `M` and is closed by `Z`, or by ending where it began. */
export type Step =
  | { kind: 'M' | 'L'; to: Point }
  | { kind: 'Q'; by: readonly [Point]; to: Point }
  | { kind: 'C'; by: readonly [Point, Point]; to: Point }
  | { kind: 'Z' };

const PATH = /^[\sMmZzLlHhVvCcSsQqTtAaEe\d.,+-]*$/;
const TAKES: Record<string, number> = { M: 2, L: 2, H: 1, V: 1, C: 6, S: 4, Q: 4, T: 2, A: 7, Z: 0 };

/** Path data as SVG writes it, arcs as curves; undefined when it is not understood. */
export function parsePath(text: string): Step[] | undefined {
  const steps: Step[] = [];
  let pen: Point = [0, 0];
  let start: Point = pen;
  /** the last control point, for the commands that mirror it */
  let mirror: { kind: string; point: Point } | undefined;
  for (const [command, values] of commandsOf(text) ?? [['?', []] as const]) {
    const kind = command.toUpperCase();
    const takes = TAKES[kind];
    if (takes === undefined || (steps.length === 0 && kind !== 'M')) return undefined;
    if (kind === 'Z') {
      steps.push({ kind: 'Z' });
      pen = start;
      mirror = undefined;
      continue;
    }
    if (values.length === 0 || values.length % takes !== 0) return undefined;
    for (let at = 0; at < values.length; at += takes) {
      const v = values.slice(at, at + takes);
      const [ox, oy] = command === kind ? [0, 0] : pen;
      const point = (index: number): Point => [v[index]! + ox, v[index + 1]! + oy];
      const mirrored = (of: string): Point =>
        mirror && of.includes(mirror.kind) ? [2 * pen[0] - mirror.point[0], 2 * pen[1] - mirror.point[1]] : pen;
      const from = pen;
      switch (kind) {
        case 'M':
          pen = point(0);
          if (at === 0) start = pen;
          steps.push({ kind: at === 0 ? 'M' : 'L', to: pen });
          break;
        case 'L':
          steps.push({ kind: 'L', to: (pen = point(0)) });
          break;
        case 'H':
          steps.push({ kind: 'L', to: (pen = [v[0]! + ox, pen[1]]) });
          break;
        case 'V':
          steps.push({ kind: 'L', to: (pen = [pen[0], v[0]! + oy]) });
          break;
        case 'C':
          steps.push({ kind: 'C', by: [point(0), point(2)], to: (pen = point(4)) });
          break;
        case 'S':
          steps.push({ kind: 'C', by: [mirrored('CS'), point(0)], to: (pen = point(2)) });
          break;
        case 'Q':
          steps.push({ kind: 'Q', by: [point(0)], to: (pen = point(2)) });
          break;
        case 'T':
          steps.push({ kind: 'Q', by: [mirrored('QT')], to: (pen = point(0)) });
          break;
        default:
          steps.push(...arc(from, v as never, (pen = point(5))));
      }
      const last = steps.at(-1)!;
      mirror = last.kind === 'C' || last.kind === 'Q' ? { kind, point: last.by.at(-1)! } : undefined;
    }
  }
  return steps.every(isFinite) ? steps : undefined;
}

const isFinite = (step: Step): boolean =>
  step.kind === 'Z' || [step.to, ...('by' in step ? step.by : [])].flat().every((n) => Math.abs(n) < 1e9);

/** Commands with their numbers; the flags of an arc may stand without anything between them. */
function commandsOf(text: string): [string, number[]][] | undefined {
  if (!PATH.test(text)) return undefined;
  const commands: [string, number[]][] = [];
  let letter = '';
  let from = 0;
  for (const match of text.matchAll(/[MmZzLlHhVvCcSsQqTtAa]/g)) {
    if (letter === '' && text.slice(0, match.index).trim() !== '') return undefined;
    if (letter !== '') commands.push([letter, valuesOf(letter, text.slice(from, match.index))]);
    letter = match[0];
    from = match.index + 1;
  }
  if (letter !== '') commands.push([letter, valuesOf(letter, text.slice(from))]);
  return commands;
}

function valuesOf(command: string, text: string): number[] {
  if (command.toUpperCase() !== 'A') return numbersOf(text);
  const number = '[+-]?(?:\\d+\\.?\\d*|\\.\\d+)(?:[eE][+-]?\\d+)?';
  const gap = '[\\s,]*';
  const one = new RegExp(`(${number})${gap}(${number})${gap}(${number})${gap}([01])${gap}([01])${gap}(${number})${gap}(${number})`, 'g'); // prettier-ignore
  return [...text.matchAll(one)].flatMap((match) => match.slice(1).map(Number));
}

/** An arc as cubic curves of at most a quarter (SVG 2, appendix B.2.4). */
function arc(
  [x1, y1]: Point,
  [rx, ry, degrees, large, sweep]: [number, number, number, number, number],
  [x2, y2]: Point,
): Step[] {
  if (rx === 0 || ry === 0 || (x1 === x2 && y1 === y2)) return [{ kind: 'L', to: [x2, y2] }];
  const turn = (degrees * Math.PI) / 180;
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
  const [dx, dy] = [(x1 - x2) / 2, (y1 - y2) / 2];
  const [px, py] = [cos * dx + sin * dy, cos * dy - sin * dx];
  const grow = Math.max(1, Math.sqrt((px / rx) ** 2 + (py / ry) ** 2));
  const [a, b] = [Math.abs(rx) * grow, Math.abs(ry) * grow];
  const rest = (a * b) ** 2 - (a * py) ** 2 - (b * px) ** 2;
  const k = (large === sweep ? -1 : 1) * Math.sqrt(Math.max(0, rest) / ((a * py) ** 2 + (b * px) ** 2));
  const [qx, qy] = [(k * a * py) / b, (-k * b * px) / a];
  const from = Math.atan2((py - qy) / b, (px - qx) / a);
  let sweepAngle = Math.atan2((-py - qy) / b, (-px - qx) / a) - from;
  if (sweep === 1 && sweepAngle < 0) sweepAngle += 2 * Math.PI;
  if (sweep === 0 && sweepAngle > 0) sweepAngle -= 2 * Math.PI;
  const frame: Matrix = [cos * a, sin * a, -sin * b, cos * b, cos * qx - sin * qy + (x1 + x2) / 2, sin * qx + cos * qy + (y1 + y2) / 2]; // prettier-ignore
  const parts = Math.max(1, Math.ceil(Math.abs(sweepAngle) / (Math.PI / 2) - 1e-9));
  const part = sweepAngle / parts;
  const reach = (4 / 3) * Math.tan(part / 4);
  return Array.from({ length: parts }, (_, at): Step => {
    const [s, e] = [from + at * part, from + (at + 1) * part];
    return {
      kind: 'C',
      by: [
        apply(frame, Math.cos(s) - reach * Math.sin(s), Math.sin(s) + reach * Math.cos(s)),
        apply(frame, Math.cos(e) + reach * Math.sin(e), Math.sin(e) - reach * Math.cos(e)),
      ],
      to: at === parts - 1 ? [x2, y2] : apply(frame, Math.cos(e), Math.sin(e)),
    };
  });
}

export function transformPath(steps: Step[], matrix: Matrix): Step[] {
  const move = ([x, y]: Point): Point => apply(matrix, x, y);
  return steps.map((step) => {
    if (step.kind === 'Z') return step;
    if (step.kind === 'Q') return { kind: 'Q', by: [move(step.by[0])], to: move(step.to) };
    if (step.kind === 'C') return { kind: 'C', by: [move(step.by[0]), move(step.by[1])], to: move(step.to) };
    return { kind: step.kind, to: move(step.to) };
  });
}

/** To a thousandth of a unit. */
export const rounded = (n: number): number => Math.round(n * 1000) / 1000 || 0;

/** Path data of absolute commands. */
export const pathText = (steps: readonly Step[]): string =>
  steps
    .map((step) =>
      step.kind === 'Z' ? 'Z' : step.kind + [...('by' in step ? step.by : []), step.to].flat().map(rounded).join(' '),
    )
    .join('');

const SEGMENTS = 12;

/** The closed outlines of a path as polygons, without a repeated last point. Open lines have no inside and are left out. */
export function ringsOf(steps: readonly Step[]): Point[][] {
  const rings: Point[][] = [];
  let ring: Point[] = [];
  const end = (closed: boolean): void => {
    const [first, last] = [ring[0], ring.at(-1)];
    const meets = first && last && ring.length > 2 && near(first, last);
    if (meets) ring.pop();
    if ((closed || meets) && ring.length > 2) rings.push(ring);
  };
  for (const step of steps) {
    if (step.kind === 'M') {
      end(false);
      ring = [step.to];
    } else if (step.kind === 'Z') {
      end(true);
      ring = ring[0] ? [ring[0]] : [];
    } else if (step.kind === 'L') ring.push(step.to);
    else if ('by' in step) ring.push(...curve(ring.at(-1)!, step));
  }
  end(false);
  return rings;
}

const near = ([ax, ay]: Point, [bx, by]: Point): boolean => Math.abs(ax - bx) < 0.01 && Math.abs(ay - by) < 0.01;

function curve(from: Point, step: Extract<Step, { by: unknown }>): Point[] {
  const points = [from, ...step.by, step.to];
  return Array.from({ length: SEGMENTS }, (_, at) => bezier(points, (at + 1) / SEGMENTS));
}

/** De Casteljau. */
function bezier(points: readonly Point[], t: number): Point {
  let left = points;
  while (left.length > 1)
    left = left.slice(1).map(([x, y], at): Point => {
      const [px, py] = left[at]!;
      return [px + (x - px) * t, py + (y - py) * t];
    });
  return left[0]!;
}
