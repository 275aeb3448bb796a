import { PurgeIdempotencyKeysJob } from '@app/platform/rest';
import { picture } from '../catalog/pictures.js';
import { TestApp } from '../support/app.js';
import { givenAsset, givenProcess, type GivenAsset } from '../support/given.js';

describe('Idempotency-Key', () => {
  let app: TestApp;
  let other: TestApp;
  let asset: GivenAsset;
  const DAY = 24 * 60;

  beforeAll(async () => {
    app = await TestApp.start();
    other = await app.replica();
    asset = await givenAsset(app);
  });
  afterAll(() => app.close());
  afterEach(() => app.advance(0));

  const building = (name: string) => ({ asset_id: asset.id, name, label: name });
  const create = (key: string, name: string, on = app) =>
    on.post(`${asset.path}/buildings`, building(name), { headers: { 'Idempotency-Key': key } });
  const named = async (name: string) =>
    (await app.sql('select from catalog.building where asset_id = $1 and name = $2', [asset.id, name])).length;

  it('replays the first response on any replica, without repeating the effect', async () => {
    const first = await create('again', 'Again');
    const second = await create('again', 'Again', other);
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(second.text).toBe(first.text);
    expect(first.headers.get('idempotency-replayed')).toBeNull();
    expect(second.headers.get('idempotency-replayed')).toBe('true');
    expect(new URL(second.headers.get('location')!).pathname).toBe(new URL(first.headers.get('location')!).pathname);
    expect(await named('Again')).toBe(1);
  });

  it.each([
    [
      'another body',
      () => app.post(`${asset.path}/buildings`, building('Else'), { headers: { 'Idempotency-Key': 'one' } }),
    ],
    [
      'another path',
      () => app.post(`${asset.path}/floors`, building('One'), { headers: { 'Idempotency-Key': 'one' } }),
    ],
  ])('rejects %s with the same key', async (_, send) => {
    expect((await create('one', 'One')).status).toBe(201);
    const answer = await send();
    expect(answer.status).toBe(422);
    expect(await named('Else')).toBe(0);
  });

  it('rejects a key that was used for another request, and names the header', async () => {
    await create('named', 'Named');
    const { status, body } = await create('named', 'Other');
    expect([status, Object.keys(body.fields)]).toEqual([422, ['Idempotency-Key']]);
  });

  it('is scoped to the API key', async () => {
    const key = await app.key();
    await create('mine', 'Mine 1');
    const theirs = await app.post(`${asset.path}/buildings`, building('Mine 2'), {
      key,
      headers: { 'Idempotency-Key': 'mine' },
    });
    expect([theirs.status, theirs.headers.get('idempotency-replayed')]).toEqual([201, null]);
  });

  it('ignores an API key in the query and the order of parameters', async () => {
    const secret = await app.key();
    const send = (query: string) =>
      app.post(`${asset.path}/buildings${query}`, building('Query'), {
        key: null,
        headers: { 'Idempotency-Key': 'query' },
      });
    const first = await send(`?api-key=${secret}&a=1&b=2`);
    const second = await send(`/?b=2&a=1&api-key=${secret}`);
    expect([first.status, second.status, second.text]).toEqual([201, 201, first.text]);
    const [row] = await app.sql<{ rows: string }>(
      `select string_agg(answer::text, '') as rows from platform.idempotency_record answer`,
    );
    expect(row!.rows).not.toContain(secret);
  });

  it('does not store a rejection: the corrected request succeeds with the same key', async () => {
    const refused = await create('corrected', '');
    const done = await create('corrected', 'Corrected');
    const again = await create('corrected', 'Corrected');
    expect([refused.status, done.status, again.text]).toEqual([422, 201, done.text]);
  });

  it('does not store a conflict', async () => {
    const asset = { market: 'multifamily', name: 'Twice', display_name: 'Twice', address_line1: '1 Quay Street', address_city: 'New York', address_state: 'NY', address_country: 'USA', address_postal_code: '10004' }; // oxfmt-ignore
    const send = (name: string) =>
      app.post('/v1/assets', { ...asset, name }, { headers: { 'Idempotency-Key': 'conflict' } });
    await app.post('/v1/assets', asset);
    expect((await send('Twice')).status).toBe(409);
    expect((await send('Once')).status).toBe(201);
  });

  it('expires after 24 hours', async () => {
    await create('day', 'Day');
    await app.advance(DAY - 1);
    expect((await create('day', 'Day')).headers.get('idempotency-replayed')).toBe('true');
    await app.advance(DAY + 1);
    const late = await create('day', 'Late');
    expect([late.status, await named('Late')]).toEqual([201, 1]);
    await app.app.get(PurgeIdempotencyKeysJob).run();
    expect(await app.sql('select idempotency_key from platform.idempotency_record')).toEqual([
      { idempotency_key: 'day' },
    ]);
  });

  it.each([2, 20])('executes one of %i concurrent requests on two replicas', async (many) => {
    for (let round = 0; round < 4; round++) {
      const name = `Race ${many} ${round}`;
      const answers = await Promise.all(
        Array.from({ length: many }, (_, at) => create(name, name, at % 2 ? other : app)),
      );
      const statuses = answers.map((answer) => answer.status);
      expect(statuses.filter((status) => status !== 201 && status !== 409)).toEqual([]);
      expect(statuses).toContain(201);
      expect(await named(name)).toBe(1);
      expect((await create(name, name)).headers.get('idempotency-replayed')).toBe('true');
    }
  });

  it('returns 409 while the first request is in progress', async () => {
    const locker = await app.sqlPool.connect();
    try {
      await locker.query('begin; lock table catalog.building in access exclusive mode');
      const first = create('waiting', 'Waiting');
      const waits = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
      while ((await app.sql(waits)).length === 0);
      const second = await create('waiting', 'Waiting', other);
      expect(second.status).toBe(409);
      expect(second.body.code).toBe('idempotency_key_in_use');
      expect(second.headers.get('retry-after')).toBe('1');
      await locker.query('rollback');
      expect((await first).status).toBe(201);
    } finally {
      locker.release(true);
    }
  });

  it('covers ingest, and its conflict when a transaction is open', async () => {
    const process = await givenProcess(app, asset);
    const entries = [{ unit_number: '101', provider_id: 'p-101', price: 2000, available_on: '2026-12-01' }];
    const send = (key: string, query = '') =>
      app.post(`${process}/ingest${query}`, entries, { headers: { 'Idempotency-Key': key } });
    const opened = await send('open');
    const refused = await send('second');
    const replayed = await send('open');
    expect([opened.status, refused.status, replayed.text]).toEqual([200, 409, opened.text]);
    expect(refused.body.code).toBe('transaction_open');
    expect(refused.headers.get('link')).toContain(opened.body.transaction_url);
    await app.advance(30);
    expect((await send('third', '?commit=1')).body.status).toBe('finished'); // the first transaction has expired
  });

  it('compares forms by their parts, not by their boundary', async () => {
    const [one, another] = [await picture(), await picture()];
    const send = (image: Buffer) => {
      const form = new FormData();
      form.set(
        'data',
        new Blob([JSON.stringify({ id: asset.floorPlan, asset_id: asset.id })], { type: 'application/json' }),
      );
      form.set('image', new Blob([image]), 'plan.png');
      const headers = { 'Idempotency-Key': 'form' };
      return app.request('PUT', `${asset.path}/floor-plans/${asset.floorPlan}`, { raw: form, headers });
    };
    const [first, second, third] = [await send(one), await send(one), await send(another)];
    expect([first.status, second.status, third.status]).toEqual([200, 200, 422]);
    expect([second.text, second.headers.get('idempotency-replayed')]).toEqual([first.text, 'true']);
  });

  it('rejects an invalid key, and names the header', async () => {
    const answers = [await create('x'.repeat(256), 'Long'), await create(' ', 'Blank'), await create('é', 'Letter')];
    expect(answers.map((answer) => [answer.status, Object.keys(answer.body.fields)])).toEqual(
      answers.map(() => [422, ['Idempotency-Key']]),
    );
    expect((await create('x'.repeat(255), 'Longest')).status).toBe(201);
  });
});
