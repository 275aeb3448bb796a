export { AuditContext } from '../audit/audit-context.js'; // not allowed: persistence-only-to-lower-layers
