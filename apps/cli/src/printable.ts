/** Control and format characters, and line separators. */
const UNPRINTABLE = /[\p{Cc}\p{Cf}\u2028\u2029]/gu;

/** Escapes what moves the cursor of a terminal, changes its colours or the direction of text, or ends a line: `\u001b`, as in JSON. */
export const printable = (text: string): string => text.replace(UNPRINTABLE, escaped);

/** Like `printable`, for a text of several lines: keeps newlines and tabs. JSON stays the same value. */
export const printableLines = (text: string): string =>
  text.replace(UNPRINTABLE, (character) => (/[\n\t]/.test(character) ? character : escaped(character)));

const escaped = (character: string): string =>
  Array.from(
    { length: character.length },
    (_, at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, '0')}`,
  ).join('');
