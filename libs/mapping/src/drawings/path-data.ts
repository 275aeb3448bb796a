import { apply, type Matrix, type Point } from './matrix.js';

/** A step of a path in absolute coordinates. An outline starts with `M` and is closed by `Z`, or by returning to its start. */
export type Step =
  | { kind: 'M' | 'L'; to: Point }
  | { kind: 'Q'; by: readonly [Point]; to: Point }
  | { kind: 'C'; by: readonly [Point, Point]; to: Point }
  | { kind: 'Z' };

type Curve = Extract<Step, { by: unknown }>;

const TAKES: Record<string, number> = { M: 2, L: 2, H: 1, V: 1, C: 6, S: 4, Q: 4, T: 2, A: 7, Z: 0 };

/** Parses SVG path data, converting arcs to curves; undefined if it is invalid. */
export function parsePath(text: string): Step[] | undefined {
  const steps: Step[] = [];
  const pen = new Pen(steps);
  const reader = new PathReader(text);
  for (let command = reader.command(); command !== undefined; command = reader.command()) {
    const kind = command.toUpperCase();
    if (steps.length === 0 && kind !== 'M') return undefined;
    if (kind === 'Z') {
      pen.close();
      continue;
    }
    let isFirst = true;
    do {
      const values = reader.values(TAKES[kind]!, kind === 'A');
      if (!values) return undefined;
      pen.draw(kind === 'M' && !isFirst ? 'L' : kind, command !== kind, values);
      isFirst = false;
    } while (reader.hasNumber());
  }
  return reader.isAtEnd() && steps.every(isFinite) ? steps : undefined;
}

/** Reads commands and numbers in sequence. */
class PathReader {
  private at = 0;
  private readonly number = /[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?/y;

  constructor(private readonly text: string) {}

  command(): string | undefined {
    this.skip(false);
    const letter = this.text[this.at];
    if (letter === undefined || TAKES[letter.toUpperCase()] === undefined) return undefined;
    this.at += 1;
    return letter;
  }

  /** @param isArc whether the values contain arc flags, which need no separators */
  values(count: number, isArc: boolean): number[] | undefined {
    const values: number[] = [];
    for (let index = 0; index < count; index++) {
      const value = isArc && (index === 3 || index === 4) ? this.flag() : this.next();
      if (value === undefined) return undefined;
      values.push(value);
    }
    return values;
  }

  hasNumber(): boolean {
    this.skip(true);
    const code = this.text.charCodeAt(this.at);
    return (code >= 48 && code <= 57) || code === 43 || code === 45 || code === 46; // + - .
  }

  isAtEnd(): boolean {
    return this.at >= this.text.length;
  }

  private next(): number | undefined {
    this.skip(true);
    this.number.lastIndex = this.at;
    const found = this.number.exec(this.text);
    if (!found) return undefined;
    this.at = this.number.lastIndex;
    return Number(found[0]);
  }

  private flag(): number | undefined {
    this.skip(true);
    const digit = this.text[this.at];
    if (digit !== '0' && digit !== '1') return undefined;
    this.at += 1;
    return Number(digit);
  }

  private skip(commas: boolean): void {
    for (;;) {
      const code = this.text.charCodeAt(this.at);
      if (code !== 32 && !(code >= 9 && code <= 13) && !(commas && code === 44)) return;
      this.at += 1;
    }
  }
}

/** Converts commands to steps in absolute coordinates. */
class Pen {
  private x = 0;
  private y = 0;
  private start: Point = [0, 0];
  /** the last control point, for the commands that mirror it */
  private control: Point | undefined;
  private last = '';

  constructor(private readonly steps: Step[]) {}

  close(): void {
    this.steps.push({ kind: 'Z' });
    [this.x, this.y] = this.start;
    this.last = 'Z';
  }

  draw(kind: string, isRelative: boolean, v: number[]): void {
    const [ox, oy] = isRelative ? [this.x, this.y] : [0, 0];
    const point = (at: number): Point => [v[at]! + ox, v[at + 1]! + oy];
    switch (kind) {
      case 'M':
        this.steps.push({ kind: 'M', to: (this.start = this.to(point(0))) });
        break;
      case 'L':
        this.steps.push({ kind: 'L', to: this.to(point(0)) });
        break;
      case 'H':
        this.steps.push({ kind: 'L', to: this.to([v[0]! + ox, this.y]) });
        break;
      case 'V':
        this.steps.push({ kind: 'L', to: this.to([this.x, v[0]! + oy]) });
        break;
      case 'C':
        this.steps.push({ kind: 'C', by: [point(0), (this.control = point(2))], to: this.to(point(4)) });
        break;
      case 'S':
        this.steps.push({ kind: 'C', by: [this.mirrored('CS'), (this.control = point(0))], to: this.to(point(2)) });
        break;
      case 'Q':
        this.steps.push({ kind: 'Q', by: [(this.control = point(0))], to: this.to(point(2)) });
        break;
      case 'T':
        this.steps.push({ kind: 'Q', by: [(this.control = this.mirrored('QT'))], to: this.to(point(0)) });
        break;
      default:
        for (const step of arc([this.x, this.y], v as Arc, point(5))) this.steps.push(step);
        this.to(point(5));
    }
    this.last = kind;
  }

  private to(point: Point): Point {
    [this.x, this.y] = point;
    return point;
  }

  private mirrored(after: string): Point {
    if (!this.control || !after.includes(this.last)) return [this.x, this.y];
    return [2 * this.x - this.control[0], 2 * this.y - this.control[1]];
  }
}

const isFinite = (step: Step): boolean =>
  step.kind === 'Z' || (isNear(step.to) && (!('by' in step) || step.by.every(isNear)));

const isNear = ([x, y]: Point): boolean => Math.abs(x) < 1e9 && Math.abs(y) < 1e9;

type Arc = [rx: number, ry: number, degrees: number, large: number, sweep: number, x: number, y: number];

/** Converts an arc to cubic curves of at most a quarter turn (SVG 2, appendix B.2.4). */
function arc([x1, y1]: Point, [rx, ry, degrees, large, sweep]: Arc, [x2, y2]: Point): Step[] {
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
  const frame: Matrix = [cos * a, sin * a, -sin * b, cos * b, cos * qx - sin * qy + (x1 + x2) / 2, sin * qx + cos * qy + (y1 + y2) / 2]; // oxfmt-ignore
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

/** Rounds to a thousandth. */
export const rounded = (n: number): number => Math.round(n * 1000) / 1000 || 0;

/** Writes steps as path data. */
export const pathText = (steps: readonly Step[]): string =>
  steps
    .map((step) =>
      step.kind === 'Z' ? 'Z' : step.kind + [...('by' in step ? step.by : []), step.to].flat().map(rounded).join(' '),
    )
    .join('');

const SEGMENTS = 12;

/** An upper bound for the corners of the outlines of a path. */
export const cornersOf = (steps: readonly Step[]): number =>
  steps.reduce((sum, step) => sum + ('by' in step ? SEGMENTS : 1), 0);

/** The closed outlines of a path as polygons, without a repeated last point. Open lines are dropped. */
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
    else if ('by' in step) addCurve(ring, step);
  }
  end(false);
  return rings;
}

const near = ([ax, ay]: Point, [bx, by]: Point): boolean => Math.abs(ax - bx) < 0.01 && Math.abs(ay - by) < 0.01;

/** Appends points of a Bézier curve, evaluated in its Bernstein form. */
function addCurve(ring: Point[], step: Curve): void {
  const [x, y] = ring.at(-1)!;
  const [endX, endY] = step.to;
  const [cx, cy] = step.by[0];
  const [dx, dy] = step.kind === 'C' ? step.by[1] : step.by[0];
  for (let at = 1; at <= SEGMENTS; at++) {
    const t = at / SEGMENTS;
    const u = 1 - t;
    if (step.kind === 'Q') {
      const a = u * u;
      const b = 2 * u * t;
      const c = t * t;
      ring.push([a * x + b * cx + c * endX, a * y + b * cy + c * endY]);
    } else {
      const a = u * u * u;
      const b = 3 * u * u * t;
      const c = 3 * u * t * t;
      const d = t * t * t;
      ring.push([a * x + b * cx + c * dx + d * endX, a * y + b * cy + c * dy + d * endY]);
    }
  }
}
