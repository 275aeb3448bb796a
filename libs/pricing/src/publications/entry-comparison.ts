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

const PAIRS = pairsOf(`(select * from ${TABLE} where is_added)`, `(select * from ${TABLE} where not is_added)`);
const KINDS = Object.entries(CHANGE_KINDS);
const REPORT = `with pair as materialized (${PAIRS})
  select (select json_build_object(${KINDS.map(([kind, holds]) => `'${kind}', count(*) filter (where ${holds})`).join(', ')},
      'any', count(*) filter (where pair.added is not null and pair.removed is not null and (${KINDS.map(([, holds]) => holds).join(' or ')})),
      'beyond', count(*) filter (where abs(pair.price::bigint - pair.old_price) * 100 > :limit::integer * pair.old_price::bigint)) from pair) as counts,
    json_build_object(${KINDS.map(([kind, holds]) => `'${kind}', coalesce((${shown(holds)}), '[]')`).join(', ')}) as changes`;

function shown(holds: string): string {
  return `select json_agg(change) from (
    select (pair.added % ${NUMBERS})::int as index, ${CHANGE}
    from (select * from pair where ${holds} order by pair.id limit ${SHOWN}) pair ${CHANGED_UNIT} order by pair.id) change`;
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
    await this.database.rows(MAKE);
    await this.database.rows(EMPTY);
    await this.database.execute(COMPARE[kept(sent)], { ...valuesOf(sent), generation });
    return (await this.database.rows<{ added: number; removed: number }>(COUNT))[0]!;
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

  /** What was found different, once units are matched. @param limit percent that a price may change by */
  async report(sent: SentEntries, limit: number | null): Promise<Differences> {
    const { assetId: asset, processId: process } = sent;
    return (await this.database.rows<Differences>(REPORT, { asset, process, limit }))[0]!;
  }
}

const kept = ({ isStaged }: SentEntries): 'staged' | 'stored' => (isStaged ? 'staged' : 'stored');
const valuesOf = ({ assetId, transactionId }: SentEntries) => ({ asset: assetId, transaction: transactionId });
