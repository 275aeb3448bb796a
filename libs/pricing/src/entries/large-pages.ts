import {
  Database,
  JsonPage,
  type Condition,
  type PageRequest,
  type PoolPartition,
  LIMITS,
  UnitOfWork,
} from '@app/platform/persistence';
import { invalid, notFound, MiB } from '@app/platform/core';
import { Injectable } from '@nestjs/common';

/** JSON of one page. */
const PAGE_MIB = 16;
const PAGE_BYTES = PAGE_MIB * MiB;
/** Rows that are fetched at once: whatever is in them, they are few. */
const AT_ONCE = 50;
/** One page is gathered at a time: readers wait for each other, and memory does not grow with them. */
const LARGE_LISTS: PoolPartition = { name: 'large lists', share: 0, wait: 20_000, limit: LIMITS.statement };

/** SQL of a list of units, each with its entries. */
interface Listed {
  requires: Condition;
  /** conditions of `pricing.unit unit`; the second costs less and is for counting */
  units: string;
  counted: string;
  /** condition of the `pricing.entry entry` of a unit, and their order */
  entries: string;
  order: string;
  select: string;
  values: Record<string, unknown>;
}

interface Row {
  unit: string;
  entry: string;
  json: string;
}

/** A page of units: text of their arrays, and where it ended. */
interface Gathered {
  data: string;
  more: boolean;
  last: string | null;
  isCut: boolean;
}

/**
 * Pages of data sets that may be too large for memory, by bytes: a page ends when it is full, also within a unit, and `next_url`
 * goes on there. A page by its number alone is whole or refused: who counts pages must not miss what one of them left out.
 */
@Injectable()
export class LargePages {
  constructor(
    private readonly database: Database,
    private readonly work: UnitOfWork,
  ) {}

  read(page: PageRequest, listed: Listed): Promise<JsonPage> {
    return this.work.run(async () => {
      await this.require(listed.requires);
      const values = { ...listed.requires.values, ...listed.values };
      const total = page.counted ? await this.count(listed, values) : undefined;
      const { data, isCut, more, last } = await this.gather(page, listed, values);
      if (isCut && page.isNumbered) throw tooLarge(page);
      return new JsonPage(`[${data}]`, more ? { after: last } : null, total, page.after === undefined);
    }, LARGE_LISTS);
  }

  private async require({ sql, values }: Condition): Promise<void> {
    const [row] = await this.database.rows<{ found: boolean }>(`select ${sql} as found`, values);
    if (!row?.found) throw notFound();
  }

  private async count({ counted }: Listed, values: Record<string, unknown>): Promise<number> {
    const sql = `select count(*)::int as total from pricing.unit unit where ${counted}`;
    return (await this.database.rows<{ total: number }>(sql, values))[0]!.total;
  }

  private async gather(page: PageRequest, listed: Listed, values: Record<string, unknown>): Promise<Gathered> {
    const units: string[][] = [];
    let last: Row | undefined;
    let bytes = 0;
    const end = (more: boolean, isCut: boolean): Gathered => ({
      data: units.map((entries) => `[${entries.join(',')}]`).join(','),
      more,
      last: last ? (isCut ? `${last.unit}.${last.entry}` : last.unit) : null,
      isCut,
    });
    for await (const row of this.rows(page, listed, values)) {
      bytes += Buffer.byteLength(row.json);
      if (last && bytes > PAGE_BYTES) return end(true, true);
      if (row.unit !== last?.unit) {
        if (units.length === page.size) return end(true, false);
        units.push([]);
      }
      units.at(-1)!.push(row.json);
      last = row;
    }
    return end(false, false);
  }

  private async *rows(page: PageRequest, listed: Listed, values: Record<string, unknown>): AsyncGenerator<Row> {
    const { after = null, within = null, size, offset } = page;
    await this.database.rows(cursorOf(listed), { ...values, after, within, size, offset });
    for (;;) {
      const rows = await this.database.rows<Row>(`fetch ${AT_ONCE} from listed`);
      yield* rows;
      if (rows.length < AT_ONCE) return;
    }
  }
}

/** Each row is made when it is fetched. Units come in the order of their ids, and so do the rows: each unit is looked up in turn. */
const cursorOf = ({ units, entries, order, select }: Listed): string => `declare listed no scroll cursor for
  select unit.id::text as unit, entry.id::text as entry,
    (select row_to_json(projected)::text from (select ${select}) projected) as json
  from (select unit.* from pricing.unit unit where ${units}
    and (:after::bigint is null or unit.id > :after::bigint or (unit.id = :after::bigint and :within::bigint is not null))
    order by unit.id limit :size::int + 1 offset :offset::bigint) unit
  cross join lateral (select entry.* from pricing.entry entry where ${entries}
    and (unit.id is distinct from :after::bigint or entry.id > :within::bigint) order by ${order}) entry`;

const tooLarge = ({ number }: PageRequest) =>
  invalid({
    'per-page': [
      `is too many: page ${number} would have more than ${PAGE_MIB} MiB. Take fewer, or leave out \`page\` and follow \`next_url\``,
    ],
  });
