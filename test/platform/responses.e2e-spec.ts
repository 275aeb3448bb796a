import { gunzipSync } from 'node:zlib';
import { TestApp, type TestResponse } from '../support/app.js';
import { type GivenAsset, givenAsset } from '../support/given.js';
import { type RawAnswer, Wire } from './wire.js';

let app: TestApp;
let other: TestApp;
let asset: GivenAsset;
let secret: string;

beforeAll(async () => {
  app = await TestApp.start();
  other = await app.replica();
  asset = await givenAsset(
    app,
    Array.from({ length: 20 }, (_, n) => String(100 + n)),
  );
  secret = await app.key();
});
afterAll(() => app?.close());

const LONG = () => `${asset.path}/units`;
const SHORT = () => `${asset.path}/units?per-page=1`;

async function ask(path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<RawAnswer> {
  const wire = await Wire.to(app.base);
  wire.head(
    `${method} ${path} HTTP/1.1`,
    'Host: a',
    `API-Key: ${secret}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
  );
  const answer = await wire.answer({ bodiless: method === 'HEAD' });
  wire.close();
  return answer;
}

describe('Every response', () => {
  it.each([200, 201, 204, 400, 401, 403, 404, 405, 409, 413, 415, 422])(
    'with %i has its content type and charset, and no other headers',
    async (status) => {
      const answer = await answerOf(status);

      expect(answer.status).toBe(status);
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
      expect(answer.headers.get('x-request-id')).toMatch(/^[\da-f-]{36}$/);
      expect(answer.headers.get('access-control-allow-origin')).toBe('*');
      for (const name of ['x-powered-by', 'server', 'set-cookie']) expect(answer.headers.has(name)).toBe(false);
      if (status === 204) return expect(answer.text).toBe('');
      expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
      expect(answer.headers.get('cache-control')).toBe('private, no-cache');
      if (status >= 400) {
        expect(answer.body.message).toMatch(/\w/);
        expect(answer.body.request_id).toBe(answer.headers.get('x-request-id'));
        expect(answer.text).not.toMatch(
          /\/(work|home|root|tmp|node_modules)\b|\.[jt]s\b|select |insert |constraint|_[pf]key\b/i,
        );
      }
    },
  );

  function answerOf(status: number): Promise<TestResponse> {
    const references = `${asset.path}/references`;
    const reference = { asset_id: asset.id, name: 'CRM', value: '1' };
    const raw = (text: string, type = 'application/json') => ({ raw: text, headers: { 'Content-Type': type } });
    switch (status) {
      case 200:
        return app.get(LONG());
      case 201:
        return app.post(references, { ...reference, key: 'crm' });
      case 204:
        return app.request('OPTIONS', references);
      case 400:
        return app.post(references, undefined, raw('{'));
      case 401:
        return app.get(references, { key: null });
      case 403:
        return app.get(references, { key: 'x' });
      case 404:
        return app.get(`${references}/0`);
      case 405:
        return app.delete(references);
      case 409:
        return app.post(references, { ...reference, key: 'crm' });
      case 413:
        return app.post(references, undefined, raw('x'.repeat(11_000_000)));
      case 415:
        return app.post(references, undefined, raw('{}', 'text/plain'));
      default:
        return app.post(references, {});
    }
  }

  it('for an unknown path does not echo it', async () => {
    for (const path of [
      '/etc-passwd-7',
      '/v1/etc-passwd-7',
      '/v1/assets/etc-passwd-7',
      '/files/etc-passwd-7',
      '/docs/etc-passwd-7',
    ])
      expect((await app.get(path)).text).not.toContain('etc-passwd');
  });

  it('for an excessively long field name is short', async () => {
    const { status, text } = await app.post('/v1/assets', { ['x'.repeat(1_000_000)]: 1, ['😀'.repeat(500_000)]: 1 });

    expect(status).toBe(422);
    expect(text.length).toBeLessThan(5_000);
  });

  it('after a write contains what was written, on every server', async () => {
    const path = `${asset.path}/units/${asset.units[0]}`;
    for (let area = 1; area <= 20; area++) {
      const body = { id: asset.units[0], asset_id: asset.id, area };
      const [writer, reader] = area % 2 ? [app, other] : [other, app];
      expect((await writer.put(path, body)).body.area).toBe(area);
      expect((await reader.get(path)).body.area).toBe(area);
    }
  });
});

describe('An ETag', () => {
  it('is part of every 200 of a GET, weak, and changes with the content', async () => {
    const [first, again] = [await ask(SHORT()), await ask(SHORT())];
    expect(first.headers['etag']).toMatch(/^W\/"[\w-]+"$/);
    expect(again.headers['etag']).toBe(first.headers['etag']);
    expect((await ask(LONG())).headers['etag']).not.toBe(first.headers['etag']);
    expect((await ask(`${asset.path}/units/0`)).headers).not.toHaveProperty('etag');
  });

  it.each([
    ['itself', (tag: string) => tag],
    ['itself as a strong one', (tag: string) => tag.slice(2)],
    ['a list', (tag: string) => `"x", W/"y" ,${tag}`],
    ['a list without spaces', (tag: string) => `"x",${tag},"y"`],
    ['any', () => '*'],
  ])('matches %s: 304 without a body, with the headers of the 200', async (_, named) => {
    const { headers } = await ask(LONG());
    const answer = await ask(LONG(), { 'If-None-Match': named(headers['etag']!) });

    expect([answer.status, answer.text]).toEqual([304, '']);
    for (const name of ['etag', 'cache-control', 'vary', 'access-control-allow-origin'])
      expect([name, answer.headers[name]]).toEqual([name, headers[name]]);
  });

  it.each(['"x"', 'W/"x"', '""', 'x', 'W/', ''])('does not match %p', async (tag) => {
    expect((await ask(LONG(), { 'If-None-Match': tag })).status).toBe(200);
  });

  it('is compared for HEAD too, but not for a missing resource', async () => {
    expect((await ask(SHORT(), { 'If-None-Match': '*' }, 'HEAD')).status).toBe(304);
    expect((await ask(`${asset.path}/units/0`, { 'If-None-Match': '*' })).status).toBe(404);
  });
});

describe('gzip', () => {
  it.each(['gzip', 'GZIP', 'br, gzip;q=0.5', 'gzip; q=1.0', 'deflate, *', '*;q=0.1', 'identity;q=0, gzip'])(
    'is used for Accept-Encoding %p',
    async (accepted) => {
      const plain = await ask(LONG());
      const answer = await ask(LONG(), { 'Accept-Encoding': accepted });

      expect(answer.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'Accept-Encoding' });
      expect(answer.headers['etag']).toBe(plain.headers['etag']);
      expect(gunzipSync(answer.bytes).toString()).toBe(plain.text);
      expect(answer.bytes.length).toBeLessThan(plain.bytes.length / 2);
    },
  );

  it.each([
    '',
    'identity',
    'gzip;q=0',
    'gzip;q=0.000',
    'gzip; q=0, *',
    '*, gzip;q=0',
    '*;q=0',
    'br',
    'xgzip',
    'gzip;q=x',
  ])('is not used for Accept-Encoding %p', async (accepted) => {
    const answer = await ask(LONG(), { 'Accept-Encoding': accepted });

    expect(answer.headers).not.toHaveProperty('content-encoding');
    expect(answer.headers['vary']).toBe('Accept-Encoding');
    expect(answer.body.data).toHaveLength(20);
  });

  it('is used for responses of more than 1 KiB, including errors, with any characters', async () => {
    expect((await ask(SHORT(), { 'Accept-Encoding': 'gzip' })).headers).not.toHaveProperty('content-encoding');
    const long = { name: '楼'.repeat(255), description: '楼'.repeat(200) };
    const { body } = await app.post(`${asset.path}/references`, { asset_id: asset.id, value: '1', ...long });
    const path = `${asset.path}/references/${body.id}`;
    const answer = await ask(path, { 'Accept-Encoding': 'gzip', 'Experimental-Flags': 'references' });
    expect(answer.headers['content-encoding']).toBe('gzip');
    expect(JSON.parse(gunzipSync(answer.bytes).toString())).toMatchObject(long);
  });
});

describe('HEAD', () => {
  it('responds like GET, without the body', async () => {
    for (const path of [LONG(), SHORT(), `${asset.path}/units/0`, '/v1/nowhere', `${LONG()}?page=0`]) {
      const [head, get] = [await ask(path, {}, 'HEAD'), await ask(path)];
      const same = ({ status, headers }: RawAnswer) => ({ status, ...headers, date: '', 'x-request-id': '' });
      expect(same(head)).toEqual(same(get));
      expect(head.text).toBe('');
    }
  });
});

describe('CORS', () => {
  it.each(['https://maps.example', 'null', ''])(
    'lets a page of the origin %p read and send supported requests',
    async (origin) => {
      const answer = await ask(
        LONG(),
        { Origin: origin, 'Access-Control-Request-Method': 'PUT', 'Access-Control-Request-Headers': 'api-key' },
        'OPTIONS',
      );
      const list = (name: string) => answer.headers[name]!.split(', ');

      expect(answer.status).toBe(204);
      expect(answer.headers['access-control-allow-origin']).toBe('*');
      expect(answer.headers).not.toHaveProperty('access-control-allow-credentials');
      expect(list('access-control-allow-methods')).toEqual(expect.arrayContaining(['GET', 'POST', 'PUT', 'DELETE']));
      expect(list('access-control-allow-headers')).toEqual(
        expect.arrayContaining(['API-Key', 'Experimental-Flags', 'Content-Type', 'If-None-Match', 'Idempotency-Key']),
      );
    },
  );

  it('exposes response headers to pages, in errors too', async () => {
    for (const path of [LONG(), '/v1/nowhere', '/nowhere'])
      expect((await ask(path)).headers['access-control-expose-headers']!.split(', ')).toEqual(
        expect.arrayContaining([
          ...['Link', 'Location', 'ETag', 'X-Request-Id', 'Retry-After', 'WWW-Authenticate'],
          ...['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset'],
        ]),
      );
  });

  it('requires no key for a preflight, on any path', async () => {
    for (const path of ['/v1/assets', '/v1/nowhere', '/', '/v1/assets/%'])
      expect((await app.request('OPTIONS', path, { key: null })).status).toBe(204);
  });
});

describe('A trailing slash', () => {
  it('changes nothing', async () => {
    for (const path of ['/v1/assets', LONG(), `${asset.path}/units/${asset.units[0]}`]) {
      const [bare, slashed] = [await ask(path), await ask(`${path}/`)];
      expect([slashed.status, slashed.body]).toEqual([200, bare.body]);
    }
    expect((await ask(`${LONG()}/`, {}, 'DELETE')).headers['allow']).toBe(
      (await ask(LONG(), {}, 'DELETE')).headers['allow'],
    );
  });
});

describe('Links', () => {
  const linked = async (env: NodeJS.ProcessEnv, headers: Record<string, string>) => {
    const server = await app.replica(env);
    const wire = await Wire.to(server.base);
    const lines = Object.entries({ Host: 'pms.example', ...headers }).map(([name, value]) => `${name}: ${value}`);
    const answer = await wire.head(`GET ${SHORT()} HTTP/1.1`, `API-Key: ${secret}`, ...lines).answer();
    wire.close();
    const next = answer.body.paging.next_url as string;
    expect(answer.headers['link']).toBe(`<${next}>; rel="next"`);
    return new URL(next).origin + (next.includes('/base/v1/') ? '/base' : '');
  };
  const FORWARDED = {
    'X-Forwarded-Host': 'evil.example',
    'X-Forwarded-Proto': 'https',
    Forwarded: 'host=evil.example',
  };

  it('use the host that the client addressed, and ignore untrusted headers', async () => {
    expect(await linked({}, FORWARDED)).toBe('http://pms.example');
    expect(await linked({}, { Host: 'pms.example:8443' })).toBe('http://pms.example:8443');
    expect(await linked({}, { Host: '[::1]:3000' })).toBe('http://[::1]:3000');
  });

  it('use the host from a trusted proxy, if it is valid', async () => {
    expect(await linked({ TRUST_PROXY: 'true' }, { ...FORWARDED, 'X-Forwarded-Host': 'api.example' })).toBe(
      'https://api.example',
    );
    for (const named of ['a.example/x?y=', 'user@a.example', 'a"b', 'a b', ''])
      expect(await linked({ TRUST_PROXY: 'true' }, { 'X-Forwarded-Host': named })).toBe('http://pms.example');
  });

  it('use the last value, which the proxy wrote, not the one that the client sent', async () => {
    const lists = { 'X-Forwarded-Host': 'evil.example, api.example', 'X-Forwarded-Proto': 'http,https' };
    expect(await linked({ TRUST_PROXY: 'true' }, lists)).toBe('https://api.example');
    const lines = { 'X-Forwarded-Host': 'evil.example\r\nX-Forwarded-Host: b.example, api.example' };
    expect(await linked({ TRUST_PROXY: 'true' }, lines)).toBe('http://api.example');
  });

  it.each([
    ['127.0.0.1', true],
    ['10.0.0.0/8, 127.0.0.0/30', true],
    ['::1, 127.0.0.2', false],
    ['10.0.0.0/8,fd00::/8', false],
  ])('with TRUST_PROXY=%s use the host of a local proxy: %s', async (TRUST_PROXY, isBelieved) => {
    expect(await linked({ TRUST_PROXY }, FORWARDED)).toBe(isBelieved ? 'https://evil.example' : 'http://pms.example');
  });

  it('use the public URL, if it is set', async () => {
    for (const env of [{}, { TRUST_PROXY: 'true' }])
      expect(await linked({ ...env, PUBLIC_URL: 'https://api.example/base/' }, FORWARDED)).toBe(
        'https://api.example/base',
      );
  });

  it('use the public URL in the Location header, too', async () => {
    const server = await app.replica({ PUBLIC_URL: 'https://api.example' });
    const { headers, body } = await server.post(`${asset.path}/references`, {
      asset_id: asset.id,
      name: 'X',
      value: '1',
    });

    expect(headers.get('location')).toBe(`https://api.example${asset.path}/references/${body.id}`);
  });
});

describe('REQUIRE_HTTPS', () => {
  it('rejects requests that a trusted proxy does not declare as HTTPS', async () => {
    const [server, untrusting, elsewhere] = [
      await app.replica({ REQUIRE_HTTPS: 'true', TRUST_PROXY: 'true' }),
      await app.replica({ REQUIRE_HTTPS: 'true' }),
      await app.replica({ REQUIRE_HTTPS: 'true', TRUST_PROXY: '192.0.2.1' }),
    ];
    const ask = async (to: TestApp, proto?: string) =>
      (await to.get('/v1/assets', { headers: proto ? { 'X-Forwarded-Proto': proto } : {} })).status;

    expect(await Promise.all([ask(server), ask(server, 'http'), ask(server, 'https')])).toEqual([403, 403, 200]);
    expect(await Promise.all([ask(server, 'https, http'), ask(server, 'http, https')])).toEqual([403, 200]);
    expect(await Promise.all([ask(untrusting), ask(untrusting, 'https')])).toEqual([403, 403]);
    expect(await Promise.all([ask(elsewhere), ask(elsewhere, 'https')])).toEqual([403, 403]);
  });
});

describe('An unsupported method', () => {
  const allowed = async (method: string, path: string) => {
    const { status, headers, body } = await app.request(method, asset.path + path);
    expect([status, body.code]).toEqual([405, 'method_not_allowed']);
    return headers.get('allow')?.split(', ').sort();
  };

  it.each(['PUT', 'DELETE', 'PATCH'])('is rejected with the supported ones: %s of a list', async (method) => {
    expect(await allowed(method, '/units')).toEqual(['GET', 'HEAD', 'OPTIONS', 'POST']);
  });

  it.each(['outbound-links', 'description-groups', 'reference-groups'])(
    'is rejected on a path that resembles a unit called %s',
    async (name) => {
      const count = await app.sql('select from catalog.unit');

      for (const path of [`/units/${name}`, `/units/${name}/`, `/units/${name}?page=1`])
        for (const method of ['PUT', 'DELETE', 'PATCH'])
          expect(await allowed(method, path)).toEqual(['GET', 'HEAD', 'OPTIONS', 'POST']);
      expect(await app.sql('select from catalog.unit')).toEqual(count);
    },
  );

  it('is not revealed without a key', async () => {
    expect((await app.delete(`${asset.path}/units/outbound-links`, { key: null })).status).toBe(401);
    expect((await app.delete(`${asset.path}/units/outbound-links`, { key: 'wrong' })).status).toBe(403);
  });

  it('is reported without a key on a public path', async () => {
    for (const [path, methods] of [
      ['/v1/embeds/any/document', ['PUT', 'DELETE', 'PATCH', 'POST']],
      ['/health/ready', ['PUT', 'POST']],
    ] as const)
      for (const method of methods) {
        const { status, headers, body } = await app.request(method, path, { key: null });
        expect([path, method, status, body.code]).toEqual([path, method, 405, 'method_not_allowed']);
        expect(headers.get('allow')?.split(', ').sort()).toEqual(['GET', 'HEAD', 'OPTIONS']);
      }
  });

  it('does not affect the methods of units', async () => {
    expect((await app.delete(`${asset.path}/units/${asset.units[0]}`)).status).toBe(200);
    expect((await app.delete(`${asset.path}/units/nothing`)).status).toBe(404);
    expect((await app.put(`${asset.path}/units/999999`, {})).status).toBe(404);
    expect(await allowed('POST', '/units/nothing')).toEqual(['DELETE', 'GET', 'HEAD', 'OPTIONS', 'PUT']);
  });
});
