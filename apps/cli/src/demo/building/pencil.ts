/** In feet; `y` downwards. */
export type Point = readonly [x: number, y: number];
/** Where a point of a home, of a piece of furniture and so on is on the sheet. */
export type Place = (x: number, y: number) => Point;

/** The widths of lines, in feet, the first drawn lowest. */
export const PENS = {
  furniture: 0.16,
  railing: 0.2,
  fixture: 0.2,
  swing: 0.16,
  glass: 0.2,
  partition: 0.42,
  party: 0.7,
  facade: 1.1,
} as const;
type Pen = keyof typeof PENS;

export interface Opening {
  kind: 'door' | 'gap' | 'sliding' | 'window';
  /** distance from the start of the wall */
  at: number;
  width: number;
  /** the jamb of the leaf, and the side that it opens to: 1 is to the right of the wall's direction on the sheet */
  hinge?: 'first' | 'second';
  side?: 1 | -1;
}

/** Circle as four curves. */
const KAPPA = 0.5523;
/** Units of the drawing for a foot. */
export const SCALE = 10;

export const number = (feet: number): string => String(Math.round(feet * SCALE * 10) / 10);
export const pair = ([x, y]: Point): string => `${number(x)} ${number(y)}`;
export const outline = (points: readonly Point[]): string => `M${points.map(pair).join('L')}Z`;

/** Collects lines by pen. Lines are never filled, so that a compiled map does not take furniture for areas. */
export class Sheet {
  private readonly lines = new Map<Pen, string[]>();

  add(pen: Pen, path: string): void {
    this.lines.set(pen, [...(this.lines.get(pen) ?? []), path]);
  }

  /** @param inks colours of pens, if not the common one */
  toSvg(ink: string, inks: Partial<Record<Pen, string>> = {}): string {
    return (Object.keys(PENS) as Pen[])
      .filter((pen) => this.lines.has(pen))
      .map(
        (pen) =>
          `<path fill="none" stroke="${inks[pen] ?? ink}" stroke-width="${number(PENS[pen])}" stroke-linecap="square" d="${this.lines.get(pen)!.join('')}"/>`,
      )
      .join('\n');
  }
}

/** Draws on a sheet in coordinates of its own. */
export class Pencil {
  constructor(
    private readonly sheet: Sheet,
    private readonly place: Place = (x, y) => [x, y],
  ) {}

  /** A pencil with its origin at a wall that it looks away from: above (0), on the right (1), below (2) or on the left (3). */
  at(x: number, y: number, wall: 0 | 1 | 2 | 3): Pencil {
    const turned: Place[] = [
      (a, b) => this.place(x + a, y + b),
      (a, b) => this.place(x - b, y + a),
      (a, b) => this.place(x - a, y - b),
      (a, b) => this.place(x + b, y - a),
    ];
    return new Pencil(this.sheet, turned[wall]);
  }

  line(pen: Pen, ...points: Point[]): void {
    this.sheet.add(pen, `M${points.map((point) => pair(this.place(...point))).join('L')}`);
  }

  box(pen: Pen, x: number, y: number, width: number, height: number): void {
    this.line(pen, [x, y], [x + width, y], [x + width, y + height], [x, y + height], [x, y]);
  }

  circle(pen: Pen, x: number, y: number, rx: number, ry = rx): void {
    const [kx, ky] = [rx * KAPPA, ry * KAPPA];
    const on = (dx: number, dy: number) => pair(this.place(x + dx, y + dy));
    this.sheet.add(
      pen,
      `M${on(rx, 0)}C${on(rx, ky)} ${on(kx, ry)} ${on(0, ry)}S${on(-rx, ky)} ${on(-rx, 0)}S${on(-kx, -ry)} ${on(0, -ry)}S${on(rx, -ky)} ${on(rx, 0)}`,
    );
  }

  /** A straight wall with doors and windows in it. */
  wall(pen: Pen, [x1, y1]: Point, [x2, y2]: Point, openings: Opening[] = []): void {
    const length = Math.hypot(x2 - x1, y2 - y1);
    const [dx, dy] = [(x2 - x1) / length, (y2 - y1) / length];
    const along = (at: number, off = 0): Point => [x1 + dx * at - dy * off, y1 + dy * at + dx * off];
    let from = 0;
    for (const opening of [...openings].sort((a, b) => a.at - b.at)) {
      if (opening.at > from) this.line(pen, along(from), along(opening.at));
      this.opening(opening, along, PENS[pen]);
      from = opening.at + opening.width;
    }
    if (from < length) this.line(pen, along(from), along(length));
  }

  private opening(
    { kind, at, width, hinge = 'first', side = 1 }: Opening,
    along: (at: number, off?: number) => Point,
    thickness: number,
  ): void {
    const end = at + width;
    if (kind === 'window')
      for (const off of [-thickness / 2, 0, thickness / 2]) this.line('glass', along(at, off), along(end, off));
    if (kind === 'sliding') {
      this.line('glass', along(at, -0.2), along(at + width * 0.55, -0.2));
      this.line('glass', along(at + width * 0.45, 0.2), along(end, 0.2));
    }
    if (kind !== 'door') return;
    const [jamb, other] = hinge === 'first' ? [at, end] : [end, at];
    const towards = Math.sign(other - jamb) * width * KAPPA;
    this.line('fixture', along(jamb), along(jamb, side * width));
    const curve = [along(jamb + towards, side * width), along(other, side * width * KAPPA), along(other)];
    const points = [along(jamb, side * width), ...curve].map((point) => pair(this.place(...point)));
    this.sheet.add('swing', `M${points[0]}C${points.slice(1).join(' ')}`);
  }
}
