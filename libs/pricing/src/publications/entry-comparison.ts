import { Database } from '@app/platform/persistence';
import { Injectable } from '@nestjs/common';
import { NUMBERS, SENT_COLUMNS, STAGED } from '../entries/copy-entries.js';
import {
  CHANGE,
  CHANGE_KINDS,
  CHANGE_KIND_NAMES,
  CHANGED_UNIT,
  type ChangeKind,
  COMPARED,
  copiesOf,
  missing,
  pairsOf,
} from './entry-pairs.js';

/** Stored entries: their ids, and where they were when they were read. */
export interface KnownEntries {
  ids: readonly string[];
  places: readonly string[];
}

/** Entries that arrived for a transaction, and how they are kept until its commit. */
export interface SentEntries {
  assetId: string;
  processId: string;
  transactionId: string;
  /** whether they are in the connection's own table, not among the stored ones */
  isStaged: boolean;
}

/** A change as an answer shows it. */
export interface Change {
  index: number | null;
  unit_id: string | null;
  provider_id: string;
  before: object | null;
  after: object | null;
}

export interface Differences {
  /** `any`: entries that were there before, and changed; `beyond`: whose price changed by more than the limit */
  counts: Record<ChangeKind | 'any' | 'beyond', number>;
  changes: Partial<Record<ChangeKind, Change[]>>;
}

/** Changes that an answer shows of each kind. */
const SHOWN = 50;

const TABLE = 'pg_temp.entry_difference';
const MAKE = `create temp table if not exists entry_difference (is_added boolean, id bigint, pair_key bigint, provider_id text, lease_term integer,
  lease_starts_on date, price integer, available_on date, status text, specials_description text, hash bigint) on commit delete rows`;
const EMPTY = `delete from ${TABLE}`;

const STAGED_ROWS = `(select * from ${STAGED} where transaction_id = :transaction)`;
const STORED = `(select * from pricing.entry where asset_id = :asset and transaction_id = :transaction)`;
const LIVE = `(select * from pricing.entry where asset_id = :asset and transaction_id = :generation and until is null)`;

const compare = (sent: string): string => `insert into ${TABLE}
  with sent as materialized ${copiesOf(sent)}, live as materialized ${copiesOf(LIVE)}
  select true, ${COMPARED} from ${sent} entry where id in ${missing('sent', 'live')}
  union all select false, ${COMPARED} from ${LIVE} entry where id in ${missing('live', 'sent')}`;
const COMPARE = { staged: compare(STAGED_ROWS), stored: compare(STORED) };

/** The same of what is known to differ. */
const KNOWN = `insert into ${TABLE}
  select true, ${COMPARED} from ${STORED} entry where id in (select unnest(:added::bigint[]))
  union all select false, ${COMPARED} from ${LIVE} entry where id in (select unnest(:ids::bigint[]))`;

const KNOWN_ADDED = `insert into ${TABLE} select true, ${COMPARED} from ${STAGED_ROWS} entry`;
const knownRemoved = (which: string): string => `with gone as (update pricing.entry set until = :number::integer
    where asset_id = :asset and transaction_id = :generation and until is null and ${which} returning *)
  insert into ${TABLE} select false, ${COMPARED} from gone entry`;
const IDS = 'id in (select unnest(:ids::bigint[]))';
const KNOWN_REMOVED = knownRemoved(IDS);

/** By the places where they were read: any other way, Postgres would read the whole generation. An entry that has moved is not among them. */
const REMOVED_AT = knownRemoved(`ctid = any (:places::tid[]) and ${IDS}`);
const scans = (mode: 'on' | 'off'): string =>
  `select ${['indexscan', 'bitmapscan', 'seqscan'].map((scan) => `set_config('enable_${scan}', '${mode}', true)`).join(', ')}`;
const [BY_PLACE, BY_ANY] = [scans('off'), scans('on')];

const COUNT = `select count(*) filter (where is_added)::int as added, count(*) filter (where not is_added)::int as removed from ${TABLE}`;

const CLOSE = `update pricing.entry entry set until = :number::integer from ${TABLE} gone
  where not gone.is_added and entry.asset_id = :asset and entry.transaction_id = :generation
    and entry.provider_id = gone.provider_id and entry.id = gone.id`;

const moved = SENT_COLUMNS.replace('transaction_id', ':generation::bigint');
const add = (sent: string): string => `insert into pricing.entry (${SENT_COLUMNS}, since) overriding system value
  select ${moved}, :number::integer from ${sent} sent where sent.id in (select id from ${TABLE} where is_added)`;
const ADD = { staged: add(STAGED_ROWS), stored: add(STORED) };

const STORE = `insert into pricing.entry (${SENT_COLUMNS}) overriding system value select ${SENT_COLUMNS} from ${STAGED_ROWS} sent`;

const DUPLICATES = (sent: string): string =>
  `select (count(hash) - count(distinct hash))::int as duplicates from ${sent} sent`;
const DUPLICATES_IN = { staged: DUPLICATES(STAGED_ROWS), stored: DUPLICATES(STORED) };

const KINDS = Object.entries(CHANGE_KINDS);
/** Kinds of which there is nothing are not looked for again. */
const report = (added: string, removed: string): string => `with pair as materialized (${pairsOf(added, removed)}),
  counted as materialized (select ${KINDS.map(([kind, holds]) => `count(*) filter (where ${holds}) as ${kind}`).join(', ')},
    count(*) filter (where pair.added is not null and pair.removed is not null and (${KINDS.map(([, holds]) => holds).join(' or ')})) as "any",
    count(*) filter (where abs(pair.price::bigint - pair.old_price) * 100 > :limit::integer * pair.old_price::bigint) as beyond from pair)
  select (select row_to_json(counted) from counted) as counts,
    json_build_object(${KINDS.map(([kind, holds]) => `'${kind}', coalesce((${shown(kind, holds)}), '[]')`).join(', ')}) as changes`;
const REPORT = report(`(select * from ${TABLE} where is_added)`, `(select * from ${TABLE} where not is_added)`);
/** Of two generations that have no entry in common. */
const REPORT_WHOLE = report(`(select ${COMPARED} from ${STORED} entry)`, `(select ${COMPARED} from ${LIVE} entry)`);

function shown(kind: string, holds: string): string {
  return `select json_agg(change) from (
    select (pair.added % ${NUMBERS})::int as index, ${CHANGE}
    from (select * from pair where (select ${kind} > 0 from counted) and (${holds}) order by pair.id limit ${SHOWN}) pair ${CHANGED_UNIT} order by pair.id) change`;
}

const NONE: Differences = {
  counts: Object.fromEntries([...CHANGE_KIND_NAMES, 'any', 'beyond'].map((kind) => [kind, 0])) as Differences['counts'],
  changes: {},
};

/** Compares the entries of a transaction with those that are live, and stores them: as the difference, or all. */
@Injectable()
export class EntryComparison {
  constructor(private readonly database: Database) {}

  static readonly none = NONE;

  /** Has to come first. @returns how many entries came, and how many of the live ones are gone */
  async compare(sent: SentEntries, generation: string): Promise<{ added: number; removed: number }> {
    await this.begin();
    await this.database.execute(COMPARE[kept(sent)], { ...valuesOf(sent), generation });
    return (await this.database.rows<{ added: number; removed: number }>(COUNT))[0]!;
  }

  /**
   * Writes into the generation what is known to differ; of the entries that came, only those are staged.
   * @param publication that it is for
   */
  async storeKnown(
    sent: SentEntries,
    generation: string,
    publication: string,
    { ids, places }: KnownEntries,
  ): Promise<void> {
    const values = { ...valuesOf(sent), generation, number: publication };
    await this.begin();
    await this.database.execute(KNOWN_ADDED, valuesOf(sent));
    if (ids.length > 0) {
      await this.database.rows(BY_PLACE);
      const closed = await this.database.execute(REMOVED_AT, { ...values, ids, places });
      await this.database.rows(BY_ANY);
      if (closed < ids.length) await this.database.execute(KNOWN_REMOVED, { ...values, ids });
    }
    await this.database.execute(ADD.staged, values);
  }

  /** Notes what is known to differ, of entries that are stored as a generation of their own. */
  async noteKnown(
    sent: SentEntries,
    generation: string,
    added: readonly string[],
    { ids }: KnownEntries,
  ): Promise<void> {
    await this.begin();
    await this.database.execute(KNOWN, { ...valuesOf(sent), generation, added, ids });
  }

  private async begin(): Promise<void> {
    await this.database.rows(MAKE);
    await this.database.rows(EMPTY);
  }

  /** Writes what was found different into the generation. @param publication that it is for */
  async storeDifference(sent: SentEntries, generation: string, publication: string): Promise<void> {
    const values = { ...valuesOf(sent), generation, number: publication };
    await this.database.execute(CLOSE, values);
    await this.database.execute(ADD[kept(sent)], values);
  }

  /** Has all entries stored as they came, as a generation of their own. */
  async storeAll(sent: SentEntries): Promise<void> {
    if (sent.isStaged) await this.database.execute(STORE, valuesOf(sent));
  }

  /** Entries that are equal to another one in everything. */
  async duplicates(sent: SentEntries): Promise<number> {
    const sql = DUPLICATES_IN[kept(sent)];
    return (await this.database.rows<{ duplicates: number }>(sql, valuesOf(sent)))[0]!.duplicates;
  }

  /**
   * What was found different, once units are matched.
   * @param limit percent that a price may change by
   * @param replaced the generation that was live, where no entry stays
   */
  async report(sent: SentEntries, limit: number | null, replaced?: string): Promise<Differences> {
    const values = { ...valuesOf(sent), process: sent.processId, limit };
    const found =
      replaced === undefined
        ? this.database.rows<Differences>(REPORT, values)
        : this.database.rows<Differences>(REPORT_WHOLE, { ...values, generation: replaced });
    return (await found)[0]!;
  }
}

const kept = ({ isStaged }: SentEntries): 'staged' | 'stored' => (isStaged ? 'staged' : 'stored');
const valuesOf = ({ assetId, transactionId }: SentEntries) => ({ asset: assetId, transaction: transactionId });
