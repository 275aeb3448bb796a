import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { CollectFilesJob } from '@app/platform/files';
import { TestApp } from '../support/app.js';
import { type GivenAsset, givenAsset } from '../support/given.js';
import { S3Server } from '../support/s3.js';
import { FORM, form, picture } from './pictures.js';

let s3: S3Server;
let app: TestApp;
let asset: GivenAsset;
let path: string;

beforeAll(async () => {
  s3 = await S3Server.start();
  app = await TestApp.start(s3.env);
  asset = await givenAsset(app);
  path = `${asset.path}/floor-plans/${asset.floorPlan}`;
});

afterAll(async () => {
  await app.close();
  await s3.close();
});

const data = { name: 'data', content: '' };
const send = async (of = app) =>
  of.request('PUT', path, {
    raw: form([
      { ...data, content: JSON.stringify({ id: asset.floorPlan, asset_id: asset.id, name: 'B2' }) },
      { name: 'image', content: await picture('png', 60, 60), filename: 'a.png' },
    ]),
    headers: FORM,
  });

describe('An image in a bucket of S3', () => {
  it('is served as from disk, but is not stored on disk', async () => {
    const { status, body } = await send();
    const whole = await fetch(body.image_url);
    const part = await fetch(body.image_url, { headers: { Range: 'bytes=1-3' } });

    expect(status).toBe(200);
    expect(Object.fromEntries(whole.headers)).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'public, max-age=31536000, immutable',
    });
    expect(
      Buffer.from(await whole.arrayBuffer())
        .subarray(1, 4)
        .toString(),
    ).toBe('PNG');
    expect([part.status, await part.text()]).toEqual([206, 'PNG']);
    expect((await fetch(body.image_url, { method: 'HEAD' })).headers.get('content-length')).toBe(
      whole.headers.get('content-length'),
    );
    expect((await fetch(`${app.base}/files/${'0'.repeat(64)}.png`)).status).toBe(404);
    expect(existsSync(join(app.dataDir, 'files'))).toBe(false);
  });

  it('is collected when nothing references it', async () => {
    const { body } = await send();
    await app.put(path, { id: asset.floorPlan, asset_id: asset.id, image: 'delete' });
    const collector = app.app.get(CollectFilesJob);
    await collector.run();
    expect((await fetch(body.image_url)).status).toBe(200);
    await app.advance(61);
    await collector.run();
    await app.advance(0);

    expect((await fetch(body.image_url)).status).toBe(404);
  });

  it('is rejected with 503 and changes nothing while the bucket is unavailable', async () => {
    const before = (await app.get(path)).body;
    const broken = await app.replica({ ...s3.env, S3_SECRET_ACCESS_KEY: 'wrong' });
    const { status, headers } = await send(broken);
    const read = await fetch(`${broken.base}/files/${'0'.repeat(64)}.png`);

    expect([status, headers.get('retry-after')]).toEqual([503, '1']);
    expect([read.status, await read.json()]).toEqual([503, expect.objectContaining({ code: 'unavailable' })]);
    expect((await app.get(path)).body).toEqual(before);
  });
});
