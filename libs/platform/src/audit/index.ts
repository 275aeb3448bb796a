export { PurgeAuditEventsJob } from './purge-audit-events.job.js';
export { installAuditTriggers } from './install-audit-triggers.js';
export { runAsOperator } from './audit-context.js';
export type { RowChange } from './audit-event.entity.js';
