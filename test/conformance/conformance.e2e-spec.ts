import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { Server } from '../access/servers.js';
import { placeOf } from '../support/contract.mjs';
import { lookForBuilds } from '../viewer/pages.js';
import { FAULTS } from './faults.js';
import { Proxy } from './proxy.js';

interface Options {
  url: string;
  secondUrl: string;
  key: string;
  process: string;
  asset: string;
  profiles: string[];
  only?: string[];
}

interface Result {
  id: string;
  says: string;
  outcome: 'holds' | 'broken' | 'not applicable';
  seen?: string;
}

const load = async <T>(file: string): Promise<T> => (await import(file)) as T;
const { conformance } = await load<{ conformance(options: Options): Promise<Result[]> }>('./run.mjs');
const { EXPECTATIONS } = await load<{ EXPECTATIONS: { id: string; profile: string; says: string }[] }>(
  './expectations/index.mjs',
);

const servers: Server[] = [];
const proxies: Proxy[] = [];
let main: Options;
let second: Options;

/** An API with one of each resource, behind a proxy. */
async function prepared(api: 'main' | 'ai'): Promise<Options> {
  const server = await Server.start(api);
  servers.push(server);
  const fixture = await server.fixture();
  for (const { method, path, returns } of server.operations)
    if (method === 'GET' && returns === 'list') await fixture.fill(path);
  const proxy = await Proxy.open(server.app.base);
  proxies.push(proxy);
  const asset = fixture.asset.id;
  const process = api === 'main' ? await fixture.id('/v1/assets/{asset}/multifamily/pricing/{process}') : '';
  const key = await server.app.key();
  return { url: proxy.url, secondUrl: proxy.url, key, asset, process: `${asset}/${process}`, profiles: [] };
}

beforeAll(async () => {
  main = await prepared('main');
  second = await prepared('ai');
  const { app } = servers[0]!;
  const path = `/v1/assets/${main.asset}/multifamily`;
  const of = { asset_id: main.asset };
  await app.sql('update pricing.process set guard = null'); // the contract knows no guard
  await app.post(`${path}/floors`, { ...of, name: 'Cellar', filter_label: 'C', filter_short_label: 'C', sort: -1 });
  const { id } = (await app.get(`${path}/floor-plans`)).body.data[0];
  const image = await sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } })
    .png()
    .toBuffer();
  const raw = new FormData();
  raw.set('data', JSON.stringify({ ...of, id }));
  raw.set('image', new Blob([image as unknown as string]), 'a.png');
  await app.request('PUT', `${path}/floor-plans/${id}`, { raw });
  for (const table of ['embed', 'landing_page']) await app.sql(`update mapping.${table} set key = 'conformance'`);
  await app.post(`${path}/caches/build`);
  await lookForBuilds(app);
});

afterAll(async () => {
  for (const proxy of proxies) await proxy.close();
  for (const server of servers) await server.close();
});

const optionsOf = (profile: string): Options => ({ ...(profile === 'second' ? second : main), profiles: [profile] });

/** Aborts a transaction that a fault has left open; the next expectation could not open one. */
async function abortOpenTransaction(): Promise<void> {
  const { app } = servers[0]!;
  const [asset, process] = main.process.split('/');
  const path = `/v1/assets/${asset}/multifamily/pricing/${process}/transactions`;
  const open = await app.sql<{ id: string }>(`select id from pricing.transaction where status = 'pending'`);
  for (const { id } of open) await app.delete(`${path}/${id}`);
}

describe('The service', () => {
  it.each(['read', 'write', 'ingest', 'viewer', 'second'])('conforms: %s', async (profile) => {
    const results = await conformance(optionsOf(profile));
    expect(results.filter(({ outcome }) => outcome !== 'holds')).toEqual([]);
    expect(results.length).toBeGreaterThan(0);
  });
});

describe('An expectation', () => {
  it('quotes a sentence of the contract', () => {
    expect(EXPECTATIONS.filter(({ says }) => placeOf(says) === undefined)).toEqual([]);
  });

  it('has a unique id, and a fault that violates it', () => {
    expect([...FAULTS.keys()].sort()).toEqual(EXPECTATIONS.map(({ id }) => id).sort());
  });
});

describe('A server with one fault', () => {
  afterEach(async () => {
    for (const proxy of proxies) proxy.fault = {};
    await abortOpenTransaction();
  });

  it.each(EXPECTATIONS.map(({ id, profile }) => [id, profile]))('violates %s', async (id, profile) => {
    const options = optionsOf(profile!);
    for (const proxy of proxies) proxy.fault = FAULTS.get(id!)!;
    const [result] = await conformance({ ...options, only: [id!] });
    expect(result).toMatchObject({ id, outcome: 'broken' });
  });
});

describe('The program', () => {
  const folder = mkdtempSync(join(tmpdir(), 'conformance-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const run = (...words: string[]) =>
    new Promise<{ code: number; output: string }>((resolve) => {
      const program = join(import.meta.dirname, 'run.mjs');
      execFile(process.execPath, [program, ...words], (error, stdout, stderr) =>
        resolve({ code: typeof error?.code === 'number' ? error.code : 0, output: stdout + stderr }),
      );
    });
  const only = ['--only', 'read:key/none,read:key/empty'];
  const read = (name: string) => readFileSync(join(folder, name), 'utf8');

  it('writes its reports, and exits with 1 when an expectation fails', async () => {
    proxies[0]!.fault = FAULTS.get('read:key/none')!;
    const files = ['json', 'junit', 'html'].flatMap((kind) => [`--${kind}`, join(folder, kind)]);
    const { code, output } = await run('--url', main.url, '--key', main.key, ...only, ...files);
    proxies[0]!.fault = {};

    expect([code, output]).toEqual([1, expect.stringContaining('FAIL  read:key/none\n      promised: When neither')]);
    expect(JSON.parse(read('json'))).toMatchObject({
      totals: { expectations: 2, broken: 2 },
      results: [{ id: 'read:key/none', outcome: 'broken', where: 'Specification, Authentication' }, {}],
    });
    expect(read('junit')).toContain('<testsuite name="conformance" tests="2" failures="2" skipped="0">');
    expect(read('html')).toContain('<title>Conformance: 0 of 2 hold</title>');
    expect(read('json') + read('junit') + read('html') + output).not.toContain(main.key);
  });

  it('exits with 0 when all hold, and with 2 when nothing can be tested', async () => {
    expect(await run('--url', main.url, '--key', main.key, ...only)).toMatchObject({ code: 0 });
    expect((await run('--url', 'http://127.0.0.1:1', '--key', 'x', ...only)).code).toBe(2);
    const missing = await run('--url', main.url, '--key', 'x', '--profile', 'ingest');
    expect([missing.code, missing.output]).toEqual([2, expect.stringContaining('--process ASSET/PROCESS')]);
  });
});
