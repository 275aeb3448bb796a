import { Inject } from '@nestjs/common';
import type { Lag } from '../core/model/jobs.js';
import { LIMITS } from '../persistence/connection/data-source-options.js';
import { Scheduled, ScheduledJob } from '../persistence/jobs/scheduled-job.js';
import type { PoolPartition } from '../persistence/aggregates/unit-of-work.js';
import { ADOPT } from './adopt-files.job.js';
import { FileStore } from './file-store.js';

const EVERY_MS = 10 * 60_000;
/** How long a file outlives its last reference, for clients that have just read its URL. By the database clock. */
const GRACE = '1 hour';
/** Files whose references one run checks; the next run continues after them. */
const CHECK_BATCH_SIZE = 50_000;
/** Files removed per transaction; few, because it waits for the store. */
const BATCH_SIZE = 20;

/**
 * The columns that reference files, read from the catalog of the database so that contexts which this process does not run
 * count too: columns with a foreign key to `platform.stored_file`, and arrays of names, which are marked by a comment instead.
 */
const NAMING_COLUMNS = `select conrelid::regclass::text as table, quote_ident(attname) as field, false as list
  from pg_constraint join pg_attribute on attrelid = conrelid and attnum = conkey[1]
  where contype = 'f' and confrelid = 'platform.stored_file'::regclass and conparentid = 0
  union all select objoid::regclass::text, quote_ident(attname), true
  from pg_description join pg_attribute on attrelid = objoid and attnum = objsubid
  where classoid = 'pg_class'::regclass and description = 'names of stored files'
  order by 1, 2`;

interface NamingColumn {
  table: string;
  field: string;
  list: boolean;
}

const SLICE = `select max(name) as last, count(*)::int as files
  from (select name from platform.stored_file where name > :after order by name limit ${CHECK_BATCH_SIZE}) slice`;

const mark = (named: string): string => `update platform.stored_file file set unnamed_since = platform.now()
  where name > :after and name <= :last and unnamed_since is null and not (${named})`;

const unmark = (named: string): string => `update platform.stored_file file set unnamed_since = null
  where unnamed_since is not null and (${named})`;

const TAKE = `select name from platform.stored_file
  where unnamed_since < (select platform.now()) - interval '${GRACE}'
  order by unnamed_since limit :batch for update skip locked`;

const drop = (named: string): string => `delete from platform.stored_file file
  where name = any (:names) and not (${named}) returning name`;

/** Seconds by which the oldest removable file is overdue. */
const LAG = `select extract(epoch from platform.now() - interval '${GRACE}' - min(unnamed_since))::float8 as lag
  from platform.stored_file where unnamed_since is not null`;

/** Advisory lock. Collectors share it; a backup takes it exclusively while it copies the files of its snapshot. */
export const COLLECTING_FILES = 4_711_202_309;
const MAY_COLLECT = `select pg_try_advisory_xact_lock_shared(${COLLECTING_FILES}) as allowed`;

const COLLECTING: PoolPartition = { name: 'files', share: 1 / 10, wait: LIMITS.connection, limit: LIMITS.commit };

/**
 * Removes unreferenced files. Every replica runs it: a file is removed while its row is locked, and a concurrent `keep` of
 * the same file waits for the row and then stores the file again.
 */
@Scheduled('collect-files', EVERY_MS)
export class CollectFilesJob extends ScheduledJob {
  @Inject(FileStore) private readonly store: FileStore;
  private lastChecked = '';

  /** Marks files that lost their last reference, unmarks files that got one, and removes files marked for longer than the grace period. */
  override async run(): Promise<void> {
    const named = await this.named();
    await this.work.run(() => this.mark(named), COLLECTING);
    for (;;) {
      const { removed, failure } = await this.work.run(() => this.removeSome(named));
      if (failure) throw failure;
      if (removed < BATCH_SIZE) return;
    }
  }

  protected override lag(): Promise<Lag[]> {
    return this.database.rows(LAG);
  }

  private async mark(named: string): Promise<void> {
    const [slice] = await this.database.rows<{ last: string | null; files: number }>(SLICE, {
      after: this.lastChecked,
    });
    const { last, files } = slice!;
    if (last !== null) await this.database.execute(mark(named), { after: this.lastChecked, last });
    await this.database.execute(unmark(named));
    this.lastChecked = last === null || files < CHECK_BATCH_SIZE ? '' : last;
  }

  /** Postpones files that the store does not remove, so that they do not keep the others from being removed. */
  private async removeSome(named: string): Promise<{ removed: number; failure?: Error }> {
    const [lock] = await this.database.rows<{ allowed: boolean }>(MAY_COLLECT);
    if (!lock!.allowed) return { removed: 0 };
    const taken = await this.database.rows<{ name: string }>(TAKE, { batch: BATCH_SIZE });
    const names = taken.map(({ name }) => name);
    // A new statement sees references committed before the rows were locked.
    const dropped = await this.database.rows<{ name: string }>(drop(named), { names });
    const removals = await Promise.allSettled(dropped.map(({ name }) => this.store.remove(name)));
    const failed = removals.flatMap((removal, position) =>
      removal.status === 'rejected' ? [{ name: dropped[position]!.name, reason: removal.reason as Error }] : [],
    );
    if (failed.length === 0) return { removed: dropped.length };
    await this.database.execute(ADOPT, { names: failed.map(({ name }) => name) });
    return { removed: dropped.length - failed.length, failure: failed[0]!.reason };
  }

  /** SQL condition: some column references `file`. */
  private async named(): Promise<string> {
    const columns = await this.database.rows<NamingColumn>(NAMING_COLUMNS);
    const uses = columns.map(({ table, field, list }) =>
      list
        ? `file.name in (select unnest(${field}) from ${table})`
        : `exists (select from ${table} naming where naming.${field} = file.name)`,
    );
    return uses.join(' or ') || 'false';
  }
}
