import type { MixedList } from 'typeorm';

/** What a context keeps in Postgres: its own schema, its aggregates, its migrations. */
export interface Persistence {
  schema: string;
  entities: MixedList<Function>;
  migrations: Function[];
}
