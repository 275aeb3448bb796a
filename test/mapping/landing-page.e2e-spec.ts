import { UpsertLandingPage } from '@app/mapping/provisioning';
import { CommandBus } from '@nestjs/cqrs';
import { TestApp } from '../support/app.js';
import { givenAsset, type GivenAsset } from '../support/given.js';

const TIME = expect.stringMatching(/\+00:00$/);

let app: TestApp;
let asset: GivenAsset;
let map: string;

beforeAll(async () => {
  app = await TestApp.start();
});
afterAll(() => app?.close());
beforeEach(async () => {
  asset = await givenAsset(app, []);
  map = await givenMap(asset);
});

async function givenMap(of: GivenAsset): Promise<string> {
  const insert = `insert into mapping.unit_map (asset_id, name, style) values ($1, 'Level 1', 'b') returning id`;
  return (await app.sql<{ id: string }>(insert, [of.id]))[0]!.id;
}

const declare = (unitMapId = map, name = 'Share page') =>
  app.app.get(CommandBus).execute(new UpsertLandingPage(asset.id, { name, unitMapId }));
const pages = async (query = '') => (await app.get(`${asset.path}/landing-pages${query}`)).body.data;

describe('A landing page', () => {
  it('is viewed and listed', async () => {
    const { id } = await declare();
    const { status, body } = await app.get(`${asset.path}/landing-pages/${id}`);
    expect(status).toBe(200);
    expect(body).toEqual({
      id,
      asset_id: asset.id,
      service_map_id: map,
      name: 'Share page',
      url: expect.stringMatching(new RegExp(`^${app.base}/share/[a-z0-9]{11}$`)),
      created_at: TIME,
      updated_at: TIME,
    });
    expect(await pages()).toEqual([body]);
  });

  it('is listed for its own asset only', async () => {
    const { id } = await declare();
    const other = await givenAsset(app, []);
    expect(await pages(`?asset=${asset.id}`)).toMatchObject([{ id }]);
    expect(await pages(`?asset=${other.id}`)).toEqual([]);
    expect(await pages('?asset=x')).toEqual([]);
    expect((await app.get(`${other.path}/landing-pages/${id}`)).status).toBe(404);
  });

  it('has a link of its own', async () => {
    const urls = [];
    for (const name of ['One', 'Two', 'Three']) {
      await declare(map, name);
      urls.push((await pages()).at(-1).url);
    }
    expect(new Set(urls).size).toBe(3);
  });

  it('is deleted with its map', async () => {
    await declare();
    await app.sql('delete from mapping.unit_map where asset_id = $1 and id = $2', [asset.id, map]);
    expect(await pages()).toEqual([]);
  });

  it('requires the flag and the permission', async () => {
    const path = `${asset.path}/landing-pages`;
    expect((await app.get(path, { flags: 'embed-resource' })).status).toBe(400);
    expect((await app.get(path, { key: await app.key(['service.embeds.read']) })).status).toBe(403);
    expect((await app.get(path, { key: await app.key(['service.landing-pages.read']) })).status).toBe(200);
  });
});

describe('A declared landing page', () => {
  it('can be declared repeatedly: only differences are changed and reported', async () => {
    const { id, outcome: made } = await declare();
    expect(made).toBe('created');
    const [before] = await pages();
    expect(await declare()).toEqual({ id, outcome: 'unchanged' });
    const other = await givenMap(asset);
    expect(await declare(other)).toEqual({ id, outcome: 'changed' });
    expect(await pages()).toMatchObject([{ id, service_map_id: other, url: before.url }]);
  });

  it('requires a map of the asset', async () => {
    const foreign = await givenMap(await givenAsset(app, []));
    await expect(declare(foreign)).rejects.toMatchObject({ fields: { map: ['is not known in this asset'] } });
  });
});
