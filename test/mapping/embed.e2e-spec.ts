import { setTimeout as sleep } from 'node:timers/promises';
import { type EmbedRow, UpsertEmbed } from '@app/mapping/provisioning';
import { CommandBus } from '@nestjs/cqrs';
import { TestApp } from '../support/app.js';
import { givenAccount, givenAsset, type GivenAsset, givenProcess } from '../support/given.js';

const TIME = expect.stringMatching(/\+00:00$/);

let app: TestApp;
let account: string;
let first: GivenAsset;
let second: GivenAsset;
/** ids of one map of each asset, and of another map of the first asset */
let maps: { first: string; second: string; another: string };

beforeAll(async () => {
  app = await TestApp.start();
});
afterAll(() => app?.close());
beforeEach(async () => {
  account = await givenAccount(app);
  first = await givenAsset(app, [], [account]);
  second = await givenAsset(app, [], [account]);
  maps = { first: await givenMap(first), second: await givenMap(second), another: await givenMap(first) };
});

async function givenMap(asset: GivenAsset): Promise<string> {
  const insert = `insert into mapping.unit_map (asset_id, name, style) values ($1, 'Level 1', 'b') returning id`;
  return (await app.sql<{ id: string }>(insert, [asset.id]))[0]!.id;
}

const WAITING = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;

const place = (asset: GivenAsset, unitMapId: string, instanceKey: string | null = null) => ({
  assetId: asset.id,
  unitMapId,
  instanceKey,
});
const declare = (declared: Partial<EmbedRow> = {}) =>
  app.app.get(CommandBus).execute(
    new UpsertEmbed(account, {
      name: 'Website map',
      tags: ['website'],
      maps: [place(second, maps.second, 'main'), place(first, maps.first)],
      ...declared,
    }),
  );
const embeds = async (query = '') => (await app.get(`/v1/accounts/${account}/embeds${query}`)).body.data;
const unassign = (asset: GivenAsset) =>
  app.sql('delete from catalog.account_asset where account_id = $1 and asset_id = $2', [account, asset.id]);

describe('An embed', () => {
  it('is viewed and listed with its maps in order', async () => {
    const { id } = await declare();
    const { status, body } = await app.get(`/v1/accounts/${account}/embeds/${id}`);
    expect(status).toBe(200);
    expect(body).toEqual({
      id,
      account_id: account,
      name: 'Website map',
      service_maps: [
        { id: maps.second, asset_id: second.id, instance_key: 'main', pricing_process_id: null },
        { id: maps.first, asset_id: first.id, instance_key: null, pricing_process_id: null },
      ],
      tags: ['website'],
      allowed_origins: [],
      url: expect.stringMatching(new RegExp(`^${app.base}/embed/[a-z0-9]{11}$`)),
      created_at: TIME,
      updated_at: TIME,
    });
    expect(await embeds()).toEqual([body]);
  });

  it('is filtered by the assets that it shows', async () => {
    const both = await declare();
    const one = await declare({ name: 'Another', maps: [place(first, maps.first)] });
    const ids = async (asset: string) => (await embeds(`?asset=${asset}`)).map(({ id }: { id: string }) => id);
    expect(await ids(first.id)).toEqual([both.id, one.id]);
    expect(await ids(second.id)).toEqual([both.id]);
    expect(await ids('1000000')).toEqual([]);
    expect(await ids('x')).toEqual([]);
  });

  it('belongs to one account, and is visible to keys that see it', async () => {
    const { id } = await declare();
    const other = await givenAccount(app, 'Other');
    expect((await app.get(`/v1/accounts/${other}/embeds/${id}`)).status).toBe(404);
    const [own, foreign] = [await app.key(['service.*'], [account]), await app.key(['service.*'], [other])];
    expect((await app.get(`/v1/accounts/${account}/embeds/${id}`, { key: own })).status).toBe(200);
    expect((await app.get(`/v1/accounts/${account}/embeds/${id}`, { key: foreign })).status).toBe(404);
    expect((await app.get(`/v1/accounts/${account}/embeds`, { key: foreign })).status).toBe(404);
  });

  it('requires the flag and the permission', async () => {
    const path = `/v1/accounts/${account}/embeds`;
    expect((await app.get(path, { flags: 'landing-page-resource' })).status).toBe(400);
    expect((await app.get(path, { key: await app.key(['service.landing-pages.read']) })).status).toBe(403);
    expect((await app.get(path, { key: await app.key(['service.embeds.read']) })).status).toBe(200);
  });

  it('is created, changed and deleted over REST', async () => {
    const path = `/v1/accounts/${account}/embeds`;
    const sent = {
      ...{ name: 'Website', tags: ['a'], allowed_origins: ['https://a.example'] },
      service_maps: [{ id: maps.first, asset_id: first.id, instance_key: 'main' }],
    };
    const { status, body } = await app.post(path, sent);
    expect([status, body]).toMatchObject([201, sent]);
    const page = new URL(body.url).pathname;
    expect((await app.get(page, { key: null })).status).not.toBe(404);

    const added = {
      service_maps: [
        { id: maps.second, asset_id: second.id },
        { id: maps.first, asset_id: first.id },
      ],
    };
    const { body: changed } = await app.put(`${path}/${body.id}`, added);
    expect(changed).toMatchObject({
      ...{ name: 'Website', tags: ['a'], allowed_origins: ['https://a.example'], url: body.url },
      service_maps: [
        { id: maps.second, asset_id: second.id, instance_key: null },
        { id: maps.first, asset_id: first.id, instance_key: 'main' },
      ],
    });
    expect((await app.put(`${path}/${body.id}`, changed)).status).toBe(200);
    const outside = await givenAsset(app);
    const theirs = await givenMap(outside);
    for (const [field, id, asset_id] of [
      ['asset_id', theirs, outside.id],
      ['id', theirs, first.id],
      ['id', 'x', first.id],
      ['asset_id', maps.first, ''],
    ]) {
      const { status: refused, body: problem } = await app.post(path, { ...sent, service_maps: [{ id, asset_id }] });
      expect([refused, Object.keys(problem.fields)]).toEqual([422, [`service_maps.0.${field}`]]);
    }
    for (const instance_key of ['main\0', '\ud83d']) {
      const { status: refused, body: problem } = await app.post(path, {
        ...sent,
        service_maps: [{ ...sent.service_maps[0], instance_key }],
      });
      expect([refused, problem.fields && Object.keys(problem.fields)]).toEqual([422, ['service_maps.0.instance_key']]);
    }
    for (const wrong of [
      { service_maps: [] },
      { allowed_origins: ['https://a.example/x'] },
      { name: '' },
      { key: 'x' },
    ])
      expect((await app.put(`${path}/${body.id}`, wrong)).status).toBe(422);
    expect((await app.get(`${path}/${body.id}`)).body.service_maps).toEqual(changed.service_maps);
    expect((await app.post(path, sent, { key: await app.key(['service.*']) })).status).toBe(403);

    expect((await app.delete(`${path}/${body.id}`)).body.deleted).toEqual([
      { resource: 'embed', count: 1 },
      { resource: 'embed_map', count: 2 },
    ]);
    expect((await app.get(page, { key: null })).status).toBe(404);
  });

  it('shows the prices of a process of the asset of its map, until that is deleted with cascade', async () => {
    const path = `/v1/accounts/${account}/embeds`;
    const showing = (process: unknown) => [{ id: maps.first, asset_id: first.id, pricing_process_id: process }];
    const [own, foreign] = [await givenProcess(app, first), await givenProcess(app, second)];
    const [process, theirs] = [own, foreign].map((each) => each.split('/').at(-1)!);
    for (const wrong of [theirs, '999999', 'x', '', '99999999999999999999', '-1']) {
      const { status, body } = await app.post(path, { name: 'Website', service_maps: showing(wrong) });
      expect([wrong, status, body]).toMatchObject([
        ...[wrong, 422, { fields: { 'service_maps.0.pricing_process_id': ['is not known in this asset'] } }],
      ]);
    }
    expect(await embeds()).toEqual([]);
    const { body } = await app.post(path, { name: 'Website', service_maps: showing(process) });
    expect(body.service_maps).toMatchObject(showing(process));
    await app.post(`${own}/ingest`, []);
    const { body: before } = await app.get(`${path}/${body.id}`);
    const refused = await app.delete(own);
    expect([refused.status, refused.body.code, refused.body.details.referred_by]).toEqual([
      ...[409, 'in_use', [{ resource: 'embed_map', count: 1 }, expect.objectContaining({ count: 1 })]],
    ]);
    const dry = await app.delete(`${own}?dry-run=1`);
    expect(dry.body).toMatchObject({ dry_run: true, changed: [{ resource: 'embed_map', count: 1 }] });
    expect((await app.get(`${path}/${body.id}`)).body).toEqual(before);
    const deleted = await app.delete(`${own}?cascade=1`);
    expect([deleted.status, deleted.body]).toEqual([200, { ...dry.body, dry_run: false }]);
    expect((await app.get(`${path}/${body.id}`)).body.service_maps).toMatchObject(showing(null));
    expect((await app.put(`${path}/${body.id}`, { name: 'Other' })).status).toBe(200);
    expect((await app.put(`${path}/${body.id}`, { service_maps: showing(theirs) })).status).toBe(422);
    const cleared = await app.put(`${path}/${body.id}`, { service_maps: showing(null) });
    expect(cleared.body).toMatchObject({ name: 'Other', service_maps: showing(null) });
  });

  it('loses the maps of an asset that is unassigned from its account', async () => {
    const { id } = await declare();
    await unassign(second);
    expect((await embeds())[0]).toMatchObject({ id, service_maps: [{ id: maps.first }] });
  });

  it('is listed without them by another asset, even if that list was cached', async () => {
    await declare();
    for (let times = 0; times < 2; times++)
      expect((await embeds(`?asset=${first.id}`))[0].service_maps).toHaveLength(2);
    await unassign(second);
    expect((await embeds(`?asset=${first.id}`))[0].service_maps).toMatchObject([{ id: maps.first }]);
  });

  it('is deleted with its last map', async () => {
    await declare({ maps: [place(first, maps.first), place(first, maps.another)] });
    const other = await declare({ name: 'Another' });
    await unassign(first);
    expect(await embeds()).toMatchObject([{ id: other.id, service_maps: [{ id: maps.second }] }]);
    await app.sql('delete from catalog.asset where id = $1', [second.id]);
    expect(await embeds()).toEqual([]);
  });

  it('is deleted with its last map, even when the last two are removed concurrently', async () => {
    await declare();
    const [one, two] = [await app.sqlPool.connect(), await app.sqlPool.connect()];
    const remove = 'delete from catalog.account_asset where asset_id = $1';
    await one.query('begin');
    await one.query(remove, [first.id]);
    const waiting = two.query(remove, [second.id]);
    while ((await app.sql(WAITING)).length === 0) await sleep(10);
    await one.query('commit');
    await waiting;
    one.release();
    two.release();
    expect(await embeds()).toEqual([]);
  });
});

describe('A declared embed', () => {
  it('can be declared repeatedly: only differences are changed and reported', async () => {
    const { id, outcome: made } = await declare();
    expect(made).toBe('created');
    const [before] = await embeds();
    expect(await declare()).toEqual({ id, outcome: 'unchanged' });
    expect(await embeds()).toEqual([before]);
    expect(await declare({ tags: [] })).toEqual({ id, outcome: 'changed' });
    expect(await declare({ tags: [], maps: [place(first, maps.another, 'k')] })).toEqual({ id, outcome: 'changed' });
    expect(await embeds()).toMatchObject([
      { id, tags: [], service_maps: [{ id: maps.another, instance_key: 'k' }], url: before.url },
    ]);
  });

  it('can replace every map', async () => {
    const { id } = await declare({ maps: [place(first, maps.first)] });
    await declare({ maps: [place(second, maps.second)] });
    expect(await embeds()).toMatchObject([{ id, service_maps: [{ id: maps.second }] }]);
  });

  it('requires at least one map', async () => {
    await expect(declare({ maps: [] })).rejects.toMatchObject({
      kind: 'invalid',
      fields: { maps: ['must name at least one map'] },
    });
  });

  it('requires maps of assets of the account, and changes nothing otherwise', async () => {
    const stranger = await givenAsset(app, []);
    const wrong = [place(stranger, await givenMap(stranger)), place(first, maps.first), place(first, maps.second)];
    await expect(declare({ maps: wrong })).rejects.toMatchObject({
      fields: {
        'maps.0': ['is of an asset that is not of the account'],
        'maps.2': ['is not known in its asset'],
      },
    });
    expect(await embeds()).toEqual([]);
  });
});
