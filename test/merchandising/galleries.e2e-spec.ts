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
  (await app.app.get(CommandBus).execute(new UpsertResources(Gallery, { assetId: asset.id }, [{ name, images }])))[0]!;

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
    const image = async (colour: string) => {
      const pixel = sharp({ create: { width: 1, height: 1, channels: 3, background: colour } });
      return new Blob([new Uint8Array(await pixel.png().toBuffer())], { type: 'image/png' });
    };
    const form = async (data: object, colour: string) => {
      const sent = new FormData();
      sent.append('data', JSON.stringify(data));
      sent.append('image', await image(colour), 'image.png');
      return { raw: sent };
    };
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
});
