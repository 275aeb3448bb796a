import { Database } from '@app/platform/persistence';
import { Injectable } from '@nestjs/common';
import { NUMBERS, type SentEntries, STAGED } from '../entries/copy-entries.js';
import type { Delivery } from '../entries/delivery.js';
import { dayOf } from '../ingest/copy-rows.js';
import { CANDIDATES, CODE } from '../unmatched/unmatched.queries.js';
import { type Doubt, type Issue, issue, ISSUES_LISTED, type Suggestion } from './issue.dto.js';
import { SentRows } from './sent-rows.js';

/** A provider id without a matching unit, with the first unit number sent with it. */
export interface Unmatched {
  provider_id: string;
  unit_number: string;
}

interface ListedIssue {
  code: Doubt;
  index: number | null;
  provider_id: string;
  unit_number: string;
}

/** Accepted entries with a warning: duplicates and past lease starts. */
export interface Doubtful {
  duplicates: number;
  past_lease_starts: number;
  /** the first entries per code */
  listed: ListedIssue[];
}

const SUGGESTED = `select entry.provider_id, ${CODE} as code, coalesce(suggested.units, '[]') as suggestions
  from json_to_recordset(:unmatched::json) as entry (provider_id text, unit_number text) ${CANDIDATES}`;

const sentRows = ({ isStaged }: SentEntries): string =>
  `(select * from ${isStaged ? STAGED : 'pricing.entry'} where asset_id = :asset and transaction_id = :transaction)`;
const firstIndexes = (sent: string): string => `select provider_id, (min(id) % ${NUMBERS})::int as index
  from ${sent} sent where provider_id in (select unnest(:providers::text[])) group by provider_id`;
const doubtful = (sent: string): string => `with sent as materialized (
    select id, provider_id, unit_number, hash is not null and row_number() over (partition by hash order by id) > 1 as is_copy,
      coalesce(lease_starts_on < :day::date, false) as is_past from ${sent} sent)
  select (select count(*) from sent where is_copy)::int as duplicates, (select count(*) from sent where is_past)::int as past_lease_starts,
    (select coalesce(json_agg(listed), '[]') from (${listed('duplicate', 'is_copy')} union all ${listed('lease_start_past', 'is_past')}) listed) as listed`;

function listed(code: Doubt, condition: string): string {
  return `(select '${code}' as code, (id % ${NUMBERS})::int as index, provider_id, unit_number from sent where ${condition}
    order by id limit ${ISSUES_LISTED})`;
}

/** Finds accepted entries of a data set that its sender should review. */
@Injectable()
export class EntryIssues {
  constructor(private readonly database: Database) {}

  /** @param delivery the delivery with all entries, if there was only one @param now by the clock of the database */
  async doubtful(sent: SentEntries, now: Date, delivery?: Partial<Delivery>): Promise<Doubtful> {
    const rows = rowsOf(delivery);
    if (!rows) {
      const values = { asset: sent.assetId, transaction: sent.transactionId, day: now.toISOString().slice(0, 10) };
      return (await this.database.rows<Doubtful>(doubtful(sentRows(sent)), values))[0]!;
    }
    const today = dayOf(now.getUTCFullYear(), now.getUTCMonth() + 1, now.getUTCDate());
    const past = await rows.startingBefore(today, ISSUES_LISTED);
    const duplicates = delivery?.duplicates ?? 0;
    const copies = duplicates > 0 ? await rows.duplicates(ISSUES_LISTED) : [];
    const list = (code: Doubt) => (row: number) => ({ code, ...rows.named(row) });
    const listed = [...copies.map(list('duplicate')), ...past.first.map(list('lease_start_past'))];
    return { duplicates, past_lease_starts: past.count, listed };
  }

  /** @param isSent whether the entries were sent in an array and have an index */
  async list(
    sent: SentEntries,
    { unmatched, listed }: { unmatched: readonly Unmatched[]; listed: readonly ListedIssue[] },
    isSent: boolean,
    delivery?: Partial<Delivery>,
  ): Promise<Issue[]> {
    const doubts = listed.map((each) => issue(each.code, isSent ? each : { ...each, index: null }));
    if (unmatched.length === 0) return doubts;
    const values = { asset: sent.assetId, process: sent.processId, unmatched: JSON.stringify(unmatched) };
    const found = await this.database.rows<Unmatched & { code: Doubt; suggestions: Suggestion[] }>(SUGGESTED, values);
    const indexes = isSent ? await this.indexes(sent, unmatched, delivery) : new Map<string, number>();
    const reasons = new Map(found.map((each) => [each.provider_id, each]));
    const issues = unmatched.map((each) => {
      const { code, suggestions } = reasons.get(each.provider_id)!;
      return issue(code, { ...each, index: indexes.get(each.provider_id) ?? null }, suggestions);
    });
    return [...issues.toSorted((one, other) => Number(one.index) - Number(other.index)), ...doubts];
  }

  /** The index of the first sent entry by provider id. */
  private async indexes(
    sent: SentEntries,
    unmatched: readonly Unmatched[],
    delivery?: Partial<Delivery>,
  ): Promise<Map<string, number>> {
    const providers = unmatched.map((each) => each.provider_id);
    const rows = rowsOf(delivery);
    if (rows) return rows.firstOf(new Set(providers));
    const values = { asset: sent.assetId, transaction: sent.transactionId, providers };
    const indexes = await this.database.rows<{ provider_id: string; index: number }>(
      firstIndexes(sentRows(sent)),
      values,
    );
    return new Map(indexes.map(({ provider_id: provider, index }) => [provider, index]));
  }
}

const rowsOf = ({ index, rows }: Partial<Delivery> = {}): SentRows | undefined =>
  index && rows && new SentRows(index, rows);
