import { type IRateLimiterOptions, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { withTimeout } from '../core/timing/with-timeout.js';
import type { Database } from '../persistence/connection/database.js';

/** Milliseconds. When counting takes longer, the process falls back to its own counter. */
const TIMEOUT_MS = 500;

const NOW = '(extract(epoch from platform.now()) * 1000)::bigint';

const COUNT = `insert into platform.request_count as known (key, points, expire) values (:key, :points::integer, ${NOW} + :duration::bigint)
  on conflict (key) do update set
    points = case when known.expire <= ${NOW} then excluded.points else known.points + excluded.points end,
    expire = case when known.expire <= ${NOW} then excluded.expire else known.expire end
  returning points, (expire - ${NOW})::float8 as left`;

interface Counted {
  points: number;
  /** milliseconds until the window resets */
  left: number;
}

/**
 * The library's Postgres store with its own statement: it uses the database clock instead of the clock of each process, and
 * runs in a partition of the connection pool.
 */
export class RequestCounts extends RateLimiterPostgres {
  constructor(
    private readonly database: Database,
    options: IRateLimiterOptions,
  ) {
    super({
      ...options,
      storeClient: database.pool,
      storeType: 'pool',
      tableCreated: true, // by a migration
      clearExpiredByTimeout: false, // a job does, see PurgeRateLimitsJob
    });
  }

  /** Called by `consume`, before `_getRateLimiterRes`. @param duration in milliseconds */
  _upsert(key: string, points: number, duration: number): Promise<Counted> {
    return withTimeout(TIMEOUT_MS, this.add(key, points, duration));
  }

  async add(key: string, points: number, duration: number): Promise<Counted> {
    const [counted] = await this.database.rows<Counted>(COUNT, { key, points, duration }, 'request counts');
    return counted!;
  }

  _getRateLimiterRes(_: string, points: number, counted: Counted): RateLimiterRes {
    const remaining = Math.max(this.points - counted.points, 0);
    return new RateLimiterRes(remaining, Math.max(counted.left, 0), counted.points, counted.points === points);
  }
}
