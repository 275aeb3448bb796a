import { de } from './de.js';
import { en, type Texts } from './en.js';

export const LANGUAGES: Record<string, Texts> = { en, de };

/** The available language for a locale; English if there is no translation. */
export function languageOf(locale: string): string {
  const language = locale.toLowerCase().split('-')[0]!;
  return Object.hasOwn(LANGUAGES, language) ? language : 'en';
}

export const textsFor = (locale: string): Texts => LANGUAGES[languageOf(locale)]!;

const RIGHT_TO_LEFT = new Set(['Adlm', 'Arab', 'Hebr', 'Nkoo', 'Rohg', 'Syrc', 'Thaa']);

/**
 * The locale of dates and numbers: that of the visitor. In a page of a left-to-right language, those of a right-to-left script would be
 * unreadable, so they have the language of the page.
 */
export function formatLocaleOf(locale: string): string {
  return RIGHT_TO_LEFT.has(scriptOf(locale)) && !RIGHT_TO_LEFT.has(scriptOf(languageOf(locale)))
    ? languageOf(locale)
    : locale;
}

function scriptOf(locale: string): string {
  try {
    return new Intl.Locale(locale).maximize().script ?? '';
  } catch {
    return '';
  }
}
