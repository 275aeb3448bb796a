import { Injectable } from '@nestjs/common';
import { Database } from '../connection/database.js';
import { SingleFlight } from '../connection/single-flight.js';

/** Milliseconds. A process that has not polled for this long may have missed changes; PurgeChangeLogJob keeps them longer. */
const MAX_GAP = 5 * 60_000;
/** Assets whose versions are kept separately. */
const ASSETS = 100_000;
/** Stands for changes that belong to no asset. */
const ANY = '0';

/** Identifies the server process: a failover restarts transaction ids, and crash recovery may lose recent commits. */
const SERVER = `pg_postmaster_start_time()::text`;

const CHANGES = `select pg_current_snapshot()::text as snapshot, ${SERVER} as server,
    array(select distinct change.asset::text from platform.change_log change
      where change.transaction_id >= pg_snapshot_xmin(:since::pg_snapshot)::text::bigint
      and not pg_visible_in_snapshot(change.transaction_id::text::xid8, :since::pg_snapshot)) as assets
  where pg_current_snapshot()::text is distinct from :since::text or ${SERVER} is distinct from :server::text`;

const HAS_TRIGGERS = `select exists (select from pg_trigger where tgrelid = 'platform.stored_file'::regclass and tgname = 'log_insert') as found`;

interface Changes {
  snapshot: string;
  server: string;
  assets: string[];
}

/**
 * Tracks which assets were changed by transactions committed since the last poll. Triggers record the asset of every changed
 * row, for changes made with psql too; a record becomes visible together with its change, in one snapshot
 * (docs/decisions/0020-response-cache.md).
 */
@Injectable()
export class CacheInvalidation {
  private last: Changes | undefined;
  /** false on a database without the triggers (citus.ts) */
  private hasTriggers = false;
  private polledAt = -Infinity;
  /** number of changes seen */
  private count = 0;
  private countOfAny = 0;
  private readonly counts = new Map<string, number>();
  private readonly flight = new SingleFlight(() => this.query());

  constructor(private readonly database: Database) {}

  /** Picks up everything committed before the call. Concurrent callers share one query. */
  poll(): Promise<void> {
    return this.flight.run();
  }

  /** Whether `version` is meaningful: after the first poll. */
  get hasPolled(): boolean {
    return this.last !== undefined;
  }

  /** A number that changes with every change of the asset, or with every change when no asset is given. */
  version(asset: string | undefined): number {
    if (!this.hasTriggers) return (this.count += 1);
    return asset === undefined ? this.count : Math.max(this.countOfAny, this.counts.get(asset) ?? 0);
  }

  private async query(): Promise<void> {
    const at = performance.now();
    if (!this.last) this.hasTriggers = (await this.database.rows<{ found: boolean }>(HAS_TRIGGERS))[0]!.found;
    const { snapshot, server } = this.last ?? {};
    const values = { since: snapshot ?? null, server: server ?? null };
    const [changes] = await this.database.rows<Changes>(CHANGES, values, 'snapshots');
    if (at - this.polledAt > MAX_GAP || (changes && changes.server !== this.last?.server)) this.bump(ANY);
    else for (const asset of changes?.assets ?? []) this.bump(asset);
    this.polledAt = at;
    if (changes) this.last = changes;
  }

  private bump(asset: string): void {
    this.count += 1;
    if (asset === ANY || this.counts.size >= ASSETS) {
      this.countOfAny = this.count;
      this.counts.clear();
    } else this.counts.set(asset, this.count);
  }
}
