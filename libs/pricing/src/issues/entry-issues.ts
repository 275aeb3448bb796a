import { Database } from '@app/platform/persistence';
import { Injectable } from '@nestjs/common';
import { dayOf } from '../entries/flat-rule.js';
import { NUMBERS, type SentEntries, sentEntries } from '../deliveries/copy-entries.js';
import { type IssueCode, type Issue, issue, MAX_LISTED_ISSUES, type Suggestion } from './issue.dto.js';
import { PAIR_KEY } from '../entries/entry-pairs.js';
import { CANDIDATES, CODE } from './unit-suggestions.js';

/** A provider id without a matching unit, with the first unit number and building sent with it. */
export interface Unmatched {
  provider_id: string;
  unit_number: string;
  building: string | null;
}

type ListedIssue = Omit<Issue, 'field' | 'message' | 'suggestions'>;

/** Accepted entries with a warning: duplicates, repeated prices and past lease starts. */
interface EntryWarnings {
  duplicates: number;
  repeated_prices: number;
  past_lease_starts: number;
  /** the first entries per code */
  listed: ListedIssue[];
}

const SUGGESTED = `select entry.provider_id, ${CODE} as code, coalesce(suggested.units, '[]') as suggestions
  from json_to_recordset(:unmatched::json) as entry (provider_id text, unit_number text, building text) ${CANDIDATES}`;

const firstIndexes = (sent: string): string => `select provider_id, (min(id) % ${NUMBERS})::int as index
  from ${sent} sent where provider_id in (select unnest(:providers::text[])) group by provider_id`;
const DAY = dayOf(':now::timestamptz');
/** Equal entries and repeated prices are among those that share unit, term and start, which few do. */
const warningsSql = (sent: string): string => `with shared as materialized (
    select ${PAIR_KEY} as pair_key from ${sent} sent group by 1 having count(*) > 1
  ), crowd as materialized (
    select * from ${sent} sent where ${PAIR_KEY} in (select pair_key from shared)
  ), repeated as (
    select * from (select id, provider_id, unit_number, building, price <> first_value(price) over (partition by provider_id, lease_term, lease_starts_on order by id) as is_another
      from crowd) priced where is_another
  ), copies as (
    select * from (select id, provider_id, unit_number, building, row_number() over (partition by hash order by id) as copy
      from crowd) numbered where copy > 1
  ), past as (
    select id, provider_id, unit_number, building from ${sent} sent where lease_starts_on < ${DAY}
  )
  select (select count(*) from copies)::int as duplicates, (select count(*) from repeated)::int as repeated_prices,
    (select count(*) from past)::int as past_lease_starts,
    (select coalesce(json_agg(listed), '[]') from (${listed('duplicate', 'copies')} union all ${listed('price_repeated', 'repeated')}
      union all ${listed('lease_start_past', 'past')}) listed) as listed`;

function listed(code: IssueCode, rows: string): string {
  return `(select '${code}' as code, (id % ${NUMBERS})::int as index, provider_id, unit_number, building from ${rows}
    order by id limit ${MAX_LISTED_ISSUES})`;
}

/** Finds accepted entries of a data set that its sender should review. */
@Injectable()
export class EntryIssues {
  constructor(private readonly database: Database) {}

  /** @param now by the clock of the database */
  async warnings(sent: SentEntries, now: Date): Promise<EntryWarnings> {
    const values = { asset: sent.assetId, transaction: sent.transactionId, now };
    return (await this.database.rows<EntryWarnings>(warningsSql(sentEntries(sent)), values))[0]!;
  }

  /** @param isSent whether the entries were sent in an array and have an index */
  async list(
    sent: SentEntries,
    { unmatched, listed }: { unmatched: readonly Unmatched[]; listed: readonly ListedIssue[] },
    isSent: boolean,
  ): Promise<Issue[]> {
    const warnings = listed.map((each) => issue(each.code, isSent ? each : { ...each, index: null }));
    if (unmatched.length === 0) return warnings;
    const values = { asset: sent.assetId, process: sent.processId, unmatched: JSON.stringify(unmatched) };
    const found = await this.database.rows<Unmatched & { code: IssueCode; suggestions: Suggestion[] }>(
      SUGGESTED,
      values,
    );
    const indexes = isSent ? await this.indexes(sent, unmatched) : new Map<string, number>();
    const reasons = new Map(found.map((each) => [each.provider_id, each]));
    const issues = unmatched.map((each) => {
      const { code, suggestions } = reasons.get(each.provider_id)!;
      return issue(code, { ...each, index: indexes.get(each.provider_id) ?? null }, suggestions);
    });
    return [...issues.toSorted((one, other) => Number(one.index) - Number(other.index)), ...warnings];
  }

  /** The index of the first sent entry by provider id. */
  private async indexes(sent: SentEntries, unmatched: readonly Unmatched[]): Promise<Map<string, number>> {
    const providers = unmatched.map((each) => each.provider_id);
    const values = { asset: sent.assetId, transaction: sent.transactionId, providers };
    const indexes = await this.database.rows<{ provider_id: string; index: number }>(
      firstIndexes(sentEntries(sent)),
      values,
    );
    return new Map(indexes.map(({ provider_id: provider, index }) => [provider, index]));
  }
}
