import { type Operation, Operations } from '@app/platform/rest';
import { TestApp, type TestResponse, type RequestOptions } from '../support/app.js';
import { type GivenAsset, givenAccount, givenAsset } from '../support/given.js';
import { snapshotOf } from './database-snapshot.js';
import { Wire } from './wire.js';

let app: TestApp;
let limited: TestApp;
let asset: GivenAsset;
let before: Record<string, string>;
const keys = { all: '', none: '', stranger: '', limited: '' };

beforeAll(async () => {
  app = await TestApp.start();
  limited = await app.replica({ RATE_LIMIT_PER_MINUTE: '1' });
  asset = await givenAsset(app);
  keys.all = await app.key();
  keys.none = await app.key(['service.nothing']);
  keys.stranger = await app.key(['service.*'], [await givenAccount(app)]);
  keys.limited = await app.key(['service.nothing']);
  await app.post(references(), reference());
  before = await snapshotOf(app);
});
afterAll(() => app?.close());
afterEach(async () => expect(await snapshotOf(app)).toEqual(before));

const MiB = 1024 * 1024;
const references = (id = asset.id) => `/v1/assets/${id}/multifamily/references`;
const reference = (more: object = {}) => ({ asset_id: asset.id, name: 'CRM', key: 'crm', value: '1', ...more });
const raw = (text: string, type = 'application/json'): RequestOptions => ({
  raw: text,
  headers: { 'Content-Type': type },
});
const create = (asked: RequestOptions, path = references()) => app.request('POST', path, asked);
const outcome = ({ status, body }: TestResponse) => [status, body.code];

/** Each request fails at least two consecutive checks; the first one is reported. */
describe('Checks run in order:', () => {
  it('the key, before the syntax of the body', async () => {
    expect(outcome(await create({ key: null, ...raw('{"name": ') }))).toEqual([401, 'no_api_key']);
  });

  it('the key, before the size of the body', async () => {
    expect(outcome(await create({ key: null, ...raw('x'.repeat(11 * MiB)) }))).toEqual([401, 'no_api_key']);
  });

  it('the validity of the key, before its permission', async () => {
    expect(outcome(await create({ key: 'pms_nobody', flags: null }))).toEqual([403, 'invalid_credentials']);
  });

  it('the validity of the key, before its rate limit', async () => {
    for (let n = 0; n < 3; n++)
      expect(outcome(await limited.get('/v1/assets', { key: 'pms_nobody' }))).toEqual([403, 'invalid_credentials']);
  });

  it('the rate limit, before the permission', async () => {
    const ask = () => limited.post(references(), reference(), { key: keys.limited });

    for (let n = 0; n < 2; n++) expect(outcome(await ask())).toEqual([403, 'permission_missing']);
    const third = await ask();
    expect(outcome(third)).toEqual([429, 'rate_limit']);
    expect(Number(third.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(third.headers.get('ratelimit-remaining')).toBe('0');
  });

  it('the permission, before the flag', async () => {
    expect(outcome(await create({ key: keys.none, flags: null }))).toEqual([403, 'permission_missing']);
  });

  it('the permission, whether or not the asset exists', async () => {
    const [existing, missing] = [references(), references('0')].map((path) => create({ key: keys.none }, path));

    expect({ ...(await existing)!.body, request_id: '' }).toEqual({ ...(await missing)!.body, request_id: '' });
  });

  it('the flag, before the path', async () => {
    expect(outcome(await create({ flags: null }, references('0')))).toEqual([
      400,
      'experimental_flag_missing.references',
    ]);
  });

  it.each([
    ['is not there', () => references('999999'), undefined],
    ['is no id', () => references('one'), undefined],
    ['belongs to another account', () => references(), () => keys.stranger],
  ])('the path, when the asset %s, before the media type', async (_, path, key) => {
    const asked = raw('<a/>', 'text/xml');

    expect(outcome(await create({ ...asked, ...(key && { key: key() }) }, path()))).toEqual([404, 'not_found']);
  });

  it('the path, before the query', async () => {
    expect(outcome(await app.get(`${references('999999')}?page=0`))).toEqual([404, 'not_found']);
  });

  it('the media type, before the size', async () => {
    expect(outcome(await create(raw('x'.repeat(11 * MiB), 'text/plain')))).toEqual([415, 'unsupported_media_type']);
  });

  it('the size, before the syntax', async () => {
    expect(outcome(await create(raw('['.repeat(10 * MiB + 1))))).toEqual([413, 'body_too_large']);
  });

  it('the syntax, before the fields', async () => {
    expect(outcome(await create(raw('{"colour": "red"')))).toEqual([400, 'malformed_json']);
  });

  it('the fields, before stored data', async () => {
    const { status, body } = await create({ body: reference({ colour: 'red' }) });

    expect([status, body.fields]).toEqual([422, { colour: ['is not a known field'] }]);
    expect(outcome(await create({ body: reference() }))).toEqual([409, expect.any(String)]);
  });

  it('all errors of body, query and ids together', async () => {
    const path = `${asset.path}/pricing/${await process()}/ingest?commit=2`;
    const { status, body } = await app.post(path, [{ price: -1 }]);
    await app.sql('delete from pricing.process');

    expect(status).toBe(422);
    expect(Object.keys(body.fields)).toEqual(
      expect.arrayContaining(['0.price', '0.unit_number', '0.provider_id', '0.available_on', 'commit']),
    );
  });

  const process = async () =>
    (
      await app.sql<{ id: string }>(
        `insert into pricing.process (asset_id, name, type, pricing_strategy) values ($1, 'Feed', 'push', 'flat_pricing') returning id`,
        [asset.id],
      )
    )[0]!.id;
});

describe('Every operation', () => {
  const operations = () => app.app.get(Operations).all.filter((operation) => !operation.public);
  const ask = (operation: Operation, asked: RequestOptions) =>
    app.request(operation.method, `/${operation.path.replaceAll(/:\w+/g, '0')}`, {
      ...(operation.method !== 'GET' && raw('{"broken', 'text/plain')),
      ...asked,
    });

  it('checks key, validity, permission, flag and path, in this order', async () => {
    expect(operations().length).toBeGreaterThan(60);
    for (const operation of operations()) {
      const { id, permission, flag, pathResolver } = operation;
      expect([id, ...outcome(await ask(operation, { key: null }))]).toEqual([id, 401, 'no_api_key']);
      expect([id, ...outcome(await ask(operation, { key: 'pms_x' }))]).toEqual([id, 403, 'invalid_credentials']);
      const bare = await ask(operation, { key: keys.none, flags: null });
      if (permission) expect([id, ...outcome(bare)]).toEqual([id, 403, 'permission_missing']);
      const plain = await ask(operation, { flags: null });
      if (flag) expect([id, ...outcome(plain)]).toEqual([id, 400, `experimental_flag_missing.${flag}`]);
      if (pathResolver.parameters.length > 0)
        expect([id, ...outcome(await ask(operation, {}))]).toEqual([id, 404, 'not_found']);
    }
  });
});

describe('The service does not wait for the body', () => {
  const FLAG = 'Experimental-Flags: references';
  const JSON_TYPE = 'Content-Type: application/json';

  it.each<[number, string, () => string[]]>([
    [401, 'without a key', () => []],
    [403, 'with a key that is not valid', () => ['API-Key: pms_x']],
    [403, 'without the permission', () => [`API-Key: ${keys.none}`, FLAG]],
    [400, 'without the flag', () => [`API-Key: ${keys.all}`]],
    [404, 'where the path leads nowhere', () => [`API-Key: ${keys.stranger}`, FLAG]],
    [415, 'of a type that is not taken', () => [`API-Key: ${keys.all}`, FLAG, 'Content-Type: text/plain']],
    [413, 'that is said to be too large', () => [`API-Key: ${keys.all}`, FLAG, JSON_TYPE]],
  ])('of a request rejected with %i %s', async (status, _, headers) => {
    const wire = await Wire.to(app.base);
    const length = `Content-Length: ${status === 413 ? 10 * MiB + 1 : 1_000}`;
    wire.head(`POST ${references()} HTTP/1.1`, 'Host: a', length, ...headers());

    const answer = await wire.answer({ within: 1_000 });
    expect([answer.status, answer.headers['connection']]).toEqual([status, 'close']);
    wire.close();
  });

  it('beyond the limit, when its length is unknown', async () => {
    const wire = await Wire.to(app.base);
    wire.head(
      `POST ${references()} HTTP/1.1`,
      'Host: a',
      `API-Key: ${keys.all}`,
      FLAG,
      JSON_TYPE,
      'Transfer-Encoding: chunked',
    );
    const chunk = Buffer.concat([Buffer.from('100000\r\n'), Buffer.alloc(MiB, ' '), Buffer.from('\r\n')]);
    for (let n = 0; n < 10; n++) wire.say(chunk);
    expect(await wire.silent(100)).toBe(true);
    wire.say('1\r\n \r\n');

    expect((await wire.answer({ within: 2_000 })).status).toBe(413);
    wire.close();
  });
});
