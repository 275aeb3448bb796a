/** Sums of the high and low halves of 64-bit hashes; equal for equal sets in any order. */
export type HashSum = readonly [number, number];

const HALF = 32n;
const LOW = 0xffff_ffffn;

/** Adds to a sum stored in a `bigint` column. */
export function addHashSum(stored: string | null, [high, low]: HashSum): string | null {
  if (stored === null) return null;
  const bits = BigInt.asUintN(64, BigInt(stored));
  const sums = [((bits >> HALF) + BigInt(high)) & LOW, ((bits & LOW) + BigInt(low)) & LOW] as const;
  return BigInt.asIntN(64, (sums[0] << HALF) | sums[1]).toString();
}
