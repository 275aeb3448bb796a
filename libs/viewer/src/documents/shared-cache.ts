/** For caches between: a price that was withdrawn is shown for two minutes at most. */
export const SHARED_CACHE = 'public, max-age=0, s-maxage=60, stale-while-revalidate=60';
