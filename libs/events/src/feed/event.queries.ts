import { isVisible } from '@app/catalog/contract';
import { type Actor } from '@app/platform/auth';
import { Database } from '@app/platform/persistence';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { cursorText, type FeedState, positionAfter, type Start } from './cursor.value.js';

export interface EventFilter {
  /** patterns: `unit.updated`, `unit.%` */
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

/** An event as it is sent. */
export const EVENT_JSON = `json_build_object('id', event.asset_id || '-' || event.sequence, 'type', event.type,
    'timestamp', date_trunc('second', event.at), 'asset_id', event.asset_id::text, 'sequence', event.sequence, 'data', event.data)::text`;

/** Up to the last position of a state, so that the cursor can move there. */
const EVENTS = `select event.position::text, event.type, ${EVENT_JSON} as text
  from events.event event
  where event.position > :after::bigint and event.position <= :until::bigint and ${isVisible('event.asset_id')}
    and (:types::text[] is null or event.type like any (:types)) and (:asset::bigint is null or event.asset_id = :asset)
  order by event.position limit :limit::int + 1`;

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
    const after = positionAfter(start, feed!);
    const cursorAt = (position: string) => cursorText(timeline, position);
    if (BigInt(after) >= BigInt(until)) return { events: [], cursor: cursorAt(after), hasMore: false };
    const { types = null, asset = null } = filter;
    const values = { after, until, limit, types, asset, accounts: actor.accounts, assets: actor.assets };
    const rows = await this.database.rows<{ position: string; type: string; text: string }>(EVENTS, values, 'events');
    const hasMore = rows.length > limit;
    const events = rows.slice(0, limit).map(({ position, type, text }) => ({ cursor: cursorAt(position), type, text }));
    return { events, cursor: hasMore ? events.at(-1)!.cursor : cursorAt(until), hasMore };
  }
}
