import { de } from './de.js';
import { en, type Texts } from './en.js';

export const LANGUAGES: Record<string, Texts> = { en, de };

/** The available language for a locale; English if there is no translation. */
export function languageOf(locale: string): string {
  const language = locale.toLowerCase().split('-')[0]!;
  return Object.hasOwn(LANGUAGES, language) ? language : 'en';
}

export const textsFor = (locale: string): Texts => LANGUAGES[languageOf(locale)]!;
