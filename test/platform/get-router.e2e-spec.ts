import { Operations, type operationOf } from '@app/platform/rest';
import { TestApp } from '../support/app.js';
import { type GivenAsset, givenAccount, givenAsset, givenProcess } from '../support/given.js';
import { Wire } from './wire.js';

type Operation = NonNullable<ReturnType<typeof operationOf>>;

/** Two servers on one database: `fast` serves reads with the get router, `slow` with Nest's. */
let fast: TestApp;
let slow: TestApp;
let operations: Operation[];
let asset: GivenAsset;
let stranger: GivenAsset;
const ids: Record<string, string> = {};
const keys = { all: '', none: '', stranger: '' };

beforeAll(async () => {
  fast = await TestApp.start({ RATE_LIMIT_PER_MINUTE: '1000000' });
  slow = await fast.replica({ RATE_LIMIT_PER_MINUTE: '1000000', GET_ROUTER: 'false' });
  operations = fast.app.get(Operations).all;
  const account = await givenAccount(fast);
  asset = await givenAsset(fast, ['101', '102', '103'], [account]);
  stranger = await givenAsset(fast);
  Object.assign(ids, { account, asset: asset.id, unit: asset.units[0], building: asset.building, floor: asset.floor });
  const process = await givenProcess(fast, asset);
  Object.assign(ids, { floorPlan: asset.floorPlan, process: process.split('/').at(-1) });
  await fast.post(`${process}/ingest?commit=1`, [
    { unit_number: '101', provider_id: '101', price: 1, available_on: '2030-01-01' },
  ]);
  await givenOneOfEach();
  keys.all = await fast.key();
  keys.none = await fast.key(['service.nothing']);
  keys.stranger = await fast.key(['service.*'], [await givenAccount(fast)]);
});
afterAll(() => fast?.close());

/** Creates one of each resource from the examples of the documentation. */
async function givenOneOfEach(): Promise<void> {
  for (const { method, path, body } of operations.toSorted((a, b) => a.path.length - b.path.length)) {
    const parameter = viewed(path);
    if (method !== 'POST' || !body || !parameter || ids[parameter] !== undefined) continue;
    const schema = Object.values(body.components())[0] as { example?: Record<string, unknown> } | undefined;
    const fields = Object.entries(schema?.example ?? {}).map(([name, value]) => [
      name,
      ids[parameterOf(name)] ?? value,
    ]);
    const created = await fast.post(`/${at(path, ids)}`, Object.fromEntries(fields));
    if (created.status === 201) ids[parameter] = created.body.id;
  }
}

/** `floor` of `floors/:floor` for `floors`, if such an operation exists. */
const viewed = (path: string): string | undefined =>
  operations
    .map((operation) => (operation.method === 'GET' ? operation.path : ''))
    .find((other) => other.startsWith(`${path}/:`) && !other.slice(path.length + 2).includes('/'))
    ?.slice(path.length + 2);
const parameterOf = (field: string) =>
  field.replace(/_id$/, '').replace(/_(.)/g, (_, letter: string) => letter.toUpperCase());
const at = (path: string, given: Record<string, string>) =>
  path.replace(/:(\w+)/g, (_, name: string) => given[name] ?? '1');

interface Sent {
  target: string;
  method?: string;
  key?: string | null;
  headers?: string[];
  body?: string;
}

/** A connection that reopens when it was closed. */
class Client {
  private wire: Wire | undefined;

  constructor(private readonly server: TestApp) {}

  /** Status line, headers and body as received, without parts that differ each time. */
  async ask({ target, method = 'GET', key = keys.all, headers = [], body = '' }: Sent): Promise<string> {
    this.wire ??= await Wire.to(this.server.base);
    const named = key === null ? [] : [`API-Key: ${key}`];
    this.wire.head(`${method} ${target} HTTP/1.1`, 'Host: pms.example', ...named, ...headers).say(body);
    const answer = await this.wire.answer({ bodiless: method === 'HEAD' });
    if (answer.headers['connection'] === 'close') this.close();
    return `${answer.head}\n\n${answer.bytes.toString('latin1')}`
      .replaceAll(/(request-id: |"request_id":")[\da-f-]{36}/gi, '$1')
      .replaceAll(/^(date|ratelimit-reset|ratelimit-remaining): .*$/gim, '$1');
  }

  close(): void {
    this.wire?.close();
    this.wire = undefined;
  }
}

async function expectAlike(sent: Sent[]): Promise<Map<number, number>> {
  const [quick, plain] = [new Client(fast), new Client(slow)];
  const statuses = new Map<number, number>();
  const different: unknown[] = [];
  for (const each of sent) {
    const [one, other] = [await quick.ask(each), await plain.ask(each)];
    const status = Number(one.split(' ')[1]);
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
    if (one !== other && different.length < 5) different.push({ sent: each, fast: one, slow: other });
  }
  quick.close();
  plain.close();
  expect(different).toEqual([]);
  return statuses;
}

const reads = () => operations.filter(({ method }) => method === 'GET');
/** Reads of resources that the test created; those of the viewer use keys that do not exist here. */
const found = () => reads().filter((operation) => !operation.public);
const needed = ({ query }: Operation) =>
  query
    .filter((parameter) => parameter.required)
    .map(({ name, example }) => `${name}=${String(example)}`)
    .join('&');
const FLAGS = (flag: string | undefined) => (flag ? [`Experimental-Flags: ${flag}`] : []);

/** Every read as a valid request, with variations. */
const each = (vary: (sent: Required<Pick<Sent, 'target' | 'headers'>>, operation: Operation) => Sent[]): Sent[] =>
  reads().flatMap((operation) => {
    const query = needed(operation);
    const target = `/${at(operation.path, ids)}${query && `?${query}`}`;
    return vary({ target, headers: FLAGS(operation.flag) }, operation);
  });
const add = (target: string, query: string) => `${target}${target.includes('?') ? '&' : '?'}${query}`;
const withPath = (target: string, change: (path: string) => string) => {
  const [path, query] = target.split('?') as [string, string?];
  return change(path) + (query === undefined ? '' : `?${query}`);
};

describe('The GET router and Nest’s router respond alike, byte for byte:', () => {
  it('to a valid request', async () => {
    const statuses = await expectAlike(each((sent) => [sent]));

    expect(reads().length).toBeGreaterThan(40);
    expect(statuses.get(200)).toBeGreaterThan(found().length * 0.77);
  });

  it('without a key, with an invalid one, without permission, for another account, with the key in the query', async () => {
    const statuses = await expectAlike(
      each((sent) => [
        { ...sent, key: null },
        { ...sent, key: 'pms_x' },
        { ...sent, key: '' },
        { ...sent, key: keys.none },
        { ...sent, key: keys.stranger },
        { ...sent, key: null, target: add(sent.target, `api-key=${keys.all}`) },
        { ...sent, target: add(sent.target, 'api-key=x') },
        { ...sent, headers: [...sent.headers, `API-Key: ${keys.all}`] },
      ]),
    );
    for (const status of [200, 401, 403, 404]) expect(statuses.get(status)).toBeGreaterThan(20);
  });

  it('without the flag, with another one, with several', async () => {
    await expectAlike(
      each(({ target }, { flag = 'none' }) => [
        { target },
        { target, key: keys.none },
        { target, key: 'pms_x' },
        { target: add(target, 'page=0') },
        { target, headers: ['Experimental-Flags:'] },
        { target, headers: [`Experimental-Flags: ${flag.toUpperCase()}`] },
        { target, headers: [`Experimental-Flags: x ,  ${flag},`] },
        { target, headers: ['Experimental-Flags: x', `Experimental-Flags: ${flag}`] },
      ]),
    );
  });

  it('when an id in the path is unknown, malformed, or of another asset', async () => {
    const statuses = await expectAlike(
      each((sent, operation) =>
        operation.pathResolver.parameters.flatMap((parameter) =>
          [
            '999999',
            '0',
            '01',
            'one',
            '%31',
            '%00',
            '%',
            '9223372036854775808',
            'a%2Fb',
            '__proto__',
            '*',
            stranger.id,
          ].map((id) => ({
            ...sent,
            target: `/${at(operation.path, { ...ids, [parameter]: id })}?${needed(operation)}`,
          })),
        ),
      ),
    );
    expect(statuses.get(404)).toBeGreaterThan(500);
  });

  it('to any query', async () => {
    const statuses = await expectAlike(
      each((sent) =>
        [
          ...[
            'page=1',
            'page=2',
            'page=99',
            'page=2147483647',
            'per-page=1',
            'per-page=1&page=2',
            'per-page=5000',
            'total=1',
          ],
          ...[
            'page=0',
            'page=-1',
            'page=1e1',
            'page=%001',
            'per-page=0',
            'page=1&page=2',
            'page[]=1',
            'total=2',
            'cursor=x',
          ],
          ...['cursor=MQ', 'cursor=MQ&page=2&per-page=1', 'colour=red', '%', '&&=', 'value=', 'key=%FF', '#page=2'],
        ].map((query) => ({ ...sent, target: add(sent.target, query) })),
      ),
    );
    for (const status of [200, 422]) expect(statuses.get(status)).toBeGreaterThan(100);
  });

  it('to any form of the path', async () => {
    await expectAlike(
      each((sent) =>
        [
          (path: string) => `${path}/`,
          (path: string) => `${path}//`,
          (path: string) => `/${path}`,
          (path: string) => `${path}/x`,
          (path: string) => path.replace('/v1/', '/v1//'),
          (path: string) => path.replace('/v1/', '/V1/'),
          (path: string) => path.replace('/v1/', '/v1/./'),
          (path: string) => path.replace('/v1/', '/v2/../v1/'),
          (path: string) => path.replace(/[a-z]$/, '%41'),
          (path: string) => path.replace(/.$/, (last) => `%${last.charCodeAt(0).toString(16)}`),
          (path: string) => path.toUpperCase(),
          (path: string) => `${path};a=1`,
          (path: string) => `http://other.example${path}`,
          (path: string) => `ftp://other.example${path}`,
        ].map((change) => ({ ...sent, target: withPath(sent.target, change) })),
      ),
    );
  });

  it('to HEAD, compressed, conditional and other methods, and with a body', async () => {
    const statuses = await expectAlike(
      each((sent) => [
        { ...sent, method: 'HEAD' },
        ...['OPTIONS', 'PATCH', 'TRACE'].map((method) => ({ ...sent, method })),
        ...['gzip', 'gzip;q=0', '*', 'br'].map((coding) => ({
          ...sent,
          headers: [...sent.headers, `Accept-Encoding: ${coding}`],
        })),
        ...['*', 'W/"x"'].map((tag) => ({ ...sent, headers: [...sent.headers, `If-None-Match: ${tag}`] })),
        { ...sent, headers: [...sent.headers, 'Content-Length: 2'], body: '{}' },
        { ...sent, headers: [...sent.headers, 'Transfer-Encoding: chunked'], body: '2\r\n{}\r\n0\r\n\r\n' },
        { ...sent, key: null, headers: [...sent.headers, 'Transfer-Encoding: chunked'], body: '2\r\n{}\r\n0\r\n\r\n' },
        { ...sent, headers: [...sent.headers, 'Connection: close'] },
        {
          ...sent,
          headers: [...sent.headers, 'Accept: text/html', 'Range: bytes=0-1', 'X-HTTP-Method-Override: DELETE'],
        },
      ]),
    );
    expect(statuses.get(304)).toBeGreaterThan(found().length * 0.77);
  });

  it('when the handler fails', async () => {
    await fast.sql('update catalog.asset set name = name'); // invalidates cached responses
    await fast.sql('alter table catalog.floor rename to gone');
    try {
      const statuses = await expectAlike(each((sent) => [sent]));
      expect(statuses.get(500)).toBeGreaterThan(0);
    } finally {
      await fast.sql('alter table catalog.gone rename to floor');
    }
  });
});
