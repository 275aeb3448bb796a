import type { ColourScheme, ThemeToken } from '../host-api.js';
import { contrast, parseColour, readableOn } from './contrast.js';
import { DARK, LIGHT, ON_TINTS } from './surfaces.js';

const ACCENT = '#0b5c46';
const FONT = /^[\w ,-]{1,120}$/;

export type Theme = Partial<Record<ThemeToken, string>>;

/**
 * CSS rules for the theme in the URL. Colours are `#rgb` or `#rrggbb`; an invalid colour, or one without enough contrast to the
 * background, is ignored, so that no theme makes the page illegible.
 */
export function themeRules(theme: Theme = {}, scheme = schemeOf(theme)): string {
  const font: Record<string, string> = theme.font && FONT.test(theme.font) ? { '--font': theme.font } : {};
  return inSchemes(scheme, (isDark) =>
    rule(':root', {
      ...(isDark ? darkTokens(theme) : lightTokens(theme)),
      ...font,
      'color-scheme': isDark ? 'dark' : 'light',
    }),
  );
}

/** Colours of text and background are meant for a light page. */
export function schemeOf(theme: Theme): ColourScheme {
  const [own, wanted] = [lightTokens({}), lightTokens(theme)];
  const isLight = (['--text', '--secondary', '--line', '--ground'] as const).some((name) => wanted[name] !== own[name]);
  return isLight ? 'light' : 'auto';
}

/** Rules of the scheme; by default of both, of which the visitor's system chooses. Paper is light. */
export function inSchemes(scheme: ColourScheme, rules: (isDark: boolean) => string): string {
  if (scheme === 'light') return rules(false);
  const isChosen = scheme === 'auto' ? ' and (prefers-color-scheme:dark)' : '';
  return `${rules(false)}@media screen${isChosen}{${rules(true)}}`;
}

export const rule = (selector: string, tokens: Record<string, string>): string =>
  `${selector}{${Object.entries(tokens)
    .map(([name, value]) => `${name}:${value}`)
    .join(';')}}`;

function lightTokens(theme: Theme): Record<string, string> {
  const colour = (token: keyof typeof LIGHT.theme) => colourOf(theme[token]) ?? LIGHT.theme[token];
  const onGround = (token: 'text' | 'secondary', ground: string) =>
    contrast(colour(token), ground) >= 4.5 && contrast(colour(token), LIGHT.surface) >= 4.5
      ? colour(token)
      : LIGHT.theme[token];
  // Ignores a background on which our own text and outlines would vanish.
  const ground = contrast(colour('ground'), LIGHT.surface) <= 1.25 ? colour('ground') : LIGHT.theme.ground;
  const accent = colourOf(theme.accent) ?? ACCENT;
  return {
    '--accent': accent,
    '--on-accent': textOn(accent),
    '--accent-text': readableOn(accent, ground),
    '--text': onGround('text', ground),
    '--secondary': onGround('secondary', ground),
    '--line': colour('line'),
    '--ground': ground,
    ...LIGHT.others,
  };
}

/** The accent is lightened until it is readable; other colours of the theme are for a light page. */
function darkTokens(theme: Theme): Record<string, string> {
  const accent = readableOn(colourOf(theme.accent) ?? ACCENT, DARK.surface, ON_TINTS);
  const { text, secondary, line, ground } = DARK.theme;
  return {
    '--accent': accent,
    '--on-accent': textOn(accent),
    '--accent-text': accent,
    ...{ '--text': text, '--secondary': secondary, '--line': line, '--ground': ground },
    ...DARK.others,
  };
}

export const colourOf = (text: string | undefined) => (text && parseColour(text) ? text.trim() : undefined);

const textOn = (ground: string) => (contrast(ground, '#ffffff') >= 4.5 ? '#ffffff' : readableOn('#17202a', ground));
