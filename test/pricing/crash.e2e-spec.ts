import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { hashOf, newSecret } from '@app/platform/auth';
import { platformPersistence, migrate } from '@app/platform/runtime';
import pg from 'pg';
import { CONTEXTS } from '../../apps/api/src/app.module.js';
import {
  type EmbeddedDatabase,
  startEmbeddedPostgres,
} from '../../apps/cli/src/embedded-postgres/embedded-postgres.js';
import { PATIENCE } from '../support/patience.js';

/** Rounds for each kind of death. `npm test` has time for a few; CRASH_ROUNDS makes it more. */
const ROUNDS = Number(process.env['CRASH_ROUNDS'] ?? 4);
const BATCH = 300;

let directory: string;
let database: EmbeddedDatabase;
let service: Service;
const key = newSecret();

beforeAll(async () => {
  const bootstrap = '../../apps/cli/bootstrap.mjs';
  const { prepare } = (await import(bootstrap)) as { prepare(what: { build: boolean }): Promise<void> };
  await prepare({ build: true }); // what dies is the built service, as an operator runs it
  directory = mkdtempSync(join(tmpdir(), 'pms-crash-'));
  chmodSync(directory, 0o755);
  database = await startEmbeddedPostgres(directory, { database: 'crash' });
  const contexts = [platformPersistence, ...CONTEXTS.map((context) => context.persistence)];
  await migrate({ url: database.url, poolSize: 2, contexts });
  await sql(`insert into kernel.api_key (name, hash, permissions) values ('crash', $1, '{service.*}')`, [hashOf(key)]);
  await sql(`insert into catalog.asset (market, name, display_name, address_line1, address_city, address_state, address_country, address_postal_code)
    values ('multifamily', 'A', 'A', '1', 'New York', 'NY', 'USA', '1')`);
  await sql(
    `insert into pricing.process (asset_id, name, type, pricing_strategy) values (1, 'Feed', 'push', 'revenue_management')`,
  );
  service = await Service.start();
}, 120_000);

afterAll(async () => {
  service?.kill();
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

class Service {
  private constructor(
    private readonly child: ChildProcess,
    private readonly base: string,
  ) {}

  static async start(): Promise<Service> {
    const port = 20_000 + Math.floor(Math.random() * 20_000);
    const env = {
      ...process.env,
      DATABASE_URL: database.url,
      PORT: String(port),
      LOG_LEVEL: 'silent',
      RATE_LIMIT_PER_MINUTE: '0',
    };
    const started = new Service(
      spawn(process.execPath, ['dist/apps/api/src/main.js'], { env, stdio: 'ignore' }),
      `http://127.0.0.1:${port}`,
    );
    await eventually(() => started.ask('GET', '/v1/assets'));
    return started;
  }

  async ask(method: string, path: string, body?: unknown): Promise<{ status: number; body: Record<string, string> }> {
    const response = await fetch(this.base + path, {
      method,
      headers: { 'API-Key': key, 'Content-Type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const answer = { status: response.status, body: (await response.json()) as Record<string, never> };
    if (answer.status >= 400) throw new Error(`${method} ${path}: ${answer.status}`);
    return answer;
  }

  kill(): void {
    this.child.kill('SIGKILL');
  }
}

async function eventually<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 0; ; tries++) {
    try {
      return await work();
    } catch (error) {
      if (tries > 300 * PATIENCE) throw error;
      await pause(50);
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

/** What the client was told of one transaction. */
interface Known {
  id: string;
  accepted: number;
  committed: boolean;
}

/** Sends transaction after transaction until something dies; notes what was acknowledged. */
async function pushUntilDeath(known: Known[]): Promise<void> {
  try {
    for (let price = 1; ; price++) {
      const opened = await service.ask('POST', `${FEED}/ingest`, batch(price));
      const now = { id: opened.body['transaction_id']!, accepted: 1, committed: false };
      known.push(now);
      for (let more = 0; more < 2; more++) {
        await service.ask('POST', `${FEED}/transactions/${now.id}/ingest`, batch(price));
        now.accepted += 1;
      }
      await service.ask('POST', `${FEED}/transactions/${now.id}/ingest?commit=1`);
      now.committed = true;
    }
  } catch {
    return;
  }
}

/** Kills while transactions are sent, some time after a first one was acknowledged. @returns what was acknowledged */
async function killWhilePushing(kill: () => void): Promise<Known[]> {
  const known: Known[] = [];
  const pushing = pushUntilDeath(known);
  const failed = pushing.then(() => Promise.reject(new Error('Nothing was acknowledged')));
  failed.catch(() => undefined);
  while (known.length === 0) await Promise.race([pause(5), failed]);
  await pause(50 + Math.random() * 600);
  kill();
  await pushing;
  return known;
}

/** After everything is up again: every acknowledged request is there, every other wholly or not at all, nothing is stuck. */
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
  if (open) expect((await service.ask('POST', `${FEED}/transactions/${open.id}/ingest?commit=1`)).status).toBe(200);
  expect((await service.ask('POST', `${FEED}/ingest?commit=1`, batch(0))).status).toBe(200);
}

describe('What was acknowledged', () => {
  it('survives kill -9 of the service', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const known = await killWhilePushing(() => service.kill());
      service = await Service.start();
      await verify(known);
    }
  }, 180_000);

  it('survives kill -9 of Postgres, and the service goes on by itself', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const postmaster = Number(readFileSync(join(database.directory, 'postmaster.pid'), 'utf8').split('\n')[0]);
      const known = await killWhilePushing(() => process.kill(postmaster, 'SIGKILL'));
      await eventually(() => sql('select 1'));
      await eventually(() => service.ask('GET', '/v1/assets'));
      await verify(known);
    }
  }, 180_000);
});
