import { Gallery } from '@app/merchandising/provisioning';
import { UpsertResources } from '@app/platform/resources';
import sharp from 'sharp';
import { CommandBus } from '@nestjs/cqrs';
import { TestApp } from '../support/app.js';
import { type GivenAsset, givenAsset } from '../support/given.js';

let app: TestApp;
let asset: GivenAsset;
let galleries: string;

beforeAll(async () => {
  app = await TestApp.start();
});
beforeEach(async () => {
  asset = await givenAsset(app);
  galleries = `${asset.path}/galleries`;
});
afterAll(() => app?.close());

const declare = async (name: string, images: string[]) =>
  (
    await app.app
      .get(CommandBus)
      .execute(
        new UpsertResources(Gallery, { assetId: asset.id }, [
          { name, images: images.map((image) => ({ name: image })) },
        ]),
      )
  )[0]!;

async function form(data: object, background: string) {
  const pixel = await sharp({ create: { width: 1, height: 1, channels: 3, background } })
    .png()
    .toBuffer();
  const sent = new FormData();
  sent.append('data', JSON.stringify(data));
  sent.append('image', new Blob([new Uint8Array(pixel)], { type: 'image/png' }), 'image.png');
  return { raw: sent };
}

describe('A gallery', () => {
  it('is viewed and listed with the URLs of its images, in order', async () => {
    const { id, outcome } = await declare('Lobby', ['b.jpg', 'a.png', 'b.jpg']);
    const empty = await declare('Pool', []);

    expect(outcome).toBe('created');
    const { status, body } = await app.get(`${galleries}/${id}`);
    expect([status, body]).toEqual([
      200,
      {
        id,
        asset_id: asset.id,
        name: 'Lobby',
        images: ['b.jpg', 'a.png', 'b.jpg'].map((name) => ({ url: `${app.base}/files/${name}` })),
        floor_plan_id: null,
        unit_id: null,
        tour_url: null,
        video_url: null,
        created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00$/),
        updated_at: body.created_at,
      },
    ]);
    const listed = (await app.get(galleries)).body.data;
    const { created_at, updated_at } = listed[1]; // may be one second later than the first
    expect(listed).toEqual([body, { ...body, id: empty.id, name: 'Pool', images: [], created_at, updated_at }]);
  });

  it('is found by its name when it is provisioned again', async () => {
    const { id } = await declare('Lobby', ['a.jpg']);

    expect(await declare('Lobby', ['a.jpg'])).toEqual({ id, outcome: 'unchanged' });
    expect(await declare('Lobby', ['a.jpg', 'b.jpg'])).toEqual({ id, outcome: 'changed' });
    expect((await app.get(`${galleries}/${id}`)).body.images.length).toBe(2);
    expect((await app.get(galleries)).body.data.length).toBe(1);
  });

  it('is found only under its own asset', async () => {
    const { id } = await declare('Lobby', []);
    const other = await givenAsset(app);

    expect((await app.get(`${other.path}/galleries/${id}`)).status).toBe(404);
    expect((await app.get(`${other.path}/galleries`)).body.data).toEqual([]);
  });

  it('requires a permission to list and to write, and any key to view', async () => {
    const { id } = await declare('Lobby', []);
    const nobody = await app.key([]);
    const reader = await app.key(['service.galleries.read']);

    expect((await app.get(galleries, { key: nobody })).status).toBe(403);
    expect((await app.get(galleries, { key: reader })).status).toBe(200);
    expect((await app.get(`${galleries}/${id}`, { key: nobody, flags: 'gallery-resource' })).status).toBe(200);
    expect((await app.get(`${galleries}/${id}`, { flags: 'marker-descriptions-resource' })).status).toBe(400);
    const writer = await app.key(['service.*']);
    expect((await app.post(galleries, { name: 'x' }, { key: writer })).status).toBe(403);
    expect((await app.put(`${galleries}/${id}`, { name: 'x' }, { key: writer })).status).toBe(403);
    expect((await app.delete(`${galleries}/${id}`, { key: writer })).status).toBe(403);
  });

  it('is created, extended, reordered and deleted over REST', async () => {
    const { body, status } = await app.request('POST', galleries, await form({ name: 'Lobby' }, 'red'));
    expect([status, body]).toMatchObject([201, { name: 'Lobby', images: [{ url: expect.stringMatching(/\.png$/) }] }]);
    const path = `${galleries}/${body.id}`;
    const { body: both } = await app.request('PUT', path, await form({}, 'blue'));
    const [red, blue] = both.images;
    expect(red).toEqual(body.images[0]);
    expect((await app.get(blue.url, { key: null })).status).toBe(200);
    expect((await app.put(path, { name: 'Hall', images: [blue, red] })).body).toMatchObject({
      name: 'Hall',
      images: [blue, red],
    });
    const foreign = await app.put(path, { images: [blue, { url: `${app.base}/files/${'0'.repeat(40)}.png` }] });
    expect([foreign.status, Object.keys(foreign.body.fields)]).toEqual([422, ['images.1.url']]);
    expect((await app.put(path, { images: [] })).body.images).toEqual([]);
    expect((await app.delete(path)).status).toBe(200);
    expect((await app.get(path)).status).toBe(404);
  });

  it('describes its images, which keep their texts when their order changes', async () => {
    const sent = await form({ name: 'Roof', image_alt: 'The terrace at dusk' }, 'red');
    const { body } = await app.request('POST', galleries, sent);
    expect(body.images).toEqual([{ url: expect.any(String), alt: 'The terrace at dusk' }]);
    const path = `${galleries}/${body.id}`;
    const { images } = (await app.request('PUT', path, await form({ image_alt: 'The bar' }, 'blue'))).body;
    const [first, second] = images.map(({ url }: { url: string }) => ({ url }));

    const swapped = await app.put(path, { images: [second, { ...first, alt: 'At night' }] });
    expect(swapped.body.images).toEqual([
      { ...second, alt: 'The bar' },
      { ...first, alt: 'At night' },
    ]);
    const cleared = await app.put(path, { images: [{ ...second, alt: null }, first] });
    expect(cleared.body.images).toEqual([second, { ...first, alt: 'At night' }]);
    const alone = await app.put(path, { image_alt: 'Of what?' });
    expect([alone.status, Object.keys(alone.body.fields)]).toEqual([422, ['image_alt']]);
    const long = await app.put(path, { images: [{ ...first, alt: 'a'.repeat(256) }] });
    expect([long.status, Object.keys(long.body.fields)]).toEqual([422, ['images.0.alt']]);
    expect((await app.get(path)).body.images).toEqual(cleared.body.images);
  });

  it('belongs to a floor plan or a unit of its asset, and is deleted with it', async () => {
    const given = await givenAsset(app, ['101', '102']);
    const own = `${given.path}/galleries`;
    const [unit] = given.units;
    const other = await givenAsset(app, ['1']);
    const { body } = await app.post(own, { name: '101', unit_id: unit, tour_url: 'https://a.example/360' });
    expect(body).toMatchObject({ unit_id: unit, floor_plan_id: null, tour_url: 'https://a.example/360' });
    const refused = async (fields: object) => {
      const answer = await app.put(`${own}/${body.id}`, fields);
      return [answer.status, Object.keys(answer.body.fields ?? {})];
    };
    expect(await refused({ floor_plan_id: given.floorPlan })).toEqual([422, ['unit_id']]);
    expect(await refused({ unit_id: other.units[0] })).toEqual([422, ['unit_id']]);
    expect(await refused({ unit_id: null, floor_plan_id: other.floorPlan })).toEqual([422, ['floor_plan_id']]);
    for (const url of ['http://a.example/', 'https://', 'https://u:p@a.example/', 'https://a.example/a b', 'tour'])
      expect(await refused({ tour_url: url, video_url: url })).toEqual([422, ['tour_url', 'video_url']]);
    expect((await app.get(`${own}/${body.id}`)).body).toEqual(body);

    const moved = await app.put(`${own}/${body.id}`, { unit_id: null, floor_plan_id: given.floorPlan });
    expect(moved.body).toMatchObject({ unit_id: null, floor_plan_id: given.floorPlan });
    const { body: second } = await app.post(own, { name: '102', unit_id: given.units[1] });
    expect((await app.delete(`${given.path}/units/${given.units[1]}`)).status).toBe(200);
    expect((await app.get(`${own}/${second.id}`)).status).toBe(404);
    expect((await app.get(`${own}/${body.id}`)).status).toBe(200);
  });
});
