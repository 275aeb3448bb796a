import { isVisible, isWithinScope } from '@app/catalog/contract';
import { type Actor } from '@app/platform/auth';
import { Database } from '@app/platform/persistence';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { cursorText, type FeedState, type Place, placeAfter, type Start } from './cursor.value.js';
import { patternsOf, PRICING_TYPES, SUBJECT_URLS, UNIT_CHANGED, urlIn } from './subjects.js';

export interface EventFilter {
  /** `unit.updated`, `unit.*` */
  types?: readonly string[] | undefined;
  asset?: string | undefined;
}

/** Part of the feed, as JSON. */
export interface FeedPage {
  events: { cursor: string; type: string; text: string }[];
  /** after all that was looked at */
  cursor: string;
  hasMore: boolean;
}

/** Reads events after a cursor. @throws Problem 410 */
export class ReadEvents extends Query<FeedPage> {
  constructor(
    readonly actor: Actor,
    readonly after: Start,
    readonly limit: number,
    readonly filter: EventFilter = {},
  ) {
    super();
  }
}

/** The cluster, its history, the database and the table: a restore changes at least one of them. */
const TIMELINE = `substr(md5(concat_ws(' ', (select system_identifier from pg_control_system()),
  (select timeline_id from pg_control_checkpoint()), current_database(), 'events.event'::regclass::oid)), 1, 8)`;

const STATE = `select ${TIMELINE} as timeline, coalesce(max(position), 0)::text as position,
  coalesce(max(purged), 0)::text as purged from events.feed`;

const ID = `event.asset_id || '-' || event.sequence`;
const TIMESTAMP = `'timestamp', date_trunc('second', event.at)`;
const OF_ASSET = `'asset_id', event.asset_id::text, 'sequence', event.sequence`;

/** An event as it is sent. */
const EVENT_JSON = `case event.asset_id when 0 then json_build_object('id', ${ID}, 'type', event.type, ${TIMESTAMP}, 'data', event.data)
    else json_build_object('id', ${ID}, 'type', event.type, ${TIMESTAMP}, ${OF_ASSET}, 'data', event.data) end::text`;

/** The webhook of an event that has no asset. */
const IS_VISIBLE = `(${isVisible('event.asset_id')} or event.asset_id = 0 and exists (
    select from events.webhook webhook where webhook.id = (event.data ->> 'webhook_id')::bigint and ${isWithinScope('webhook')}))`;
const IS_OF_TYPE = `(:types::text[] is null or event.type like any (:types))`;
const IS_WANTED = `event.position <= :until::bigint and ${IS_VISIBLE} and (:asset::bigint is null or event.asset_id = :asset)`;

const ALL = (
  limit: string,
  order: string,
): string => `select event.position, null::bigint as unit_id, event.asset_id, ${ID} as event_id, event.type, ${EVENT_JSON} as text
  from events.event event where event.position > :position::bigint and ${IS_WANTED} and ${IS_OF_TYPE}
  order by event.position ${order} limit ${limit}`;

const [PUBLISHED] = PRICING_TYPES;

const UNIT_URL = urlIn(`'${SUBJECT_URLS['pricing_unit']}'`, {
  ...{ asset: 'event.asset_id::text', process: 'change.process_id::text', id: 'change.unit_id::text' },
});

/** An event for each unit that a publication changed, after the event of the publication. */
const UNITS = (
  limit: string,
  order: string,
): string => `select change.unit_id, ${ID} || '-' || change.unit_id, '${UNIT_CHANGED}',
    json_build_object('id', ${ID} || '-' || change.unit_id, 'type', '${UNIT_CHANGED}', ${TIMESTAMP}, ${OF_ASSET}, 'data', json_build_object(
      'id', change.unit_id::text, 'number', unit.unit_number, 'process_id', change.process_id::text, 'publication', change.publication_id,
      'before', change.before, 'after', change.after, 'url', ${UNIT_URL}))::text
  from pricing.unit_change_v1 change join catalog.unit_v1 unit on unit.asset_id = change.asset_id and unit.id = change.unit_id
  where event.type = '${PUBLISHED}' and change.asset_id = event.asset_id and change.process_id = (event.data ->> 'process_id')::bigint
    and change.publication_id = (event.data ->> 'publication')::bigint
    and (event.position > :position::bigint or change.unit_id > :unit::bigint)
  order by change.unit_id ${order} limit ${limit}`;

const ALL_WITH_UNITS = (
  limit: string,
  order: string,
): string => `select event.position, each.unit_id, event.asset_id, each.event_id, each.type, each.text
  from events.event event cross join lateral (
    select 0::bigint as unit_id, ${ID} as event_id, event.type, ${EVENT_JSON} as text
    where event.position > :position::bigint and ${IS_OF_TYPE}
    union all (${UNITS(limit, order)})
  ) each
  where event.position >= :position::bigint and ${IS_WANTED}
  order by event.position ${order}, each.unit_id ${order} limit ${limit}`;

/**
 * SQL of the events after a place, up to a position: `position`, `unit_id`, `asset_id`, `event_id`, `type` and `text`.
 * @param limit SQL expression
 * @param order `desc` for the last ones
 */
export const eventsAfter = (limit: string, order = '') => ({
  all: ALL(limit, order),
  withUnits: ALL_WITH_UNITS(limit, order),
});

/** Which statement of `eventsAfter` these types need, and its values. */
export const typesWanted = (types: readonly string[] | undefined) => ({
  which: types?.includes(UNIT_CHANGED) ? ('withUnits' as const) : ('all' as const),
  types: types ? patternsOf(types) : null,
});

const EVENTS = eventsAfter(':limit::int + 1');
const NEWEST = eventsAfter(':limit::int', 'desc');

@QueryHandler(ReadEvents)
export class ReadEventsHandler implements IQueryHandler<ReadEvents> {
  /** Reads in progress: clients of one key that wait at one cursor share a read. */
  private readonly reads = new Map<string, Promise<FeedPage>>();

  constructor(private readonly database: Database) {}

  execute(query: ReadEvents): Promise<FeedPage> {
    const same = JSON.stringify(query);
    let read = this.reads.get(same);
    if (!read) this.reads.set(same, (read = this.read(query).finally(() => this.reads.delete(same))));
    return read;
  }

  private async read({ actor, after: start, limit, filter }: ReadEvents): Promise<FeedPage> {
    const [feed] = await this.database.rows<FeedState>(STATE, {}, 'events');
    const { timeline, position: until } = feed!;
    const after = placeAfter(start, feed!);
    const cursorAt = (place: Place) => cursorText(timeline, place);
    const isAtEnd = BigInt(after.position) >= BigInt(until) && after.unit === null;
    if (isAtEnd) return { events: [], cursor: cursorAt(after), hasMore: false };
    const { which, types } = typesWanted(filter.types);
    const { accounts, assets } = actor;
    const values = { ...after, until, limit, types, asset: filter.asset ?? null, accounts, assets };
    const isNewest = start === 'newest';
    const rows = await this.database.rows<Row>((isNewest ? NEWEST : EVENTS)[which], values, 'events');
    if (isNewest) rows.reverse();
    const hasMore = rows.length > limit;
    const events = rows.slice(0, limit).map(({ position, unit_id: unit, type, text }) => ({
      cursor: cursorAt({ position, unit }),
      ...{ type, text },
    }));
    return { events, cursor: hasMore ? events.at(-1)!.cursor : cursorAt({ position: until, unit: null }), hasMore };
  }
}

interface Row {
  position: string;
  unit_id: string | null;
  type: string;
  text: string;
}
