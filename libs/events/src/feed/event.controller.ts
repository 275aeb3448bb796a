import { ApiKeys, type Caller, isGranted, sentKey } from '@app/platform/auth';
import {
  type ApiRequest,
  Ctx,
  JsonResponse,
  Operation,
  param,
  type QueryParameter,
  type RequestContext,
  Resource,
  returns,
} from '@app/platform/rest';
import { Headers } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { MAX_CURSOR, parseCursor, type Start } from './cursor.value.js';
import { EventsDto } from './event.dto.js';
import { type EventFilter, type FeedPage, ReadEvents } from './event.queries.js';
import { EventStream } from './event-stream.js';
import { FeedSignal } from './feed-signal.listener.js';
import { EVENT_CHOICES, UNIT_CHANGED } from './subjects.js';

const PERMISSION = 'events.read';
const MAX_LIMIT = 1_000;
const DEFAULT_LIMIT = 100;
const MAX_WAIT_SECONDS = 30;

const wholeNumber = (name: string, min: number, max: number, description: string, example: number): QueryParameter => ({
  name,
  property: name,
  description,
  schema: { type: 'integer', minimum: min, maximum: max },
  example,
  parse: (sent) =>
    /^\d{1,4}$/.test(sent) && Number(sent) >= min && Number(sent) <= max
      ? { value: Number(sent) }
      : { error: `must be a whole number from ${min} to ${max}` },
});

const AFTER: QueryParameter = {
  name: 'after',
  property: 'after',
  description:
    'Cursor of an earlier response. `oldest` starts with the oldest event that is kept, `newest` returns the newest events, `latest` only the cursor of the end. Default: `oldest`.',
  schema: { type: 'string', maxLength: MAX_CURSOR },
  example: 'oldest',
  parse: (sent) => {
    const start = parseCursor(sent);
    return start === undefined ? { error: 'must be a cursor, `oldest`, `newest` or `latest`' } : { value: start };
  },
};

const TYPES: QueryParameter = {
  name: 'types',
  property: 'types',
  description: `Only events of these types, separated by commas; \`unit.*\` stands for all types of a subject. \`${UNIT_CHANGED}\` is included only if it is named.`,
  schema: { type: 'string', maxLength: 2_000 },
  example: 'unit.*,pricing.published',
  parse: (sent) => {
    const types = sent.split(',').map((type) => type.trim());
    const unknown = types.find((type) => type === '*' || !EVENT_CHOICES.includes(type));
    if (unknown !== undefined) return { error: `has the unknown type ${unknown.slice(0, 60) || '(empty)'}` };
    return { value: types };
  },
};

interface EventQuery extends EventFilter {
  after?: Start;
  limit?: number;
  wait?: number;
}

@Resource('events', { tag: 'Events', extension: true })
export class EventController {
  constructor(
    private readonly queries: QueryBus,
    private readonly signal: FeedSignal,
    private readonly keys: ApiKeys,
  ) {}

  @Operation('GET', '', {
    id: 'list-events',
    description:
      'Lists what changed in the assets of the key, in the order of commits within each asset. Send the `cursor` of a response as `after` to read on. ' +
      'With `Accept: text/event-stream`, the response is a stream of server-sent events instead, whose ids are cursors: a client that connects again sends the last one as `Last-Event-ID`.',
    permission: PERMISSION,
    query: [
      AFTER,
      TYPES,
      param.id('asset', 'Only events of this asset.'),
      wholeNumber('limit', 1, MAX_LIMIT, `Events in the response; default ${DEFAULT_LIMIT}.`, DEFAULT_LIMIT),
      wholeNumber('wait', 0, MAX_WAIT_SECONDS, 'Seconds to wait for an event if there is none yet; default 0.', 0),
    ],
    errors: { 410: { cursor_expired: 'The cursor is older than the events that are kept' } },
    returns: returns.one(EventsDto),
  })
  async list(
    @Ctx() { actor, query }: RequestContext<never, undefined, EventQuery>,
    @Headers('accept') accept = '',
    @Headers('last-event-id') lastId = '',
  ) {
    const { types, asset, limit = DEFAULT_LIMIT, wait = 0 } = query;
    const filter = { types, asset };
    const read = (caller: Caller, after: Start): Promise<FeedPage> =>
      this.queries.execute(new ReadEvents(caller, after, limit, filter));
    const isStream = accept.includes('text/event-stream');
    const after = (isStream && parseCursor(lastId)) || query.after || 'oldest';
    if (isStream) return this.stream(read, await read(actor, after));
    const page = await this.readOrWait(() => read(actor, after), wait);
    const { cursor, hasMore } = page;
    const data = page.events.map(({ text }) => text).join(',');
    return new JsonResponse(`{"data":[${data}],"cursor":"${cursor}","has_more":${hasMore}}`);
  }

  private stream(read: (caller: Caller, after: Start) => Promise<FeedPage>, first: FeedPage): EventStream {
    const { signal } = this;
    const caller = async (request: ApiRequest): Promise<Caller | null> => {
      const found = await this.keys.find(sentKey(request));
      return found && isGranted(`service.${PERMISSION}`, found) ? found : null;
    };
    return new EventStream({ caller, signal, read: (by, cursor) => read(by, parseCursor(cursor)!) }, first);
  }

  /** Reads again whenever the feed grows, until there is an event or the time is over. */
  private async readOrWait(read: () => Promise<FeedPage>, seconds: number): Promise<FeedPage> {
    const end = performance.now() + seconds * 1_000;
    for (;;) {
      const left = end - performance.now();
      const grown = left > 0 ? this.signal.wait(left) : undefined; // before the read, so that nothing is missed between them
      const page = await read();
      if (!grown || page.events.length > 0 || this.signal.hasEnded) return page;
      await grown;
    }
  }
}
