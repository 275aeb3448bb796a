/** Today in UTC, by the clock of the database. */
export const TODAY = `(select (kernel.now() at time zone 'UTC')::date)`;

/**
 * SQL order that selects the entry of a unit in the flat view (docs/contract/decisions.md, Pricing, Flat view): entries whose lease
 * has not started before others, the term nearest to a year (of two, the longer; without a term last), the earliest start, the lowest
 * price, the first received.
 */
export const flatPricingOrder = (
  entry: string,
  today = TODAY,
): string => `coalesce(${entry}.lease_starts_on < ${today}, false),
  abs(${entry}.lease_term - 12) nulls last, ${entry}.lease_term desc nulls last,
  ${entry}.lease_starts_on nulls last, ${entry}.price, ${entry}.id`;
