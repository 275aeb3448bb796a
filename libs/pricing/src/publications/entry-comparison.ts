import { Database } from '@app/platform/persistence';
import { Injectable } from '@nestjs/common';
import { CHANGE_KIND_NAMES, type ChangeCounts, type ChangeKind, LISTED } from '../entries/changed-pairs.js';
import { NUMBERS, SENT_COLUMNS, type SentEntries, STAGED } from '../entries/copy-entries.js';
import type { NamedEntries, SetDifference } from '../entries/set-comparison.js';
import { CHANGE, CHANGE_KINDS, CHANGED_UNIT, COMPARED, copiesOf, missing, pairsOf } from './entry-pairs.js';

/** A generation and the publication that it shows. */
interface Live {
  generation: string;
  publication: string;
}

/** A change as in responses. */
export interface EntryChange {
  index: number | null;
  unit_id: string | null;
  provider_id: string;
  before: object | null;
  after: object | null;
}

export interface Differences {
  counts: ChangeCounts;
  changes: Partial<Record<ChangeKind, EntryChange[]>>;
}

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

const CLOSE_BY_ID = `update pricing.entry set until = :number::integer
  where asset_id = :asset and transaction_id = :generation and until is null and id in (select unnest(:ids::bigint[]))`;
/** Uses the ctids of the entries when they were read; otherwise Postgres would read the whole generation. Misses entries that moved since. */
const CLOSE_AT = `${CLOSE_BY_ID} and ctid = any (:ctids::tid[])`;
const scans = (mode: 'on' | 'off'): string =>
  `select ${['indexscan', 'bitmapscan', 'seqscan'].map((scan) => `set_config('enable_${scan}', '${mode}', true)`).join(', ')}`;
const [BY_PLACE, BY_ANY] = [scans('off'), scans('on')];

const COUNT = `select count(*) filter (where is_added)::int as added, count(*) filter (where not is_added)::int as removed from ${TABLE}`;

const CLOSE = `update pricing.entry entry set until = :number::integer from ${TABLE} gone
  where not gone.is_added and entry.asset_id = :asset and entry.transaction_id = :generation
    and entry.provider_id = gone.provider_id and entry.id = gone.id`;

const moved = SENT_COLUMNS.replace('transaction_id', ':generation::bigint');
/** Entries keep the time at which they were received. */
const add = (
  sent: string,
  ids: string,
): string => `insert into pricing.entry (${SENT_COLUMNS}, created_at, since) overriding system value
  select ${moved}, created_at, :number::integer from ${sent} sent where sent.id in (select ${ids})`;
const [ADDED, NAMED] = [`id from ${TABLE} where is_added`, 'unnest(:ids::bigint[])'];
const ADD = { staged: add(STAGED_ROWS, ADDED), stored: add(STORED, ADDED) };
const ADD_BY_ID = add(STORED, NAMED);

const STORE = `insert into pricing.entry (${SENT_COLUMNS}) overriding system value select ${SENT_COLUMNS} from ${STAGED_ROWS} sent`;

const KINDS = Object.entries(CHANGE_KINDS);
/** Skips kinds without any change. */
const REPORT = `with pair as materialized (${pairsOf(`(select * from ${TABLE} where is_added)`, `(select * from ${TABLE} where not is_added)`)}),
  counted as materialized (select ${KINDS.map(([kind, holds]) => `count(*) filter (where ${holds}) as ${kind}`).join(', ')},
    count(*) filter (where pair.added is not null and pair.removed is not null and (${KINDS.map(([, holds]) => holds).join(' or ')})) as "any",
    count(*) filter (where abs(pair.price::bigint - pair.old_price) * 100 > :limit::integer * pair.old_price::bigint) as beyond from pair)
  select (select row_to_json(counted) from counted) as counts,
    json_build_object(${KINDS.map(([kind, holds]) => `'${kind}', coalesce((${shown(kind, holds)}), '[]')`).join(', ')}) as changes`;

/** Reads the changes selected by the service. The added entry of a pair is in the live generation, the removed one in the previous. */
const SHOW = `select pair.kind, (pair.added % ${NUMBERS})::int as index, ${CHANGE}
  from (select chosen.*, coalesce(entry.lease_term, old.lease_term) as lease_term,
      coalesce(entry.lease_starts_on, old.lease_starts_on)::text as lease_starts_on, ${['price', 'available_on', 'status', 'specials_description'].map((column) => `entry.${column}, old.${column} as old_${column}`).join(', ')}
    from unnest(:kinds::text[], :added::bigint[], :removed::bigint[], :providers::text[]) with ordinality
        as chosen (kind, added, removed, provider_id, position)
      left join lateral (${entryOf('added', 'generation')}) entry on true
      left join lateral (${entryOf('removed', 'before')}) old on true) pair ${CHANGED_UNIT}
  order by pair.position`;

function entryOf(id: string, generation: string): string {
  return `select * from pricing.entry where asset_id = :asset and transaction_id = :${generation}::bigint
    and provider_id = chosen.provider_id and id = chosen.${id} offset 0`;
}

function shown(kind: string, holds: string): string {
  return `select json_agg(change) from (
    select (pair.added % ${NUMBERS})::int as index, ${CHANGE}
    from (select * from pair where (select ${kind} > 0 from counted) and (${holds}) order by pair.id limit ${LISTED}) pair ${CHANGED_UNIT} order by pair.id) change`;
}

const NONE: Differences = {
  counts: Object.fromEntries([...CHANGE_KIND_NAMES, 'any', 'beyond'].map((kind) => [kind, 0])) as Differences['counts'],
  changes: {},
};

/** Compares the entries of a transaction with the live entries, and stores the difference or all of them. */
@Injectable()
export class EntryComparison {
  constructor(private readonly database: Database) {}

  static readonly none = NONE;

  /** Compares the sets; call it first. @returns the numbers of added and removed entries */
  async compare(sent: SentEntries, generation: string): Promise<{ added: number; removed: number }> {
    await this.begin();
    await this.database.execute(COMPARE[kept(sent)], { ...valuesOf(sent), generation });
    return (await this.database.rows<{ added: number; removed: number }>(COUNT))[0]!;
  }

  /** Closes entries of a generation. @param publication the first publication that no longer contains them */
  async close(asset: string, { generation, publication }: Live, { ids, ctids }: NamedEntries): Promise<void> {
    if (ids.length === 0) return;
    const values = { asset, generation, number: publication, ids };
    await this.database.rows(BY_PLACE);
    const closed = await this.database.execute(CLOSE_AT, { ...values, ctids });
    await this.database.rows(BY_ANY);
    if (closed < ids.length) await this.database.execute(CLOSE_BY_ID, values);
  }

  private async begin(): Promise<void> {
    await this.database.rows(MAKE);
    await this.database.rows(EMPTY);
  }

  /** Stores the difference in the generation. @param publication the publication that it belongs to */
  async storeDifference(sent: SentEntries, generation: string, publication: string): Promise<void> {
    const values = { ...valuesOf(sent), generation, number: publication };
    await this.database.execute(CLOSE, values);
    await this.database.execute(ADD[kept(sent)], values);
  }

  /** Adds some of the stored entries of a transaction to a generation. @param live the first publication with them */
  async addStored(sent: SentEntries, { generation, publication }: Live, ids: readonly string[]): Promise<void> {
    await this.database.execute(ADD_BY_ID, { ...valuesOf(sent), generation, number: publication, ids });
  }

  /** Stores all entries as a new generation. */
  async storeAll(sent: SentEntries): Promise<void> {
    if (sent.isStaged) await this.database.execute(STORE, valuesOf(sent));
  }

  /**
   * Reports the difference; call it after units are matched.
   * @param limit maximum price change in percent
   */
  async report(sent: SentEntries, limit: number | null): Promise<Differences> {
    const values = { ...valuesOf(sent), process: sent.processId, limit };
    return (await this.database.rows<Differences>(REPORT, values))[0]!;
  }

  /**
   * Reports a difference that the service has compared.
   * @param generations the generation that is live now, and the previous one
   */
  async reportKnown(
    { assetId: asset, processId: process }: SentEntries,
    limit: number | null,
    { pairs }: SetDifference,
    generations: { generation: string; before: string },
  ): Promise<Differences> {
    const { counts, shown } = await pairs.changes(limit);
    const rows = await this.database.rows<EntryChange & { kind: ChangeKind }>(SHOW, {
      ...{ asset, process, ...generations },
      kinds: shown.map(({ kind }) => kind),
      added: shown.map((each) => each.added),
      removed: shown.map((each) => each.removed),
      providers: shown.map(({ provider }) => provider),
    });
    const changes: Differences['changes'] = Object.fromEntries(CHANGE_KIND_NAMES.map((kind) => [kind, []]));
    for (const { kind, ...change } of rows) changes[kind]!.push(change);
    return { counts, changes };
  }
}

const kept = ({ isStaged }: SentEntries): 'staged' | 'stored' => (isStaged ? 'staged' : 'stored');
const valuesOf = ({ assetId, transactionId }: SentEntries) => ({ asset: assetId, transaction: transactionId });
