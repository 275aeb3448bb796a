import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { Client, StreamableHTTPClientTransport, type VersionNegotiationMode } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import sharp from 'sharp';
import { RelayEventsJob } from '../../libs/events/src/feed/relay-events.job.js';
import { TestApp } from '../support/app.js';
import { type GivenAsset, givenAsset, givenProcess } from '../support/given.js';
import { built } from '../support/service.mjs';

type Json = Record<string, any>; // oxlint-disable-line typescript/no-explicit-any -- results of any shape

let app: TestApp;
let asset: GivenAsset;
let process: string;
const clients: Client[] = [];

beforeAll(async () => {
  app = await TestApp.start({ PRICE_HISTORY_DAYS: '90' });
  app.stopJobs();
});
afterAll(() => app?.close());
beforeEach(async () => {
  asset = await givenAsset(app);
  process = await givenProcess(app, asset);
});
afterEach(async () => {
  await app.advance(0);
  for (const client of clients.splice(0)) await client.close();
});

/** Connects an agent with a key of its own. */
async function agent(
  permissions = ['service.*'],
  mode: VersionNegotiationMode = 'auto',
  accounts: string[] | null = null,
) {
  const key = await app.key(permissions, accounts);
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } });
  const headers = { Authorization: `Bearer ${key}` };
  await client.connect(new StreamableHTTPClientTransport(new URL(`${app.base}/mcp`), { requestInit: { headers } }));
  clients.push(client);
  const call = (name: string, input: Json = {}) => client.callTool({ name, arguments: input });
  const use = async (name: string, input: Json = {}): Promise<Json> => {
    const { structuredContent, isError, content } = await call(name, input);
    expect([isError ?? false, content]).toEqual([false, expect.anything()]);
    return structuredContent as Json;
  };
  const refusal = async (name: string, input: Json = {}): Promise<string> => {
    const { isError, content } = await call(name, input);
    expect(isError).toBe(true);
    return (content as { text: string }[])[0]!.text;
  };
  return { client, use, refusal };
}

/** Connects an agent to the command `mcp`. */
async function onStdio(url: string) {
  const client = new Client({ name: 'test', version: '1' });
  const args = [join(import.meta.dirname, '../../apps/cli/bootstrap.mjs'), 'mcp', '--url', url];
  const env = { API_KEY: await app.key(READER), PATH: globalThis.process.env['PATH']! };
  const transport = new StdioClientTransport({ command: globalThis.process.execPath, args, env });
  clients.push(client);
  await client.connect(transport);
  return { client, transport };
}

const processId = () => process.split('/').at(-1)!;
const inProcess = () => ({ asset_id: asset.id, process_id: processId() });
const entry = (unit: string, price: number, availableOn: string) => ({
  ...{ unit_number: unit, provider_id: `P-${unit}`, price, available_on: availableOn },
});
const READER = ['units', 'floor-plans', 'floors', 'buildings', 'pricing'].map((name) => `service.${name}.read`);
const PICTURE = sharp({ create: { width: 8, height: 8, channels: 3, background: '#fff' } }).png();

describe.each(['auto', 'legacy'] as const)('An agent (%s)', (mode) => {
  it('lists the tools, within a budget of words', async () => {
    const { client } = await agent(['service.*'], mode);
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual([
      ...['find_assets', 'asset_overview', 'search_units', 'unit_details', 'recent_events'],
      ...['price_history', 'total_price', 'preview_prices', 'publish_prices', 'list_changes'],
      ...['api_search', 'api_details', 'api_read', 'api_write'],
    ]);
    expect(JSON.stringify(tools).length).toBeLessThan(24_000); // about 6,000 tokens
    for (const { annotations, outputSchema } of tools)
      expect([annotations?.readOnlyHint, outputSchema?.type]).toEqual([expect.any(Boolean), 'object']);
  });

  it('reads what changed since its last look', async () => {
    const { use } = await agent(['service.*'], mode);
    const [unit] = asset.units;
    const change = async (area: number) => {
      const fields = { id: unit, asset_id: asset.id, area };
      expect((await app.put(`${asset.path}/units/${unit}`, fields)).status).toBe(200);
      await app.run(RelayEventsJob);
    };
    await change(601);
    const look = { asset_id: asset.id, types: 'unit.updated' };
    const first = await use('recent_events', look);
    await change(602);
    const { data } = await use('recent_events', { ...look, after: first['cursor'] });
    const changed = { id: unit, changed: ['area'], url: `${asset.path}/units/${unit}` };
    expect([first['data'].at(-1).data, data.length, data[0].data]).toEqual([changed, 1, changed]);
  });

  it('calls a tool', async () => {
    const { use } = await agent(['service.*'], mode);
    const { asset: found } = await use('asset_overview', { asset_id: asset.id });
    expect(found).toMatchObject({ id: asset.id, unit_count: 3 });
  });
});

describe('The mcp command', () => {
  it('serves an agent on stdin and stdout with its key, and exits with the agent', async () => {
    built();
    const { client, transport } = await onStdio(app.base);

    const { tools } = await client.listTools();
    const { structuredContent: overview } = await client.callTool({
      name: 'asset_overview',
      arguments: { asset_id: asset.id },
    });
    const refused = await client.callTool({
      name: 'publish_prices',
      arguments: { ...inProcess(), entries: [entry('101', 2000, '2027-01-01')], compared_with: null },
    });

    expect(tools).toHaveLength(14);
    expect(overview).toMatchObject({ asset: { id: asset.id, unit_count: 3 } });
    expect(refused).toMatchObject({ isError: true, content: [{ text: expect.stringMatching(/^403 /) as string }] });
    const { pid } = transport;
    await client.close();
    expect(() => globalThis.process.kill(pid!, 0)).toThrow('ESRCH');
  }, 300_000);

  it('reports that the service has stopped', async () => {
    built();
    const document = await (await fetch(`${app.base}/openapi.json`)).text();
    const server = createServer((_, response) => void response.setHeader('Connection', 'close').end(document));
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const { client } = await onStdio(url);
    server.close();

    expect(await client.callTool({ name: 'find_assets', arguments: {} })).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining(`${url} does not answer`) as string }],
    });
  }, 300_000);
});

describe('The endpoint', () => {
  const ask = (headers: Record<string, string>, method = 'POST') =>
    fetch(`${app.base}/mcp`, {
      method,
      headers: { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream', ...headers },
      ...(method === 'POST' && { body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }) }),
    });

  it('requires a key, like every operation', async () => {
    const without = await ask({});
    expect([without.status, without.headers.get('www-authenticate')]).toEqual([401, expect.stringMatching(/^ApiKey /)]);
    const wrong = await ask({ Authorization: 'Bearer pms_wrong' });
    expect([wrong.status, ((await wrong.json()) as Json)['code']]).toEqual([403, 'invalid_credentials']);
    expect((await ask({ 'API-Key': await app.key() })).status).toBe(200);
  });

  it.each([
    ['http://localhost:5173', 200],
    ['http://127.0.0.1', 200],
    ['http://evil.example', 403],
    ['null', 403],
  ])('responds to pages of the origin %s with %d', async (origin, status) => {
    expect((await ask({ 'API-Key': await app.key(), Origin: origin })).status).toBe(status);
  });

  it('keeps no sessions', async () => {
    const { status, headers } = await ask({ 'API-Key': await app.key() }, 'GET');
    expect([status, headers.get('allow')]).toEqual([405, 'POST, OPTIONS']);
  });

  it('lists the tools that the key permits, and the API rejects others', async () => {
    const { client, use, refusal } = await agent(['service.units.read']);
    const names = (await client.listTools()).tools.map(({ name }) => name);
    expect(names).not.toContain('publish_prices');
    expect((await use('api_search', { words: 'create unit' }))['operations'].map(({ id }: Json) => id)).not.toContain('create-unit'); // oxfmt-ignore
    const message = await refusal('api_write', {
      operation: 'delete-unit',
      parameters: { asset: asset.id, unit: asset.units[0] },
    });
    expect(message).toContain('permission_missing');
    expect((await app.get(`${asset.path}/units/${asset.units[0]}`)).status).toBe(200);
  });

  it('shows nothing outside the scope of the key', async () => {
    const { refusal } = await agent(['service.*'], 'auto', []);
    expect(await refusal('asset_overview', { asset_id: asset.id })).toMatch(/^404 not_found/);
  });

  it('names the faulty field and the next step', async () => {
    const { refusal } = await agent();
    const message = await refusal('preview_prices', { ...inProcess(), entries: [entry('101', 2000, '2026-02-30')] });
    expect(message).toMatch(/^422 invalid: .*0\.available_on must be a calendar date.* Correct these fields/);
    expect(await refusal('api_read', { operation: 'view-unit', parameters: { asset: asset.id } })).toContain('unit');
    const list = { operation: 'view-unit', parameters: { asset: asset.id, unit: '' } };
    expect(await refusal('api_read', list)).toContain('unit must be an id, not ""');
    const unknown = await refusal('find_assets', { query: 'creek', limit: 'all' });
    for (const fault of ['query is not a known field', 'limit must be', 'known: words, limit'])
      expect(unknown).toContain(fault);
    expect(await refusal('find_assets', { limit: 'all' })).not.toContain('known:');
    const keyed = { operation: 'abort-transaction', idempotency_key: 'préis' };
    expect(await refusal('api_write', keyed)).toContain('idempotency_key must match');
  });
});

describe('An agent', () => {
  it('cannot send text that is not valid Unicode', async () => {
    const { refusal } = await agent();
    const lone = 'a\ud800';
    const write = { operation: 'create-building', parameters: { asset: asset.id } };
    const file = { operation: 'create-unit-map', parameters: { asset: asset.id }, body: { name: 'Map', style: 'a' } };
    const sent: [string, string, Json][] = [
      ['asset_overview', 'asset_id', { asset_id: lone }],
      ['find_assets', 'query', { query: lone }],
      ['api_read', 'parameters', { operation: 'list-units', parameters: { asset: lone } }],
      ['api_read', 'parameters', { operation: 'list-units', parameters: { asset: asset.id, [lone]: '1' } }],
      ['api_write', 'body', { ...write, body: { name: lone } }],
      ['api_write', 'files', { ...file, files: [{ field: 'source', filename: 'a.svg', text: `<svg>${lone}</svg>` }] }],
      ['api_write', 'files', { ...file, files: [{ field: 'source', filename: `${lone}.svg`, text: '<svg/>' }] }],
    ];
    for (const [tool, name, input] of sent)
      expect(await refusal(tool, input)).toContain(`${name} must be text without unpaired surrogates`);
    expect((await app.get(`${asset.path}/buildings`)).body.data).toHaveLength(1);
    expect((await app.get(`${asset.path}/maps`)).body.data).toEqual([]);
    expect(await refusal('asset_overview', { asset_id: '\\ud800' })).toMatch(/^404/);
  });

  it('answers: which two-bedrooms under 3,000 are free in March, and what did they cost a month ago?', async () => {
    await app.sql('update catalog.floor_plan set bedroom_count = 2 where asset_id = $1', [asset.id]);
    const prices = (...each: number[]) => [
      entry('101', each[0]!, '2027-03-15'),
      entry('102', each[1]!, '2027-01-01'),
      entry('103', each[2]!, '2027-05-01'),
    ];
    await app.post(`${process}/ingest?commit=1`, prices(2800, 3100, 2500));
    const [{ then }] = (await app.sql(`select to_char(platform.now() at time zone 'UTC' + interval '10 days', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as then`)) as [{ then: string }]; // oxfmt-ignore
    await app.advance(40 * 24 * 60);
    await app.post(`${process}/ingest?commit=1`, prices(2900, 3200, 2500));

    const { use } = await agent([...READER, 'service.expenses.read']);
    const [{ id }] = (await use('find_assets', { words: 'quay' }))['assets'].filter(({ id }: Json) => id === asset.id);
    const { pricing_processes: processes } = await use('asset_overview', { asset_id: id });
    const found = await use('search_units', {
      ...{ asset_id: id, process_id: processes[0].id, bedrooms: 2, max_price: 2999, available_by: '2027-03-31' },
    });
    expect(found).toMatchObject({ total: 1, units: [{ unit_number: '101', price: 2900, available_on: '2027-03-15' }] });

    const ids = found['units'].map((unit: Json) => unit['id']);
    const before = await use('price_history', { ...inProcess(), at: then, unit_ids: ids });
    expect(before['prices']).toEqual([
      { unit_id: ids[0], unit_number: '101', price: 2800, available_on: '2027-03-15' },
    ]);

    const total = await use('total_price', { ...inProcess(), unit_id: ids[0] });
    expect(total).toMatchObject({ unit: { price: 2900, total_price: 2900 }, breakdown: [{ reason: 'rent' }] });
  });

  it('learns since when prices are recorded, instead of "no prices then"', async () => {
    const { use, refusal } = await agent(READER);
    const asked = { ...inProcess(), at: '2020-01-01' };
    const nothing = { at: '2020-01-01', total: 0, prices: [] };
    expect(await use('price_history', asked)).toEqual({ ...nothing, remembered_since: null });

    await app.post(`${process}/ingest?commit=1`, [entry('101', 2000, '2027-01-01')]);
    const first = (await app.get(`${process}/publications/1`)).body.published_at as string;
    expect(await use('price_history', asked)).toEqual({ ...nothing, remembered_since: first });

    await app.advance(60);
    for (const price of [2100, 2200]) await app.post(`${process}/ingest?commit=1`, [entry('101', price, '2027-01-01')]);
    expect(await use('price_history', asked)).toEqual({ ...nothing, remembered_since: first });

    await app.sql('delete from pricing.publication where process_id = $1 and id = 1', [processId()]);
    expect(await refusal('price_history', asked)).toMatch(
      /^410 publication_forgotten: The earliest publication kept is/,
    );
    const second = (await app.get(`${process}/publications/2`)).body.published_at as string;
    expect(second > first).toBe(true);
    expect((await use('price_history', { ...asked, at: second }))['remembered_since']).toBe(second);
  });

  it('previews a price file, and publishes it unless another publication came first', async () => {
    await app.post(`${process}/ingest?commit=1`, [entry('101', 2000, '2027-01-01'), entry('102', 2100, '2027-01-01')]);
    const entries = [entry('101', 2050, '2027-01-01'), entry('103', 1900, '2027-01-01')];
    const { use, refusal } = await agent();
    const seen = await use('preview_prices', { ...inProcess(), entries });
    expect(seen).toMatchObject({
      compared_with: 1,
      report: { dry_run: true, totals: { price_up: 1, added: 1, removed: 1 } },
    });
    expect((await app.get(`${process}/publications`)).body.data).toHaveLength(1);

    await app.post(`${process}/ingest?commit=1`, [entry('101', 1950, '2027-01-01')]);
    const delivery = { ...inProcess(), entries, compared_with: seen['compared_with'] };
    expect(await refusal('publish_prices', delivery)).toMatch(/publication_replaced.*preview_prices again/);

    const again = await use('preview_prices', { ...inProcess(), entries });
    const { report } = await use('publish_prices', { ...delivery, compared_with: again['compared_with'] });
    expect(report).toMatchObject({ outcome: 'published', publication: 3 });
    const { changes } = await use('list_changes', { ...inProcess(), publication: 3, kind: 'price_up' });
    expect(changes).toMatchObject([{ before: { price: 1950 }, after: { price: 2050 } }]);
  });

  it('that plans with an empty process is rejected when others publish first', async () => {
    const entries = [entry('101', 2000, '2027-01-01')];
    const { use, refusal } = await agent();
    const { compared_with } = await use('preview_prices', { ...inProcess(), entries });
    expect(compared_with).toBeNull();
    await app.post(`${process}/ingest?commit=1`, [entry('102', 2100, '2027-01-01')]);

    expect(await refusal('publish_prices', { ...inProcess(), entries, compared_with })).toContain(
      'publication_replaced',
    );
    expect((await app.get(`${process}/publications`)).body.data).toHaveLength(1);
  });

  it('is told what to do when the guard rejects its prices', async () => {
    await app.sql(`update pricing.process set guard = '{"max_removed_percent": 10}' where id = $1`, [
      process.split('/').at(-1),
    ]);
    await app.post(`${process}/ingest?commit=1`, [entry('101', 2000, '2027-01-01'), entry('102', 2100, '2027-01-01')]);
    const delivery = { ...inProcess(), entries: [entry('101', 2000, '2027-01-01')], compared_with: 1 };
    const { client, refusal } = await agent();
    const { tools } = await client.listTools();
    expect(tools.find(({ name }) => name === 'publish_prices')!.description).toContain('the transaction stays open');

    expect(await refusal('publish_prices', delivery)).toMatch(
      /^409 guard_refused: .*override=guard; otherwise call api_write abort-transaction/,
    );
    expect((await app.get(`${process}/publications`)).body.data).toHaveLength(1);
  });

  it('publishes the rejected prices after the guard was changed and the transaction aborted', async () => {
    await app.sql(`update pricing.process set guard = '{"max_removed_percent": 10}' where id = $1`, [processId()]);
    await app.post(`${process}/ingest?commit=1`, [entry('101', 2000, '2027-01-01'), entry('102', 2100, '2027-01-01')]);
    const delivery = { ...inProcess(), entries: [entry('101', 2000, '2027-01-01')], compared_with: 1 };
    const { use, refusal } = await agent();
    expect(await refusal('publish_prices', delivery)).toContain('guard_refused');
    expect(await refusal('publish_prices', delivery)).toContain('transaction_open');

    const [row] = await app.sql('select max(id)::text as id from pricing.transaction where process_id = $1', [
      processId(),
    ]);
    const parameters = { asset: asset.id, process: processId(), transaction: row!['id'] };
    await use('api_write', { operation: 'abort-transaction', parameters });
    await app.sql('update pricing.process set guard = null where id = $1', [processId()]);

    expect((await use('publish_prices', delivery))['report']).toMatchObject({ outcome: 'published', publication: 2 });
  });

  it('answers: put a new floor plan on these units', async () => {
    const { use } = await agent();
    const { operations } = await use('api_search', { words: 'create floor plan' });
    expect(operations[0].id).toBe('create-floor-plan');
    expect((await use('api_search', { words: 'quote embed' }))['operations']).toContainEqual(
      expect.objectContaining({ id: 'quote-unit-of-embed', path: '/embed/{key}/quotes' }),
    );
    const { bodies } = await use('api_details', { operation: 'create-floor-plan' });
    expect(bodies['application/json'].required).toContain('bedroom_count');

    const { body: plan } = await use('api_write', {
      operation: 'create-floor-plan',
      parameters: { asset: asset.id },
      body: { name: 'B2', bedroom_count: 2, bathroom_count: 1, filter_label: 'Two bedrooms' },
      files: [{ field: 'image', filename: 'b2.png', content_base64: (await PICTURE.toBuffer()).toString('base64') }],
    });
    expect(plan).toMatchObject({ name: 'B2', image_url: expect.stringMatching(/^http.*\.png$/) });
    for (const unit of asset.units.slice(0, 2))
      await use('api_write', {
        operation: 'update-unit',
        parameters: { asset: asset.id, unit },
        body: { floor_plan_id: plan.id },
      });
    const { body } = await use('api_read', {
      operation: 'list-units',
      parameters: { asset: asset.id, 'floor-plan': plan.id },
    });
    expect(body.data.map(({ id }: Json) => id)).toEqual(asset.units.slice(0, 2));
  });
});
