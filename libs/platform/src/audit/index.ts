export { AuditPurge } from './purge-audit-events.job.js';
export { asOperator } from './audit-context.js';
export type { Change } from './audit-event.entity.js';
