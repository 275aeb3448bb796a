export class AuditContext {}
