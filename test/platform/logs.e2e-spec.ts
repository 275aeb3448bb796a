import { setTimeout as sleep } from 'node:timers/promises';
import { JsonLog } from '@app/platform/runtime';
import { TestApp } from '../support/app.js';
import { type GivenAsset, givenAsset } from '../support/given.js';
import { TIME_FACTOR } from '../support/time-factor.js';
import { Wire } from './wire.js';

type Line = Record<string, unknown>;

const written: string[] = [];

let app: TestApp;
let quiet: TestApp;
let asset: GivenAsset;
let secret: string;
let keyId: string;

beforeAll(async () => {
  app = await TestApp.start({ LOG_LEVEL: 'info' });
  quiet = await app.replica({ LOG_LEVEL: 'warn' });
  app.app.useLogger(new JsonLog('trace', { write: (text) => void written.push(text) }));
  asset = await givenAsset(app);
  secret = await app.key();
  keyId = (await app.sql<{ id: string }>('select max(id)::text as id from platform.api_key'))[0]!.id;
});
afterAll(() => app?.close());
beforeEach(() => written.splice(0));

/** Waits for this many lines of the log: a response is logged when its last byte has been sent. Each line must be JSON. */
async function lines(count = 1): Promise<Line[]> {
  const found = () => written.join('').split('\n');
  for (let tries = 0; found().length <= count && tries < 500 * TIME_FACTOR; tries++) await sleep(10);
  expect(found().at(-1)).toBe('');
  return found()
    .slice(0, -1)
    .map((line) => JSON.parse(line) as Line);
}

describe('The log of requests', () => {
  it('has one line per request, with the fields to search and aggregate', async () => {
    const { headers } = await app.get(`${asset.path}/units?per-page=2&api-key=x&total=1`, { key: secret });

    expect(await lines()).toEqual([
      {
        level: 'info',
        time: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
        context: 'Http',
        msg: 'Request completed',
        requestId: headers.get('x-request-id'),
        keyId,
        method: 'GET',
        path: `${asset.path}/units`,
        status: 200,
        ms: expect.any(Number),
      },
    ]);
  });

  it.each<[number, string, string, string | null | undefined]>([
    [200, 'HEAD', '/v1/assets', undefined],
    [204, 'OPTIONS', '/v1/assets', null],
    [401, 'POST', '/v1/assets', null],
    [403, 'GET', '/v1/assets', 'pms_x'],
    [404, 'GET', '/nowhere', null],
    [404, 'GET', '/files/x', null],
    [405, 'PUT', '/v1/assets', undefined],
    [404, 'GET', '/v1/assets/%', undefined],
    [200, 'GET', '/openapi.json', null],
  ])('logs %i for %s %s', async (status, method, path, key) => {
    await app.request(method, path, key === undefined ? { key: secret } : { key });

    const [line, ...others] = await lines();
    expect(others).toEqual([]);
    expect(line).toMatchObject({ status, method, path });
    expect(line!['keyId']).toBe(key === undefined ? keyId : undefined);
  });

  it.each<[number, string[]]>([
    [400, ['nonsense']],
    [431, ['GET / HTTP/1.1', `X: ${'x'.repeat(20_000)}`]],
    [405, ['CONNECT a:1 HTTP/1.1', 'Host: a']],
    [417, ['GET / HTTP/1.1', 'Host: a', 'Expect: tea']],
  ])('logs %i for malformed requests, too', async (status, head) => {
    const wire = await Wire.to(app.base);
    const { body } = await wire.head(...head).answer();
    await wire.rest();

    expect(await lines()).toEqual([expect.objectContaining({ status, requestId: body.request_id })]);
  });

  it('marks requests whose client disconnected', async () => {
    const wire = await Wire.to(app.base);
    wire.head(`POST ${asset.path}/units HTTP/1.1`, 'Host: a', `API-Key: ${secret}`, 'Content-Length: 10').say('{');
    await sleep(50);
    wire.close();

    expect(await lines()).toEqual([expect.objectContaining({ method: 'POST', status: 400, unfinished: true })]);
  });

  it('is disabled at level warn', async () => {
    await quiet.get('/v1/assets');
    await quiet.get('/v1/nowhere');
    await app.get('/v1/nowhere'); // its line follows any that the requests before it would log

    expect(await lines()).toHaveLength(1);
  });
});

describe('A log entry is one line', () => {
  it.each([
    `/v1/%0a{"level":"error","msg":"forged"}`,
    `/v1/%0d%0a%1b[31m`,
    `/v1/"},{"level":"error"}`,
    `/v1/assets/1\u2028`,
  ])('with the path %p', async (path) => {
    await app.get(path, { key: secret });

    const all = await lines();
    expect(all).toHaveLength(1);
    expect(all[0]).toMatchObject({ level: 'info', msg: 'Request completed', status: 404 });
  });

  it('with any headers', async () => {
    const wire = await Wire.to(app.base);
    const odd = '\u001b[2J\u0085 {"level":"error"} \xe2\x80\xa8';
    await wire
      .head(
        'GET /v1/assets HTTP/1.1',
        'Host: a',
        `API-Key: x${odd.slice(5)}`,
        'X-Request-Id: forged',
        'User-Agent: a\tb',
      )
      .answer();
    wire.close();

    const all = await lines();
    expect(all).toEqual([expect.objectContaining({ status: 403 })]);
    expect(all[0]!['requestId']).not.toBe('forged');
  });

  it('with any message from the database', async () => {
    await failing(`raise exception E'one\\ntwo\\r\\n{"level":"info"}'`);
    expect((await rename('x')).status).toBe(500);

    const [fault, answered, ...others] = await lines(2);
    expect(others).toEqual([]);
    expect(fault).toMatchObject({ level: 'error', msg: 'Unhandled error', text: expect.stringContaining('one\ntwo') });
    expect(answered).toMatchObject({ status: 500, requestId: fault!['requestId'] });
  });
});

const rename = (name: string) =>
  app.put(`${asset.path}/floors/${asset.floor}`, { id: asset.floor, asset_id: asset.id, name }, { key: secret });

async function failing(statement: string): Promise<void> {
  await app.sql(
    `create or replace function public.fail() returns trigger language plpgsql as $$ begin ${statement}; end $$`,
  );
  await app.sql(
    'create or replace trigger fail before update on catalog.floor for each row execute function public.fail()',
  );
}

describe('A failure', () => {
  afterEach(async () => {
    await app.sql('drop trigger if exists fail on catalog.floor');
    await app.sql('alter table catalog.floor drop constraint if exists planted');
  });

  it.each<[string, () => Promise<unknown>]>([
    ['a fault', () => failing(`raise exception 'planted'`)],
    [
      'an unexpected constraint, whose detail is the row',
      () => app.sql(`alter table catalog.floor add constraint planted check (name not like 'hush%')`),
    ],
    ['a value that does not fit, which the text quotes', () => failing('new.sort := new.name::int; return new')],
  ])('is logged with the request id and no content of the request: %s', async (_, plant) => {
    await plant();
    const name = 'hush-4711';
    const { status, body, text } = await rename(name);

    expect([status, body.code, body.message]).toEqual([500, 'internal', 'Something went wrong on our side']);
    expect(Object.keys(body)).toEqual(['message', 'code', 'request_id']);
    const all = await lines(2);
    expect(all[0]).toMatchObject({
      level: 'error',
      requestId: body.request_id,
      code: expect.stringMatching(/^\w{5}$/),
    });
    expect(all[0]!['stack']).toEqual(expect.arrayContaining([expect.stringMatching(/unit-of-work/)]));
    expect(JSON.stringify(all) + text).not.toMatch(/hush|parameters|update "|SET "/i);
  });
});

describe('A key', () => {
  it('appears in no log line, wherever a client sends it', async () => {
    const places: [string, string, Record<string, string>][] = [
      ['GET', `/v1/assets?api-key=${secret}`, {}],
      ['GET', `/v1/assets?api_key=${secret}&API-KEY=${secret}`, { 'API-Key': secret }],
      ['GET', `/v1/assets%3Fapi-key=${secret}`, { 'API-Key': secret }],
      ['GET', `/v1/assets/${secret}`, { 'API-Key': secret }],
      ['GET', `/${secret}`, { Referer: `https://a.example/?api-key=${secret}` }],
      ['GET', `/v1/assets;api-key=${secret}`, { Authorization: `Bearer ${secret}`, Cookie: secret }],
      ['TRACE', '/v1/assets', { 'API-Key': secret, 'User-Agent': secret }],
    ];
    for (const [method, path, headers] of places) {
      const wire = await Wire.to(app.base);
      const named = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
      await wire.head(`${method} ${path} HTTP/1.1`, 'Host: a', ...named).answer();
      wire.close();
    }
    await app.post('/v1/assets', { [secret]: secret }, { key: secret });
    await failing(`raise exception 'planted %', new.name`);
    await rename(secret);
    await app.sql('drop trigger fail on catalog.floor');

    const all = await lines(places.length + 2);
    expect(all.length).toBeGreaterThanOrEqual(places.length + 2);
    expect(JSON.stringify(all)).not.toContain(secret.slice(4));
  });
});
