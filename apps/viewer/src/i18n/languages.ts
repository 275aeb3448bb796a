import { de } from './de.js';
import { en, type Texts } from './en.js';
import { es } from './es.js';
import { fr } from './fr.js';
import { zh } from './zh.js';

/** A further language is a file such as de.ts, and a name in this list. */
export const LANGUAGES: Record<string, Texts> = { en, de, es, fr, zh };

/** The available language for a locale, in its script; English if there is no translation. */
export function languageOf(locale: string): string {
  const wanted = writtenAs(locale);
  return Object.keys(LANGUAGES).find((language) => writtenAs(language) === wanted) ?? 'en';
}

export const textsFor = (locale: string): Texts => LANGUAGES[languageOf(locale)]!;

/** The locale of dates and numbers: that of the visitor if the page is in their language, so that no page mixes two languages. */
export const formatLocaleOf = (locale: string): string =>
  writtenAs(locale) === writtenAs(languageOf(locale)) ? locale : languageOf(locale);

/** Language and script, such as `zh-Hans`; empty for an invalid tag. */
function writtenAs(locale: string): string {
  try {
    const { language, script } = new Intl.Locale(locale).maximize();
    return `${language}-${script}`;
  } catch {
    return '';
  }
}
