import { readFileSync, statSync, writeFileSync, readdirSync } from 'node:fs';
import { request } from 'node:http';
import { connect, createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openApiDocument } from '@app/documentation';
import { Logger } from '@nestjs/common';
import { INFO as DATA_MODELS_INFO } from '../../apps/data-models-api/src/document.js';
import { INFO as API_INFO } from '../../apps/api/src/document.js';
import { operations } from '../../apps/cli/src/operations.js';
import { Operator, type Service } from './run.js';
import { Documented } from '../support/documented.js';
import { TIME_FACTOR } from '../support/time-factor.js';

interface List<T = { id: string; name: string }> {
  data: T[];
}

async function get<T>(address: string, key: string): Promise<T> {
  const documented = await Documented.at(new URL(address).origin);
  const response = await documented.fetch(address, { headers: { 'API-Key': key } });
  expect(response.status).toBe(200);
  return (await response.json()) as T;
}

const curl = ({ text }: Service): [string, string] => {
  const [, key, address] = /curl -H "API-Key: (\S+)" "(\S+)"/.exec(text)!;
  return [address!, key!];
};

/** The file that stores the demonstration's key. */
const stateFile = ({ dataDir }: Operator): string =>
  join(
    dataDir,
    readdirSync(dataDir).find((name) => name.startsWith('demonstration'))!,
  );

describe('The first start', () => {
  let operator: Operator;
  let service: Service;

  beforeAll(async () => {
    operator = await Operator.create();
    service = await operator.start();
  }, 120_000);
  afterAll(async () => {
    await service.stop();
    await operator.leave();
  });

  it('prints a curl command that returns prices of the demonstration', async () => {
    const { data } = await get<List<{ price: number }[]>>(...curl(service));

    expect(data).toHaveLength(3);
    expect(data[0]![0]!.price).toBeGreaterThan(0);
  });

  it('enables the log after the demonstration is loaded', async () => {
    new Logger('Later').warn('What happens next');

    expect(await operator.do('logs')).toMatch(/WARN  \[Later\] What happens next$/m);
  });

  it('publishes all prices of a process in one transaction', async () => {
    const rows = await operator.rows(
      `select process.name, process.pricing_strategy as strategy, transaction.status, transaction.source_count as requests,
         (select count(*)::int from pricing.entry where entry.transaction_id = transaction.id) as entries
       from pricing.transaction join pricing.process on process.id = transaction.process_id order by transaction.id`,
    );

    const nightly = { name: 'Nightly feed', strategy: 'flat_pricing', status: 'finished', requests: 1 };
    expect(rows).toEqual([
      { ...nightly, entries: 769 },
      { name: 'Lease terms', strategy: 'revenue_management', status: 'finished', requests: 3, entries: 14_144 },
      { ...nightly, entries: 198 },
      { ...nightly, entries: 174 },
    ]);
  });

  it('serves both APIs with the key, and the documentation that the command line prints', async () => {
    const assets = await get<List>(`${service.api}/v1/assets`, service.key);

    expect(assets.data.map(({ name }) => name)).toEqual(['Spring Creek', 'La Central', 'Village East Towers']);
    const atSecond = JSON.parse(JSON.stringify(assets.data).replaceAll(service.api, service.ai)) as object[];
    expect(await get(`${service.ai}/v1/assets`, service.key)).toMatchObject({ data: atSecond });
    expect(await get(`${service.api}/openapi.json`, '')).toEqual(
      plain(openApiDocument(operations.api, API_INFO, service.api)),
    );
    expect(await get(`${service.ai}/openapi.json`, '')).toEqual(
      plain(openApiDocument(operations.ai, DATA_MODELS_INFO, service.ai)),
    );
  });

  it('hides the key from other users', () => {
    expect(statSync(stateFile(operator)).mode & 0o777).toBe(0o600);
    expect(readFileSync(stateFile(operator), 'utf8')).toContain(service.key);
  });

  it('is followed by starts that print the same and publish nothing', async () => {
    const again = await operator.start();
    expect(await again.stop()).toBe(0);

    expect(curl(again)[1]).toBe(service.key);
    expect(new URL(curl(again)[0]).pathname).toBe(new URL(curl(service)[0]).pathname);
    expect(await operator.rows('select count(*)::int as n from pricing.transaction')).toEqual([{ n: 4 }]);
  });

  it('is completed by the next start when it was interrupted while it sent prices', async () => {
    const base = `${service.api}/v1/assets/1/multifamily/pricing/2`; // the process with lease terms
    await operator.rows(`update pricing.process set published_transaction_id = null, publication_id = null, published_at = null,
      published_entries = null, published_bytes = null, content_hash = null where name = 'Lease terms'`);
    await operator.rows(`delete from pricing.publication where process_id = 2`);
    const documented = await Documented.at(service.api);
    const headers = { 'API-Key': service.key };
    const open = await documented.fetch(`${base}/ingest?commit=0`, { method: 'POST', headers });
    expect(open.status).toBe(202);
    const { key } = JSON.parse(readFileSync(stateFile(operator), 'utf8')) as { key: string };
    writeFileSync(stateFile(operator), JSON.stringify({ key, loaded: null }));

    const again = await operator.start({ RATE_LIMIT_PER_MINUTE: '15', RATE_LIMIT_STORE: 'memory' });
    await again.stop();

    expect(again.key).toBe(service.key);
    const statuses = await operator.rows<{ status: string }>('select status from pricing.transaction order by id');
    expect(statuses.map(({ status }) => status).slice(4)).toEqual(['expired', 'finished']);
    const entries = `${base}/entries?flat-pricing=1&per-page=3`;
    expect((await get<List<unknown>>(entries, service.key)).data).toHaveLength(3);
  });

  it('creates no key if the key of the demonstration is in another DATA_DIR, as after a restore', async () => {
    const restored = await operator.start({ DATA_DIR: join(operator.dataDir, 'elsewhere') });
    expect(await restored.stop()).toBe(0);

    expect(restored.text).toMatch(
      /^ {2}API key {5}the earlier key of this demonstration, or a new one: .*keys create/m,
    );
    expect(restored.text).toMatch(/^ {2}Map .*\/embed\//m);
    expect(new URL(curl(restored)[0]).pathname).toBe(new URL(curl(service)[0]).pathname);
    expect(await operator.rows(`select name from platform.api_key where name = 'demonstration'`)).toEqual([
      { name: 'demonstration' },
    ]);
  });

  it('is repaired by the command `demo`', async () => {
    await operator.rows(`update catalog.floor_plan set name = name, filter_label = 'Changed'`);
    const units = `${service.api}/v1/assets/1/multifamily/pricing/1/units`;
    const documented = await Documented.at(service.api);
    const put = async (id: string, changes: object) => {
      const headers = { 'API-Key': service.key, 'Content-Type': 'application/json' };
      const body = JSON.stringify({ id, ...changes });
      expect((await documented.fetch(`${units}/${id}`, { method: 'PUT', headers, body })).status).toBe(200);
    };
    const shown = async () =>
      (await get<List<Record<string, unknown>>>(`${units}?per-page=3`, service.key)).data.map(
        ({ provider_id: provider, show_pricing: priced }) => [provider, priced],
      );
    const before = await shown();
    const [second, third] = before.slice(1).map(([provider]) => provider);
    await put('2', { provider_id: 'penthouse-9', show_pricing: false });
    await put('3', { provider_id: second });
    await put('2', { provider_id: third });
    expect(await shown()).not.toEqual(before);

    const { code, out } = await operator.run(['demo']);

    expect([code, out]).toEqual([0, `The demonstration is loaded. Its API key: ${service.key}\n`]);
    expect(await operator.rows(`select from catalog.floor_plan where filter_label = 'Changed'`)).toEqual([]);
    expect(await shown()).toEqual(before);
    expect(await operator.rows(`select count(*)::int as n from catalog.unit`)).toEqual([{ n: 1090 }]);
  });
});

describe('A start', () => {
  let operator: Operator;

  beforeEach(async () => {
    operator = await Operator.create();
  });
  afterEach(() => operator.leave());

  it('loads no demonstration with DEMO=false or next to assets of others', async () => {
    const none = await operator.start({ DEMO: 'false' });
    await none.stop();
    expect(none.key).toBe('');
    expect(none.text).toContain('keys create');
    await operator.rows(`insert into catalog.asset (market, name, display_name, address_line1, address_city,
      address_state, address_country, address_postal_code) values ('condos', 'Mine', 'Mine', '1 A', 'B', 'NY', 'USA', '1')`);

    const other = await operator.start();
    await other.stop();

    expect(other.key).toBe('');
    expect(await operator.rows('select count(*)::int as n from catalog.asset')).toEqual([{ n: 1 }]);
  });

  it.each([
    [{ PORT: '70000' }, 'PORT must be a whole number from 0 to 65535, not "70000"'],
    [{ DEMO: 'no' }, 'DEMO must be true or false, not "no"'],
    [{ PORT: '4100', AI_PORT: '4100' }, 'PORT and AI_PORT are both 4100: set one of them'],
    [{ PUBLIC_URL: 'maps.example.com' }, 'PUBLIC_URL must be an http(s) address'],
  ])('rejects %j in one line', async (env, text) => {
    const { code, err } = await operator.run(['start'], env);

    expect(code).toBe(2);
    expect(err).toContain(text);
    expect(err.trim().split('\n')).toHaveLength(1);
  });

  it.each(['PORT', 'AI_PORT'])('reports that %s is in use before it does anything else', async (name) => {
    const taken = createServer();
    await new Promise<void>((resolve) => taken.listen(0, resolve));
    const { port } = taken.address() as AddressInfo;

    const ran = await operator.run(['start'], { PORT: '0', AI_PORT: '0', [name]: String(port) });
    await new Promise((resolve) => taken.close(resolve));

    expect(ran).toEqual({ code: 1, out: '', err: `Port ${port} is in use: set ${name} to a free one\n` });
    expect(await operator.rows(`select from pg_namespace where nspname = 'catalog'`)).toEqual([]);
  });

  it('stops at once despite idle connections, and completes requests in flight', async () => {
    const service = await operator.start({ DEMO: 'false' });
    const words = 'keys create --name a --permissions * --accounts all'.split(' ');
    const { key } = await operator.json<{ key: string }>(...words);
    const { port, hostname } = new URL(service.api);
    const silent = connect(Number(port), hostname);
    const idle = connect(Number(port), hostname);
    idle.write('GET /v1/assets HTTP/1.1\r\nHost: a\r\n\r\n');
    await new Promise((resolve) => idle.once('data', resolve));
    const inFlight = slowly(`${service.api}/v1/assets`, key);
    await inFlight.begun;

    const stopping = service.stop();
    const startedAt = performance.now();
    await sleep(300);
    inFlight.finish();

    expect(await inFlight.status).toBe(201);
    expect(await stopping).toBe(0);
    expect(performance.now() - startedAt).toBeLessThan(3_000 * TIME_FACTOR);
    for (const socket of [silent, idle]) socket.destroy();
  });
});

/** A request whose body ends only on demand. */
function slowly(address: string, key: string) {
  const body = JSON.stringify({
    market: 'condos',
    name: 'Slow',
    display_name: 'Slow',
    address_line1: '1 A',
    address_city: 'B',
    address_state: 'NY',
    address_country: 'USA',
    address_postal_code: '1',
  });
  const headers = { 'API-Key': key, 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) };
  const sent = request(address, { method: 'POST', headers });
  const status = new Promise<number>((resolve, reject) => {
    sent.once('response', (response) => resolve(response.resume().statusCode!)).once('error', reject);
  });
  sent.write(body.slice(0, 10));
  return { begun: sleep(300), status, finish: () => void sent.end(body.slice(10)) };
}

const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));
