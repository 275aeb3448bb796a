import { request as httpRequest } from 'node:http';
import { isDate } from 'node:util/types';
import { newSecret } from '@app/platform/auth';
import { Operations } from '@app/platform/rest';
import { Ajv } from 'ajv';
import type { TestResponse, RequestOptions } from '../support/app.js';
import { ageKeys, restoreAge } from '../support/key-age.js';
import { Server } from './servers.js';
import { type Api, SERVED, type Specified, CONTRACT_AND_CODE } from './specified.js';
import type { Fixture } from './fixture.js';

const servers = {} as Record<Api, Server>;
const fixtures = {} as Record<Api, Fixture>;
/** Keys without any right, and a key of another account, for each API. */
const keys = {} as Record<Api, Record<'revoked' | 'expired' | 'powerless' | 'elsewhere' | 'all', string>>;

beforeAll(async () => {
  for (const api of ['main', 'ai'] as const) {
    const server = (servers[api] = await Server.start(api));
    fixtures[api] = await server.fixture();
    const { app } = server;
    const key = async (change: string, values: unknown[] = []) => {
      const secret = await app.key();
      await app.sql(`update platform.api_key set ${change} where id = (select max(id) from platform.api_key)`, values);
      return secret;
    };
    keys[api] = {
      revoked: await key('revoked_at = now()'),
      expired: await key(`expires_at = now() - interval '1 second'`),
      powerless: await app.key(['service.nothing.read', 'service', 'service.', 'units.*', 'service.unit', '*']),
      elsewhere: await app.key(undefined, [(await server.fixture()).account]),
      all: await app.key(),
    };
  }
});

afterAll(async () => {
  for (const server of Object.values(servers)) await server.close();
});

/** Operations on a new account, or on an asset of none, which only a key that sees all accounts finds. */
const OF_NO_ACCOUNT = ['create-account', 'archive-account', 'archive-asset'];

const INVALID = { status: 403, body: { message: 'Invalid authentication credentials', code: 'invalid_credentials' } };
const NO_KEY = { status: 401, body: { message: 'No API key found in request', code: 'no_api_key' } };
const BROKEN = { raw: '{"broken', headers: { 'Content-Type': 'application/json' } };

const FORM_HEADERS = { 'Content-Type': 'multipart/form-data; boundary=x' };
/** A body of a type that the operation accepts, which cannot be parsed. */
const broken = ({ requestBody }: Specified): RequestOptions =>
  requestBody?.includes('json') ? BROKEN : { raw: '--x\r\nbroken', headers: FORM_HEADERS };
/** A body that can be parsed but is invalid. */
const invalid = ({ requestBody }: Specified): RequestOptions =>
  requestBody?.includes('json') ? { body: 'invalid' } : { raw: '--x--\r\n', headers: FORM_HEADERS };

it('The matrix covers every operation that requires a key', () => {
  const names = (['main', 'ai'] as const).flatMap((api) => {
    const { all } = servers[api].app.app.get(Operations);
    return all.filter((operation) => !operation.public).map(({ id }) => `${api} ${id}`);
  });
  expect(SERVED.map(({ api, id }) => `${api} ${id}`).sort()).toEqual(names.sort());
  expect(SERVED.length).toBeGreaterThan(90);
});

it('Every extension declares what the contract would specify', () => {
  const declaration = ({ id, method, path, pathParams, permission, experimentalFlag, requestBody, success }: Specified) =>
    ({ id, method, path, pathParams, permission, experimentalFlag, requestBody, success }); // oxfmt-ignore
  expect(CONTRACT_AND_CODE.length).toBeGreaterThan(90);
  for (const [specified, own] of CONTRACT_AND_CODE) expect(declaration(own)).toEqual(declaration(specified));
});

it('A query parameter for past states needs the permission to read the history', async () => {
  const { app } = servers.main;
  const fixture = fixtures.main;
  const found = app.app
    .get(Operations)
    .all.flatMap(({ id, path, query }) => query.map(({ name, permission }) => ({ id, path, name, permission })))
    .filter(({ permission }) => permission !== undefined);
  expect(found.map(({ id, name, permission }) => `${id} ${name} ${permission}`)).toEqual(
    [
      'list-pricing-entries',
      'list-pricing-units',
      'view-pricing-unit',
      'list-total-prices',
      'view-total-price',
    ].flatMap((id) => ['publication', 'at'].map((name) => `${id} ${name} service.pricing.read`)),
  );
  const missing = {
    status: 403,
    body: { code: 'permission_missing', message: expect.stringContaining('service.pricing.read') },
  };
  const reader = await app.key(['service.pricing.read', 'service.expenses.read']);
  const ofThePresent = await app.key(['service.expenses.read']);
  for (const { path, name } of found) {
    const template = `/${path.replace(/:(\w+)/g, '{$1}')}`;
    const url = await fixture.path(template, {});
    const nowhere = await fixture.path(template, { asset: '999999999' });
    for (const value of ['', '1', 'x'])
      for (const asked of [url, nowhere, `${url}/`])
        expect(await app.get(`${asked}?${name}=${value}`, { key: ofThePresent })).toMatchObject(missing);
    expect((await app.get(url, { key: ofThePresent })).status).toBe(200);
    expect((await app.get(`${url}?${name}=2020-01-01`, { key: reader })).status).not.toBe(403);
  }
});

describe.each(SERVED.map((operation) => [`${operation.method} ${operation.path}`, operation] as const))(
  '%s',
  (_, operation) => {
    const { api, method, path, permission, experimentalFlag: flag, requestBody, success, needs } = operation;
    const nowhere = Object.fromEntries(operation.pathParams.map((name) => [name, '999999999']));

    /** Sends a valid key and all flags unless the options say otherwise, to an existing path unless it is replaced. */
    const ask = async (asked: RequestOptions = {}, replaced: Record<string, string> = {}): Promise<TestResponse> => {
      const { app } = servers[api];
      return app.request(method, `${await fixtures[api].path(path, replaced)}?${needs}`, {
        key: keys[api].all,
        ...asked,
      });
    };

    it('requires a key before any other check', async () => {
      expect(await ask({ key: null })).toMatchObject(NO_KEY);
      expect(await ask({ key: '' })).toMatchObject(NO_KEY);
      expect(await ask({ key: null, flags: null, ...(requestBody && broken(operation)) }, nowhere)).toMatchObject(
        NO_KEY,
      );
      if (requestBody)
        expect(await ask({ key: null, raw: 'x', headers: { 'Content-Type': 'text/plain' } })).toMatchObject(NO_KEY);
    });

    it('rejects malformed keys with one message', async () => {
      const { revoked, expired, all } = keys[api];
      const typo = all.slice(0, -1) + (all.endsWith('a') ? 'b' : 'a');
      const bad = ['x', 'pms_', newSecret(), typo, all.toUpperCase(), `${all}0`, '__proto__', 'null', revoked, expired];
      for (const key of bad) expect(await ask({ key })).toMatchObject(INVALID);
      const answers = await Promise.all(bad.map((key) => ask({ key })));
      expect(new Set(answers.map(({ body }) => JSON.stringify({ ...body, request_id: '' }))).size).toBe(1);
      expect(
        await ask({ key: newSecret(), flags: null, ...(requestBody && broken(operation)) }, nowhere),
      ).toMatchObject(INVALID);
    });

    it('accepts the key as a query parameter, but prefers the header', async () => {
      const { app } = servers[api];
      const url = `${await fixtures[api].path(path, operation.pathParams.length > 0 ? nowhere : {})}?${needs}&api-key=`;
      const inQuery = await app.request(method, url + keys[api].powerless, { key: null });
      const inHeader = await app.request(method, url + keys[api].powerless, { key: 'wrong' });

      expect(inQuery.body?.code).not.toBe('invalid_credentials');
      expect(inQuery.status).not.toBe(401);
      expect(inHeader).toMatchObject(INVALID);
      expect(await app.request(method, `${url}${keys[api].all}&api-key=${keys[api].all}`, { key: null })).toMatchObject(
        INVALID,
      );
    });

    if (permission) {
      const missing = {
        status: 403,
        body: { code: 'permission_missing', message: expect.stringContaining(permission) },
      };

      it(`requires ${permission} before it checks existence, flag and body`, async () => {
        const key = keys[api].powerless;
        expect(await ask({ key })).toMatchObject(missing);
        expect(await ask({ key, flags: null, ...(requestBody && broken(operation)) }, nowhere)).toMatchObject(missing);
        const family = permission.split('.').slice(0, -1).join('.');
        const near = [
          `${permission}s`,
          `${family}.*.x`,
          `${family}`,
          `${family.slice(0, -1)}.*`,
          permission.toUpperCase(),
        ];
        expect(await ask({ key: await servers[api].app.key(near) })).toMatchObject(missing);
      });

      it('accepts the wildcard of the permission', async () => {
        const family = `${permission.split('.').slice(0, -1).join('.')}.*`;
        const answer = await ask(
          { key: await servers[api].app.key([family]), ...(requestBody && broken(operation)) },
          nowhere,
        );
        expect(answer.body?.code).not.toBe('permission_missing');
        expect([200, 404, 400]).toContain(answer.status);
      });
    } else
      it('requires no permission', async () => {
        const { status } = await ask({ key: keys[api].powerless });
        expect(method === 'GET' ? status : success).toBe(success);
      });

    if (flag)
      it(`requires the flag ${flag} before it checks path and body`, async () => {
        const missing = {
          status: 400,
          body: { code: `experimental_flag_missing.${flag}`, message: expect.stringContaining(flag) },
        };
        for (const flags of [null, '', `${flag}x`, flag.toUpperCase(), `x${flag}`, `-${flag}`])
          expect(await ask({ flags })).toMatchObject(missing);
        expect(await ask({ flags: null, ...(requestBody && broken(operation)) }, nowhere)).toMatchObject(missing);
        for (const flags of [flag, ` ${flag} , other`, `other,${flag}`])
          expect((await ask({ flags }, nowhere)).status).toBe(operation.pathParams.length > 0 ? 404 : success);
      });

    if (operation.pathParams.length > 0) {
      it('returns 404 for unknown ids and ids of other accounts, before it reads the body', async () => {
        const elsewhere = { key: keys[api].elsewhere };
        const unknown = { status: 404, body: { code: 'not_found' } };
        expect(await ask(elsewhere)).toMatchObject(unknown);
        for (const name of operation.pathParams)
          for (const id of ['999999999', '0', '-1', 'x', '9'.repeat(30), '1e1'])
            expect(await ask({}, { [name]: id })).toMatchObject(unknown);
        if (!requestBody) return;
        expect(await ask({ ...elsewhere, ...broken(operation) })).toMatchObject(unknown);
        expect(await ask({ ...elsewhere, raw: 'x', headers: { 'Content-Type': 'text/plain' } })).toMatchObject(unknown);
        expect(await ask(broken(operation), nowhere)).toMatchObject(unknown);
      });

      it('returns the same response for unknown ids and ids of other accounts', async () => {
        const [theirs, none] = [
          await ask({ key: keys[api].elsewhere }),
          await ask({ key: keys[api].elsewhere }, nowhere),
        ];
        expect({ ...theirs.body, request_id: '' }).toEqual({ ...none.body, request_id: '' });
        expect([...theirs.headers.keys()]).toEqual([...none.headers.keys()]);
      });
    }

    if (requestBody) {
      it('checks the media type, then the size, then the syntax, then the content', async () => {
        const wrong = { raw: 'x'.repeat(100), headers: { 'Content-Type': 'text/plain' } };
        expect(await ask(wrong)).toMatchObject({ status: 415, body: { code: 'unsupported_media_type' } });
        expect(await declares(1e12, 'text/plain')).toBe(415);
        expect(
          await declares(1e12, requestBody.includes('json') ? 'application/json' : FORM_HEADERS['Content-Type']),
        ).toBe(413);
        expect((await ask(broken(operation))).status).toBe(400);
        const { status, body } = await ask(invalid(operation));
        expect([status, Object.keys(body.fields).length > 0]).toEqual([422, true]);
      });

      if (!requestBody.includes('multipart'))
        it('rejects multipart/form-data', async () => {
          expect((await ask({ raw: '--x--\r\n', headers: FORM_HEADERS })).status).toBe(415);
        });
      if (!requestBody.includes('json'))
        it('rejects JSON', async () => {
          expect((await ask({ body: {} })).status).toBe(415);
        });
    }

    it(`returns ${success} to an authorized key`, async () => {
      const server = servers[api];
      const fixture = await server.fixture();
      const asked = operation.returns === 'list' ? await fixture.fill(path) : undefined;
      const last = operation.pathParams.at(-1)!;
      const isOfAnother = method === 'DELETE' && !path.endsWith('/logo'); // the asset stays
      const url = await fixture.path(path, isOfAnother ? { [last]: await fixture.another(path) } : {});
      const sent = await fixture.body(operation);
      const accounts = OF_NO_ACCOUNT.includes(operation.id) ? null : [fixture.account];
      const key = await server.app.key(permission ? [permission] : [], accounts);
      const { status, headers, body, text } = await server.app.request(method, `${url}?${asked ?? needs}`, {
        key,
        flags: flag,
        ...(sent && { raw: sent.raw, headers: typeof sent.raw === 'string' ? { 'Content-Type': sent.type } : {} }),
      });

      const advice = 'what no operation creates needs a row in INSERTED of test/access/fixture.ts';
      const fault = status === 404 ? `${text} (${advice})` : text;
      expect([status, status === success ? '' : fault]).toEqual([success, '']);
      const schema = fixture.schemaOf(operation);
      if (schema) expect(faultsOf(body, schema, server)).toEqual([]);
      else if (operation.returns !== 'file') expect(text).toBe('');
      if (success === 201) expect((await server.app.get(headers.get('location')!)).status).toBe(200);
      if (operation.returns === 'list') expect([advice, body.data.length]).not.toEqual([advice, 0]);
    });

    /** A request that declares the length of its body but sends none of it. */
    function declares(size: number, type: string): Promise<number> {
      return new Promise((settle, reject) => {
        void fixtures[api].path(path).then((url) => {
          const headers = {
            'API-Key': keys[api].all,
            'Experimental-Flags': flag ?? '',
            'Content-Type': type,
            'Content-Length': size,
          };
          const sending = httpRequest(servers[api].app.base + url, { method, headers }, (answer) => {
            settle(answer.statusCode!);
            sending.destroy();
          });
          sending.on('error', reject);
          sending.flushHeaders();
        }, reject);
      });
    }
  },
);

const validators = new Map<Server, Ajv>();

/** Errors of a value by its schema in the document. */
function faultsOf(value: unknown, schema: object, server: Server): string[] {
  const ajv = validators.get(server) ?? validatorOf(server);
  const validate = ajv.compile(JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"document#/')) as object);
  validate(value);
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}

/** Compiles each part of the document once, not for each operation. */
function validatorOf(server: Server): Ajv {
  const ajv = new Ajv({ strict: false, validateFormats: false, validateSchema: false, allErrors: true });
  ajv.addSchema({ components: server.document.components }, 'document');
  validators.set(server, ajv);
  return ajv;
}

describe('The rate limit', () => {
  it('is checked after the key and before the permission, per key', async () => {
    const { app } = servers.main;
    const limited = await app.replica({ RATE_LIMIT_PER_MINUTE: '1' });
    const key = await app.key(['service.nothing']);
    const ask = (path: string, secret: string | null = key) => limited.get(path, { key: secret });

    expect((await ask('/v1/assets/1/multifamily/units')).status).toBe(403);
    expect((await ask('/v1/assets')).status).toBe(200);
    const refused = await ask('/v1/assets/1/multifamily/units');
    expect(refused).toMatchObject({ status: 429, body: { code: 'rate_limit' } });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(refused.headers.get('ratelimit-remaining')).toBe('0');
    expect((await ask('/v1/assets', null)).status).toBe(401);
    expect((await ask('/v1/assets', newSecret())).status).toBe(403);
    expect((await ask('/v1/assets', await app.key())).status).toBe(200);
  });
});

describe('A key', () => {
  afterEach(restoreAge);

  it('is rejected by every replica within five seconds of its revocation', async () => {
    const { app } = servers.main;
    const replica = await app.replica();
    const key = await app.key();
    const statuses = async () =>
      [await app.get('/v1/assets', { key }), await replica.get('/v1/assets', { key })].map(({ status }) => status);
    expect(await statuses()).toEqual([200, 200]);
    await app.sql('update platform.api_key set revoked_at = now() where id = (select max(id) from platform.api_key)');
    ageKeys(5_000);

    expect(await statuses()).toEqual([403, 403]);
  });

  it('is never stored in plain text', async () => {
    const { app } = servers.main;
    const key = await app.key();
    await app.get('/v1/assets', { key });
    const [row] = await app.sql<{ text: string }>(`select string_agg(key::text, '') as text from platform.api_key key`);
    expect(row!.text).not.toContain(key.slice(4));
  });

  it('records its last use, to the minute', async () => {
    const { app } = servers.main;
    const key = await app.key();
    const used = async () =>
      (
        await app.sql<{ at: Date | null }>('select last_used_at as at from platform.api_key order by id desc limit 1')
      )[0]!.at;
    expect(await used()).toBeNull();
    await app.get('/v1/assets', { key });
    let at = await used();
    for (let waited = 0; at === null && waited < 50; waited++) at = await used();

    expect(isDate(at)).toBe(true);
  });
});
