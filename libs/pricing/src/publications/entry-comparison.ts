import { Database } from '@app/platform/persistence';
import { Injectable } from '@nestjs/common';
import { NUMBERS, SENT_COLUMNS, type SentEntries, sentEntries } from '../deliveries/copy-entries.js';
import {
  CHANGE,
  CHANGE_KINDS,
  CHANGED_UNIT,
  type ChangeKind,
  changedPairs,
  PAIR_COLUMNS,
} from '../entries/entry-pairs.js';

/** Counts of changed entries. */
export type ChangeCounts = Record<ChangeKind, number> & {
  /** entries that existed before */
  any: number;
  /** entries whose price changed by more than the limit */
  beyond: number;
  /** rows to store and to close: an entry that changed is one of each */
  opened: number;
  closed: number;
};

/** A change as in responses. */
interface EntryChange {
  index: number | null;
  unit_id: string | null;
  provider_id: string;
  before: object | null;
  after: object | null;
}

export type ListedChanges = Partial<Record<ChangeKind, EntryChange[]>>;

/** Maximum number of listed changes per kind. */
const LISTED = 50;

const TABLE = 'pg_temp.entry_change';
/** Empties the temporary table of the difference: another commit of the same database transaction may have used it. */
const EMPTY = `create temp table if not exists entry_change (${PAIR_COLUMNS}) on commit delete rows; delete from ${TABLE}`;

const LIVE = `(select * from pricing.entry where asset_id = :asset and transaction_id = :generation and until is null)`;

const KINDS = Object.entries(CHANGE_KINDS);
const IS_CHANGED = `pair.added is not null and pair.removed is not null and (${KINDS.map(([, holds]) => holds).join(' or ')})`;
const compare = (sent: string): string => `insert into ${TABLE} ${changedPairs(sent, LIVE)}`;
const COUNT = `select ${KINDS.map(([kind, holds]) => `count(*) filter (where ${holds})::int as ${kind}`).join(', ')},
    count(*) filter (where ${IS_CHANGED})::int as "any",
    count(*) filter (where abs(pair.price::bigint - pair.old_price) * 100 > :limit::integer * pair.old_price::bigint)::int as beyond,
    count(pair.added)::int as opened, count(pair.removed)::int as closed
  from ${TABLE} pair`;

/** Entries keep the time at which they were received. */
const storeDifference = (sent: string): string => `
  with closed as (
    update pricing.entry entry set until = :number::integer from ${TABLE} gone
    where entry.asset_id = :asset and entry.transaction_id = :generation
      and entry.provider_id = gone.provider_id and entry.id = gone.removed
  )
  insert into pricing.entry (${SENT_COLUMNS}, created_at, since) overriding system value
  select ${SENT_COLUMNS.replace('transaction_id', ':generation::bigint')}, created_at, :number::integer
  from ${sent} sent where sent.id in (select added from ${TABLE})`;

const STORE_STAGED = `insert into pricing.entry (${SENT_COLUMNS}) overriding system value
  select ${SENT_COLUMNS} from ${sentEntries({ isStaged: true })} sent`;

const listed = (kind: string, holds: string): string => `select json_agg(change) from (
    select (pair.added % ${NUMBERS})::int as index, ${CHANGE}
    from (select * from ${TABLE} pair where (:kinds::text[] @> array['${kind}']) and (${holds}) order by pair.id limit ${LISTED}) pair
    ${CHANGED_UNIT} order by pair.id) change`;
const LIST = `select json_build_object(${KINDS.map(([kind, holds]) => `'${kind}', coalesce((${listed(kind, holds)}), '[]')`).join(', ')}) as changes`;

const both = (statement: (sent: string) => string) => ({
  staged: statement(sentEntries({ isStaged: true })),
  stored: statement(sentEntries({ isStaged: false })),
});
const [COMPARE, STORE_DIFFERENCE] = [both(compare), both(storeDifference)];

/** Compares the entries of a transaction with the live entries, and stores the difference or all of them. */
@Injectable()
export class EntryComparison {
  constructor(private readonly database: Database) {}

  /**
   * Compares the sets; call it first.
   * @param generation the live one
   * @param limit maximum price change in percent
   */
  async compare(sent: SentEntries, generation: string, limit: number | null): Promise<ChangeCounts> {
    await (await this.database.client())!.query(EMPTY);
    await this.database.execute(COMPARE[kept(sent)], { ...valuesOf(sent), generation });
    return (await this.database.rows<ChangeCounts>(COUNT, { limit }))[0]!;
  }

  /** Stores the difference in the generation. @param publication the publication that it belongs to */
  async storeDifference(sent: SentEntries, generation: string, publication: string): Promise<void> {
    const values = { ...valuesOf(sent), generation, number: publication };
    await this.database.execute(STORE_DIFFERENCE[kept(sent)], values);
  }

  /** Stores all entries under their transaction. */
  async storeAll(sent: SentEntries): Promise<void> {
    if (sent.isStaged) await this.database.execute(STORE_STAGED, valuesOf(sent));
  }

  /** Lists the first changes of each kind; call it after units are matched. */
  async changes({ assetId: asset, processId: process }: SentEntries, counts: ChangeCounts): Promise<ListedChanges> {
    const kinds = Object.keys(CHANGE_KINDS).filter((kind) => counts[kind as ChangeKind] > 0);
    const [row] = await this.database.rows<{ changes: ListedChanges }>(LIST, { asset, process, kinds });
    return row!.changes;
  }
}

const kept = ({ isStaged }: SentEntries): 'staged' | 'stored' => (isStaged ? 'staged' : 'stored');
const valuesOf = ({ assetId, transactionId }: SentEntries) => ({ asset: assetId, transaction: transactionId });
