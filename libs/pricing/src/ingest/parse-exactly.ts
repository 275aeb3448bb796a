/** Significant digits that a double always holds. */
const DIGITS = 15;

/** A sign that some number may be longer than that, or have an exponent. */
const SUSPICIOUS = /\d[\d.]{15}|\d[eE]/;

const STRING_OR_NUMBER = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d[\d.eE+-]*/gs;

/** What `JSON.parse` makes an infinite number of. */
const INFINITE = '1e999';

/**
 * As `JSON.parse`, but a number that would come back as another one, too long or too large for a double, becomes infinite: a
 * schema can refuse that.
 * @throws SyntaxError
 */
export function parseExactly(text: string): unknown {
  if (!SUSPICIOUS.test(text)) return JSON.parse(text);
  JSON.parse(text); // what is no JSON stays none
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
