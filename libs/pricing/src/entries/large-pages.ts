import {
  Bulkhead,
  Database,
  JsonPage,
  type Condition,
  type PoolPartition,
  LIMITS,
  UnitOfWork,
} from '@app/platform/persistence';
import { invalid, notFound, MiB } from '@app/platform/core';
import { Injectable } from '@nestjs/common';
import { type Publication, type PublicationPage, withPublication } from './publication-page.js';

/** Maximum JSON of a page, which ends there. A page requested by number is complete or rejected. */
export const MAX_PAGE_BYTES = 4 * MiB;
const MAX_NUMBERED_PAGE_MIB = 16;
/** Maximum bytes between two entries. */
const BETWEEN = '],['.length;
/**
 * Maximum pages in memory, from the first row until they are sent. Others wait up to the timeout below (ms): one is read and sent in
 * a fraction of a second. Those whose client disconnects leave the queue.
 */
const SLOTS = 4;
const WAIT = 20_000;
/** Minimum size of a page that keeps its slot until the client has received it, with the timeout below (ms). */
const KEPT_FROM = MiB / 2;
const SENT_WITHIN = 60_000;
/** Id after all entries of a unit. */
const AFTER_ALL = '9223372036854775807';
/** Rows per fetch; few, because each may be large. */
const BATCH_SIZE = 50;
const LARGE_LISTS: PoolPartition = { name: 'large lists', share: 1 / 10, wait: WAIT, limit: LIMITS.statement };

/** SQL of a list of units with their entries. */
interface LargeListQuery {
  requires: Condition;
  /** condition on `pricing.unit unit` */
  units: string;
  /** condition on `pricing.entry entry` of a unit, and the order of entries */
  entries: string;
  order: string;
  /** whether to list only the first entry of each unit */
  flat: boolean;
  select: string;
  values: Record<string, unknown>;
  /** the publication that the page shows */
  shows: Publication;
}

interface Row {
  unit: string;
  entry: string;
  json: string;
}

/** A page of units: the JSON text, and the position at which it ended. */
interface Gathered {
  data: string;
  more: boolean;
  last: string | null;
  isCut: boolean;
}

/**
 * Pages of data sets that may exceed memory. A page ends at a number of bytes, possibly inside a unit, and `next_url` continues
 * there. A page requested by number alone is complete or rejected, because such a client would miss omitted entries. Few pages are in
 * memory at once, regardless of the number and speed of clients.
 */
@Injectable()
export class LargePages {
  private readonly slots = new Bulkhead(SLOTS, WAIT);
  private readonly numbered = new Bulkhead(1, WAIT);

  constructor(
    private readonly database: Database,
    private readonly work: UnitOfWork,
  ) {}

  async read(page: PublicationPage, query: LargeListQuery): Promise<JsonPage> {
    const { closed } = page;
    const release = await (page.isNumbered ? this.numbered : this.slots).enter(closed);
    try {
      const found = await this.work.run(() => this.page(page, query), LARGE_LISTS);
      if (found.text.length < KEPT_FROM || !closed || closed.aborted) release();
      else {
        found.sendWithin = SENT_WITHIN;
        closed.addEventListener('abort', release, { once: true });
      }
      return found;
    } catch (error) {
      release();
      throw error;
    }
  }

  private async page(page: PublicationPage, query: LargeListQuery): Promise<JsonPage> {
    await this.require(query.requires);
    const values = { ...query.requires.values, ...query.values };
    const total = page.withTotal ? await this.count(query, values) : undefined;
    const { data, isCut, more, last } = await this.gather(page, query, values);
    if (isCut && page.isNumbered) throw tooLarge(page);
    const previous = page.within === undefined ? {} : null;
    return withPublication(query.shows, new JsonPage(`[${data}]`, more ? { position: last! } : null, total, previous));
  }

  private async require({ sql, values }: Condition): Promise<void> {
    const [row] = await this.database.rows<{ found: boolean }>(`select ${sql} as found`, values);
    if (!row?.found) throw notFound();
  }

  private async count({ units }: LargeListQuery, values: Record<string, unknown>): Promise<number> {
    const sql = `select count(*)::int as total from pricing.unit unit where ${units}`;
    return (await this.database.rows<{ total: number }>(sql, values))[0]!.total;
  }

  private async gather(
    page: PublicationPage,
    query: LargeListQuery,
    values: Record<string, unknown>,
  ): Promise<Gathered> {
    const units: string[][] = [];
    let last: Row | null = null;
    let bytes = 0;
    const max = page.isNumbered ? MAX_NUMBERED_PAGE_MIB * MiB : MAX_PAGE_BYTES;
    const end = (more: boolean, isCut: boolean): Gathered => ({
      data: units.map((entries) => `[${entries.join(',')}]`).join(','),
      more,
      last: last && positionAfter(last, isCut, page),
      isCut,
    });
    for await (const row of this.rows(page, query, values)) {
      bytes += Buffer.byteLength(row.json) + BETWEEN;
      if (last && bytes > max) return end(true, true);
      if (row.unit !== last?.unit) {
        if (units.length === page.size) return end(true, false);
        units.push([]);
      }
      units.at(-1)!.push(row.json);
      last = row;
    }
    return end(false, false);
  }

  private async *rows(
    page: PublicationPage,
    query: LargeListQuery,
    values: Record<string, unknown>,
  ): AsyncGenerator<Row> {
    const { position: after = null, within = null, size, offset } = page;
    // The unit that the previous page ended in may have no entries left.
    const units = size + (within === null ? 1 : 2);
    await this.database.rows(cursorOf(query), { ...values, after, within, units, offset });
    for (;;) {
      const rows = await this.database.rows<Row>(`fetch ${BATCH_SIZE} from listed`);
      yield* rows;
      if (rows.length < BATCH_SIZE) return;
    }
  }
}

/** Once a page has ended early, all positions after it are within a unit, because their pages have no number of their own. */
function positionAfter({ unit, entry }: Row, isCut: boolean, { within }: PublicationPage): string {
  if (isCut) return `${unit}.${entry}`;
  return within === undefined ? unit : `${unit}.${AFTER_ALL}`;
}

/** Whether the previous page listed no entry of the unit. */
const NOT_LISTED = 'unit.id is distinct from :after::bigint';

/** A cursor that computes each row when it is fetched; looks up the units one by one in the order of their ids. */
const cursorOf = ({
  units,
  entries,
  order,
  flat,
  select,
}: LargeListQuery): string => `declare listed no scroll cursor for
  select unit.id::text as unit, entry.id::text as entry,
    (select row_to_json(projected)::text from (select ${select}) projected) as json
  from (select unit.* from pricing.unit unit where ${units}
    and (:after::bigint is null or unit.id > :after::bigint or (unit.id = :after::bigint and :within::bigint is not null))
    order by unit.id limit :units::int offset :offset::bigint) unit
  cross join lateral (select entry.* from pricing.entry entry where ${entries}
    and ${flat ? NOT_LISTED : `(${NOT_LISTED} or entry.id > :within::bigint)`} order by ${order} ${flat ? 'limit 1' : ''}) entry`;

const tooLarge = ({ number, size }: PublicationPage) => {
  const text = `page ${number} would have more than ${MAX_NUMBERED_PAGE_MIB} MiB.`;
  const instead = 'leave out `page` and follow `next_url`';
  return size === 1
    ? invalid({ page: [`cannot be read by its number: ${text} To read it, ${instead}`] })
    : invalid({ 'per-page': [`is too many: ${text} Take fewer, or ${instead}`] });
};
