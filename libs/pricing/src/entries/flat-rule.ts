/** Today, on the clock of the database, UTC. */
export const TODAY = `(select (kernel.now() at time zone 'UTC')::date)`;

/**
 * Which of a unit's entries is shown where only one can be (test/contract/decisions.md, Pricing, Flat view): one that has
 * not begun yet before one that has, the term nearest to a year (of two the longer; none last), the earliest start, the
 * lowest price, the first received.
 */
export const flatPricingOrder = (
  entry: string,
  today = TODAY,
): string => `coalesce(${entry}.lease_starts_on < ${today}, false),
  abs(${entry}.lease_term - 12) nulls last, ${entry}.lease_term desc nulls last,
  ${entry}.lease_starts_on nulls last, ${entry}.price, ${entry}.id`;
