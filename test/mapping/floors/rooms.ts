/** A room of a floor drawing: its number, and the id of the shape around the number. */
export interface Room {
  readonly number: string;
  readonly shapeId: string;
}

type Point = readonly [x: number, y: number];
type Outline = readonly Point[];

/**
 * The rooms of a Visio floor drawing, in its order. The number of a room is the bold text inside a shape with `data-room-id`;
 * the id itself is wrong for some rooms. Shapes without a number (corridors) are skipped.
 */
export function rooms(svg: string): Room[] {
  const numbers = elements(svg, 'text')
    .filter(({ attributes, text }) => attributes['font-weight'] === 'bold' && /^\d{3}[a-z]?$/.test(text))
    .map(({ attributes, text }) => ({ number: text, middle: middleOf(attributes, text) }));
  return elements(svg, 'path')
    .filter(({ attributes }) => attributes['data-room-id'] !== undefined)
    .flatMap(({ attributes }) => {
      const outline = outlineOf(attributes['d'] ?? '');
      return numbers
        .filter(({ middle }) => contains(outline, middle))
        .map(({ number }) => ({ number, shapeId: attributes['data-room-id']! }));
    });
}

interface Element {
  readonly attributes: Readonly<Record<string, string>>;
  readonly text: string;
}

function elements(svg: string, name: string): Element[] {
  const tags = svg.matchAll(new RegExp(`<${name}\\s([^>]*)>([^<]*)`, 'g'));
  return [...tags].map(([, attributes = '', text = '']) => ({
    attributes: Object.fromEntries(
      [...attributes.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, key, value]) => [key, value]),
    ),
    text: text.trim(),
  }));
}

/** The middle of a line of text, estimated from the width (0.556 em) and height (0.72 em) of digits in Arial Bold. */
function middleOf(attributes: Element['attributes'], text: string): Point {
  const [x, y, size] = [attributes['x'], attributes['y'], attributes['font-size']].map(Number) as [
    number,
    number,
    number,
  ];
  const [dx, dy] = transformOf(attributes, 'translate', [0, 0]);
  const [scale] = transformOf(attributes, 'scale', [1, 1]);
  return [dx + scale * (x + 0.278 * size * text.length), dy + scale * (y - 0.36 * size)];
}

function transformOf(attributes: Element['attributes'], name: string, otherwise: Point): Point {
  const values = new RegExp(`${name}\\(([^)]*)\\)`).exec(attributes['transform'] ?? '')?.[1];
  const [x, y] = values?.split(/[\s,]+/).map(Number) ?? otherwise;
  return [x ?? 0, y ?? 0];
}

/**
 * The corners of a path with a single closed outline of straight lines (M, L, H, V, Z and their relative forms).
 * @throws Error for any other command
 */
function outlineOf(path: string): Outline {
  const corners: Point[] = [];
  let [x, y] = [0, 0];
  for (const [, command = '', values = ''] of path.matchAll(/([a-z])([^a-z]*)/gi)) {
    const numbers = (values.match(/-?(?:\d+\.?\d*|\.\d+)/g) ?? []).map(Number);
    const relative = command === command.toLowerCase();
    const kind = command.toUpperCase();
    if (!'MLHVZ'.includes(kind)) throw new Error(`Path command ${command} is not a straight line`);
    const step = kind === 'H' || kind === 'V' ? 1 : 2;
    for (let at = 0; at < numbers.length; at += step) {
      const [first, second] = [numbers[at] ?? 0, numbers[at + step - 1] ?? 0];
      if (kind !== 'V') x = first + (relative ? x : 0);
      if (kind !== 'H') y = second + (relative ? y : 0);
      corners.push([x, y]);
    }
  }
  return corners;
}

/** Even-odd rule: a ray from the point crosses the outline an odd number of times. */
function contains(outline: Outline, [x, y]: Point): boolean {
  const crossings = outline.filter(([x1, y1], index) => {
    const [x2, y2] = outline[(index + 1) % outline.length]!;
    return y1 > y !== y2 > y && x < x1 + ((x2 - x1) * (y - y1)) / (y2 - y1);
  });
  return crossings.length % 2 === 1;
}
