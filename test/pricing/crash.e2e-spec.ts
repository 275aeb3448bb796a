import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { hashOf, newSecret } from '@app/platform/auth';
import { platformPersistence, migrate } from '@app/platform/runtime';
import pg from 'pg';
import { CONTEXTS } from '../../apps/api/src/app.module.js';
import {
  type EmbeddedDatabase,
  startEmbeddedPostgres,
} from '../../apps/cli/src/embedded-postgres/embedded-postgres.js';
import { Documented } from '../support/documented.js';
import { TIME_FACTOR } from '../support/time-factor.js';
import { built, Service } from '../support/service.mjs';

/** Rounds for each kind of crash; CRASH_ROUNDS repeats them more often than `npm test`. */
const ROUNDS = Number(process.env['CRASH_ROUNDS'] ?? 4);
const BATCH = 300;

let directory: string;
let database: EmbeddedDatabase;
let service: Service;
let documented: Documented;
const key = newSecret();

beforeAll(async () => {
  built(); // the built service, as an operator runs it
  directory = mkdtempSync(join(tmpdir(), 'pms-crash-'));
  chmodSync(directory, 0o755);
  database = await startEmbeddedPostgres(directory, { database: 'crash' });
  const contexts = [platformPersistence, ...CONTEXTS.map((context) => context.persistence)];
  await migrate({ url: database.url, poolSize: 2, contexts });
  await sql(`insert into platform.api_key (name, hash, permissions) values ('crash', $1, '{service.*}')`, [
    hashOf(key),
  ]);
  await sql(`insert into catalog.asset (market, name, display_name, address_line1, address_city, address_state, address_country, address_postal_code)
    values ('multifamily', 'A', 'A', '1', 'New York', 'NY', 'USA', '1')`);
  await sql(
    `insert into pricing.process (asset_id, name, type, pricing_strategy) values (1, 'Feed', 'push', 'revenue_management')`,
  );
  service = await start();
  documented = await Documented.at(service.base);
}, 120_000);

afterAll(async () => {
  await service?.kill();
  await database?.stop();
  rmSync(directory, { recursive: true, force: true });
});

async function sql<Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> {
  const client = new pg.Client({ connectionString: database.url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query<Row>(text, values)).rows;
  } finally {
    await client.end();
  }
}

const start = () => Service.start('api', { DATABASE_URL: database.url, DATA_DIR: join(directory, 'files') });

async function ask(
  method: string,
  path: string,
  body?: unknown,
): Promise<{ status: number; body: Record<string, string> }> {
  const response = await documented.fetch(service.base + path, {
    method,
    headers: { 'API-Key': key, 'Content-Type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const answer = { status: response.status, body: (await response.json()) as Record<string, never> };
  if (answer.status >= 400) throw new Error(`${method} ${path}: ${answer.status}`);
  return answer;
}

async function eventually<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 0; ; tries++) {
    try {
      return await work();
    } catch (error) {
      if (tries > 300 * TIME_FACTOR) throw error;
      await sleep(50);
    }
  }
}

const FEED = '/v1/assets/1/multifamily/pricing/1';
const batch = (price: number) =>
  Array.from({ length: BATCH }, (_, at) => ({
    unit_number: `${at}`,
    provider_id: `P${at}`,
    price,
    available_on: '2026-12-01',
  }));

/** What the client knows about one transaction from responses. */
interface Known {
  id: string;
  accepted: number;
  committed: boolean;
}

/** Sends transactions until a process dies, and records what was acknowledged. */
async function pushUntilDeath(known: Known[]): Promise<void> {
  try {
    for (let price = 1; ; price++) {
      const opened = await ask('POST', `${FEED}/ingest`, batch(price));
      const now = { id: opened.body['transaction_id']!, accepted: 1, committed: false };
      known.push(now);
      for (let more = 0; more < 2; more++) {
        await ask('POST', `${FEED}/transactions/${now.id}/ingest`, batch(price));
        now.accepted += 1;
      }
      await ask('POST', `${FEED}/transactions/${now.id}/ingest?commit=1`);
      now.committed = true;
    }
  } catch {
    return;
  }
}

/** Kills a process while transactions are sent, some time after the first acknowledgement. @returns what was acknowledged */
async function killWhilePushing(kill: () => void): Promise<Known[]> {
  const known: Known[] = [];
  const pushing = pushUntilDeath(known);
  const failed = pushing.then(() => Promise.reject(new Error('Nothing was acknowledged')));
  failed.catch(() => undefined);
  while (known.length === 0) await Promise.race([sleep(5), failed]);
  await sleep(50 + Math.random() * 600);
  kill();
  await pushing;
  return known;
}

/** After the restart, expects every acknowledged request, every other one completely or not at all, and nothing stuck. */
async function verify(known: Known[]): Promise<void> {
  const rows = await sql<{
    id: string;
    status: string;
    sources: number;
    entries: number;
    stored: number;
    published: boolean;
  }>(
    `select transaction.id, status, source_count as sources, entry_count as entries,
       (select count(*)::int from pricing.entry where entry.asset_id = 1 and until is null and entry.transaction_id =
         case when process.publication_id = transaction.publication_id then process.published_transaction_id else transaction.id end) as stored,
       coalesce(process.publication_id = transaction.publication_id, false) as published
     from pricing.transaction join pricing.process on process.id = process_id order by transaction.id desc limit $1`,
    [known.length + 1],
  );
  for (const { id, accepted, committed } of known) {
    const row = rows.find((each) => each.id === id)!;
    expect(row.sources - accepted).toBeGreaterThanOrEqual(0);
    expect(row.sources - accepted).toBeLessThanOrEqual(1);
    expect(row.entries).toBe(row.sources * BATCH);
    if (committed) expect(row.status).toBe('finished');
  }
  for (const row of rows) if (row.published || row.status === 'pending') expect(row.stored).toBe(row.entries);
  expect(rows.filter((row) => row.status === 'pending').length).toBeLessThanOrEqual(1);
  const newest = rows.find((row) => row.status === 'finished');
  if (newest) expect(newest.published).toBe(true);
  const open = rows.find((row) => row.status === 'pending');
  if (open) expect((await ask('POST', `${FEED}/transactions/${open.id}/ingest?commit=1`)).status).toBe(200);
  expect((await ask('POST', `${FEED}/ingest?commit=1`, batch(0))).status).toBe(200);
}

describe('An acknowledged write', () => {
  it('survives kill -9 of the service', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const known = await killWhilePushing(() => service.signal('SIGKILL'));
      service = await start();
      await verify(known);
    }
  }, 180_000);

  it('survives kill -9 of Postgres, and the service recovers by itself', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const postmaster = Number(readFileSync(join(database.directory, 'postmaster.pid'), 'utf8').split('\n')[0]);
      const known = await killWhilePushing(() => process.kill(postmaster, 'SIGKILL'));
      await eventually(() => sql('select 1'));
      await eventually(() => ask('GET', '/v1/assets'));
      await verify(known);
    }
  }, 180_000);
});
