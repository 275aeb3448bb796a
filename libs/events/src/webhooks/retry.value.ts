/** Seconds between the tries of a delivery, with jitter; after the last try it has failed. */
const DELAYS = [5, 5 * 60, 30 * 60, ...[2, 5, 10, 14, 20, 24].map((hours) => hours * 3600)];

/** Seconds that a receiver may postpone the next try by `Retry-After`. */
const MAX_RETRY_AFTER = 24 * 3600;

/** Days of nothing but failures after which a webhook is disabled. */
export const FAILING_DAYS = 5;

/** @param tried tries so far @returns seconds until the next try; undefined after the last one */
export function delayAfter(tried: number, retryAfter = 0, random = Math.random): number | undefined {
  const delay = DELAYS[tried - 1];
  return delay === undefined ? undefined : Math.max(delay * random(), retryAfter);
}

/** The seconds of a `Retry-After`; 0 without one that can be heeded. */
export function retryAfterOf(header: string | string[] | undefined, now = Date.now()): number {
  const text = String(header ?? '');
  const seconds = /^\d{1,9}$/.test(text) ? Number(text) : (Date.parse(text) - now) / 1_000;
  return seconds > 0 ? Math.min(seconds, MAX_RETRY_AFTER) : 0;
}
