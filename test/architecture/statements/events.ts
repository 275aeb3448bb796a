import { DeliverWebhooksJob } from '../../../libs/events/src/webhooks/deliver-webhooks.job.js';
import { PurgeDeliveriesJob } from '../../../libs/events/src/webhooks/purge-deliveries.job.js';
import { PurgeEventsJob } from '../../../libs/events/src/feed/purge-events.job.js';
import { RelayEventsJob } from '../../../libs/events/src/feed/relay-events.job.js';
import { PROVISIONING } from './provision.js';
import type { Given, Samples } from './sample.js';

/** The second event finds a receiver that failed before. Its address is refused without a connection. */
async function deliver({ app, run }: Given): Promise<void> {
  const job = app.app.get(DeliverWebhooksJob, { strict: false });
  await app.sql(`update events.webhook set url = 'https://127.0.0.1/', is_enabled = true`);
  for (const types of [['*'], ['pricing.unit_changed', '*']]) {
    await app.sql('update events.webhook set types = $1', [types]);
    await app.sql(`update catalog.floor set sort = sort + 1`);
    await app.run(RelayEventsJob);
    await job.finish();
  }
  await run(DeliverWebhooksJob);
}

export const EVENTS: Samples = {
  'events/src/audit/audit-event': ['/v1/audit-events', '/v1/audit-events?asset=1&kind=updated'],
  'events/src/feed/event': [
    ['a run of RelayEventsJob', ({ run }) => run(RelayEventsJob)],
    '/v1/events',
    '/v1/events?after=newest&asset=1',
    '/v1/events?types=pricing.unit_changed',
    ['a run of PurgeEventsJob', ({ run }) => run(PurgeEventsJob)],
  ],
  'events/src/webhooks/webhook': [
    '/v1/webhooks',
    'POST /v1/webhooks',
    '/v1/webhooks/{webhook}',
    '/v1/webhooks/{webhook}/deliveries',
    'POST /v1/webhooks/{webhook}/ping',
    'POST /v1/webhooks/{webhook}/replay',
    'PUT /v1/webhooks/{webhook}',
    ...PROVISIONING,
  ],
  'events/src/webhooks/deliver-webhooks': [
    ['runs of DeliverWebhooksJob', deliver],
    ['a run of PurgeDeliveriesJob', ({ run }) => run(PurgeDeliveriesJob)],
  ],
};
