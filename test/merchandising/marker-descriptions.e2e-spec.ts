import { Gallery, MarkerDescription } from '@app/merchandising/provisioning';
import { UpsertResources } from '@app/platform/resources';
import { CommandBus } from '@nestjs/cqrs';
import { TestApp } from '../support/app.js';
import { type GivenAsset, givenAsset } from '../support/given.js';

let app: TestApp;
let asset: GivenAsset;
let markers: string;

beforeAll(async () => {
  app = await TestApp.start();
});
beforeEach(async () => {
  asset = await givenAsset(app);
  markers = `${asset.path}/marker-descriptions`;
});
afterAll(() => app?.close());

type Fields = ConstructorParameters<typeof MarkerDescription>[1];
const execute = async <T extends { name: string }>(command: UpsertResources<T>) =>
  (await app.app.get(CommandBus).execute(command))[0]!;
const declare = (fields: Fields, assetId = asset.id) =>
  execute(new UpsertResources(MarkerDescription, { assetId }, [fields]));
const gallery = async (assetId = asset.id) =>
  (await execute(new UpsertResources(Gallery, { assetId }, [{ name: 'Lobby', images: [] }]))).id;

/** Rows written one after the other may have different values of `updated_at`. */
const times = ({ created_at, updated_at }: { created_at: string; updated_at: string }) => ({ created_at, updated_at });

describe('A marker description', () => {
  it('is viewed and listed as declared', async () => {
    const galleryId = await gallery();
    const { id, outcome } = await declare({
      name: 'Pool',
      label: 'The pool',
      description: 'Open\n\nMay to September. '.repeat(500),
      galleryId,
      iframeSourceUrl: 'https://a.example/tour',
      outboundLinkUrl: 'https://a.example/pool',
    });
    const bare = await declare({ name: 'Gate' });

    expect(outcome).toBe('created');
    const { status, body } = await app.get(`${markers}/${id}`);
    expect([status, body]).toEqual([
      200,
      {
        id,
        asset_id: asset.id,
        gallery_id: galleryId,
        name: 'Pool',
        label: 'The pool',
        description: 'Open\n\nMay to September. '.repeat(500),
        iframe_source_url: 'https://a.example/tour',
        outbound_link_url: 'https://a.example/pool',
        places: [],
        created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00$/),
        updated_at: body.created_at,
      },
    ]);
    const nothing = {
      gallery_id: null,
      label: null,
      description: null,
      iframe_source_url: null,
      outbound_link_url: null,
    };
    const { data } = (await app.get(markers)).body;
    expect(data).toEqual([body, { ...body, ...nothing, ...times(data[1]), id: bare.id, name: 'Gate' }]);
  });

  it('is found by its name when it is provisioned again', async () => {
    const { id } = await declare({ name: 'Pool', label: 'Pool' });

    expect(await declare({ name: 'Pool', label: 'Pool', description: null })).toEqual({ id, outcome: 'unchanged' });
    expect(await declare({ name: 'Pool', galleryId: await gallery() })).toEqual({ id, outcome: 'changed' });
    const { body } = await app.get(`${markers}/${id}`);
    expect(body).toMatchObject({ label: 'Pool', gallery_id: expect.any(String) });
    expect(await declare({ name: 'Pool', label: null })).toEqual({ id, outcome: 'changed' });
    expect((await app.get(`${markers}/${id}`)).body).toMatchObject({ label: null, gallery_id: body.gallery_id });
  });

  it('references a gallery of its asset, and is cleared when the gallery is deleted', async () => {
    const other = await givenAsset(app);
    await expect(declare({ name: 'Pool', galleryId: await gallery(other.id) })).rejects.toThrow('foreign key');

    const galleryId = await gallery();
    const { id } = await declare({ name: 'Pool', galleryId });
    await app.sql('delete from merchandising.gallery where id = $1', [galleryId]);
    expect((await app.get(`${markers}/${id}`)).body.gallery_id).toBeNull();
  });

  it('is found only under its own asset', async () => {
    const { id } = await declare({ name: 'Pool' });
    const other = await givenAsset(app);

    expect((await app.get(`${other.path}/marker-descriptions/${id}`)).status).toBe(404);
  });

  it('requires the permission and the flag', async () => {
    const { id } = await declare({ name: 'Pool' });
    const nobody = await app.key([]);
    const reader = await app.key(['service.marker-descriptions.read']);
    const flags = 'marker-descriptions-resource';

    for (const path of [markers, `${markers}/${id}`]) {
      expect((await app.get(path, { key: nobody })).status).toBe(403);
      expect((await app.get(path, { key: reader, flags })).status).toBe(200);
      expect((await app.get(path, { key: reader, flags: 'gallery-resource' })).status).toBe(400);
    }
    const writer = await app.key(['service.*']);
    expect((await app.post(markers, { name: 'x' }, { key: writer })).status).toBe(403);
  });

  it('is created, moved and deleted over REST', async () => {
    const [map] = await app.sql<{ id: string }>(
      `insert into mapping.unit_map (asset_id, name, style) values ($1, 'Level 1', 'b') returning id`,
      [asset.id],
    );
    const places = [{ unit_map_id: map!.id, x: 1.5, y: 2 }];
    const { status, body } = await app.post(markers, {
      name: 'Pool',
      label: 'Pool',
      places,
      gallery_id: await gallery(),
    });
    expect([status, body]).toMatchObject([201, { name: 'Pool', label: 'Pool', description: null, places }]);
    const moved = [{ unit_map_id: map!.id, x: 3, y: 4 }];
    expect((await app.put(`${markers}/${body.id}`, { places: moved })).body).toMatchObject({
      name: 'Pool',
      places: moved,
    });
    expect((await app.put(`${markers}/${body.id}`, { ...body, label: null })).body).toMatchObject({
      label: null,
      places,
    });

    const other = await givenAsset(app);
    const wrong = await app.post(markers, {
      ...{ name: 'Pool', gallery_id: await gallery(other.id) },
      places: [...places, { unit_map_id: '999999', x: 0, y: 0 }],
    });
    expect([wrong.status, Object.keys(wrong.body.fields).sort()]).toEqual([
      422,
      ['gallery_id', 'places.1.unit_map_id'],
    ]);
    for (const broken of [{}, [{ unit_map_id: map!.id }], [{ unit_map_id: map!.id, x: '1', y: 2 }], [null]])
      expect((await app.put(`${markers}/${body.id}`, { places: broken })).status).toBe(422);
    expect((await app.delete(`${markers}/${body.id}`)).status).toBe(200);
    expect((await app.get(`${markers}/${body.id}`)).status).toBe(404);
  });
});
