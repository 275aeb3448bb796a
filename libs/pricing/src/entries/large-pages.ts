import {
  Bulkhead,
  Database,
  type Held,
  JsonPage,
  type Condition,
  type PageRequest,
  type PoolPartition,
  type Snapshot,
  LIMITS,
  UnitOfWork,
} from '@app/platform/persistence';
import { invalid, notFound, MiB } from '@app/platform/core';
import { Injectable } from '@nestjs/common';

/** JSON of a page, which ends there; one that is asked for by its number is whole or refused. */
export const PAGE_BYTES = 4 * MiB;
const NUMBERED_PAGE_MIB = 16;
/** Pages in memory at once, from the first row until they have gone out. Who comes later waits, so many milliseconds at most. */
const SLOTS = 4;
const WAIT = 20_000;
/** A page from this size on keeps its slot until its client has it, for which there are so many milliseconds. */
const HELD_FROM = MiB / 2;
const SENT_WITHIN = 60_000;
/** Rows that are fetched at once: whatever is in them, they are few. */
const AT_ONCE = 50;
const LARGE_LISTS: PoolPartition = { name: 'large lists', share: 1 / 10, wait: WAIT, limit: LIMITS.statement };

/** SQL of a list of units, each with its entries. */
interface Listed {
  requires: Condition;
  /** conditions of `pricing.unit unit`; the second costs less and is for counting */
  units: string;
  countWhere: string;
  /** condition of the `pricing.entry entry` of a unit, and their order */
  entries: string;
  order: string;
  select: string;
  values: Record<string, unknown>;
  snapshot: Snapshot;
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
 * Few pages are in memory at once, however many and slow their readers are.
 */
@Injectable()
export class LargePages {
  private readonly slots = new Bulkhead(SLOTS, WAIT);
  private readonly numbered = new Bulkhead(1, WAIT);

  constructor(
    private readonly database: Database,
    private readonly work: UnitOfWork,
  ) {}

  async read(page: PageRequest, listed: Listed): Promise<JsonPage> {
    const release = await (page.isNumbered ? this.numbered : this.slots).enter();
    try {
      const found = await this.work.run(() => this.page(page, listed), LARGE_LISTS);
      if (found.text.length < HELD_FROM) release();
      else found.held = heldUntilSent(release);
      return found;
    } catch (error) {
      release();
      throw error;
    }
  }

  private async page(page: PageRequest, listed: Listed): Promise<JsonPage> {
    await this.require(listed.requires);
    const values = { ...listed.requires.values, ...listed.values };
    const total = page.counted ? await this.count(listed, values) : undefined;
    const { data, isCut, more, last } = await this.gather(page, listed, values);
    if (isCut && page.isNumbered) throw tooLarge(page);
    return new JsonPage(`[${data}]`, more ? { after: last } : null, total, page.after === undefined, listed.snapshot);
  }

  private async require({ sql, values }: Condition): Promise<void> {
    const [row] = await this.database.rows<{ found: boolean }>(`select ${sql} as found`, values);
    if (!row?.found) throw notFound();
  }

  private async count({ countWhere }: Listed, values: Record<string, unknown>): Promise<number> {
    const sql = `select count(*)::int as total from pricing.unit unit where ${countWhere}`;
    return (await this.database.rows<{ total: number }>(sql, values))[0]!.total;
  }

  private async gather(page: PageRequest, listed: Listed, values: Record<string, unknown>): Promise<Gathered> {
    const units: string[][] = [];
    let last: Row | undefined;
    let bytes = 0;
    const most = page.isNumbered ? NUMBERED_PAGE_MIB * MiB : PAGE_BYTES;
    const end = (more: boolean, isCut: boolean): Gathered => ({
      data: units.map((entries) => `[${entries.join(',')}]`).join(','),
      more,
      last: last ? (isCut ? `${last.unit}.${last.entry}` : last.unit) : null,
      isCut,
    });
    for await (const row of this.rows(page, listed, values)) {
      bytes += Buffer.byteLength(row.json);
      if (last && bytes > most) return end(true, true);
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

/** Also of an answer that is never sent. */
function heldUntilSent(release: () => void): Held {
  const due = AbortSignal.timeout(SENT_WITHIN);
  due.addEventListener('abort', release, { once: true });
  return { release, due };
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
      `is too many: page ${number} would have more than ${NUMBERED_PAGE_MIB} MiB. Take fewer, or leave out \`page\` and follow \`next_url\``,
    ],
  });
