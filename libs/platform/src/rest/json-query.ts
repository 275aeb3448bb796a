import { Injectable } from '@nestjs/common';
import type { Scope } from '../auth/scope.js';
import { notFound } from '../core/errors.js';
import type { Page } from './paging.js';
import { Reply } from './json-response.js';
import { Database } from '../persistence/database.js';
import { UnchangedAnswers } from './response-cache.js';
import { isWriting } from '../persistence/unit-of-work.js';

/** A question whose answer is JSON made by Postgres: no row becomes an object here. */
export interface Rows {
  /** table or view with its alias, e.g. `catalog.unit unit` */
  from: string;
  /** condition; parameters of the path are there by name: `unit.asset_id = :asset` */
  where: string;
  /** columns of the answer, named as on the wire ... */
  select?: string;
  /** ... or an expression that is the whole JSON of a row, as text */
  json?: string;
  /** joins that only the projection needs: made for the rows of the page alone */
  join?: string;
  /** values of parameters beside those of the path */
  values?: Record<string, unknown>;
  /** that the answer changes with the clock, to the second: only that of the primary counts */
  bySecond?: true;
}

export interface Listed extends Rows {
  /** the order; the default is by `<alias>.id`, and only that one has cursors */
  order?: string;
  /** a condition that the same rows fulfil and that costs less, for where rows are counted and not shown */
  counted?: string;
}

interface PageRow {
  found: boolean;
  data: string | null;
  more: boolean | null;
  last: string | null;
  total?: number;
}

/** Reads: one statement for a list or a view, with the visibility of everything in the path checked by the same statement. */
@Injectable()
export class JsonRows {
  constructor(
    private readonly database: Database,
    private readonly answers: UnchangedAnswers,
  ) {}

  /** One page. 404 when something in the path does not exist or is not the caller's to see. */
  async page(scope: Scope, page: Page, rows: Listed): Promise<Reply> {
    const listed = pageOf(scope, page, rows);
    const sql = page.counted ? `${listed} cross join lateral (${countOf(rows)}) counted` : listed;
    const values = { ...scope.values, ...rows.values, size: page.size, offset: page.offset, after: page.after };
    return this.ask<PageRow>(rows, sql, values, page.address, (row) => {
      if (!row?.found) throw notFound();
      const next = { more: row.more ?? false, last: rows.order === undefined ? row.last : null };
      return page.envelope(row.data ?? '', next, row.total);
    });
  }

  /** One resource, or 404. */
  async one(scope: Scope, rows: Rows): Promise<Reply> {
    const { from, where, join = '', values } = rows;
    const sql = `select ${jsonOf(rows)} as data from ${from} ${join} where ${where} and ${scope.route.surroundings}`;
    return this.ask<{ data: string }>(rows, sql, { ...scope.values, ...values }, '', (row) => {
      if (row === undefined) throw notFound();
      return new Reply(row.data);
    });
  }

  /**
   * What a batch answers: the rows with these ids, in this order, as `{"data": [...]}`.
   * Each is looked up by itself: of a table that has just been filled, the planner would compare each row with each id.
   */
  async those(scope: Scope, ids: readonly string[], rows: Rows): Promise<Reply> {
    const { from, where, join = '', values } = rows;
    const name = alias(from);
    const sql = `select string_agg(shown.data, ',' order by shown.n) as data from (
      select ${jsonOf(rows)} as data, wanted.n from unnest(:wantedIds::bigint[]) with ordinality wanted (id, n)
      cross join lateral (select ${name}.* from ${from} where ${where} and ${name}.id = wanted.id offset 0) ${name} ${join}
    ) shown`;
    const [row] = await this.database.rows<{ data: string | null }>(
      sql,
      {
        ...scope.values,
        ...values,
        wantedIds: ids,
      },
      table(from),
    );
    return new Reply(`{"data":[${row?.data ?? ''}]}`);
  }

  /** The answer to a write is read where it was written: a replica would only be waited for. */
  private async ask<Row>(
    { from, bySecond }: Rows,
    sql: string,
    values: Record<string, unknown>,
    about: string,
    reply: (row: Row | undefined) => Reply,
  ): Promise<Reply> {
    if (this.database.hasReplica && !bySecond && !isWriting()) {
      const found = await this.database.fromReplica<Row>(sql, values);
      if (found) return reply(found[0]);
    }
    return this.answers.ask<Row>(sql, values, about, table(from), reply);
  }
}

/** For `json` of rows whose columns depend on their type: the columns of each. */
export const jsonByType = (type: string, selects: Record<string, string>): string =>
  `case ${type} ${Object.entries(selects)
    .map(([value, select]) => `when '${value}' then ${jsonOf({ select })}`)
    .join(' ')} end`;

const jsonOf = ({ select, json }: Pick<Rows, 'select' | 'json'>): string =>
  json ?? `(select row_to_json(projected)::text from (select ${select}) projected)`;

/** What a question is about: of a subquery, the table that it is from. */
const table = (from: string): string => [...from.matchAll(/(?:^|\bfrom )(\w+\.\w+)/g)].at(-1)?.[1] ?? 'other';
const alias = (from: string): string => from.trim().split(/\s+/).at(-1)!;

const countOf = ({ from, where, counted = where }: Listed): string =>
  `select count(*)::int as total from ${from} where ${counted}`;

/** In the order of the ids a page begins at one of them: at the first, after the cursor's, or at one that is counted off in the index. */
function pageOf(scope: Scope, page: Page, rows: Listed): string {
  const { from, where, order, counted = where } = rows;
  if (order !== undefined) return paged(scope, rows, order, '', ':offset::bigint');
  const id = `${alias(from)}.id`;
  const first = `select ${id} from ${from} where ${counted} order by ${id} limit 1 offset :offset::bigint`;
  const begin =
    page.after !== undefined ? `and ${id} > :after::bigint` : page.offset > 0 ? `and ${id} >= (${first})` : '';
  return paged(scope, rows, id, begin, '0');
}

/**
 * The rows of the page are found first, one more than shown, and projected after: an OFFSET skips rows, not JSON.
 * Measured: the projection as a lateral row is a third cheaper than as a subquery, and so is no sort where nothing can
 * disturb the order.
 */
function paged(
  scope: Scope,
  { from, where, select, json, join = '' }: Listed,
  order: string,
  begin: string,
  offset: string,
): string {
  const name = alias(from);
  const projected = json === undefined ? `cross join lateral (select ${select}) projected` : '';
  const text = json ?? 'row_to_json(projected)::text';
  return `select ${scope.route.exists} as found, * from (
    select string_agg(${text}, ','${join && ` order by ${name}.n`}) filter (where ${name}.n <= :size) as data,
      coalesce(max(${name}.n) > :size, false) as more, (max(${name}.id) filter (where ${name}.n <= :size))::text as last
    from (select ${name}.*, row_number() over (order by ${order}) as n from (select ${name}.* from ${from}
      where ${where} ${begin} order by ${order} limit :size::int + 1 offset ${offset}) ${name}) ${name} ${join} ${projected}
  ) listed`;
}
