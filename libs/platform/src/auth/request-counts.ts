import { type IRateLimiterOptions, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { withTimeout } from '../core/with-timeout.js';
import type { Database } from '../persistence/database.js';

/** Milliseconds. A count that takes longer is not waited for: the process counts for itself then. */
const PATIENCE = 500;

const NOW = '(extract(epoch from kernel.now()) * 1000)::bigint';

const COUNT = `insert into kernel.request_count as known (key, points, expire) values (:key, :points::integer, ${NOW} + :duration::bigint)
  on conflict (key) do update set
    points = case when known.expire <= ${NOW} then excluded.points else known.points + excluded.points end,
    expire = case when known.expire <= ${NOW} then excluded.expire else known.expire end
  returning points, (expire - ${NOW})::float8 as left`;

interface Counted {
  points: number;
  /** milliseconds until the count begins anew */
  left: number;
}

/**
 * The library's store in Postgres with a statement of ours: its own goes by the clock of each process, here that of the
 * database counts for all, and counting holds a part of the pool, as the readers of any table do.
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
      clearExpiredByTimeout: false, // by a job, see http/forget-answers.job.ts
    });
  }

  /** `consume` calls it, and then the next one. @param duration in milliseconds */
  _upsert(key: string, points: number, duration: number): Promise<Counted> {
    return withTimeout(PATIENCE, this.add(key, points, duration));
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
