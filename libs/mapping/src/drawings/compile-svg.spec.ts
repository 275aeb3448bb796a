import { compileSvg } from './compile-svg.js';

const NAMESPACES =
  'xmlns="http://www.w3.org/2000/svg" xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape" xmlns:v="http://schemas.microsoft.com/visio/2003/SVGExtensions/"';
const compiled = (content: string, attributes = 'viewBox="0 0 400 400"') =>
  compileSvg(Buffer.from(`<svg ${NAMESPACES} ${attributes}>${content}</svg>`));
/** names and texts of the shapes */
const labels = async (content: string) =>
  (await compiled(content)).shapes
    .filter(({ names, texts }) => names.length + texts.length > 0)
    .map(({ names, texts }) => [...names, '|', ...texts].join(' '));

const SQUARE = '<path d="M0 0h100v100h-100z"/>';
const text = (x: number, y: number, content: string, attributes = '') =>
  `<text x="${x}" y="${y}" font-size="10" ${attributes}>${content}</text>`;

describe('A shape of a drawing', () => {
  it.each([
    ['path', '<path id="a" d="M0 0h10v10h-10z"/>', 'M0 0L10 0L10 10L0 10Z'],
    ['rect', '<rect id="a" x="1" width="10" height="5"/>', 'M1 0L11 0L11 5L1 5Z'],
    ['polygon', '<polygon id="a" points="0,0 10,0 10,10"/>', 'M0 0L10 0L10 10Z'],
    ['closed polyline', '<polyline id="a" points="0 0 10 0 10 10 0 0"/>', 'M0 0L10 0L10 10L0 0Z'],
    [
      'moved rect',
      '<g transform="translate(5 5)"><rect id="a" transform="scale(2)" width="1" height="1"/></g>',
      'M5 5L7 5L7 7L5 7Z',
    ],
    [
      'rect in other units',
      '<rect id="a" x="10%" y="1in" width="50%" height="12pt"/>',
      'M40 96L240 96L240 112L40 112Z',
    ],
    [
      'rect moved by its style',
      '<g style="transform:translate(5px, 5px)"><rect id="a" width="1" height="1"/></g>',
      'M5 5L6 5L6 6L5 6Z',
    ],
    [
      'rect moved by its class',
      '<style>.m{transform:translate(5px,5px) scale(2)}</style><rect id="a" class="m" transform="scale(9)" width="1" height="1"/>',
      'M5 5L7 5L7 7L5 7Z',
    ],
    [
      'rect that its style does not move',
      '<rect id="a" transform="scale(9)" style="transform:none" width="1" height="1"/>',
      'M0 0L1 0L1 1L0 1Z',
    ],
    [
      'rect turned about an origin',
      '<rect id="a" transform="scale(2)" transform-origin="5 5px" x="5" width="1" height="5"/>',
      'M5 -5L7 -5L7 5L5 5Z',
    ],
    [
      'rect turned about the middle of the drawing by its style',
      '<rect id="a" style="transform:scale(2);transform-origin:50% 50%" x="200" y="200" width="1" height="5"/>',
      'M200 200L202 200L202 210L200 210Z',
    ],
    [
      'rect scaled about its own middle',
      '<rect id="a" transform="scale(3)" style="transform-box:fill-box;transform-origin:center" x="20" y="20" width="10" height="10"/>',
      'M10 10L40 10L40 40L10 40Z',
    ],
    [
      'drawing of the whole size within',
      '<svg width="100%" height="100%" viewBox="0 0 40 40"><rect id="a" width="1" height="50%"/></svg>',
      'M0 0L10 0L10 200L0 200Z',
    ],
    [
      'drawing without a size within',
      '<svg viewBox="0 0 40 40"><rect id="a" width="1" height="1"/></svg>',
      'M0 0L10 0L10 10L0 10Z',
    ],
    [
      'drawing within',
      '<svg x="10" y="10" width="20" height="20" viewBox="0 0 10 10"><rect id="a" width="1" height="1"/></svg>',
      'M10 10L12 10L12 12L10 12Z',
    ],
  ])('is a %s, in coordinates of the drawing', async (_, content, path) => {
    expect((await compiled(content)).shapes.map((shape) => [shape.id, shape.path])).toEqual([['a', path]]);
  });

  it('may be round', async () => {
    const { shapes } = await compiled(
      '<circle id="a" cx="5" cy="5" r="5"/><ellipse id="b" rx="2" ry="1"/><rect id="c" width="9" height="9" rx="2"/>',
    );
    expect(shapes.map(({ id }) => id)).toEqual(['a', 'b', 'c']);
    expect(shapes[0]).toMatchObject({ label: [5, 5] });
  });

  it.each([
    ['has no area', '<path id="a" d="M0 0h10"/><line id="b" x2="5"/><rect id="c" width="0" height="5"/>'],
    [
      'is not drawn',
      '<defs><rect id="a" width="9" height="9"/></defs><symbol><rect id="b" width="9" height="9"/></symbol><clipPath><rect id="c" width="9" height="9"/></clipPath>',
    ],
    [
      'is hidden',
      '<g display="none"><rect id="a" width="9" height="9"/></g><style>.h{display:none}</style><rect class="h" id="b" width="9" height="9"/>',
    ],
    [
      'is hidden by a declaration that takes precedence',
      '<style>.h{display:none !important}</style><rect class="h" style="display:inline" id="a" width="9" height="9"/><rect style="display:none!important" id="b" width="9" height="9"/>',
    ],
    [
      'is invisible',
      '<g visibility="hidden"><rect id="a" width="9" height="9"/></g><rect style="visibility:collapse" id="b" width="9" height="9"/>',
    ],
    [
      'is too far away',
      '<rect id="a" transform="scale(1e300)" width="9" height="9"/><rect id="b" x="1e8" transform="scale(99)" width="9" height="9"/>',
    ],
    ['says nothing', '<rect width="9" height="9"/><rect id="path12" width="9" height="9"/>'],
    ['is a script', '<script><rect id="a" width="9" height="9"/></script>'],
    [
      'browsers do not draw',
      '<flowRoot><flowRegion><rect id="a" width="9" height="9"/></flowRegion></flowRoot><inkscape:page><rect id="b" width="9" height="9"/></inkscape:page>',
    ],
  ])('is not created from an element that %s', async (_, content) => {
    expect((await compiled(content)).shapes).toEqual([]);
  });

  it.each(['visible', 'initial'])(
    'is created from an element in an invisible group if its visibility is %s',
    async (visibility) => {
      const rect = `<rect visibility="${visibility}" id="a" width="9" height="9"/>`;
      expect(await labels(`<g visibility="hidden">${rect}</g>`)).toHaveLength(1);
    },
  );

  it.each(['inherit', 'gone'])(
    'is created from an element in a visible group if its visibility is %s',
    async (visibility) => {
      expect(await labels(`<rect visibility="${visibility}" id="a" width="9" height="9"/>`)).toHaveLength(1);
    },
  );

  it('has a unique id, even if the drawing repeats one', async () => {
    const { shapes } = await compiled(
      '<rect id="a" width="9" height="9"/><rect id="a" x="9" width="9" height="9"/><rect data-name="b" x="18" width="9" height="9"/>',
    );
    expect(shapes.map(({ id }) => id)).toEqual(['a', 'shape-2', 'shape-3']);
  });

  it('is named by the group whose outline it is', async () => {
    expect(await labels(`<g id="Unit-7">${SQUARE}<path d="M5 5h10v10h-10z"/>${text(20, 50, '7')}</g>`)).toEqual([
      'Unit-7 | 7',
    ]);
    expect(await labels(`<g inkscape:label="7">${SQUARE}</g>`)).toEqual(['7 |']);
    expect(await labels(`<g><v:custProps><v:cp v:nameU="Unit" v:val="VT4(7)"/></v:custProps>${SQUARE}</g>`)).toEqual([
      '7 |',
    ]);
  });

  it('is not named by a group of rooms', async () => {
    const rooms = '<path d="M0 0h50v50h-50z"/><path d="M60 0h50v50h-50z"/>';
    expect(await labels(`<g id="1">${rooms}</g>`)).toEqual([]);
    expect(await labels(`<g id="1">${SQUARE}<rect id="Unit-2" width="9" height="9"/></g>`)).toEqual(['Unit-2 |']);
  });
});

describe('A clip path of a drawing', () => {
  const clip = (content: string, attributes = '') => `<clipPath id="c" ${attributes}>${content}</clipPath>`;
  const clipped = `<g clip-path="url(#c)">${SQUARE}${text(30, 50, '101')}</g>`;

  it.each([
    ['one shape', clip('<rect width="80" height="100"/>'), '0,0 80,100'],
    ['shapes that overlap', clip('<rect width="80" height="80"/><rect width="70" height="100"/>'), '0,0 80,100'],
    [
      'a shape in another clip path',
      `<clipPath id="d"><rect width="80" height="60"/></clipPath>${clip('<rect width="90" height="100"/>', 'clip-path="url(#d)" transform="scale(2 1)"')}`,
      '0,0 80,60',
    ],
  ])('shows %s', async (_, defined, box) => {
    const { shapes } = await compiled(`<defs>${defined}</defs>${clipped}`);
    expect(shapes.map(({ texts }) => texts)).toEqual([['101']]);
    const points = shapes[0]!.path.match(/[\d.]+ [\d.]+/g)!.map((point) => point.split(' ').map(Number));
    const ends = (of: (...all: number[]) => number) =>
      [0, 1].map((at) => of(...points.map((point) => point[at]!))).join();
    expect(`${ends(Math.min)} ${ends(Math.max)}`).toBe(box);
  });

  it('hides texts outside a clip path of its own', async () => {
    const other = '<clipPath id="d"><rect width="20" height="100"/></clipPath>';
    const { strays } = await compiled(`<defs>${other}${clip(SQUARE, 'clip-path="url(#d)"')}</defs>${clipped}`);
    expect(strays).toMatchObject([{ text: '101', reason: 'not_drawn' }]);
  });

  const LONG = `<path d="M0 0${'l1 1 2-3'.repeat(12_000)}v400z"/>`;

  it('is read once for all elements with the same transformation', async () => {
    const content = `<g clip-path="url(#c)"><rect width="9" height="9"/></g>`.repeat(1_000);
    const { shapes } = await compiled(`<defs>${clip(LONG)}</defs><rect id="Lobby" width="90" height="90"/>${content}`);
    expect(shapes.map(({ id }) => id)).toContain('Lobby');
  });

  it('is rejected if it is large and used with many transformations', async () => {
    const content = Array.from(
      { length: 100 },
      (_, at) => `<g transform="translate(${at})" clip-path="url(#c)"><rect width="9" height="9"/></g>`,
    );
    await expect(compiled(`<defs>${clip(LONG)}</defs>${content.join('')}`)).rejects.toThrow(
      'fewer or simpler clip paths',
    );
  });
});

describe('A text of a drawing', () => {
  it('belongs to the smallest shape around it', async () => {
    expect(
      await labels(`<rect width="190" height="190"/>${SQUARE}${text(30, 50, '101')}${text(120, 150, '102')}`),
    ).toEqual(['| 102', '| 101']);
  });

  it('does not belong to a shape that covers the page or only backs the text', async () => {
    expect(await labels(`<rect width="400" height="400"/>${text(30, 50, '101')}`)).toEqual([]);
    expect(await labels(`<rect width="100%" height="100%"/>${text(30, 50, '101')}`)).toEqual([]);
    expect(await labels(`${SQUARE}<rect x="28" y="40" width="22" height="12"/>${text(30, 50, '101')}`)).toEqual([
      '| 101',
    ]);
  });

  it('belongs to the smallest shape, even if a larger one has a name', async () => {
    expect(
      await labels(
        `<path id="Unit-1" d="M0 0h100v100h-100z"/><rect x="20" y="20" width="60" height="60"/>${text(30, 50, '1')}`,
      ),
    ).toEqual(['Unit-1 |', '| 1']);
  });

  it.each([
    ['in one piece', text(30, 50, '101')],
    ['in tspans', text(30, 50, '<tspan>1</tspan><tspan>01</tspan>')],
    ['in tspans with places', text(30, 50, '<tspan x="30">1</tspan><tspan x="35.6" y="50">01</tspan>')],
    ['in texts side by side', text(30, 50, '1') + text(35.6, 50, '01')],
    ['in texts side by side, out of order', text(35.6, 50, '01') + text(30, 50, '1')],
    [
      'in texts with transforms',
      text(0, 0, '1', 'transform="translate(30 50)"') + text(0, 0, '01', 'transform="translate(35.6 50)"'),
    ],
    [
      'turned',
      text(0, 0, '1', 'transform="translate(30 80) rotate(-90)"') +
        text(0, 0, '01', 'transform="translate(30 74.4) rotate(-90)"'),
    ],
    ['around its middle', text(50, 50, '101', 'text-anchor="middle"')],
    ['before its end', text(60, 50, '101', 'style="text-anchor:end"')],
    ['with a place for each character', '<text x="30 36 42" y="50" font-size="10">101</text>'],
    ['with spaces and lines around it', text(30, 50, '\n   101\n  ')],
    ['in a size by its class', `<style>.n{font-size:10px}</style><g class="n"><text x="30" y="50">101</text></g>`],
    ['in a size relative to that around it', '<g font-size="20"><text x="30" y="50" font-size="0.5em">101</text></g>'],
  ])('is read %s', async (_, content) => {
    expect(await labels(SQUARE + content)).toEqual(['| 101']);
  });

  it('is read line by line, with spaces between words', async () => {
    expect(await labels(SQUARE + text(20, 30, 'Unit') + text(46, 30, 'A') + text(20, 60, 'B'))).toEqual(['| Unit A B']);
    const [shape] = (await compiled(SQUARE + text(20, 30, 'Unit') + text(46, 30, 'A') + text(20, 60, 'B'))).shapes;
    expect(shape!.texts).toEqual(['Unit A', 'B']);
  });

  it('may be positioned in per cent or in font sizes', async () => {
    const rooms = `${SQUARE}<path d="M100 100h190v190h-190z"/>`;
    const shapeOf = async (attributes: string) =>
      (await compiled(`${rooms}<text font-size="10" ${attributes}>101</text>`)).shapes
        .filter(({ texts }) => texts.length > 0)
        .map(({ id }) => id);
    expect(await shapeOf('x="40%" y="45%"')).toEqual(['shape-2']);
    expect(await shapeOf('x="150" y="90" dy="4em"')).toEqual(['shape-2']);
    expect(await shapeOf('x="40" y="45"')).toEqual(['shape-1']);
  });

  it('in small print next to a larger number is ignored', async () => {
    expect(await labels(`${SQUARE}${text(30, 50, '101')}<text x="30" y="70" font-size="6">24</text>`)).toEqual([
      '| 101',
    ]);
  });

  it('that is hidden, or partly in another shape, is ignored', async () => {
    expect(await labels(SQUARE + text(30, 50, '101', 'display="none"'))).toEqual([]);
    expect(await labels(SQUARE + text(30, 50, '101', 'visibility="hidden"'))).toEqual([]);
    expect(await labels(SQUARE + text(88, 50, '101'))).toEqual([]);
  });
});

describe('The coordinates of a drawing', () => {
  it('come from its view box, its size, or its content', async () => {
    const box = async (attributes: string) =>
      (await compiled('<rect id="a" x="5" y="5" width="20" height="10"/>', attributes)).viewBox;
    expect(await box('viewBox="-10 -20 30 40" width="5"')).toEqual({ x: -10, y: -20, width: 30, height: 40 });
    expect(await box('width="300px" height="200"')).toEqual({ x: 0, y: 0, width: 300, height: 200 });
    expect(await box('width="3in" height="72pt"')).toEqual({ x: 0, y: 0, width: 288, height: 96 });
    expect(await box('width="100%" height="100%"')).toEqual({ x: 0, y: 0, width: 25, height: 15 });
  });
});

describe('A drawing designed to be slow', () => {
  const covering = '<path d="M0 0h190v390h-190z"/>';
  it.each([
    ['of texts on heaps of areas', (covering + text(30, 50, '101')).repeat(10_000)],
    [
      'of areas that are not around the texts near them',
      ('<path d="M0 0h390l-390 390z"/>' + text(380, 380, '1')).repeat(10_000),
    ],
    ['of endless paths', `<path id="Unit-1" d="M0 0${'l1 1 2-3'.repeat(24_000)}z"/>`.repeat(40)],
    ['of paths of many outlines', `<path id="Unit-1" d="${'M0 0h9v9z'.repeat(499)}"/>`.repeat(2_000)],
    ['of many rules', `<style>${'.a{fill:red}'.repeat(50_000)}</style>${'<rect class="a"/>'.repeat(10_000)}`],
    [
      'of groups in groups',
      `${'<g id="Unit-1">'.repeat(98)}${'<rect width="5" height="5"/>'.repeat(10_000)}${'</g>'.repeat(98)}`,
    ],
    ['of an endless text', text(1, 1, 'a'.repeat(1_000_000))],
    ['of a text of many parts', text(1, 1, '<tspan x="1">1</tspan>'.repeat(1_000) + '<tspan>1</tspan>'.repeat(1_000))],
  ])(
    'is compiled in time: %s',
    async (_, content) => {
      const { shapes } = await compiled(`<rect id="Lobby" width="9" height="9"/>${content}`);
      expect(shapes[0]).toMatchObject({ id: 'Lobby' });
    },
    60_000, // it ends by its bounds, not by this: a busy machine may take its time
  );

  it('reports the texts that belong to no shape', async () => {
    const { strays } = await compiled(`${SQUARE}${text(300, 300, '101')}${text(20, 50, '102', 'display="none"')}`);
    expect(strays).toEqual([
      { text: '101', x: expect.closeTo(308, -1), y: expect.closeTo(296, -1), reason: 'outside_any_area' },
      { text: '102', x: 20, y: 50, reason: 'not_drawn' },
    ]);
  });

  it('may repeat the id of a part that is placed relative to its own box', async () => {
    const shape = '<g><rect id="a" width="90" height="90"/></g><defs><symbol id="a"><use href="#a"/></symbol></defs>';
    const { shapes } = await compiled(
      `${shape}<use href="#a" transform="translate(100)" style="transform-box:fill-box"/>`,
    );
    expect(shapes.map(({ path }) => path)).toEqual(['M0 0L90 0L90 90L0 90Z', 'M100 0L190 0L190 90L100 90Z']);
  });

  it('is rejected with too many elements within others that are placed relative to their own boxes', async () => {
    const content = `${'<g transform="rotate(9)" style="transform-box:fill-box">'.repeat(900)}${'<g/>'.repeat(2_000)}`;
    await expect(compiled(`${content}${'</g>'.repeat(900)}`)).rejects.toThrow('more than 600000 elements');
  });

  it('lets other work run while labels are placed', async () => {
    const drawing = `<path id="Unit-1" d="${'M0 0h9v9z'.repeat(50)}"/>`.repeat(80);
    await compiled(drawing); // so that no stretch is longer because its code runs for the first time
    // CPU time, because the wall clock also runs while other processes have the core.
    const cpuTime = () => Object.values(process.cpuUsage()).reduce((sum, part) => sum + part);
    const startedAt = cpuTime();
    let [turns, longest, last] = [0, 0, startedAt];
    const measure = () => {
      const now = cpuTime();
      longest = Math.max(longest, now - last);
      last = now;
    };
    let next = setImmediate(function turn() {
      turns++;
      measure();
      next = setImmediate(turn);
    });
    const { shapes } = await compiled(drawing);
    clearImmediate(next);
    measure();
    expect(shapes).toHaveLength(80);
    expect(turns).toBeGreaterThanOrEqual(20);
    expect(longest).toBeLessThan((last - startedAt) / 2);
  }, 60_000);

  /** 1,500 curves, which become 18,000 corners. */
  const CURVES = `h9v9t${'1 2 '.repeat(1_500)}z`;

  it('is compiled up to the limits', async () => {
    const long = `<path id="long" d="M0 0${'l1 1 2-3'.repeat(24_000)}z"/>`;
    expect((await compiled(`${long}<rect id="Lobby" width="9" height="9"/>`)).shapes.map(({ id }) => id)).toEqual([
      'Lobby',
    ]);
    await expect(compiled('<rect width="9" height="9"/>'.repeat(50_001))).rejects.toThrow(
      'at most 50000 closed outlines',
    );
    await expect(
      compiled(
        Array.from({ length: 10_001 }, (_, at) => `<rect data-name="a" x="${at}" width="9" height="9"/>`).join(''),
      ),
    ).rejects.toThrow('at most 10000 shapes');
    await expect(compiled(text(1, 1, 'a').repeat(20_001))).rejects.toThrow('at most 20000 texts');
    await expect(compiled(text(1, 1, 'a'.repeat(1_000)).repeat(201))).rejects.toThrow('at most 200000 letters');
    await expect(compiled(text(1, 1, '<tspan>1</tspan>'.repeat(2_001)))).rejects.toThrow('fewer parts in a text');
    const curves = Array.from({ length: 90 }, (_, at) => `<path id="Unit-${at}" d="M${at * 9} 0${CURVES}"/>`).join('');
    const { shapes } = await compiled(`${curves}<rect id="Lobby" width="9" height="9"/>`);
    expect(shapes).toHaveLength(83);
  });
});
