/** The public contract of events for other contexts and applications. */
export { WEBHOOK_EVENTS } from './webhooks/event-types.dto.js';
