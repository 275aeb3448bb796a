export type { Request } from 'express'; // not allowed: aggregates-not-to-infrastructure
