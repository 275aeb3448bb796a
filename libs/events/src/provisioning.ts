/** Commands and queries for webhooks of provision files and of the command line; for applications only. */
export { EVENT_CHOICES } from './feed/subjects.js';
export { PingWebhook } from './webhooks/ping-webhook.command.js';
export { ReplayDeliveries } from './webhooks/replay-deliveries.command.js';
export { RotateWebhookSecret } from './webhooks/rotate-webhook-secret.command.js';
export { REPLAYED_STATUSES } from './webhooks/webhook.dto.js';
export { ViewDelivery } from './webhooks/webhook.queries.js';
export { WriteWebhook } from './webhooks/write-webhook.command.js';
