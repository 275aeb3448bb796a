export { AuditContext } from '../audit/audit-context.js'; // not allowed: persistence-knows-those-below
