import { once } from 'node:events';
import { request } from 'node:http';
import { createDataModelsApi } from '../../apps/data-models-api/src/create-api.js';
import { TestApp } from '../support/app.js';
import { givenAsset } from '../support/given.js';
import { built, Service } from '../support/service.mjs';
import { givenDataModel } from './forms.js';

const MiB = 1024 * 1024;
const ROW = 'What does it cost?,"It depends, \n""really""",2026-12-01\n';

let app: TestApp;
let service: Service;
let path: string;
let key: string;

beforeAll(async () => {
  built();
  app = await TestApp.start({}, createDataModelsApi);
  const asset = await givenAsset(app);
  path = `/v1/assets/${asset.id}/data-models/${await givenDataModel(app, asset.id)}`;
  key = await app.key();
  service = await Service.start('data-models-api', {
    DATABASE_URL: app.databaseUrl,
    DATA_DIR: app.dataDir,
    NODE_OPTIONS: '--max-semi-space-size=4', // as in the image
  });
}, 120_000);
afterAll(async () => {
  await service?.kill();
  await app?.close();
});

/** Sends a table of this size without holding it in memory. @returns the status */
async function send(size: number, last = ''): Promise<number> {
  const sending = request(`${service.base}${path}`, {
    method: 'PUT',
    headers: {
      'API-Key': key,
      'Experimental-Flags': 'data-models-resource',
      'Content-Type': 'multipart/form-data; boundary=x',
    },
  });
  const answered = once(sending, 'response');
  sending.write('--x\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\na,b,c\n');
  const piece = ROW.repeat(1_000);
  for (let sent = 0; sent + piece.length < size; sent += piece.length)
    if (!sending.write(piece)) await once(sending, 'drain');
  sending.end(`${last}\r\n--x--\r\n`);
  const [response] = (await answered) as [import('node:http').IncomingMessage];
  response.resume();
  return response.statusCode!;
}

/** Maximum growth of the service's memory, in MiB. */
async function growth(work: () => Promise<unknown>): Promise<number> {
  const before = service.memory;
  let most = before;
  const watch = setInterval(() => (most = Math.max(most, service.memory)), 25);
  await work();
  clearInterval(watch);
  return most - before;
}

/** Memory that may stay until the next garbage collection, whatever the size of the upload, in MiB. */
const GARBAGE = 80;

describe('An upload of 50 MiB', () => {
  it('is never held in memory, whether it is stored or rejected', async () => {
    for (let warming = 0; warming < 15; warming++) expect(await send(2 * MiB)).toBe(200);
    const grown = await growth(async () => {
      expect(await send(50 * MiB)).toBe(200);
      expect(await send(50 * MiB, 'one,two\n')).toBe(422);
      expect(await send(50 * MiB, '"open')).toBe(422);
    });
    if (process.env['MEASURE']) console.log({ grown });
    expect(grown).toBeLessThan(GARBAGE);
  }, 60_000);

  it('leaks no memory, even when four run at once', async () => {
    const four = () => Promise.all([1, 2, 3, 4].map((n) => send(50 * MiB, `last,${n},\n`)));
    expect(await four()).toEqual([200, 200, 200, 200]);
    const grown = await growth(async () => expect(await four()).toEqual([200, 200, 200, 200]));
    if (process.env['MEASURE']) console.log({ grown });
    expect(grown).toBeLessThan(GARBAGE);
  }, 60_000);
});
