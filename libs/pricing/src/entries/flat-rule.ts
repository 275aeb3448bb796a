/** SQL of the day of an instant in the time zone of an asset. @param asset SQL of its id */
export const dayOf = (instant: string, asset = ':asset'): string =>
  `(select (${instant} at time zone zone.time_zone)::date from catalog.time_zone_v1 zone where zone.asset_id = ${asset})`;

/** SQL of today in the time zone of an asset, by the clock of the database. */
export const todayOf = (asset = ':asset'): string => dayOf('platform.now()', asset);

/**
 * SQL order that selects the entry of a unit in the flat view (docs/contract/decisions.md, Pricing, Flat view): entries whose lease
 * has not started before others, the term nearest to a year (of two, the longer; without a term last), the earliest start, the lowest
 * price, the first received. One number holds all but the last, because a commit sorts every entry: with a column for each, that
 * takes twice as long.
 */
export const flatPricingOrder = (entry: string, today = todayOf()): string => `(
    case when ${entry}.lease_starts_on < ${today} then 1::bigint << 61 else 0 end
    + (coalesce(abs(${entry}.lease_term - 12), 127)::bigint << 54) + case when ${entry}.lease_term < 12 then 1::bigint << 53 else 0 end
    + (coalesce(${entry}.lease_starts_on - date '0001-01-01', 4194303)::bigint << 31) + ${entry}.price
  ), ${entry}.id`;
