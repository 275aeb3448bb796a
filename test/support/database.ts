import { randomBytes } from 'node:crypto';
import pg from 'pg';

export interface TestDatabase {
  url: string;
  /** Closes all connections to it and removes it. */
  drop(): Promise<void>;
}

/** Creates a database for one suite: empty, or a copy of the template that `createTemplate` returned. */
export async function createTestDatabase({ template }: { template?: string } = {}): Promise<TestDatabase> {
  const name = `${prefix()}${randomBytes(6).toString('hex')}`;
  await asAdmin((admin) => create(admin, name, template));
  return {
    url: urlOf(name),
    drop: async () => {
      await asAdmin((admin) => admin.query(`drop database if exists ${name} with (force)`));
    },
  };
}

/** Templates that exist, by label. */
const templates = new Map<string, Promise<string>>();

/**
 * Creates a template database once per run, in the first suite that needs it. @returns its name
 * `prepare` must close its connections: PostgreSQL neither renames nor copies a database that is in use.
 */
export function createTemplate(label: string, prepare: (url: string) => Promise<void>): Promise<string> {
  const known = templates.get(label) ?? prepareTemplate(label, prepare);
  templates.set(label, known);
  return known;
}

async function prepareTemplate(label: string, prepare: (url: string) => Promise<void>): Promise<string> {
  const name = `${prefix()}${label}`;
  const draft = `${name}_draft`;
  await asAdmin(async (admin) => {
    await admin.query('select pg_advisory_lock(hashtext($1))', [name]);
    try {
      const { rowCount } = await admin.query('select from pg_database where datname = $1', [name]);
      if (rowCount) return;
      await admin.query(`drop database if exists ${draft} with (force)`); // left by a suite that failed
      await create(admin, draft);
      await prepare(urlOf(draft));
      await admin.query(`alter database ${draft} rename to ${name}`);
    } finally {
      await admin.query('select pg_advisory_unlock(hashtext($1))', [name]);
    }
  });
  return name;
}

async function create(admin: pg.PoolClient, name: string, template = 'template1'): Promise<void> {
  await admin.query(`create database ${name} template ${admin.escapeIdentifier(template)} strategy file_copy`);
}

/** One connection for each suite, which closes when it is idle. Opening one for each statement takes longer than most statements. */
let admins: pg.Pool | undefined;

async function asAdmin<T>(work: (admin: pg.PoolClient) => Promise<T>): Promise<T> {
  admins ??= openAdmins();
  const admin = await admins.connect();
  try {
    return await work(admin);
  } finally {
    admin.release();
  }
}

function openAdmins(): pg.Pool {
  const pool = new pg.Pool({ connectionString: server(), max: 1, idleTimeoutMillis: 2_000, allowExitOnIdle: true });
  return pool.on('error', () => undefined); // the server may stop before it is closed
}

function urlOf(name: string): string {
  const url = new URL(server());
  url.pathname = `/${name}`;
  return url.href;
}

/** The databases of a run begin with its name, and are removed at its end. */
function prefix(): string {
  return `t_${process.env.TEST_RUN}_`;
}

function server(): string {
  const url = process.env.TEST_DATABASE_URL;
  if (!url) throw new Error('No test database: the tests need the global setup of jest.config.mjs');
  return url;
}
