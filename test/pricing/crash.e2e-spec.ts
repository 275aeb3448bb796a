import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
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
import { freePort } from '../support/free-port.mjs';
import { TIME_FACTOR } from '../support/time-factor.js';
import { built, Service } from '../support/service.mjs';

/** Rounds for each kind of crash; CRASH_ROUNDS repeats them more often than `npm test`. */
const ROUNDS = Number(process.env['CRASH_ROUNDS'] ?? 4);
const BATCH = 300;

/** The programs that keep a copy of the asset: one follows the feed, one receives webhooks. */
const EXAMPLES = join(import.meta.dirname, '../../examples/events');
const CONSUMERS = ['follow.mjs', 'receive.mjs'];

let directory: string;
let database: EmbeddedDatabase;
let service: Service;
let documented: Documented;
const key = newSecret();
let consumers: ChildProcess[] = [];
let received: { WEBHOOK_SECRET: string; PORT: string };

beforeAll(async () => {
  built(); // the built service, as an operator runs it
  directory = mkdtempSync(join(tmpdir(), 'pms-crash-'));
  chmodSync(directory, 0o755);
  database = await startEmbeddedPostgres(directory, { database: 'crash' });
  const contexts = [platformPersistence, ...CONTEXTS.map((context) => context.persistence)];
  await migrate({ url: database.url, poolSize: 2, contexts });
  await sql(
    `insert into platform.api_key (name, hash, permissions) values ('crash', $1, '{service.*,webhooks.manage}')`,
    [hashOf(key)],
  );
  await sql(`insert into catalog.asset (market, name, display_name, address_line1, address_city, address_state, address_country, address_postal_code)
    values ('multifamily', 'A', 'A', '1', 'New York', 'NY', 'USA', '1')`);
  await sql(
    `insert into pricing.process (asset_id, name, type, pricing_strategy) values (1, 'Feed', 'push', 'revenue_management')`,
  );
  await sql(
    `with building as (insert into catalog.building (asset_id, name, label) values (1, 'North', 'North') returning id),
       floor as (insert into catalog.floor (asset_id, name, filter_label, filter_short_label, sort) values (1, 'Level 1', 'Level 1', 'L1', 1) returning id),
       plan as (insert into catalog.floor_plan (asset_id, name, bedroom_count, bathroom_count, filter_label) values (1, 'A1', 1, 1, 'One bedroom') returning id)
     insert into catalog.unit (asset_id, building_id, floor_id, floor_plan_id, unit_number, area)
     select 1, building.id, floor.id, plan.id, n::text, 640 from building, floor, plan, generate_series(0, $1::int - 1) n`,
    [BATCH],
  );
  service = await start();
  documented = await Documented.at(service.base);
  const port = await freePort();
  const webhook = { name: 'Copy', url: `http://127.0.0.1:${port}/`, types: ['unit.*', 'pricing.*', 'pricing_unit.*'] };
  const { body } = await ask('POST', '/v1/webhooks', webhook);
  received = { WEBHOOK_SECRET: body['secret']!, PORT: `${port}` };
  await consume();
}, 120_000);

afterAll(async () => {
  for (const consumer of consumers) consumer.kill('SIGKILL');
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

const start = () => {
  const env = { DATABASE_URL: database.url, DATA_DIR: join(directory, 'files') };
  return Service.start('api', { ...env, WEBHOOK_ALLOWED_NETWORKS: '127.0.0.1' });
};

/** Kills the consumers, and starts them again where the service is now. */
async function consume(): Promise<void> {
  for (const consumer of consumers) if (consumer.kill('SIGKILL')) await once(consumer, 'exit');
  const env = { PATH: process.env['PATH'], API_KEY: key, ...received };
  consumers = CONSUMERS.map((example) => {
    const words = [join(EXAMPLES, example), `${service.base}/v1/assets/1/multifamily`, copyOf(example)];
    return spawn(process.execPath, words, { env, stdio: 'ignore' });
  });
}

const copyOf = (example: string): string => join(directory, `${example}.json`);

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

const ASSET = '/v1/assets/1/multifamily';
const FEED = `${ASSET}/pricing/1`;
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
      await consume();
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

  it('is in the feed once, in order, and in the copies of those who follow it or receive webhooks', async () => {
    await ask('PUT', `${ASSET}/units/1`, { area: 700 });
    const list = async (path: string) =>
      (await ask('GET', `${ASSET}/${path}?per-page=1000`)).body['data'] as unknown as { id: string; price: number }[];
    const units = Object.fromEntries((await list('units')).map((unit) => [unit.id, unit]));
    const prices = { 1: Object.fromEntries((await list('pricing/1/units')).map(({ id, price }) => [id, price])) };
    for (const example of CONSUMERS)
      await eventually(async () => {
        // What a killed process had leased, and what failed while the others were killed, is due at once.
        await sql('update events.webhook_lane set leased_until = now()');
        await sql(`update events.delivery set due_at = now() where state = 'pending'`);
        if (!existsSync(copyOf(example))) throw new Error(`${example} has no copy`);
        const copy = JSON.parse(readFileSync(copyOf(example), 'utf8')) as Record<string, unknown>;
        expect([example, copy['units'], copy['prices']]).toEqual([example, units, prices]);
      });

    const published: number[] = [];
    for (let cursor = 'oldest', more = true; more;) {
      const { body } = await ask('GET', `/v1/events?types=pricing.published&limit=1000&after=${cursor}`);
      const page = body as unknown as { data: { data: { publication: number } }[]; cursor: string; has_more: boolean };
      published.push(...page.data.map(({ data }) => data.publication));
      ({ cursor, has_more: more } = page);
    }
    const stored = await sql<{ id: number }>('select id::int from pricing.publication order by id');
    expect(published).toEqual(stored.map(({ id }) => id));
  }, 180_000);
});
