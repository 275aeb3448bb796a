import type { ThemeToken } from '../host-api.js';
import { contrast, parseColour, readableOn } from './contrast.js';

const DEFAULT = { accent: '#0b5c46', text: '#17202a', secondary: '#4b5768', line: '#dfe4ea', ground: '#f4f6f8' };
const FONT = /^[\w ,-]{1,120}$/;

/**
 * CSS rules for the theme in the URL. Colours are `#rgb` or `#rrggbb`; an invalid colour, or one without enough contrast to the
 * background, is ignored, so that no theme makes the page illegible.
 */
export function themeRules(theme: Partial<Record<ThemeToken, string>> = {}): string {
  const colour = (token: keyof typeof DEFAULT) => {
    const wanted = theme[token];
    return wanted && parseColour(wanted) ? wanted.trim() : DEFAULT[token];
  };
  const onGround = (token: 'text' | 'secondary', ground: string) =>
    contrast(colour(token), ground) >= 4.5 && contrast(colour(token), '#ffffff') >= 4.5
      ? colour(token)
      : DEFAULT[token];
  // Ignores a background on which our own text and outlines would vanish.
  const ground = contrast(colour('ground'), '#ffffff') <= 1.25 ? colour('ground') : DEFAULT.ground;
  const accent = colour('accent');
  const tokens: Record<string, string> = {
    '--accent': accent,
    '--on-accent': contrast(accent, '#ffffff') >= 4.5 ? '#ffffff' : readableOn('#17202a', accent),
    '--accent-text': readableOn(accent, ground),
    '--text': onGround('text', ground),
    '--secondary': onGround('secondary', ground),
    '--line': colour('line'),
    '--ground': ground,
    ...(theme.font && FONT.test(theme.font) && { '--font': theme.font }),
  };
  return `:root{${Object.entries(tokens)
    .map(([name, value]) => `${name}:${value}`)
    .join(';')}}`;
}
