import { type UnitMapRow, UpsertBackground, UpsertUnitMap } from '@app/mapping/provisioning';
import { CommandBus } from '@nestjs/cqrs';
import sharp from 'sharp';
import { TestApp } from '../support/app.js';
import { givenAsset, type GivenAsset } from '../support/given.js';

const TIME = expect.stringMatching(/\+00:00$/);

let app: TestApp;
let asset: GivenAsset;
let png: Buffer;

beforeAll(async () => {
  app = await TestApp.start();
  png = await sharp({ create: { width: 4, height: 4, channels: 3, background: 'red' } })
    .png()
    .toBuffer();
});
afterAll(() => app?.close());
beforeEach(async () => {
  asset = await givenAsset(app);
});

const drawing = (id: string) =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><rect id="${id}" width="9" height="9"/></svg>`,
  );
const source = (id = 'Unit-101') => ({ name: 'level.svg', bytes: drawing(id) });

const declareMap = (declared: Partial<UnitMapRow> = {}) =>
  app.app.get(CommandBus).execute(
    new UpsertUnitMap(asset.id, {
      ...{ name: 'Level 1', tags: ['level-1'], style: 'b', isDimensionLocked: false, source: source() },
      ...declared,
    }),
  );
const declare = (unitMapId: string, name = 'Aerial', image = { name: 'aerial.png', bytes: png }) =>
  app.app.get(CommandBus).execute(new UpsertBackground(asset.id, { unitMapId, name, image }));

const path = (map: string) => `${asset.path}/maps/${map}/backgrounds`;
const list = async (map: string) => (await app.get(path(map))).body.data;
const content = async (url: string) => Buffer.from(await (await fetch(url)).arrayBuffer());

describe('A background', () => {
  it('is the drawing of the map', async () => {
    const { id: map } = await declareMap();
    const [background, ...others] = await list(map);
    expect(others).toEqual([]);
    expect(background).toEqual({
      id: expect.stringMatching(/^\d+$/),
      asset_id: asset.id,
      unit_map_id: map,
      name: 'Drawing',
      image_url: expect.stringMatching(new RegExp(`^${app.base}/files/[0-9a-f]{64}\\.svg$`)),
      created_at: TIME,
      updated_at: TIME,
    });
    expect((await app.get(`${path(map)}/${background.id}`)).body).toEqual(background);
    expect((await content(background.image_url)).toString()).toBe(drawing('Unit-101').toString());
  });

  it('is found only under its map', async () => {
    const { id: map } = await declareMap();
    const { id: other } = await declareMap({ name: 'Level 2' });
    const [background] = await list(map);
    expect((await app.get(`${path(other)}/${background.id}`)).status).toBe(404);
    expect((await app.get(`${path(map)}/1000000`)).status).toBe(404);
    expect((await app.get(path('1000000'))).status).toBe(404);
    asset = await givenAsset(app);
    expect((await app.get(`${path(map)}/${background.id}`)).status).toBe(404);
  });

  it('is paged, and requires the permission', async () => {
    const { id: map } = await declareMap();
    await declare(map);
    const { data, paging } = (await app.get(`${path(map)}?per-page=1`)).body;
    expect([data.length, paging.next_url]).toEqual([1, expect.stringContaining('page=2')]);
    expect((await app.get(paging.next_url)).body.data).toMatchObject([{ name: 'Aerial' }]);
    expect((await app.get(path(map), { key: await app.key(['service.units.read']) })).status).toBe(403);
    expect((await app.get(path(map), { key: await app.key(['service.unit-maps.read']), flags: null })).status).toBe(
      200,
    );
  });

  it('is deleted with its map', async () => {
    const { id: map } = await declareMap();
    await app.sql('delete from mapping.unit_map where asset_id = $1', [asset.id]);
    expect(await app.sql('select from mapping.background where unit_map_id = $1', [map])).toEqual([]);
  });
});

describe('A declared background', () => {
  it('can be declared repeatedly: only differences are changed and reported', async () => {
    const { id: map } = await declareMap();
    const { id, outcome: made } = await declare(map);
    expect(made).toBe('created');
    expect(await declare(map)).toEqual({ id, outcome: 'unchanged' });
    const [, before] = await list(map);
    expect(before.image_url).toMatch(/\.png$/);
    expect(await declare(map, 'Aerial', { name: 'a.SVG', bytes: drawing('b') })).toEqual({ id, outcome: 'changed' });
    const [, after] = await list(map);
    expect(after).toMatchObject({ id, name: 'Aerial', image_url: expect.stringMatching(/\.svg$/) });
  });

  it('is rejected when its image or map is invalid', async () => {
    const { id: map } = await declareMap();
    const picture = (name: string, bytes: Buffer) => declare(map, 'Aerial', { name, bytes });
    const fields = (image: string[]) => ({ fields: { image } });
    await expect(picture('x.svg', drawing('a').subarray(0, 70))).rejects.toMatchObject(
      fields([expect.stringContaining('XML')]),
    );
    await expect(picture('x.png', drawing('a'))).rejects.toMatchObject(
      fields(['must be a PNG, JPEG, GIF or WebP image']),
    );
    await expect(declare('1000000')).rejects.toMatchObject({ fields: { map: ['is not known in this asset'] } });
    await expect(declare(map, 'Drawing')).rejects.toMatchObject({
      fields: { name: ['is that of the drawing itself'] },
    });
    expect(await list(map)).toHaveLength(1);
  });

  it('may use the name before a drawing exists', async () => {
    const file = { name: 'x.umap', bytes: Buffer.from('{"format":"umap","version":1,"view_box":{"x":0,"y":0,"width":1,"height":1},"shapes":[]}') }; // oxfmt-ignore
    const { id: map } = await declareMap({ source: undefined, file } as Partial<UnitMapRow>);
    await declare(map, 'Drawing');
    await declareMap();
    expect((await list(map)).map(({ name }: { name: string }) => name)).toEqual(['Drawing', 'Drawing 2']);
  });
});

describe('A declared unit map', () => {
  const view = async (id: string) => (await app.get(`${asset.path}/maps/${id}`)).body;

  it('can be declared repeatedly: only differences are changed and reported', async () => {
    const { id, outcome: made } = await declareMap();
    expect(made).toBe('created');
    const before = await view(id);
    expect(before).toMatchObject({ name: 'Level 1', tags: ['level-1'], style: 'b', is_dimension_locked: false });
    expect(await declareMap()).toEqual({ id, outcome: 'unchanged' });
    expect(await view(id)).toEqual(before);
    expect(await declareMap({ isDimensionLocked: true, tags: [] })).toEqual({ id, outcome: 'changed' });
    expect(await view(id)).toMatchObject({ tags: [], is_dimension_locked: true, url: before.url });
    expect(await declareMap({ isDimensionLocked: true, tags: [], source: source('Unit-102') })).toEqual({
      id,
      outcome: 'changed',
    });
    expect((await view(id)).url).not.toBe(before.url);
  });

  it('is rejected when its files are invalid or missing', async () => {
    const wrong = {
      file: { name: 'x.umap', bytes: Buffer.from('{}') },
      source: { name: 'x.svg', bytes: Buffer.from('') },
    };
    await expect(declareMap(wrong)).rejects.toMatchObject({
      fields: { file: [expect.stringContaining('.umap')], source: ['must not be empty'] },
    });
    await expect(declareMap({ source: undefined } as never)).rejects.toMatchObject({
      fields: { file: ['is required when there is no source'] },
    });
    await expect(declareMap({ source: { name: 'x.doc', bytes: png } })).rejects.toMatchObject({
      fields: { source: ['must be a file named *.svg, *.ai, *.pdf, *.geojson, *.zip'] },
    });
  });
});
