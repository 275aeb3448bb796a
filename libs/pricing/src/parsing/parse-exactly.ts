/** Significant digits that a double always preserves. */
const DIGITS = 15;

/** Matches text that may contain a longer number or an exponent. */
const SUSPICIOUS = /\d[\d.]{15}|\d[eE]/;

const STRING_OR_NUMBER = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d[\d.eE+-]*/gs;

/** A number that `JSON.parse` turns into Infinity. */
const INFINITE = '1e999';

/**
 * Like `JSON.parse`, but a number that a double cannot represent exactly, because it is too long or too large, becomes Infinity, which
 * a schema can reject.
 * @throws SyntaxError
 */
export function parseExactly(text: string): unknown {
  if (!SUSPICIOUS.test(text)) return JSON.parse(text);
  JSON.parse(text); // rejects invalid JSON before the replacement
  return JSON.parse(text.replace(STRING_OR_NUMBER, (token) => (token[0] === '"' || isExact(token) ? token : INFINITE)));
}

function isExact(token: string): boolean {
  const value = Number(token);
  if (!Number.isFinite(value)) return false;
  const digits = token
    .replace(/[eE].*$/, '')
    .replace(/[-.]/g, '')
    .replace(/^0+|0+$/g, '');
  if (value === 0) return digits === '';
  return digits.length <= DIGITS || String(value) === token;
}
