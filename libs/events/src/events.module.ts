import { type Persistence } from '@app/platform/persistence';
import { Module } from '@nestjs/common';
import { EventController } from './feed/event.controller.js';
import { ReadEventsHandler } from './feed/event.queries.js';
import { AssetSequence, Event, Feed, PendingChange } from './feed/feed.entity.js';
import { FeedSignal } from './feed/feed-signal.listener.js';
import { PurgeEventsJob } from './feed/purge-events.job.js';
import { RelayEventsJob } from './feed/relay-events.job.js';
import * as migrations from './migrations/index.js';

const REASON = 'derived from the audit trail';

/** The feed of events: committed changes in order. */
@Module({ controllers: [EventController], providers: [ReadEventsHandler, FeedSignal, RelayEventsJob, PurgeEventsJob] })
export class EventsModule {
  static readonly persistence: Persistence = {
    schema: 'events',
    entities: [AssetSequence, Event, Feed, PendingChange],
    migrations: Object.values(migrations),
    unaudited: { asset_sequence: REASON, event: REASON, feed: REASON, pending_change: REASON },
    uncached: { asset_sequence: REASON, event: REASON, feed: REASON, pending_change: REASON },
  };
}
