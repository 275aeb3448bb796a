/** Languages with known month names, in full or abbreviated to at least three letters. */
const LANGUAGES = ['en', 'de', 'fr', 'es', 'it', 'nl', 'pt'];
const MIN_LETTERS = 3;
/** German and Dutch abbreviations of March that are not prefixes of its name. */
const OTHERS: Record<string, string> = { mrz: '03', mrt: '03' };

/** `03` for `Mar`, `MARCH` or `März`; undefined for other words and ambiguous prefixes, such as French `jui`. */
export function monthNamed(word: string): string | undefined {
  const wanted = lettersOf(word.replace(/\.$/, ''));
  if (OTHERS[wanted] !== undefined) return OTHERS[wanted];
  if (wanted.length < MIN_LETTERS) return undefined;
  const found = namesOfMonths().flatMap((names, at) => (names.some((name) => name.startsWith(wanted)) ? [at + 1] : []));
  return found.length === 1 ? String(found[0]).padStart(2, '0') : undefined;
}

/** Removes case and accents. */
const lettersOf = (word: string): string => word.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

let known: string[][] | undefined;

function namesOfMonths(): string[][] {
  known ??= Array.from({ length: 12 }, (_, month) =>
    LANGUAGES.map((language) =>
      lettersOf(new Intl.DateTimeFormat(language, { month: 'long', timeZone: 'UTC' }).format(Date.UTC(2026, month))),
    ),
  );
  return known;
}
