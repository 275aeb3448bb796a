import { contrast, readableOn } from '../../apps/viewer/src/styles/contrast.js';
import { coloursOf, darkColoursOf, STYLES, styleRules, TAKEN } from '../../apps/viewer/src/styles/styles.js';
import { DARK, LIGHT } from '../../apps/viewer/src/styles/surfaces.js';
import { schemeOf, themeRules } from '../../apps/viewer/src/styles/theme.js';

const GROUND = '#f4f6f8';
const WHITE = '#ffffff';
const letters = 'abcdefghijklmnopqrstuvwx'.split('');

describe('A style', () => {
  it.each(Object.entries(STYLES))('%s distinguishes its states, and has legible labels', (_, colours) => {
    const [free, freeLine, later, stripe, laterLine, laterLabel] = colours;
    const differ = [
      [free, later],
      [free, TAKEN.fill],
      [free, GROUND],
      [stripe, later],
      [stripe, TAKEN.fill],
      [freeLine, later],
      [freeLine, TAKEN.fill],
      [laterLine, later],
      [laterLine, TAKEN.fill],
      [laterLine, GROUND],
      [TAKEN.line, TAKEN.fill],
      [TAKEN.line, GROUND],
    ] as const;
    const read = [
      [WHITE, free],
      [laterLabel, later],
      [laterLabel, stripe],
      [TAKEN.label, TAKEN.fill],
      // Words for availability, on the page and on a row under the pointer.
      [freeLine, WHITE],
      [freeLine, GROUND],
      [laterLine, WHITE],
      [laterLine, GROUND],
    ] as const;
    expect(differ.filter(([one, other]) => contrast(one, other) < 3)).toEqual([]);
    expect(read.filter(([text, ground]) => contrast(text, ground) < 4.5)).toEqual([]);
  });

  it.each(Object.keys(STYLES))('%s distinguishes its states on a dark page, and has legible labels', (style) => {
    const [free, freeLine, later, stripe, laterLine, laterLabel] = darkColoursOf(style);
    const { surface, taken, theme } = DARK;
    const differ = [
      ...[later, taken.fill, theme.ground].flatMap((ground) => [
        [free, ground],
        [stripe, ground],
        [freeLine, ground],
        [laterLine, ground],
        [taken.line, ground],
      ]),
    ] as [string, string][];
    const read = [
      [WHITE, free],
      [laterLabel, later],
      [laterLabel, stripe],
      [taken.label, taken.fill],
      ...[surface, theme.ground].flatMap((ground) => [
        [freeLine, ground],
        [laterLine, ground],
      ]),
    ] as [string, string][];
    expect(differ.filter(([one, other]) => contrast(one, other) < 3)).toEqual([]);
    expect(read.filter(([text, ground]) => contrast(text, ground) < 4.5)).toEqual([]);
  });

  it('exists for each letter from a to x and each name that the API accepts', () => {
    const api = ['a', 'a.1', 'a.2', 'b', 'c', 'd', 'e', 'f.1', 'f.2', 'f.3', 'g.1', 'g.2', 'h', 'x'];
    expect([...letters, ...api].filter((name) => !Object.hasOwn(STYLES, name))).toEqual([]);
    expect(new Set(Object.values(STYLES).map(String)).size).toBe(Object.keys(STYLES).length);
  });

  it('that is unknown falls back to a, and cannot inject anything into the page', () => {
    expect(coloursOf('zz')).toBe(STYLES.a);
    expect(coloursOf('constructor')).toBe(STYLES.a);
    expect(styleRules(['"]{}*{display:none}', 'b', 'b'])).toBe(styleRules(['b']));
  });
});

describe('A theme', () => {
  const token = (rules: string, name: string) => new RegExp(`--${name}:([^;}]+)`).exec(rules)?.[1] ?? '';

  it.each(['#000', '#0b5c46', '#ff0', '#ffffff', '#f4f6f8', '#88aaff', '#777777', '#e00'])(
    'with the accent %s is legible',
    (accent) => {
      const rules = themeRules({ accent });
      expect(contrast(token(rules, 'accent'), token(rules, 'on-accent'))).toBeGreaterThanOrEqual(4.5);
      expect(contrast(token(rules, 'accent-text'), WHITE)).toBeGreaterThanOrEqual(4.5);
      expect(contrast(token(rules, 'accent-text'), token(rules, 'ground'))).toBeGreaterThanOrEqual(4.5);
    },
  );

  it.each(['#000', '#0b5c46', '#ff0', '#ffffff', '#7a1f5c', '#777777'])(
    'with the accent %s is legible on a dark page',
    (accent) => {
      const rules = themeRules({ accent, text: '#000000', ground: '#ffffff' }, 'dark').split('@media screen')[1]!;
      const [own, onOwn, text, ground] = ['accent', 'on-accent', 'accent-text', 'ground'].map((name) =>
        token(rules, name),
      );
      expect(contrast(own!, onOwn!)).toBeGreaterThanOrEqual(4.5);
      expect(contrast(text!, ground!)).toBeGreaterThanOrEqual(4.5);
      expect(contrast(text!, DARK.surface)).toBeGreaterThanOrEqual(4.5);
      expect([token(rules, 'text'), ground]).toEqual([DARK.theme.text, DARK.theme.ground]);
    },
  );

  it('of the page itself is legible in light and in dark', () => {
    for (const { surface, theme, others } of [LIGHT, DARK]) {
      for (const ground of [surface, theme.ground])
        for (const text of [theme.text, theme.secondary]) expect(contrast(text, ground)).toBeGreaterThanOrEqual(4.5);
      expect(contrast(others['--edge'], surface)).toBeGreaterThanOrEqual(3);
      expect(contrast(others['--notice-text'], others['--notice'])).toBeGreaterThanOrEqual(4.5);
    }
  });

  it('is that of the system, unless it is chosen or has colours of a light page', () => {
    const DARK_RULES = '@media screen and (prefers-color-scheme:dark){';
    const [light, dark] = (['light', 'dark'] as const).map(
      (scheme) => themeRules({}, scheme) + styleRules(['b'], scheme),
    );
    expect(themeRules({ accent: '#0b57d0' })).toContain(DARK_RULES);
    expect([schemeOf({ accent: '#0b57d0', font: 'Georgia' }), schemeOf({ text: '#000000' })]).toEqual([
      'auto',
      'light',
    ]);
    expect(light).not.toContain('@media');
    expect(dark).not.toContain('prefers-color-scheme');
    expect(token(dark!.split('@media screen')[1]!, 'surface')).toBe(DARK.surface);
    expect(styleRules(['b'], 'auto')).toBe(styleRules(['b'], 'dark').replace('@media screen{', DARK_RULES));
  });

  it.each([
    ['text', '#eee'],
    ['secondary', '#ccc'],
    ['ground', '#222222'],
    ['accent', 'red;}*{display:none'],
    ['line', 'url(https://example.com)'],
  ] as const)('is rejected if it is illegible or no colour: %s %s', (name, value) => {
    expect(themeRules({ [name]: value })).toBe(themeRules());
  });

  it('accepts a font by its name, and nothing that ends a CSS rule', () => {
    expect(token(themeRules({ font: 'Inter, Georgia' }), 'font')).toBe('Inter, Georgia');
    for (const font of ['x;color:red', 'x}', 'url(//x)', "'", 'a/*']) expect(themeRules({ font })).toBe(themeRules());
  });

  it('is darkened until it is legible', () => {
    expect(contrast(readableOn('#ffff00', WHITE), WHITE)).toBeGreaterThanOrEqual(4.5);
    expect(readableOn('#000000', WHITE)).toBe('#000000');
  });
});
