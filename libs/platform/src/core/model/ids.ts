const MAX_BIGINT = 9223372036854775807n;

/** Whether a value is an id of this service: a positive bigint in decimal digits. */
export function isId(text: unknown): text is string {
  return typeof text === 'string' && /^[1-9]\d{0,18}$/.test(text) && (text.length < 19 || BigInt(text) <= MAX_BIGINT);
}

/** The ids that identify a resource: `Ids<'asset' | 'unit'>` is `{ assetId, unitId }`. */
export type Ids<Names extends string> = Readonly<Record<`${Names}Id`, string>>;
