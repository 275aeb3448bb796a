import type { ColourScheme } from '../host-api.js';
import { readableOn } from './contrast.js';
import { DARK, LIGHT, ON_TINTS } from './surfaces.js';
import { inSchemes, rule } from './theme.js';

/**
 * The colours of shapes by the `style` of the map: fill and outline of available units; background, stripes, outline and label of
 * upcoming units. Unavailable units and the page background are the same in all styles. test/viewer-app/styles.spec.ts checks that
 * adjacent colours have a contrast of 3:1, and labels of 4.5:1.
 */
export const STYLES = {
  a: ['#007f5d', '#015a41', '#fff9f3', '#ca8100', '#7c4d01', '#392407'],
  b: ['#298033', '#195b21', '#fef9f5', '#d07d04', '#804b00', '#3a2309'],
  c: ['#067d7d', '#035858', '#fef9f5', '#d47915', '#844802', '#3b220b'],
  d: ['#05789f', '#005572', '#fff9f3', '#ca8100', '#7c4d01', '#392407'],
  e: ['#2870c5', '#184f8f', '#fef9f5', '#d07d04', '#804b00', '#3a2309'],
  f: ['#5a65d5', '#3e469b', '#fff9f1', '#c38406', '#774f02', '#372509'],
  g: ['#7e5acc', '#5a3e94', '#fef9f1', '#bd8703', '#735103', '#352608'],
  h: ['#9b53ab', '#6f397b', '#fefaf1', '#b68902', '#705301', '#332607'],
  i: ['#b34981', '#81315c', '#f3fcff', '#009ec0', '#016075', '#0b2d36'],
  j: ['#bc4858', '#88303d', '#f5fbff', '#339ace', '#025e84', '#112b3a'],
  k: ['#b94f41', '#85362b', '#f7fafe', '#4b94dc', '#215a8e', '#15293d'],
  l: ['#747416', '#515209', '#fbf9ff', '#a27fdd', '#64498f', '#2e243e'],
  m: ['#45796b', '#2f564c', '#fef9f5', '#bb8558', '#754e2c', '#352519'],
  n: ['#4e748f', '#355266', '#fff9f5', '#c38255', '#7b4c2a', '#372519'],
  o: ['#606f9a', '#434e6e', '#fff9f3', '#b68852', '#725028', '#332617'],
  p: ['#786895', '#55496b', '#f7fcf3', '#7a9b58', '#465d2c', '#232c1a'],
  q: ['#8d617e', '#65445a', '#f1fdfd', '#3c9ea3', '#0f6064', '#122c2d'],
  r: ['#946640', '#694729', '#f7fafe', '#5e94cb', '#325a82', '#1a2939'],
  s: ['#61764b', '#435332', '#fef9f8', '#c97b6f', '#81483f', '#38221f'],
  t: ['#267987', '#165660', '#fef9f7', '#cc7b5e', '#824732', '#39221a'],
  u: ['#0071c4', '#00508c', '#fff9f5', '#e86d00', '#8f4000', '#421f09'],
  v: ['#7055ef', '#4f3aae', '#f5fdf6', '#36a558', '#05652d', '#122f1a'],
  w: ['#cb3468', '#922048', '#f8fafe', '#538ff1', '#2a559e', '#172843'],
  x: ['#6a7078', '#4b4f56', '#fef9f5', '#9b8e85', '#5f564f', '#2b2724'],
  'a.1': ['#00814f', '#005b37', '#fef9f7', '#e37036', '#933e0c', '#402011'],
  'a.2': ['#017e6e', '#00594d', '#fef8fd', '#c871c1', '#803f7b', '#382036'],
  'f.1': ['#366bd3', '#234b9a', '#fff9f5', '#dd7514', '#8a4500', '#3f210b'],
  'f.2': ['#6865c1', '#48468b', '#f3fdf8', '#2ea37a', '#046347', '#112e23'],
  'f.3': ['#536db7', '#394c84', '#fef9f8', '#e36d5c', '#933c30', '#401f1a'],
  'g.1': ['#8b50d8', '#63369d', '#f6fcf5', '#5ba14b', '#2e6322', '#192d15'],
  'g.2': ['#895cae', '#61407d', '#f2fdfc', '#09a29c', '#05625e', '#0c2e2c'],
} as const satisfies Record<string, Colours>;

type Colours = readonly [
  free: string,
  freeLine: string,
  base: string,
  stripe: string,
  laterLine: string,
  laterLabel: string,
];

/** The CSS variables used by css/plan.css and css/list.css, in the order of the table. */
export const TOKENS = ['--free', '--free-line', '--later', '--later-stripe', '--later-line', '--later-label'] as const;

export const TAKEN = LIGHT.taken;

/** The colours of a style; those of `a` for an unknown style. */
export function coloursOf(style: string): Colours {
  return Object.hasOwn(STYLES, style) ? STYLES[style as keyof typeof STYLES] : STYLES.a;
}

/** The same on a dark page: fills keep their hue and a contrast of 3:1 to it, outlines and words are readable on it. */
export function darkColoursOf(style: string): Colours {
  const [free, , , stripe] = coloursOf(style);
  const base = DARK.taken.fill;
  const onDark = (colour: string) => readableOn(colour, base, ON_TINTS);
  const fill = (colour: string) => readableOn(readableOn(colour, '#ffffff'), base, 3);
  return [fill(free), onDark(free), base, fill(stripe), onDark(stripe), '#ffffff'];
}

/** CSS rules for each style in use; the first ones also apply to a page without a map. */
export function styleRules(styles: readonly string[], scheme: ColourScheme = 'light'): string {
  const known = [...new Set(styles)].filter((style) => Object.hasOwn(STYLES, style));
  return inSchemes(scheme, (isDark) => {
    const tokensOf = (style: string) =>
      Object.fromEntries((isDark ? darkColoursOf : coloursOf)(style).map((colour, i) => [TOKENS[i]!, colour]));
    return [
      rule('.viewer', tokensOf('a')),
      ...known.map((style) => rule(`.viewer[data-style="${style}"]`, tokensOf(style))),
    ].join('');
  });
}
