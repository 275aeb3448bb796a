import type { MixedList } from 'typeorm';

export interface Persistence {
  schema: string;
  entities: MixedList<Function>;
  migrations: Function[];
  /** Tables (`entry`) and columns (`api_key.hash`) excluded from the audit trail, each with the reason. */
  unaudited?: Record<string, string>;
  /** Tables that no response depends on, each with the reason. */
  uncached?: Record<string, string>;
}
