import { request as httpRequest } from 'node:http';
import { gunzipSync } from 'node:zlib';
import { allOf } from '../support/boundary-values.js';
import { TestApp } from '../support/app.js';
import { type GivenAsset, givenAccount, givenAsset } from '../support/given.js';

const FIVE = ['1', '2', '3', '4', '5'];
const LISTS = ['accounts', 'account assets', 'assets', 'buildings', 'floors', 'floor plans', 'units'] as const;
type List = (typeof LISTS)[number];

let app: TestApp;
let key: string;
let asset: GivenAsset;
let paths: Record<List, string>;

/** Creates a key that sees five of each resource. */
beforeAll(async () => {
  app = await TestApp.start();
  const accounts: string[] = [];
  for (const name of FIVE) accounts.push(await givenAccount(app, name));
  for (let n = 1; n < 5; n++) await givenAsset(app, [], [accounts[0]!]);
  asset = await givenAsset(app, FIVE, [accounts[0]!]);
  for (const n of FIVE.slice(1)) {
    await app.sql('insert into catalog.building (asset_id, name, label) values ($1, $2, $2)', [asset.id, n]);
    await app.sql(
      'insert into catalog.floor (asset_id, name, filter_label, filter_short_label, sort) values ($1, $2, $2, $2, 9)',
      [asset.id, n],
    );
    await app.sql(
      'insert into catalog.floor_plan (asset_id, name, bedroom_count, bathroom_count, filter_label) values ($1, $2, 1, 1, $2)',
      [asset.id, n],
    );
  }
  await givenAsset(app); // an asset that the key does not see
  key = await app.key(['service.*'], accounts);
  paths = {
    accounts: '/v1/accounts',
    'account assets': `/v1/accounts/${accounts[0]}/assets`,
    assets: '/v1/assets',
    buildings: `${asset.path}/buildings`,
    floors: `${asset.path}/floors`,
    'floor plans': `${asset.path}/floor-plans`,
    units: `${asset.path}/units`,
  };
});
afterAll(() => app.close());

const get = (path: string, headers: Record<string, string> = {}) => app.get(path, { key, headers });
const idsIn = (body: { data: { id: string }[] }) => body.data.map(({ id }) => id);

describe.each(LISTS)('The list of %s', (name) => {
  const at = (query: string) => get(`${paths[name]}?${query}`);

  it('returns five items on one page, with a default page size of 100', async () => {
    const { body, headers } = await get(paths[name]);

    expect(body.paging).toEqual({ per_page: 100, current_page: 1, prev_url: null, next_url: null });
    expect(new Set(idsIn(body)).size).toBe(5);
    expect(headers.get('link')).toBeNull();
  });

  it('is paged forwards and backwards, with each item once', async () => {
    const all = idsIn((await get(paths[name])).body);
    const pages: string[][] = [];
    let last = (await at('per-page=2')).body;
    for (let body = last; ; body = (await get(body.paging.next_url)).body) {
      pages.push(idsIn(body));
      last = body;
      if (body.paging.next_url === null) break;
    }

    expect(pages).toEqual([all.slice(0, 2), all.slice(2, 4), all.slice(4)]);
    expect(last.paging).toMatchObject({ per_page: 2, current_page: 3 });
    const back = (await get(last.paging.prev_url)).body;
    expect([idsIn(back), back.paging.current_page]).toEqual([all.slice(2, 4), 2]);
    expect((await get(back.paging.prev_url)).body.paging.prev_url).toBeNull();
    expect(idsIn((await at('per-page=2&page=2')).body)).toEqual(all.slice(2, 4));
  });

  it('links adjacent pages by absolute URLs that keep the query but never the key', async () => {
    const { body, headers } = await app.get(`${paths[name]}?per-page=2&page=2&total=1&colour=red&api-key=${key}`, {
      key: null,
    });
    const { prev_url, next_url } = body.paging;

    for (const url of [prev_url, next_url].map((text) => new URL(text))) {
      expect([url.origin, url.pathname]).toEqual([app.base, paths[name]]);
      expect(Object.fromEntries(url.searchParams)).toMatchObject({ 'per-page': '2', total: '1' });
    }
    expect(prev_url + next_url + headers.get('link')).not.toMatch(/api-key|pms_/);
    expect(headers.get('link')).toBe(`<${prev_url}>; rel="prev", <${next_url}>; rel="next"`);
  });

  it('returns the total count only on request', async () => {
    expect((await at('total=1&per-page=2&page=3')).body.paging.total_count).toBe(5);
    expect((await at('total=1&page=99')).body).toMatchObject({ data: [], paging: { total_count: 5 } });
    const next = (await at('total=1&per-page=2')).body.paging.next_url;
    expect((await get(next)).body.paging.total_count).toBe(5);
    for (const query of ['', 'total=0']) expect((await at(query)).body.paging).not.toHaveProperty('total_count');
  });

  it.each([
    ['per-page=1000', 1000],
    ['per-page=1001', 1000],
    ['per-page=2147483647', 1000],
    ['per-page=5', 5],
    ['per-page=1', 1],
    ['per-page=0005', 5],
  ])('with %s has %i items on a page', async (query, perPage) => {
    const { status, body } = await at(query);
    expect([status, body.paging.per_page, body.data.length]).toEqual([200, perPage, Math.min(perPage, 5)]);
  });

  it('is empty past its last page', async () => {
    for (const page of [4, 2147483647]) {
      const { status, body } = await at(`per-page=2&page=${page}`);
      expect([status, body.data, body.paging.next_url]).toEqual([200, [], null]);
      expect(body.paging.current_page).toBe(page);
    }
  });

  it.each([
    ...['0', '-1', '1.5', '1e1', '0x10', '%2B1', '%201', '', 'one', '2147483648', '99999999999', '1%00', '٣'].flatMap(
      (value) => [`page=${value}`, `per-page=${value}`],
    ),
    ...['page=1&page=2', 'page[]=1', 'per-page[0]=1', 'per-page=1&per-page=1', 'total=2', 'total=true', 'total='],
    ...['cursor=x', 'cursor=', 'cursor=MA', 'cursor=MQ&cursor=MQ', 'total=1&total=1'],
  ])('rejects %s', async (query) => {
    const { status, body } = await at(query);
    const field = query.split(/[=[]/)[0]!;
    expect([status, Object.keys(body.fields)]).toEqual([422, [field]]);
  });

  it('accepts the cursor of its second page only for the same list', async () => {
    const { searchParams } = new URL((await at('per-page=2')).body.paging.next_url);
    const cursor = searchParams.get('cursor') ?? 'of a list that is in another order than that of ids';
    const other = name === 'accounts' ? paths.assets : paths.accounts;
    for (const address of [
      `${paths[name]}?page=3&per-page=2&cursor=${cursor}`,
      `${paths[name]}?per-page=2&cursor=${cursor}`,
      `${paths[name]}?page=2&per-page=1&cursor=${cursor}`,
      `${other}?page=2&per-page=2&cursor=${cursor}`,
    ]) {
      const { status, body } = await get(address);
      expect([address, status, Object.keys(body.fields ?? {})]).toEqual([address, 422, ['cursor']]);
    }
    expect((await at(`${searchParams}&total=1`)).body.paging).toMatchObject({ current_page: 2, total_count: 5 });
  });

  it('reports all query errors at once, and ignores unknown parameters', async () => {
    expect(Object.keys((await at('page=0&per-page=x&total=9')).body.fields)).toEqual(['page', 'per-page', 'total']);
    expect((await at('PAGE=0&PER-PAGE=0&foo[]=1')).status).toBe(200);
  });

  it('returns each item as its view does', async () => {
    const view = name === 'account assets' ? paths.assets : paths[name];
    for (const item of (await get(paths[name])).body.data) {
      const viewed = await get(`${view}/${item.id}`);
      expect([viewed.status, viewed.body]).toEqual([200, item]);
    }
  });

  it('is walked completely by next_url, with any page size', async () => {
    const all = await allOf<{ id: string }>(app, `${paths[name]}?per-page=1&api-key=${key}`);
    expect(all.length).toBeGreaterThanOrEqual(5);
  });
});

describe.each(LISTS)('A read of %s', (name) => {
  const reads = async () => [
    paths[name],
    `${name === 'account assets' ? paths.assets : paths[name]}/${idsIn((await get(paths[name])).body)[0]}`,
  ];

  it('returns 304 until it has changed', async () => {
    for (const path of await reads()) {
      const first = await get(path);
      const tag = first.headers.get('etag')!;
      const again = await get(path, { 'If-None-Match': tag });

      expect(first.headers.get('cache-control')).toBe('private, no-cache');
      expect([again.status, again.text, again.headers.get('etag')]).toEqual([304, '', tag]);
      expect((await get(path, { 'If-None-Match': `"a", ${tag}` })).status).toBe(304);
      expect((await get(path, { 'If-None-Match': tag.replace('W/', '') })).status).toBe(304);
      expect((await get(path, { 'If-None-Match': '*' })).status).toBe(304);
      expect((await get(path, { 'If-None-Match': 'W/"other"' })).status).toBe(200);
    }
  });

  it('responds to HEAD like GET, without the body', async () => {
    for (const path of await reads()) {
      const [whole, head] = [await raw('GET', path), await raw('HEAD', path)];
      const shown = ({ status, headers }: Raw) => [
        status,
        headers['content-length'],
        headers['etag'],
        headers['content-type'],
      ];

      expect(shown(head)).toEqual(shown(whole));
      expect(head.body.length).toBe(0);
      expect((await raw('HEAD', path, { 'If-None-Match': String(whole.headers['etag']) })).status).toBe(304);
    }
    expect((await raw('HEAD', `${paths[name]}/999999`)).status).toBe(404);
  });

  it('ignores a trailing slash', async () => {
    for (const path of await reads()) {
      const [plain, slash] = [await get(path), await get(`${path}/`)];
      expect([slash.status, slash.body.data ?? slash.body]).toEqual([200, plain.body.data ?? plain.body]);
    }
    expect((await get(`${paths[name]}/?per-page=1`)).body.paging.next_url).not.toContain('//v1');
  });

  it('is case-sensitive', async () => {
    for (const path of await reads()) {
      const { status, body } = await get(path.replace(/[a-z-]+(?=(\/\d+)?$)/, (word) => word.toUpperCase()));
      expect([status, body.code]).toEqual([404, 'not_found']);
      expect((await get(path.replace('/v1', '/V1'))).status).toBe(404);
    }
  });

  it('is compressed if the client accepts it and the response is large enough', async () => {
    const path = paths[name];
    const plain = await raw('GET', path, { 'Accept-Encoding': 'identity' });
    const zipped = await raw('GET', path, { 'Accept-Encoding': 'gzip, br' });
    const large = plain.body.length > 1024;

    expect(plain.headers['content-encoding']).toBeUndefined();
    expect(zipped.headers['content-encoding']).toBe(large ? 'gzip' : undefined);
    expect((large ? gunzipSync(zipped.body) : zipped.body).toString()).toBe(plain.body.toString());
    expect(zipped.headers['etag']).toBe(plain.headers['etag']);
    if (large) expect(plain.headers['vary']).toBe('Accept-Encoding');
    expect((await raw('GET', path, { 'Accept-Encoding': 'gzip;q=0' })).headers['content-encoding']).toBeUndefined();
  });
});

describe('A changed list', () => {
  it('has a new ETag', async () => {
    const own = await givenAsset(app, ['1']);
    const tag = async () => (await app.get(`${own.path}/units`)).headers.get('etag');
    const before = await tag();
    await app.put(`${own.path}/units/${own.units[0]}`, { id: own.units[0], asset_id: own.id, area: 1 });

    expect(await tag()).not.toBe(before);
  });
});

interface Raw {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: Buffer;
}

/** The response as sent; fetch would request compression and decompress the body. */
function raw(method: string, path: string, headers: Record<string, string> = {}): Promise<Raw> {
  return new Promise((resolve, reject) => {
    const sent = httpRequest(
      app.base + path,
      { method, headers: { 'API-Key': key, 'Experimental-Flags': 'accounts-assets', ...headers } },
      (answer) => {
        const chunks: Buffer[] = [];
        answer.on('data', (chunk: Buffer) => chunks.push(chunk));
        answer.on('end', () =>
          resolve({ status: answer.statusCode!, headers: answer.headers, body: Buffer.concat(chunks) }),
        );
      },
    );
    sent.on('error', reject).end();
  });
}
