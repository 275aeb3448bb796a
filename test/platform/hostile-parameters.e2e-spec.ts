import { createDataModelsApi } from '../../apps/data-models-api/src/create-api.js';
import { TestApp } from '../support/app.js';
import { givenAsset } from '../support/given.js';
import { Wire } from './wire.js';

interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  example?: string;
}
interface Described {
  parameters?: Parameter[];
  security?: unknown[];
  requestBody?: object;
}
interface Asked {
  method: string;
  target: string;
  headers: string[];
}

let apps: Record<'main' | 'ai', TestApp>;
let key: string;

beforeAll(async () => {
  const main = await TestApp.start();
  apps = { main, ai: await TestApp.start({}, createDataModelsApi) };
  await givenAsset(main);
});
afterAll(async () => {
  for (const app of Object.values(apps ?? {})) await app.close();
});

/** As bytes of a request line: NUL, invalid UTF-8, lone surrogates, an incomplete escape, a long value. */
const IN_URLS = [
  '%00',
  '1%00',
  '%ff',
  '%C0%AF',
  '%ED%A0%80',
  '%F0%9F%98',
  '%',
  '%zz',
  'x'.repeat(10_000),
  '9'.repeat(300),
];
/** The same in a header; HTTP does not allow NUL. */
const IN_HEADERS = ['\0', '\xff\xfe', '\xc0\xaf', '\xed\xa0\x80', '%00', '"\\', 'x'.repeat(10_000), ''];
/** Headers that the service reads but the document does not list. */
const HEADERS = ['API-Key', 'Accept-Encoding', 'Authorization', 'Content-Type', 'Cookie', 'Host', 'If-None-Match', 'Origin']
  .concat(['Range', 'If-Range', 'User-Agent', 'X-Forwarded-For', 'X-Forwarded-Host', 'X-Forwarded-Proto', 'traceparent']); // oxfmt-ignore

const METHODS = ['get', 'post', 'put', 'delete'];

function* hostile(paths: Record<string, Record<string, Described>>): Generator<Asked & { isPublic: boolean }> {
  let described = 0;
  for (const [path, methods] of Object.entries(paths))
    for (const method of METHODS.filter((name) => name in methods)) {
      const { parameters = [], security, requestBody } = methods[method]!;
      const isPublic = security?.length === 0;
      const named = (where: string) => parameters.filter((parameter) => parameter.in === where);
      const flag = named('header').find(({ name }) => name === 'Experimental-Flags');
      const flags = flag ? [`Experimental-Flags: ${flag.example}`] : [];
      const ask = (target: string, ...headers: string[]) => ({
        ...{ method: method.toUpperCase(), target, isPublic },
        headers: [
          ...flags,
          ...(requestBody ? ['Content-Type: application/json', 'Content-Length: 2'] : []),
          ...headers,
        ],
      });
      const filled = (name?: string, value?: string) =>
        path.replace(/\{([\w-]+)\}/g, (_, each: string) => (each === name ? value! : '1'));
      for (const { name } of named('path')) for (const value of IN_URLS) yield ask(filled(name, value));
      for (const name of [...named('query').map((parameter) => parameter.name), 'api-key', 'cursor'])
        for (const value of IN_URLS) yield ask(`${filled()}?${name}=${value}`);
      for (const { name } of named('header')) for (const value of IN_HEADERS) yield ask(filled(), `${name}: ${value}`);
      for (const name of HEADERS) yield ask(filled(), `${name}: ${IN_HEADERS[described++ % IN_HEADERS.length]}`); // each header in turn
    }
}

/** Statuses of all requests, sent over eight connections. */
async function statusesOf(app: TestApp, asked: Asked[], secret: string | null): Promise<number[]> {
  const statuses: number[] = [];
  const queue = asked.entries();
  const ask = async (): Promise<void> => {
    let wire: Wire | undefined;
    for (const [at, { method, target, headers }] of queue) {
      wire ??= await Wire.to(app.base);
      const sent = [...headers];
      const isOwn = (name: string) => sent.some((header) => header.toLowerCase().startsWith(`${name}:`));
      if (secret !== null && !isOwn('api-key')) sent.push(`API-Key: ${secret}`);
      if (!isOwn('host')) sent.push('Host: pms.example');
      wire.head(`${method} ${target} HTTP/1.1`, ...sent);
      if (isOwn('content-length')) wire.say('{}');
      const answer = await wire.answer({ within: 60_000 });
      statuses[at] = answer.status;
      // `Wire` does not parse chunks, such as those of an empty 202
      if (answer.headers['connection'] === 'close' || answer.headers['transfer-encoding']) {
        wire.close();
        wire = undefined;
      }
    }
    wire?.close();
  };
  await Promise.all(Array.from({ length: 8 }, ask));
  return statuses;
}
describe.each(['main', 'ai'] as const)('In the %s API, no documented parameter', (api) => {
  it('causes an internal error, with or without a key', async () => {
    const app = apps[api];
    const { paths } = (await app.get('/openapi.json', { key: null })).body as {
      paths: Record<string, Record<string, Described>>;
    };
    const asked = [...hostile(paths)];
    expect(asked.length).toBeGreaterThan(Object.keys(paths).length * 50);
    key = await app.key();
    for (const secret of [key, null]) {
      const statuses = await statusesOf(app, asked, secret);
      const tell = (wrong: (status: number, at: number) => boolean) =>
        asked
          .map((each, at) => `${statuses[at]} ${each.method} ${each.target} ${each.headers.join(', ')}`.slice(0, 200))
          .filter((_, at) => wrong(statuses[at]!, at));
      expect(tell((status) => !(status < 500))).toEqual([]);
      expect(tell((status, at) => status === 401 && asked[at]!.isPublic)).toEqual([]);
      expect(statuses).toHaveLength(asked.length);
    }
  }, 300_000);
});

describe('An invalid viewer key', () => {
  it.each(['%00', '%ff', '%', '%ED%A0%80', 'a%00b', 'x'.repeat(10_000), 'x'])('returns 404: %.20s', async (name) => {
    const wire = await Wire.to(apps.main.base);
    wire.head(`GET /v1/embeds/${name}/document HTTP/1.1`, 'Host: pms.example');
    const { status, body } = await wire.answer();
    expect([status, body.code]).toEqual([404, 'not_found']);
    wire.close();
  });
});
