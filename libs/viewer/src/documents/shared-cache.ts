/** `Cache-Control` for shared caches; they serve a withdrawn price for two minutes at most. */
export const SHARED_CACHE = 'public, max-age=0, s-maxage=60, stale-while-revalidate=60';
