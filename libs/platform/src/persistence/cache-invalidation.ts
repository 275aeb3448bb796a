import { Injectable } from '@nestjs/common';
import { Database } from './database.js';
import { SingleFlight } from './single-flight.js';

/** Milliseconds. Notes are kept for longer (forget-changes.job.ts); who has not looked for so long may have missed some. */
const MEMORY = 5 * 60_000;
/** Assets whose changes are told apart. */
const ASSETS = 100_000;
/** The asset of a change that is no asset's. */
const ANY = '0';

/** Which server it is: after a failover transactions are counted anew, and after a crash notes are what its log says. */
const SERVER = `pg_postmaster_start_time()::text`;

const LOOK = `select pg_current_snapshot()::text as snapshot, ${SERVER} as server,
    array(select distinct noted.asset::text from kernel.noted_change noted
      where noted.transaction_id >= pg_snapshot_xmin(:since::pg_snapshot)::text::bigint
      and not pg_visible_in_snapshot(noted.transaction_id::text::xid8, :since::pg_snapshot)) as assets
  where pg_current_snapshot()::text is distinct from :since::text or ${SERVER} is distinct from :server::text`;

const NOTED = `select exists (select from pg_trigger where tgrelid = 'kernel.stored_file'::regclass and tgname = 'note_insert') as noted`;

interface Seen {
  snapshot: string;
  server: string;
  assets: string[];
}

/**
 * What has been committed since this process looked last, by the asset. A transaction that changes a row leaves a note of whose
 * it is, by triggers, also when it is somebody's with psql; a note is seen with the change itself, in one snapshot
 * (docs/decisions/0020-response-cache.md).
 */
@Injectable()
export class CacheInvalidation {
  private seen: Seen | undefined;
  /** false where the triggers were taken away, as on a database that cannot have them */
  private isNoted = false;
  private lookedAt = -Infinity;
  /** counts what was seen to change */
  private count = 0;
  private countOfAny = 0;
  private readonly counts = new Map<string, number>();
  private readonly question = new SingleFlight(() => this.put());

  constructor(private readonly database: Database) {}

  /** Sees what was committed before this was called; those who ask at once share one question. */
  look(): Promise<void> {
    return this.question.run();
  }

  /** Whether `version` tells anything: it does when there was a first look. */
  get hasLooked(): boolean {
    return this.seen !== undefined;
  }

  /** Another number whenever something of the asset was seen to change; of anything at all where none is named. */
  version(asset: string | undefined): number {
    if (!this.isNoted) return (this.count += 1);
    return asset === undefined ? this.count : Math.max(this.countOfAny, this.counts.get(asset) ?? 0);
  }

  private async put(): Promise<void> {
    const at = performance.now();
    if (!this.seen) this.isNoted = (await this.database.rows<{ noted: boolean }>(NOTED))[0]!.noted;
    const { snapshot, server } = this.seen ?? {};
    const values = { since: snapshot ?? null, server: server ?? null };
    const [seen] = await this.database.rows<Seen>(LOOK, values, 'snapshots');
    if (at - this.lookedAt > MEMORY || (seen && seen.server !== this.seen?.server)) this.note(ANY);
    else for (const asset of seen?.assets ?? []) this.note(asset);
    this.lookedAt = at;
    if (seen) this.seen = seen;
  }

  private note(asset: string): void {
    this.count += 1;
    if (asset === ANY || this.counts.size >= ASSETS) {
      this.countOfAny = this.count;
      this.counts.clear();
    } else this.counts.set(asset, this.count);
  }
}
