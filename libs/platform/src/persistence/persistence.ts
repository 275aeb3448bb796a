import type { MixedList } from 'typeorm';

/** What a context keeps in Postgres: its own schema, its aggregates, its migrations. */
export interface Persistence {
  schema: string;
  entities: MixedList<Function>;
  migrations: Function[];
  /** What the audit trail leaves out, tables (`entry`) and columns (`api_key.hash`), each with the reason. */
  unaudited?: Record<string, string>;
  /** Tables whose changes show in no answer, each with the reason. */
  uncached?: Record<string, string>;
}
