import { EventBus } from '@nestjs/cqrs';
import { TestApp } from '../support/app.js';
import { givenAccount, givenAsset } from '../support/given.js';

let app: TestApp;
let account: string;
let assets: string[];
beforeAll(async () => {
  app = await TestApp.start();
});
beforeEach(async () => {
  account = await givenAccount(app, 'Harbour Living');
  assets = [];
  for (let n = 0; n < 3; n++) assets.push((await givenAsset(app, [])).id);
});
afterAll(() => app.close());

const path = (id = account) => `/v1/accounts/${id}/assets`;
const items = (ids = assets, account_id: unknown = account) => ({
  data: ids.map((asset_id) => ({ account_id, asset_id })),
});
const assigned = async (id = account): Promise<string[]> =>
  (await app.get(path(id))).body.data.map((asset: { id: string }) => asset.id);

describe('Accounts', () => {
  it('are viewed and listed', async () => {
    const { status, body } = await app.get(`/v1/accounts/${account}`);

    expect(status).toBe(200);
    expect(body).toEqual({
      id: account,
      name: 'Harbour Living',
      created_at: expect.stringMatching(/\+00:00$/),
      updated_at: expect.stringMatching(/\+00:00$/),
    });
    expect((await app.get('/v1/accounts')).body.data).toContainEqual(body);
    for (const id of ['999999', '0', 'x']) expect((await app.get(`/v1/accounts/${id}`)).status).toBe(404);
  });

  it('are created and renamed by a key that sees all accounts', async () => {
    const { status, body, headers } = await app.post('/v1/accounts', { name: 'Quay Homes' });
    expect([status, body.name, headers.get('location')]).toEqual([
      201,
      'Quay Homes',
      `${app.base}/v1/accounts/${body.id}`,
    ]);
    const renamed = await app.put(`/v1/accounts/${body.id}`, { ...body, name: 'Quay Living' });
    expect([renamed.status, renamed.body.name]).toEqual([200, 'Quay Living']);
    for (const name of [undefined, '', ' ', 7, 'x'.repeat(256)])
      expect((await app.post('/v1/accounts', { name })).body.fields).toEqual({ name: [expect.any(String)] });

    const limited = await app.key(['manage.accounts.*'], [body.id]);
    const refused = await app.post('/v1/accounts', { name: 'x' }, { key: limited });
    expect([refused.status, refused.body.code]).toEqual([403, 'accounts_limited']);
    expect((await app.put(`/v1/accounts/${body.id}`, { name: 'Ours' }, { key: limited })).status).toBe(200);
    expect((await app.put(`/v1/accounts/${account}`, { name: 'Theirs' }, { key: limited })).status).toBe(404);
    expect((await app.post('/v1/accounts', { name: 'x' }, { key: await app.key(['service.*']) })).status).toBe(403);
  });
});

describe('Assets of an account', () => {
  it('are assigned to an account, and then listed as assets', async () => {
    const { status, text, headers } = await app.put(path(), items());

    expect([status, text, headers.get('content-type')]).toEqual([204, '', null]);
    const listed = (await app.get(path())).body;
    expect(listed.data).toEqual(await Promise.all(assets.map(async (id) => (await app.get(`/v1/assets/${id}`)).body)));
    expect(listed.paging).toEqual({ per_page: 100, current_page: 1, prev_url: null, next_url: null });
  });

  it('may be assigned again, or twice in one batch', async () => {
    await app.put(path(), items(assets.slice(0, 2)));

    expect((await app.put(path(), items([...assets, assets[0]!]))).status).toBe(204);
    expect(await assigned()).toEqual(assets);
  });

  it('are filtered by asset', async () => {
    await app.put(path(), items());
    const other = await givenAsset(app, []);
    const found = async (id: string) =>
      (await app.get(`${path()}?asset=${id}`)).body.data.map((each: { id: string }) => each.id);

    expect(await found(assets[1]!)).toEqual([assets[1]]);
    for (const id of [other.id, '999999', 'x', '']) expect(await found(id)).toEqual([]);
  });

  it('may be unassigned repeatedly', async () => {
    await app.put(path(), items());
    const first = await app.put(`${path()}/remove`, items(assets.slice(0, 2)));

    expect([first.status, first.text]).toEqual([204, '']);
    expect(await assigned()).toEqual([assets[2]]);
    expect((await app.put(`${path()}/remove`, items())).status).toBe(204);
    expect(await assigned()).toEqual([]);
    expect((await app.get(`/v1/assets/${assets[0]}`)).status).toBe(200);
  });

  it('publish an event for each asset that was actually unassigned', async () => {
    const published: unknown[] = [];
    const subscription = app.app.get(EventBus).subscribe((event) => published.push({ ...event }));
    await app.put(path(), items(assets.slice(0, 2)));
    await app.put(`${path()}/remove`, items());
    await app.put(`${path()}/remove`, items());
    subscription.unsubscribe();

    expect(published).toEqual(assets.slice(0, 2).map((assetId) => ({ accountId: account, assetId })));
  });

  it('cascade to other contexts when they are unassigned', async () => {
    await app.put(path(), items());
    const held = () => app.sql('select from catalog.account_asset where account_id = $1', [account]);
    expect(await held()).toHaveLength(3);
    await app.put(`${path()}/remove`, items());
    expect(await held()).toEqual([]);
  });

  describe.each(['', '/remove'])('PUT .../assets%s', (end) => {
    const put = (body: unknown) => app.put(path() + end, body);

    it('accepts an empty batch', async () => {
      expect((await put({ data: [] })).status).toBe(204);
    });

    it('names each invalid item and changes nothing', async () => {
      await app.put(path(), items(assets.slice(0, 1)));
      const other = await givenAccount(app);
      const { status, body } = await put({
        data: [
          { account_id: account, asset_id: assets[0] },
          { account_id: other, asset_id: assets[1] },
          { account_id: account, asset_id: assets[1] },
          { account_id: 'x', asset_id: assets[1] },
        ],
      });

      expect(status).toBe(422);
      expect(body.fields).toEqual({
        'data.1.account_id': ['must be the id in the path'],
        'data.3.account_id': ['must be the id in the path'],
      });
      expect(await assigned()).toEqual([assets[0]]);
    });

    it('names each unknown asset and changes nothing', async () => {
      await app.put(path(), items(assets.slice(0, 1)));
      const { status, body } = await put(items([assets[0]!, '999999', assets[1]!, 'x', '9'.repeat(30)]));

      expect(status).toBe(422);
      expect(body.fields).toEqual({
        'data.1.asset_id': ['is not known'],
        'data.3.asset_id': ['is not known'],
        'data.4.asset_id': ['is not known'],
      });
      expect(await assigned()).toEqual([assets[0]]);
    });

    it.each<[unknown, string]>([
      [{}, 'data'],
      [{ data: {} }, 'data'],
      [{ data: null }, 'data'],
      [[], 'body'],
      [{ data: [1] }, 'data.0'],
      [{ data: [{}] }, 'data.0.asset_id'],
      [{ data: [{ account_id: 1, asset_id: '1' }] }, 'data.0.account_id'],
      [{ data: [{ account_id: '1', asset_id: null }] }, 'data.0.asset_id'],
      [{ data: [{ account_id: '1', asset_id: '1', name: 'x' }] }, 'data.0.name'],
      [{ data: [], more: 1 }, 'more'],
      [{ data: new Array(5_001).fill({ account_id: '1', asset_id: '1' }) }, 'data'],
    ])('rejects the body %j', async (body, field) => {
      const answer = await put(body);
      expect([answer.status, Object.keys(answer.body.fields)]).toEqual([422, expect.arrayContaining([field])]);
    });

    it('accepts a batch of 5,000', async () => {
      const many = (
        await app.sql<{ id: string }>(
          `insert into catalog.asset (market, name, display_name, address_line1, address_city, address_state, address_country, address_postal_code)
           select 'demo', $1 || n, 'x', 'x', 'x', 'NY', 'USA', '1' from generate_series(1, 5000) n returning id`,
          [`Many${end} `],
        )
      ).map(({ id }) => id);

      expect((await put(items(many))).status).toBe(204);
      expect((await app.get(`${path()}?total=1&per-page=1`)).body.paging.total_count).toBe(end ? 0 : 5_000);
    });
  });
});

describe('An account', () => {
  const twin = async (of: string): Promise<string> => {
    const [row] = await app.sql<{ id: string }>(
      `insert into catalog.asset (market, name, display_name, address_line1, address_line2, address_city, address_state, address_country, address_postal_code)
       select market, name, 'Twin', address_line1, address_line2, address_city, address_state, address_country, address_postal_code
       from catalog.asset where id = $1 returning id`,
      [of],
    );
    return row!.id;
  };

  it('rejects a second asset with the same name and address', async () => {
    const other = await twin(assets[0]!);
    await app.put(path(), items(assets));
    const { status, body } = await app.put(path(), items([other]));

    expect([status, body.code]).toEqual([409, 'asset_exists']);
    expect(await assigned()).toEqual(assets);
    expect((await app.put(path(), items([assets[1]!, await twin(assets[1]!)]))).status).toBe(409);
  });

  it('accepts only one of two duplicates assigned concurrently', async () => {
    for (let round = 0; round < 10; round++) {
      const own = await givenAccount(app);
      const first = (await givenAsset(app, [])).id;
      const second = await twin(first);
      const answers = await Promise.all([first, second].map((id) => app.put(path(own), items([id], own))));
      expect(answers.map(({ status }) => status).sort()).toEqual([204, 409]);
      expect(await assigned(own)).toHaveLength(1);
    }
  });

  it('accepts only one of two duplicates when a key creates the other concurrently', async () => {
    for (let round = 0; round < 10; round++) {
      const own = await givenAccount(app);
      const key = await app.key(['service.*'], [own]);
      const asset = await givenAsset(app, []);
      const { id, uuid, unit_count, created_at, updated_at, ...fields } = (await app.get(`/v1/assets/${asset.id}`))
        .body;
      expect([id, uuid, unit_count, created_at, updated_at]).toHaveLength(5);
      const [assign, create] = await Promise.all([
        app.put(path(own), items([asset.id], own)),
        app.post('/v1/assets', fields, { key }),
      ]);
      expect([
        [204, 409],
        [409, 201],
      ]).toContainEqual([assign.status, create.status]);
      expect(await assigned(own)).toHaveLength(1);
    }
  });

  it('stays consistent under concurrent assignments', async () => {
    const work = Array.from({ length: 30 }, (_, n) =>
      app.put(path() + (n % 2 ? '/remove' : ''), items(n % 3 ? assets : [...assets].reverse())),
    );
    const updates = assets.map((id) => app.put(`/v1/assets/${id}`, { id, name: `Renamed ${id}` }));

    expect(new Set((await Promise.all(work)).map(({ status }) => status))).toEqual(new Set([204]));
    expect(new Set((await Promise.all(updates)).map(({ status }) => status))).toEqual(new Set([200]));
  });
});

describe('A key of some accounts', () => {
  it('sees only those accounts, and assigns only visible assets', async () => {
    const [theirs, hidden] = [await givenAccount(app), assets[2]!];
    await app.put(path(), items(assets.slice(0, 1)));
    await app.put(path(theirs), items([hidden], theirs));
    const second = await givenAccount(app);
    await app.put(path(second), items([assets[1]!], second));
    const key = await app.key(['service.*'], [account, second]);
    const put = (ids: string[], end = '') => app.put(path() + end, items(ids), { key });

    const listed = (await app.get('/v1/accounts', { key })).body.data.map((each: { id: string }) => each.id);
    expect(listed).toEqual([account, second]);
    expect((await app.get(`/v1/accounts/${theirs}`, { key })).status).toBe(404);
    expect((await app.get(path(theirs), { key })).status).toBe(404);
    expect((await app.put(path(theirs), items([], theirs), { key })).status).toBe(404);
    expect((await put([assets[1]!])).status).toBe(204); // moves it from one of its accounts to the other
    for (const end of ['', '/remove'])
      expect((await put([hidden], end)).body.fields).toEqual({ 'data.0.asset_id': ['is not known'] });
    expect((await app.get(`${path()}?asset=${hidden}`, { key })).body.data).toEqual([]);
    expect(await assigned()).toEqual(assets.slice(0, 2));
    expect(await assigned(theirs)).toEqual([hidden]);
  });

  it('creates assets in its first account', async () => {
    const second = await givenAccount(app);
    const key = await app.key(['service.*'], [second, account]);
    const { body } = await app.post(
      '/v1/assets',
      {
        ...{ market: 'demo', name: `Own ${second}`, display_name: 'x', address_line1: 'x', address_city: 'x' },
        ...{ address_state: 'NY', address_country: 'USA', address_postal_code: '1' },
      },
      { key },
    );

    expect(await assigned(second)).toEqual([body.id]);
    expect(await assigned(account)).toEqual([]);
  });

  it('sees nothing if it has no account', async () => {
    const key = await app.key(['service.*'], []);

    expect((await app.get('/v1/accounts', { key })).body.data).toEqual([]);
    expect((await app.get('/v1/assets?total=1', { key })).body).toMatchObject({ data: [], paging: { total_count: 0 } });
    expect((await app.get(`/v1/assets/${assets[0]}`, { key })).status).toBe(404);
  });
});
