/** White space that NFKC leaves. */
const SPACE = '[\\t-\\r \\x85\\u1680\\u2028\\u2029\\ufeff]+';
const AROUND = new RegExp(`^${SPACE}|${SPACE}$`, 'g');

/**
 * Unit numbers are the same if their keys are equal: in Unicode's form NFKC, without white space around them
 * (docs/contract/decisions.md, 1). The function `catalog.unit_number_key` is the same rule in SQL.
 */
export const unitNumberKey = (number: string): string => number.normalize('NFKC').replace(AROUND, '');
