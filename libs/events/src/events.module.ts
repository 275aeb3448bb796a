import type { Persistence } from '@app/platform/persistence';
import { Module } from '@nestjs/common';
import { AuditEventController } from './audit/audit-event.controller.js';
import { ListAuditEventsHandler } from './audit/audit-event.queries.js';
import { AnnounceEventHandler } from './feed/announce-event.command.js';
import { EventController } from './feed/event.controller.js';
import { ReadEventsHandler } from './feed/event.queries.js';
import { AssetSequence, Event, Feed } from './feed/feed.entity.js';
import { FeedSignal } from './feed/feed-signal.listener.js';
import { PurgeEventsJob } from './feed/purge-events.job.js';
import { RelayEventsJob } from './feed/relay-events.job.js';
import * as migrations from './migrations/index.js';
import { DeleteWebhookHandler } from './webhooks/delete-webhook.command.js';
import { DeliverWebhooksJob } from './webhooks/deliver-webhooks.job.js';
import { Delivery, WebhookLane } from './webhooks/delivery.entity.js';
import { PingWebhookHandler } from './webhooks/ping-webhook.command.js';
import { PurgeDeliveriesJob } from './webhooks/purge-deliveries.job.js';
import { ReplayDeliveriesHandler } from './webhooks/replay-deliveries.command.js';
import { RotateWebhookSecretHandler } from './webhooks/rotate-webhook-secret.command.js';
import { Webhook } from './webhooks/webhook.aggregate.js';
import { WebhookController } from './webhooks/webhook.controller.js';
import { WebhookMetrics } from './webhooks/webhook.metrics.js';
import {
  ListDeliveriesHandler,
  ListWebhooksHandler,
  ViewDeliveryHandler,
  ViewWebhookHandler,
} from './webhooks/webhook.queries.js';
import { WriteWebhookHandler } from './webhooks/write-webhook.command.js';

const DERIVED = 'derived from the audit trail';
const TRIES = 'every try changes it, and it is kept as long as the feed';
const TIMED = 'its lists show states at the current time, so they are never cached';

const feed = [AnnounceEventHandler, ReadEventsHandler, FeedSignal, RelayEventsJob, PurgeEventsJob];
const webhooks = [
  WriteWebhookHandler,
  DeleteWebhookHandler,
  RotateWebhookSecretHandler,
  PingWebhookHandler,
  ReplayDeliveriesHandler,
  ListWebhooksHandler,
  ViewWebhookHandler,
  ListDeliveriesHandler,
  ViewDeliveryHandler,
  WebhookMetrics,
  DeliverWebhooksJob,
  PurgeDeliveriesJob,
];

/** Committed changes in order: the feed, webhooks, and the audit trail. */
@Module({
  controllers: [EventController, WebhookController, AuditEventController],
  providers: [...feed, ...webhooks, ListAuditEventsHandler],
})
export class EventsModule {
  static readonly persistence: Persistence = {
    schema: 'events',
    entities: [AssetSequence, Event, Feed, Webhook, WebhookLane, Delivery],
    migrations: Object.values(migrations),
    unaudited: {
      ...{ asset_sequence: DERIVED, event: DERIVED, feed: DERIVED },
      ...{ webhook_lane: TRIES, delivery: TRIES },
      'webhook.secret': 'a secret',
      'webhook.previous_secret': 'a secret',
    },
    uncached: {
      ...{ asset_sequence: DERIVED, event: DERIVED, feed: DERIVED },
      ...{ webhook: TIMED, webhook_lane: TIMED, delivery: TIMED },
    },
  };
}
