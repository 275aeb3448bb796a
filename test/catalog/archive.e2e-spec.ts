import { setTimeout as sleep } from 'node:timers/promises';
import { jest } from '@jest/globals';
import { Database } from '@app/platform/persistence';
import { QueryBus } from '@nestjs/cqrs';
import { RemoveArchivedJob } from '../../libs/catalog/src/archive/remove-archived.job.js';
import { type TestResponse, TestApp } from '../support/app.js';
import { givenAccount, givenAsset, givenPrices } from '../support/given.js';

const app = TestApp.forSuite();
const DAY = 24 * 60;
const counted = (all: readonly { resource: string; count: number }[]) =>
  Object.fromEntries(all.map(({ resource, count }) => [resource, count]));
const remove = () => app.app.get(RemoveArchivedJob).run();

afterEach(() => app.advance(0));

async function givenProperty() {
  const account = await givenAccount(app);
  const asset = await givenAsset(app, ['101', '102'], [account]);
  const prices = await givenPrices(app, asset, { 101: 2000 });
  const [map] = await app.sql<{ id: string }>(
    `insert into mapping.unit_map (asset_id, name, style) values ($1, 'Level 1', 'b') returning id`,
    [asset.id],
  );
  const { body: embed } = await app.post(`/v1/accounts/${account}/embeds`, {
    ...{ name: 'Website', service_maps: [{ id: map!.id, asset_id: asset.id }] },
  });
  const { body: page } = await app.post(`${asset.path}/landing-pages`, { name: 'Share', service_map_id: map!.id });
  const visitors = [embed, page].map(({ url }: { url: string }) => new URL(url).pathname);
  return { account, asset, prices, embed, visitors, path: `/v1/assets/${asset.id}` };
}

const listed = async (list: string, id: string) =>
  (await app.get(`${list}${list.includes('?') ? '&' : '?'}per-page=1000`)).body.data.some(
    (each: { id: string }) => each.id === id,
  );

describe('An archived asset', () => {
  it('is hidden from lists, paths, references and visitors, and is restored as it was', async () => {
    const { account, asset, path, prices, embed, visitors } = await givenProperty();
    const key = await app.key(['service.*'], [account]);
    await app.post(`${asset.path}/references`, { asset_id: asset.id, name: 'CRM', key: 'crm', value: `A-${asset.id}` });
    const reference = `/v1/references?key=crm&value=A-${asset.id}`;
    for (const page of visitors) expect((await app.get(page, { key: null })).status).not.toBe(404);

    const dry = await app.delete(`${path}?dry-run=1`);
    expect([dry.status, dry.body]).toMatchObject([200, { id: asset.id, dry_run: true, archived_at: null }]);
    expect(counted(dry.body.contents)).toEqual({
      ...{ account_asset: 1, asset_reference: 1, building: 1, floor: 1, floor_plan: 1, unit: 2, unit_map: 1 },
      ...{ embed_map: 1, landing_page: 1, pricing_process: 1, pricing_transaction: 1, publication: 1, pricing_unit: 1 },
    });
    expect((await app.get(path)).status).toBe(200);
    const { status, body } = await app.delete(path);
    expect([status, body]).toMatchObject([200, { dry_run: false, archived_at: expect.stringMatching(/\+00:00$/) }]);

    for (const each of [path, `${asset.path}/units`, prices]) {
      expect((await app.get(each)).status).toBe(404);
      expect((await app.get(each, { key })).status).toBe(404);
    }
    expect((await app.post(`${prices}/ingest?commit=1`, [])).status).toBe(404);
    expect((await app.delete(path)).status).toBe(404);
    for (const page of visitors) expect((await app.get(page, { key: null })).status).toBe(404);
    expect(await listed('/v1/assets', asset.id)).toBe(false);
    expect(await listed(`/v1/accounts/${account}/assets`, asset.id)).toBe(false);
    expect((await app.get('/v1/assets', { key })).body.data).toEqual([]);
    expect((await app.get(reference)).body.data).toEqual([]);
    expect((await app.get(`/v1/accounts/${account}/embeds`)).body.data).toEqual([]);

    const archived = `/v1/archived-assets/${asset.id}`;
    const { data } = (await app.get('/v1/assets?archived=1', { key })).body;
    expect(data).toMatchObject([{ id: asset.id, archived_at: body.archived_at }]);
    expect(await listed('/v1/assets?archived=1', asset.id)).toBe(true);
    const restored = await app.post(`${archived}/restore`);
    expect([restored.status, restored.body.id]).toEqual([200, asset.id]);
    expect((await app.get(`${asset.path}/units`, { key })).body.data).toHaveLength(2);
    expect((await app.get(`/v1/accounts/${account}/embeds`)).body.data).toMatchObject([{ id: embed.id }]);
    for (const page of visitors) expect((await app.get(page, { key: null })).status).not.toBe(404);
    expect((await app.post(`${archived}/restore`)).status).toBe(200);
    expect(await listed('/v1/assets?archived=1', asset.id)).toBe(false);
  });

  it('frees its name, and is not restored while another asset has it', async () => {
    const { body: first } = await app.post('/v1/assets', property('Mill Lofts'));
    await app.delete(`/v1/assets/${first.id}`);
    const { body: second, status } = await app.post('/v1/assets', property('Mill Lofts'));
    expect(status).toBe(201);
    const refused = await app.post(`/v1/archived-assets/${first.id}/restore`);
    expect([refused.status, refused.body.code]).toEqual([409, 'asset_exists']);
    await app.delete(`/v1/assets/${second.id}`);
    expect((await app.post(`/v1/archived-assets/${first.id}/restore`)).status).toBe(200);
  });

  it('is restored until day 30, and then removed with everything', async () => {
    const { account, asset, path, embed } = await givenProperty();
    const other = await givenProperty();
    await app.delete(path);
    await app.advance(29 * DAY);
    await remove();
    expect(await listed('/v1/assets?archived=1', asset.id)).toBe(true);
    await app.advance(31 * DAY);
    expect(await listed('/v1/assets?archived=1', asset.id)).toBe(false);
    expect((await app.post(`/v1/archived-assets/${asset.id}/restore`)).status).toBe(404);
    await remove();

    const tables = await app.sql<{ name: string }>(
      `select format('%I.%I', table_schema, table_name) as name from information_schema.columns
        where column_name = 'asset_id' and table_schema not in ('platform', 'audit', 'events')
          and table_name not like '%\\_v1' and table_name <> 'unit_count'`,
    );
    expect(tables.length).toBeGreaterThan(25);
    for (const { name } of tables)
      expect([name, await app.sql(`select from ${name} where asset_id = $1`, [asset.id])]).toEqual([name, []]);
    expect(await app.sql('select from catalog.asset where id = $1', [asset.id])).toEqual([]);
    expect(await app.sql('select from mapping.embed where id = $1', [embed.id])).toEqual([]);
    expect((await app.get(`/v1/accounts/${account}`)).status).toBe(200);
    expect((await app.get(`${other.asset.path}/units`)).body.data).toHaveLength(2);
    expect((await app.get(`${other.prices}/entries`)).body.data).toHaveLength(1);
  });

  it('is removed from tables of the service, not from temporary ones of sessions that receive prices', async () => {
    const { path, asset } = await givenProperty();
    await app.delete(path);
    await app.advance(30 * DAY + 1);
    const statement = jest.spyOn(app.app.get(Database, { strict: false }), 'statement');
    const session = await app.sqlPool.connect();
    try {
      await session.query('create temp table staged as select 1::bigint as asset_id');
      await remove();
      const sent = statement.mock.calls.map(([sql]) => sql);
      expect(sent).toContainEqual(expect.stringContaining('delete from pricing.entry'));
      expect(sent.filter((sql) => sql.includes('from pg_temp'))).toEqual([]);
    } finally {
      await session.query('drop table if exists staged');
      session.release();
      statement.mockRestore();
    }
    expect(await app.sql('select from catalog.asset where id = $1', [asset.id])).toEqual([]);
  });

  it('is archived by one of several clients, and restored by all', async () => {
    const { path, asset } = await givenProperty();
    const statuses = (answers: { status: number }[]) => answers.map(({ status }) => status).sort();
    expect(statuses(await Promise.all([1, 2, 3].map(() => app.delete(path))))).toEqual([200, 404, 404]);
    const restore = () => app.post(`/v1/archived-assets/${asset.id}/restore`);
    expect(statuses(await Promise.all([1, 2, 3].map(restore)))).toEqual([200, 200, 200]);
  });

  it('is restored with the prices of an ingest that ran at the same time', async () => {
    const { path, asset, prices } = await givenProperty();
    const entry = { unit_number: '101', provider_id: '101', price: 2100, available_on: '2026-12-01' };
    const [ingested, archived] = await Promise.all([app.post(`${prices}/ingest?commit=1`, [entry]), app.delete(path)]);
    expect(archived.status).toBe(200);
    expect([200, 404]).toContain(ingested.status);
    await app.post(`/v1/archived-assets/${asset.id}/restore`);
    const [unit] = (await app.get(`${prices}/units`)).body.data;
    expect(unit.price).toBe(ingested.status === 200 ? 2100 : 2000);
  });

  describe.each([
    ['building', 'buildings', () => ({ body: { name: 'South', label: 'South' } })],
    ['landing page', 'landing-pages', (map: string) => ({ body: { name: 'Second', service_map_id: map } })],
    ['unit map', 'maps', () => ({ raw: drawing() })],
  ])('and a new %s', (_, list, asked) => {
    it.each([
      ['', {}],
      [' with an idempotency key', { 'Idempotency-Key': list }],
    ])('are ordered: what is answered is stored%s', async (_, headers) => {
      const { path, asset } = await givenProperty();
      const address = `${asset.path}/${list}`;
      const stored = async () => (await app.get(`${address}?per-page=100`)).body.data.length as number;
      const [before, maps] = [await stored(), await app.get(`${asset.path}/maps`)];
      const create = () => app.request('POST', address, { ...asked(maps.body.data[0].id), headers });

      const archived = archiveAtTheNextView(path);
      const { status } = await create();
      expect((await archived()).status).toBe(200);
      await app.post(`/v1/archived-assets/${asset.id}/restore`);
      const known = await stored();
      expect([status, known]).toEqual(status === 201 ? [201, before + 1] : [404, before]);
      await app.sql('delete from platform.idempotency_record');

      const client = await app.sqlPool.connect();
      await client.query('begin');
      await client.query('select from catalog.asset where id = $1 for update', [asset.id]);
      await client.query('update catalog.asset set archived_at = platform.now() where id = $1', [asset.id]);
      const late = create();
      await untilWaiting(late);
      await client.query('commit');
      client.release();
      const answer = await late;
      await app.post(`/v1/archived-assets/${asset.id}/restore`);
      expect([answer.status, await stored()]).toEqual(answer.status === 201 ? [201, known + 1] : [404, known]);
    });
  });

  it('is either archived or restored when both are requested at once', async () => {
    const { path, asset } = await givenProperty();
    await app.delete(path);
    for (let round = 0; round < 5; round++) {
      const [restored, archived] = await Promise.all([
        app.post(`/v1/archived-assets/${asset.id}/restore`),
        app.delete(path),
      ]);
      expect(['200 200', '200 404']).toContain(`${restored.status} ${archived.status}`);
      const { status } = await app.get(path);
      expect([status, await listed('/v1/assets?archived=1', asset.id)]).toEqual(
        archived.status === 200 ? [404, true] : [200, false],
      );
      if (status === 200) await app.delete(path);
    }
  });
});

describe('An archived account', () => {
  it('is hidden with its embeds, and its keys see nothing, until it is restored', async () => {
    const { account, asset, visitors } = await givenProperty();
    const [embed, page] = visitors;
    const key = await app.key(['service.*'], [account]);
    const path = `/v1/accounts/${account}`;
    expect(counted((await app.delete(`${path}?dry-run=1`)).body.contents)).toEqual({
      ...{ account_asset: 1, embed: 1, embed_map: 1 },
    });
    expect((await app.delete(path)).status).toBe(200);
    expect((await app.get(path)).status).toBe(404);
    expect(await listed('/v1/accounts', account)).toBe(false);
    expect(await listed('/v1/accounts?archived=1', account)).toBe(true);
    expect((await app.get(`/v1/assets/${asset.id}`, { key })).status).toBe(404);
    expect((await app.get('/v1/assets', { key })).body.data).toEqual([]);
    expect((await app.get(`/v1/assets/${asset.id}`)).status).toBe(200);
    expect((await app.get(embed!, { key: null })).status).toBe(404);
    expect((await app.get(page!, { key: null })).status).not.toBe(404);

    expect((await app.post(`/v1/archived-accounts/${account}/restore`)).body).toMatchObject({ id: account });
    expect((await app.get(`/v1/assets/${asset.id}`, { key })).status).toBe(200);
    expect((await app.get(embed!, { key: null })).status).not.toBe(404);
  });

  it('is removed after 30 days together with its keys', async () => {
    const { account, asset, embed } = await givenProperty();
    const second = await givenAccount(app);
    const [only, both] = [await app.key(['service.*'], [account]), await app.key(['service.*'], [account, second])];
    await app.delete(`/v1/accounts/${account}`);
    await app.advance(31 * DAY);
    await remove();

    expect((await app.get('/v1/accounts', { key: only })).body.code).toBe('invalid_credentials');
    expect((await app.get('/v1/accounts', { key: both })).body.data).toMatchObject([{ id: second }]);
    expect(await app.sql('select from catalog.account where id = $1', [account])).toEqual([]);
    expect(await app.sql('select from mapping.embed where id = $1', [embed.id])).toEqual([]);
    expect((await app.get(`/v1/assets/${asset.id}`)).status).toBe(200);
  });
});

/** Archives an asset when the next resource is about to be read. @returns waits for the answer */
function archiveAtTheNextView(path: string): () => Promise<TestResponse> {
  const queries = app.app.get(QueryBus);
  let archived: Promise<TestResponse> | undefined;
  const execute = queries.execute.bind(queries) as (query: object) => Promise<unknown>;
  const spy = jest.spyOn(queries, 'execute').mockImplementation(async (query: object) => {
    if (!archived && query.constructor.name.startsWith('View')) {
      archived = app.delete(path);
      await untilWaiting(archived);
    }
    return execute(query);
  });
  return () => {
    spy.mockRestore();
    if (!archived) throw new Error('Nothing was viewed');
    return archived;
  };
}

/** Waits until a request is done, or waits for a lock. */
async function untilWaiting(asked: Promise<unknown>): Promise<void> {
  const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  const done = asked.then(() => true);
  while ((await app.sql(waiting)).length === 0 && !(await Promise.race([done, sleep(10, false)])));
}

function drawing(): FormData {
  const form = new FormData();
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path id="Unit-101" d="M0 0H9V9H0Z"/></svg>';
  form.set('data', JSON.stringify({ name: 'Level 2', style: 'b' }));
  form.set('source', new Blob([svg]), 'level-2.svg');
  return form;
}

const property = (name: string) => ({
  ...{ market: 'multifamily', name, display_name: name, address_line1: '4 Mill Lane', address_city: 'Albany' },
  ...{ address_state: 'NY', address_country: 'USA', address_postal_code: '12207' },
});
