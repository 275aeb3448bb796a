import fc from 'fast-check';
import { bind, UnitNumbers } from './binding.js';
import { compileSvg } from './compile-svg.js';
import { Outline, readPath, ringsOf } from './layout/outline.js';
import type { Point } from './svg/geometry.js';

/** More in the environment find rarer faults: RANDOM_FLOORS=5000. A failure prints its seed. */
const RUNS = Number(process.env['RANDOM_FLOORS'] ?? 50);

interface Style {
  anchor: 'start' | 'middle' | 'end';
  baseline: 'auto' | 'middle' | 'central' | 'hanging';
  /** how anchor and size are said */
  by: 'attribute' | 'style' | 'class' | 'name' | 'group';
  text: 'plain' | 'tspan' | 'dy' | 'moved' | 'used' | 'letters';
  shape: 'rect' | 'path' | 'polygon' | 'open' | 'used';
  place: 'coordinates' | 'translate' | 'matrix' | 'turned' | 'css' | 'nested' | 'symbol';
  label: 'text' | 'id' | 'illustrator' | 'data-name' | 'data-unit' | 'inkscape' | 'title' | 'group';
}

interface Floor {
  columns: number;
  rows: number;
  width: number;
  height: number;
  styles: Style[];
  around: 'nothing' | 'group' | 'scaled' | 'nested';
  box: 'plain' | 'offset' | 'sized';
  outline: boolean;
}

const floors = fc.record<Floor>({
  columns: fc.integer({ min: 2, max: 4 }),
  rows: fc.integer({ min: 1, max: 4 }),
  width: fc.integer({ min: 50, max: 120 }),
  height: fc.integer({ min: 50, max: 120 }),
  around: fc.constantFrom('nothing', 'group', 'scaled', 'nested'),
  box: fc.constantFrom('plain', 'offset', 'sized'),
  outline: fc.boolean(),
  styles: fc.array(
    fc.record<Style>({
      anchor: fc.constantFrom('start', 'middle', 'end'),
      baseline: fc.constantFrom('auto', 'middle', 'central', 'hanging'),
      by: fc.constantFrom('attribute', 'style', 'class', 'name', 'group'),
      text: fc.constantFrom('plain', 'tspan', 'dy', 'moved', 'used', 'letters'),
      shape: fc.constantFrom('rect', 'path', 'polygon', 'open', 'used'),
      place: fc.constantFrom('coordinates', 'translate', 'matrix', 'turned', 'css', 'nested', 'symbol'),
      label: fc.constantFrom('text', 'id', 'illustrator', 'data-name', 'data-unit', 'inkscape', 'title', 'group'),
    }),
    { minLength: 1, maxLength: 4 },
  ),
});

const styled = (style: Style): [string, string][] => [
  ['text-anchor', style.anchor],
  ['dominant-baseline', style.baseline],
  ['font-size', '10'],
];
const inCss = (style: Style): string =>
  styled(style)
    .map(([name, value]) => `${name}:${value}${name === 'font-size' ? 'px' : ''}`)
    .join(';');
const inAttributes = (style: Style): string => styled(style).map(([name, value]) => `${name}="${value}"`).join(' '); // oxfmt-ignore

/** The text of a room of this size, at a place of the room. */
function textOf(
  { anchor, baseline, by, text, ...style }: Style,
  number: string,
  [x0, y0]: Point,
  width: number,
  height: number,
  at: number,
): string {
  // oxfmt-ignore
  const whole = { anchor, baseline, by, text, ...style };
  const x = x0 + { start: 8, middle: width / 2, end: width - 8 }[anchor];
  const y = y0 + height / 2 + { auto: 4, middle: 0, central: 0, hanging: -4 }[baseline];
  const saying = { attribute: inAttributes(whole), style: `style="${inCss(whole)}"`, class: `class="c${at}"`, name: `id="t${at}"`, group: '' }[by]; // oxfmt-ignore
  const letters = [...number].map((_, n) => x0 + width / 2 - 10 + 7 * n);
  const drawn = {
    plain: `<text x="${x}" y="${y}" ${saying}>${number}</text>`,
    tspan: `<text ${saying}><tspan x="${x}" y="${y}">${number}</tspan></text>`,
    dy: `<text x="${x}" y="${y - 20}" dy="2em" ${saying}>${number}</text>`,
    moved: `<g transform="translate(${x} ${y})"><text ${saying}>${number}</text></g>`,
    used: `<defs><text id="u${at}" ${by === 'name' ? inAttributes(whole) : saying}>${number}</text></defs><use href="#u${at}" x="${x}" y="${y}"/>`,
    letters: `<text x="${letters.join(' ')}" y="${y}" ${saying.replace(/(anchor[=:]"?)\w+/, '$1start')}>${number}</text>`,
  }[text];
  return by === 'group' ? `<g ${inAttributes(text === 'letters' ? { ...whole, anchor: 'start' } : whole)}>${drawn}</g>` : drawn; // oxfmt-ignore
}

function roomOf(style: Style, number: string, place: Point, width: number, height: number, at: number): string {
  const named = {
    text: '',
    group: '',
    title: '',
    id: `id="Unit-${number}"`,
    illustrator: `id="_x3${number[0]}_${number.slice(1)}_1_"`,
    'data-name': `id="area${at}" data-name="${number}"`,
    'data-unit': `id="area${at}" data-unit="${number}"`,
    inkscape: `inkscape:label="${number}"`,
  }[style.label];
  const inner = style.label === 'title' ? `<title>${number}</title>` : '';
  const draw = ([x, y]: Point): string => {
    const [r, b] = [x + width, y + height];
    const shape = {
      rect: `<rect x="${x}" y="${y}" width="${width}" height="${height}" ${named}>${inner}</rect>`,
      path: `<path d="M${x} ${y}H${r}V${b}h${-width}z" ${named}>${inner}</path>`,
      polygon: `<polygon points="${x},${y} ${r},${y} ${r},${b} ${x},${b}" ${named}>${inner}</polygon>`,
      open: `<path d="M${x} ${y}h${width}v${height}h${-width}" ${named}>${inner}</path>`,
      used: `<defs><rect id="p${at}" width="${width}" height="${height}"/></defs><use href="#p${at}" x="${x}" y="${y}" ${named}>${inner}</use>`,
    }[style.shape];
    const all = shape + (style.label === 'text' ? textOf(style, number, [x, y], width, height, at) : '');
    return style.label === 'group' ? `<g id="Unit-${number}">${all}</g>` : all;
  };
  const [x, y] = place;
  const own = draw([0, 0]);
  return {
    coordinates: draw(place),
    translate: `<g transform="translate(${x},${y})">${own}</g>`,
    matrix: `<g transform="matrix(2 0 0 2 ${x} ${y})"><g transform="scale(.5)">${own}</g></g>`,
    turned: `<g transform="translate(${x + width} ${y + height}) rotate(180)">${own}</g>`,
    css: `<g style="transform:translate(${x}px,${y}px)">${own}</g>`,
    nested: `<svg x="${x}" y="${y}" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${own}</svg>`,
    symbol: `<symbol id="s${at}" viewBox="0 0 ${width} ${height}">${own}</symbol><use href="#s${at}" x="${x}" y="${y}" width="${width}" height="${height}"/>`,
  }[style.place];
}

/** The drawing, and the middle of the area of each number. */
function drawn({ columns, rows, width, height, styles, around, box, outline }: Floor): {
  svg: string;
  middles: Map<string, Point>;
} {
  // oxfmt-ignore
  const middles = new Map<string, Point>();
  let [rooms, css] = ['', ''];
  const [left, top] = box === 'offset' ? [-500, 300] : [0, 0];
  const scale = around === 'scaled' ? 0.5 : 1;
  for (let at = 0; at < columns * rows; at++) {
    const style = styles[at % styles.length]!;
    const number = String(101 + at);
    const place: Point = [(at % columns) * (width + 2), Math.floor(at / columns) * (height + 2)];
    rooms += roomOf(style, number, place, width, height, at);
    if (style.by === 'class') css += `.c${at}{${inCss(style.text === 'letters' ? { ...style, anchor: 'start' } : style)}}`; // oxfmt-ignore
    if (style.by === 'name') css += `text#t${at}{${inCss(style.text === 'letters' ? { ...style, anchor: 'start' } : style)}}`; // oxfmt-ignore
    middles.set(number, [left + scale * (place[0] + width / 2), top + scale * (place[1] + height / 2)]);
  }
  const [w, h] = [columns * (width + 2), rows * (height + 2)];
  if (outline && columns * rows > 1) rooms = `<rect id="Floor" width="${w}" height="${h}"/>${rooms}`;
  const content = {
    nothing: left === 0 ? rooms : `<g transform="translate(${left} ${top})">${rooms}</g>`,
    group: `<g id="Layer 1" transform="translate(${left},${top})">${rooms}</g>`,
    scaled: `<g transform="translate(${left} ${top}) scale(.5)">${rooms}</g>`,
    nested: `<svg x="${left}" y="${top}" width="${w}" height="${h}" viewBox="0 0 ${w} ${h}">${rooms}</svg>`,
  }[around];
  const size = { plain: `viewBox="0 0 ${w} ${h}"`, offset: `viewBox="${left} ${top} ${w} ${h}" width="100%"`, sized: `width="${w}" height="${h}px"` }[box]; // oxfmt-ignore
  const spaces = 'xmlns="http://www.w3.org/2000/svg" xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape"';
  return { svg: `<svg ${spaces} ${size}><style>${css}</style>${content}</svg>`, middles };
}

describe('A floor drawn in any way', () => {
  it('binds every room to its unit, and none to another', async () => {
    const run = await fc.check(
      fc.asyncProperty(floors, async (floor) => {
        const { svg, middles } = drawn(floor);
        const { shapes, nesting } = await compileSvg(Buffer.from(svg));
        const units = new UnitNumbers([...middles.keys()].map((number) => ({ id: number, number, floorId: null })));
        const labels = shapes.map(({ names, texts }, at) => ({ names, texts, given: null, ...nesting[at]! }));
        const found = new Map<string, boolean>();
        for (const [at, { unitId }] of bind(labels, units).entries())
          if (unitId !== null) found.set(unitId, new Outline(ringsOf(readPath(shapes[at]!.path)!)).contains(middles.get(unitId)!)); // oxfmt-ignore
        const expected = [...middles.keys()].map((number) => [number, true]);
        if (JSON.stringify([...found].sort()) !== JSON.stringify(expected))
          throw new Error(`binds ${JSON.stringify([...found])} of ${[...middles.keys()].join()} in ${svg}`);
      }),
      { numRuns: RUNS },
    );
    expect(run.failed ? fc.defaultReportMessage(run) : 'bound').toBe('bound');
  });
});
