/** The public contract of events for other contexts and applications. */
export { AnnounceEvent } from './feed/announce-event.command.js';
export { WEBHOOK_EVENTS } from './webhooks/event-types.dto.js';
