import type { ClientBase } from 'pg';
import { APPLICATION_NAME } from '@app/platform/persistence';
import { BackupError } from './backup-error.js';
import { rows, schemasOf, tablesOf } from './tables.js';

const SESSIONS = `select count(*)::int as sessions from pg_stat_activity
  where datname = current_database() and application_name = $1`;
const SCHEMAS = 'select nspname as schema from pg_namespace where nspname = any ($1)';
const HAS_REGISTRY = `select to_regclass('public.schema_migration') is not null as yes`;
const MIGRATIONS = 'select name from public.schema_migration order by id';
/** Objects of other schemas that depend on ours: views, and tables that inherit from ours or have foreign keys to them. */
const DEPENDENTS = `select distinct format('%s.%I', dependent.relnamespace::regnamespace, dependent.relname) as name
  from (select ev_class, refobjid from pg_depend join pg_rewrite on pg_rewrite.oid = objid
      where classid = 'pg_rewrite'::regclass and refclassid = 'pg_class'::regclass
    union all select conrelid, confrelid from pg_constraint where contype = 'f'
    union all select inhrelid, inhparent from pg_inherits) dependency (dependent, named)
  join pg_class dependent on dependent.oid = dependency.dependent
  join pg_class named on named.oid = dependency.named
  where named.relnamespace::regnamespace::text = any ($1)
    and dependent.relnamespace::regnamespace::text <> all ($1) order by 1`;

/**
 * Drops the schemas of the service in the current transaction.
 * @param schemas the schemas that the restore will create
 * @param mayReplace whether tables may contain rows
 * @throws BackupError if servers use the database, a table has rows, one of the schemas is not the service's, or objects of other
 * schemas depend on them
 */
export async function clearDatabase(client: ClientBase, schemas: string[], mayReplace: boolean): Promise<void> {
  await requireNoSessions(client);
  const [registry] = await rows<{ yes: boolean }>(client, HAS_REGISTRY);
  const recorded = registry!.yes ? (await rows<{ name: string }>(client, MIGRATIONS)).map(({ name }) => name) : [];
  const own = registry!.yes ? schemasOf(recorded) : [];
  const present = (await rows<{ schema: string }>(client, SCHEMAS, [[...schemas, ...own]])).map(({ schema }) => schema);
  const foreign = present.find((schema) => !own.includes(schema));
  if (foreign)
    throw new BackupError(
      `The database has a schema ${foreign} that does not belong to this service: use another database`,
    );
  if (!mayReplace) await requireEmpty(client, own);
  await requireNoDependents(client, present);
  for (const schema of present) await rows(client, `drop schema ${client.escapeIdentifier(schema)} cascade`);
  if (registry!.yes) await rows(client, 'drop table public.schema_migration');
}

/** A running server would serve cached responses from before the restore. */
async function requireNoSessions(client: ClientBase): Promise<void> {
  const [found] = await rows<{ sessions: number }>(client, SESSIONS, [APPLICATION_NAME]);
  const { sessions } = found!;
  const counted = `${sessions} session${sessions === 1 ? '' : 's'}`;
  if (sessions > 0) throw new BackupError(`The service is using this database (${counted}): stop its servers first`);
}

/** `drop schema ... cascade` would silently drop them too. */
async function requireNoDependents(client: ClientBase, schemas: string[]): Promise<void> {
  const dependents = (await rows<{ name: string }>(client, DEPENDENTS, [schemas])).map(({ name }) => name);
  if (dependents.length > 0)
    throw new BackupError(`Objects outside this service depend on its tables: drop ${dependents.join(', ')} first`);
}

async function requireEmpty(client: ClientBase, schemas: string[]): Promise<void> {
  for (const { name } of await tablesOf(client, schemas)) {
    const [found] = await rows<{ filled: boolean }>(client, `select exists (select from ${name}) as filled`);
    if (found!.filled)
      throw new BackupError(`The database is not empty (${name} has rows): use --replace to delete its content`);
  }
}
