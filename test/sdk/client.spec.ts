import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { ConnectionError, createClient, createDataModelsClient, ERROR_CODES, isApiError } from '@app/sdk';
import { freePort } from '../support/free-port.mjs';

interface Received {
  method: string;
  url: string;
  headers: IncomingMessage['headers'];
  body: string;
}

type Respond = (response: ServerResponse, received: Received) => void;

let server: Server;
let url: string;
let received: Received[];
let responses: Respond[];

/** A server that sends the prepared responses in order, and repeats the last one. */
beforeAll(async () => {
  server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request.setEncoding('utf8')) body += chunk as string;
    received.push({ method: request.method!, url: request.url!, headers: request.headers, body });
    (responses.length > 1 ? responses.shift()! : responses[0]!)(response, received.at(-1)!);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

beforeEach(() => {
  received = [];
});

afterAll(async () => {
  server.closeAllConnections();
  await new Promise((done) => server.close(done));
});

const answer =
  (status: number, body: unknown, headers: Record<string, string> = {}): Respond =>
  (response) =>
    response.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(JSON.stringify(body));
const refusal = (status: number, code: string, headers = {}) =>
  answer(status, { message: 'No', code, request_id: 'r' }, { 'Retry-After': '0', ...headers });
const hangUp: Respond = (response) => response.destroy();
const breakOff: Respond = (response) => {
  response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': '100' }).write('{"id":');
  setImmediate(() => response.destroy());
};
const silence: Respond = () => undefined;

const client = (options = {}) => createClient({ url, key: 'pms_key', ...options });
const unit = { id: '7', asset_id: '1' };
const update = { asset: '1', unit: '7', body: { area: 700 } };
const failure = (promise: PromiseLike<unknown>) => Promise.resolve(promise).catch((error: unknown) => error);

describe('A write', () => {
  it('sends a new idempotency key for each call, or that of the caller', async () => {
    responses = [answer(200, unit)];
    await client().updateUnit(update);
    await client().updateUnit(update);
    await client().updateUnit(update, { idempotencyKey: 'mine' });
    const keys = received.map(({ headers }) => headers['idempotency-key']);
    expect(new Set(keys).size).toBe(3);
    expect(keys[2]).toBe('mine');
  });

  it('does not repeat the ids of its path in its body', async () => {
    responses = [answer(200, unit)];
    await client().updateUnit(update);
    expect(JSON.parse(received[0]!.body)).toEqual({ area: 700 });
  });
});

describe('A call', () => {
  it('sends the key, and the flag if the operation requires one', async () => {
    responses = [answer(200, { paging: { next_url: null }, data: [] })];
    await client().listFilters({ asset: '1' });
    await client().listUnits({ asset: '1' });
    await createDataModelsClient({ url, key: 'pms_key' }).listDataModels({ asset: '1' });
    expect(received.map(({ headers }) => [headers['api-key'], headers['experimental-flags']])).toEqual([
      ['pms_key', 'filters-resource'],
      ['pms_key', undefined],
      ['pms_key', 'data-models-resource'],
    ]);
  });

  it('formats parameters as the service names them', async () => {
    responses = [answer(200, { paging: { next_url: null }, data: [] })];
    await client().listUnits({ asset: 'a/b', unitNumber: '10 & 1', floorPlan: '3', total: true });
    expect(received[0]!.url).toBe('/v1/assets/a%2Fb/multifamily/units?unit-number=10+%26+1&floor-plan=3&total=1');
  });

  it('fails before it is sent if a path parameter is missing', async () => {
    const request = { asset: '1' } as { asset: string; unit: string };
    expect(await failure(client().viewUnit(request))).toMatchObject({ message: 'The request has no unit' });
  });

  it.each(['', '.', '..'])('fails before it is sent if an id would change the path: "%s"', async (id) => {
    const message = `unit must be an id, not "${id}"`;
    expect(await failure(client().viewUnit({ asset: '1', unit: id }))).toMatchObject({ message });
    expect(received).toEqual([]);
  });

  it('rejects with the code and fields of the service', async () => {
    responses = [answer(422, { message: 'No', code: 'invalid', fields: { area: ['must be at least 0'] } })];
    const error = await failure(client().updateUnit(update));
    expect(isApiError(error, 'invalid')).toBe(true);
    expect(isApiError(error, 'not_found', 'internal')).toBe(false);
    expect(error).toMatchObject({ status: 422, fields: { area: ['must be at least 0'] }, faultCount: 1 });
    expect(received).toHaveLength(1);
  });

  it('narrows the type of error details by its code', async () => {
    const exceeded = [{ limit: 'refuse_empty', value: true, entries: 3 }];
    const details = { transaction_id: '9', report: { guard: { outcome: 'refused', exceeded } } };
    responses = [answer(409, { message: 'No', code: 'guard_refused', details })];
    const refused = await failure(client().updateUnit(update));
    if (!isApiError(refused, 'guard_refused')) throw refused;
    expect(refused.details.report.guard?.exceeded).toEqual(exceeded);

    const issues = [{ code: 'field_missing', index: 0, field: 'price', message: 'price is required' }];
    responses = [answer(422, { message: 'No', code: 'invalid', details: { issues } })];
    const invalid = await failure(client().updateUnit(update));
    expect(isApiError(invalid, 'invalid') && invalid.details?.issues[0]?.field).toBe('price');

    responses = [refusal(404, 'not_found')];
    expect(await failure(client().updateUnit(update))).toMatchObject({ details: undefined });
  });

  it('reports a proxy that does not respond with JSON', async () => {
    responses = [(response) => response.writeHead(502).end('<html>')];
    expect(await failure(client({ retryFor: 0 }).viewUnit({ asset: '1', unit: '7' }))).toMatchObject({ status: 502, code: undefined }); // oxfmt-ignore
  });

  it('times out an attempt, and stops at once when it is cancelled', async () => {
    responses = [silence];
    const request = { asset: '1', unit: '7' };
    expect(await failure(client().viewUnit(request, { timeout: 20, retryFor: 0 }))).toMatchObject({
      name: 'ConnectionError',
      code: 'TIMEOUT',
      message: expect.stringMatching(/^GET .*\/units\/7: the request timed out \(TIMEOUT, 127\.0\.0\.1:\d+\)$/),
    });
    const cancelled = failure(client().viewUnit(request, { signal: AbortSignal.abort(new Error('enough')) }));
    expect(await cancelled).toMatchObject({ message: 'enough' });
  });

  it.each([
    ['hangs up', hangUp],
    ['breaks off its response', breakOff],
  ])('fails with the cause, its code and the address when the server %s', async (_, respond) => {
    responses = [respond];
    const error = await failure(client({ retryFor: 0 }).viewUnit({ asset: '1', unit: '7' }));
    expect(error).toBeInstanceOf(ConnectionError);
    expect(error).toMatchObject({ cause: { name: 'TypeError' }, code: 'UND_ERR_SOCKET', attempts: 1 });
    expect((error as ConnectionError).address).toBe(new URL(url).host);
  });

  it('fails with ECONNREFUSED and the address when nothing listens', async () => {
    const port = await freePort();
    const unused = createClient({ url: `http://127.0.0.1:${port}`, retryFor: 0 });
    expect(await failure(unused.listAssets())).toMatchObject({
      message: `GET /v1/assets: the connection failed (ECONNREFUSED, 127.0.0.1:${port})`,
      code: 'ECONNREFUSED',
      address: `127.0.0.1:${port}`,
    });
  });

  it('returns the cached value if it has not changed', async () => {
    responses = [answer(200, unit, { ETag: '"1"' }), (response) => response.writeHead(304).end(), answer(200, unit)];
    const known = await client().viewUnit({ asset: '1', unit: '7' });
    expect(await client().viewUnit({ asset: '1', unit: '7' }, { known })).toBe(known);
    await client().updateUnit(update, { ifUnchanged: known });
    expect(received.map(({ headers }) => [headers['if-none-match'], headers['if-match']])).toEqual([
      [undefined, undefined],
      ['"1"', undefined],
      [undefined, '"1"'],
    ]);
    expect(await failure(client().updateUnit(update, { ifUnchanged: {} }))).toBeInstanceOf(TypeError);
  });
});

describe('A list', () => {
  const page = (next: string | null, ...ids: string[]) =>
    answer(200, { paging: { per_page: 2, current_page: 1, prev_url: null, next_url: next }, data: ids.map((id) => ({ id })) }); // oxfmt-ignore

  it('follows next_url at the address of the client', async () => {
    responses = [page('https://elsewhere.example/v1/x?page=2&cursor=abc', '1', '2'), page(null, '3')];
    const ids: string[] = [];
    for await (const { id } of client().listFilters({ asset: '1' })) ids.push(id);
    expect(ids).toEqual(['1', '2', '3']);
    expect(received.map(({ url: asked }) => asked)).toEqual([
      '/v1/assets/1/multifamily/filters',
      '/v1/assets/1/multifamily/filters?page=2&cursor=abc',
    ]);
    expect(received[1]!.headers['experimental-flags']).toBe('filters-resource');
  });

  it('requests nothing before it is iterated, and no page more than is read', async () => {
    responses = [page('https://elsewhere.example/?page=2', '1', '2')];
    const list = client().listUnits({ asset: '1' });
    expect(received).toHaveLength(0);
    for await (const { id } of list) if (id === '2') break;
    expect(received).toHaveLength(1);
  });
});

describe('publishPrices', () => {
  const process = { asset: '1', process: '2' };
  const opened = answer(202, { transaction_id: '9' });
  const entry = (price: number) => ({ unit_number: '1', provider_id: '1', price, available_on: '2027-01-01' });
  const asked = () => received.map(({ method, url: path }) => `${method} ${path.split('/pricing/2')[1]}`);
  const sendings = () =>
    received.filter(({ url: path }) => path.endsWith('9/ingest?commit=0')).map(({ body }) => (JSON.parse(body) as unknown[]).length); // oxfmt-ignore

  it('sends prices in batches as they are produced, and then publishes them', async () => {
    responses = [opened, answer(200, { status: 'pending' })];
    await client().prices.publish(
      process,
      Array.from({ length: 10_001 }, (_, price) => entry(price)),
    );
    expect(sendings()).toEqual([5_000, 5_000, 1]);
    expect(asked().at(-1)).toBe('POST /transactions/9/ingest?commit=1');
    expect(received.at(-1)!.body).toBe('');
  });

  it('sends smaller batches when entries are large', async () => {
    responses = [opened, answer(200, { status: 'pending' })];
    const leasing_fields = Object.fromEntries(Array.from({ length: 50 }, (_, key) => [`k${key}`, 'x'.repeat(2_000)]));
    await client().prices.publish(process, Array.from({ length: 50 }, (_, price) => ({ ...entry(price), leasing_fields }))); // oxfmt-ignore
    expect(Math.max(...sendings())).toBeLessThan(45);
    expect(sendings().reduce((sum, count) => sum + count)).toBe(50);
  });

  it('publishes nothing when a batch is rejected or the source fails', async () => {
    responses = [opened, refusal(422, 'invalid'), answer(200, { status: 'expired' })];
    expect(await failure(client().prices.publish(process, [entry(-1)]))).toMatchObject({ status: 422 });
    expect(asked().at(-1)).toBe('DELETE /transactions/9');

    received = [];
    responses = [opened, answer(200, { status: 'expired' })];
    const source = (function* () {
      yield entry(1);
      throw new Error('The feed broke off');
    })();
    expect(await failure(client().prices.publish(process, source))).toMatchObject({ message: 'The feed broke off' });
    expect(asked()).toEqual(['POST /ingest?commit=0', 'DELETE /transactions/9']);
  });

  it('previews prices, and publishes them only if no other publication came since', async () => {
    responses = [answer(200, { report: { compared_with: 7, totals: {} } })];
    expect(await client().prices.preview(process, [entry(1)])).toMatchObject({ compared_with: 7 });
    expect(asked()).toEqual(['POST /ingest?commit=1&dry-run=1']);

    received = [];
    responses = [opened, answer(200, { status: 'pending' })];
    await client().prices.publish(process, [entry(1)], { basedOn: 7 });
    expect(received.at(-1)!.headers['if-match']).toBe('"7"');
  });

  it('previews a transaction before it is committed', async () => {
    responses = [opened, answer(200, { report: { compared_with: 7, totals: { removed: 1 } } })];
    const transaction = await client().prices.transaction(process);
    expect(await transaction.preview()).toMatchObject({ compared_with: 7, totals: { removed: 1 } });
    expect(asked()).toEqual(['POST /ingest?commit=0', 'POST /transactions/9/ingest?commit=1&dry-run=1']);
    expect(received.at(-1)!.body).toBe('');
  });

  it('publishes on an empty process only while it is empty', async () => {
    responses = [opened, answer(200, { status: 'pending' })];
    await client().prices.publish(process, [entry(1)], { basedOn: null });
    expect(received.at(-1)!.headers['if-match']).toBe('"0"');
  });

  it('overrides the guard if the caller says so', async () => {
    responses = [opened, answer(200, { status: 'pending' })];
    await client().prices.publish(process, [entry(1)], { override: 'guard' });
    expect(asked().at(-1)).toBe('POST /transactions/9/ingest?commit=1&override=guard');
    expect(received.at(-1)!.headers).not.toHaveProperty('if-match');
  });

  it('keeps prices when a feed is empty, unless the caller allows it', async () => {
    responses = [opened, answer(200, {})];
    expect(await failure(client().prices.publish(process, []))).toBeInstanceOf(RangeError);
    expect(asked()).toEqual(['POST /ingest?commit=0', 'DELETE /transactions/9']);

    received = [];
    responses = [opened, answer(200, {})];
    await client().prices.publish(process, [], { allowEmpty: true });
    expect(sendings()).toEqual([0]);
    expect(asked().at(-1)).toBe('POST /transactions/9/ingest?commit=1');
  });

  it('takes over the transaction of a crashed run only on request', async () => {
    const open = refusal(409, 'transaction_open', { Link: '<https://x.example/v1/transactions/8>; rel="transaction"' });
    responses = [open];
    expect(await failure(client().prices.transaction(process))).toMatchObject({ code: 'transaction_open' });

    received = [];
    responses = [open, answer(200, { status: 'expired' }), opened];
    expect((await client().prices.transaction(process, { takeOver: true })).id).toBe('9');
    expect(asked()).toEqual(['POST /ingest?commit=0', 'DELETE /transactions/8', 'POST /ingest?commit=0']);
  });
});

describe('The error codes', () => {
  it('are those of the integration guide', () => {
    const guide = readFileSync(join(import.meta.dirname, '../../docs/integrating.md'), 'utf8');
    const table = [...guide.matchAll(/^\| \d{3} +\| ([^|]+)\|/gm)].flatMap(([, codes]) =>
      [...codes!.matchAll(/`([^`]+)`/g)].map(([, code]) => code!),
    );
    expect(table.length).toBeGreaterThan(30);
    expect([...ERROR_CODES, 'experimental_flag_missing.{flag}'].sort()).toEqual(table.sort());
  });
});
