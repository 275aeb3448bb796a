import { createDataModelsApi } from '../../apps/data-models-api/src/create-api.js';
import { givenDataModel } from '../data-models/forms.js';
import { TestApp } from '../support/app.js';
import { givenAsset } from '../support/given.js';
import { snapshotOf } from './database-snapshot.js';

interface Described {
  requestBody?: { content: Record<string, unknown> };
}

let apps: Record<'main' | 'ai', TestApp>;
const ids: Record<'main' | 'ai', Record<string, string>> = { main: {}, ai: {} };

beforeAll(async () => {
  apps = { main: await TestApp.start(), ai: await TestApp.start({}, createDataModelsApi) };
  const asset = await givenAsset(apps.main);
  const other = await givenAsset(apps.ai);
  const map = new FormData();
  for (const [name, value] of Object.entries({ asset_id: asset.id, name: 'Level 1', style: 'b' }))
    map.append(name, value);
  const drawing = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path id="101" d="M0 0h5v5z"/></svg>';
  map.append('source', new Blob([drawing]), 'level-1.svg');
  const made = await apps.main.request('POST', `${asset.path}/maps`, { raw: map });
  const { body: gallery } = await apps.main.post(`${asset.path}/galleries`, { asset_id: asset.id, name: 'Lobby' });
  const backgrounds = (await apps.main.get(`${asset.path}/maps/${made.body.id}/backgrounds`)).body.data;
  ids.main = {
    ...{ asset: asset.id, unit: asset.units[0]!, 'floor-plan': asset.floorPlan, map: made.body.id },
    ...{ gallery: gallery.id, background: backgrounds[0].id },
  };
  ids.ai = { asset: other.id, 'data-model': await givenDataModel(apps.ai, other.id) };
});
afterAll(async () => {
  for (const app of Object.values(apps ?? {})) await app.close();
});

/** The operations that take a form. */
async function forms(api: 'main' | 'ai'): Promise<[method: string, path: string][]> {
  const { paths } = (await apps[api].get('/openapi.json')).body as { paths: Record<string, Record<string, Described>> };
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, { requestBody }]) => requestBody?.content['multipart/form-data'])
      .map(([method]): [string, string] => [
        method.toUpperCase(),
        path.replace(/\{([\w-]+)\}/g, (_, name: string) => ids[api][name] ?? `no ${name}`),
      ]),
  );
}

describe.each([
  ['main', 12],
  ['ai', 2],
] as const)('In the %s API, each of the %i multipart operations', (api, count) => {
  it.each(['iso-8859-15', 'utf-7', 'Shift_JIS', '"windows-1251"', 'nothing', 'base64', 'utf-16le', 'hex'])(
    'rejects a part in %s, and names it',
    async (charset) => {
      const app = apps[api];
      const found = await forms(api);
      expect(found).toHaveLength(count);
      const before = await snapshotOf(app);
      for (const [method, path] of found)
        for (const part of ['data', 'file', 'colour']) {
          const type = `Content-Type: text/plain; charset=${charset}`;
          const raw = `--x\r\nContent-Disposition: form-data; name="${part}"\r\n${type}\r\n\r\n{}\r\n--x--\r\n`;
          const headers = { 'Content-Type': 'multipart/form-data; boundary=x' };
          const { status, body } = await app.request(method, path, { raw, headers });
          expect([path, status, body.code, body.fields]).toEqual([
            path,
            415,
            'unsupported_charset',
            { [part]: ['must be text in UTF-8'] },
          ]);
          expect(body.message).toBe(`Send the part ${part} in UTF-8`);
        }
      expect(await snapshotOf(app)).toEqual(before);
    },
  );

  /** Sends a form of one part with these headers to every operation. */
  async function sendPart(headers: string): Promise<{ status: number; code: string; message: string }[]> {
    const app = apps[api];
    const before = await snapshotOf(app);
    const answers = [];
    for (const [method, path] of await forms(api)) {
      const raw = `--x\r\n${headers}\r\n\r\n{}\r\n--x--\r\n`;
      const { status, body } = await app.request(method, path, {
        raw,
        headers: { 'Content-Type': 'multipart/form-data; boundary="x"' },
      });
      answers.push({ status, code: body.code, message: body.message });
    }
    expect(await snapshotOf(app)).toEqual(before);
    return answers;
  }

  it.each(["filename*=shift_jis''%83", "filename*=nothing'en'a; filename=a", "x*=base64''eA=="])(
    'rejects a part with %s, and names it',
    async (parameter) => {
      const answers = await sendPart(`Content-Disposition: form-data; name="file"; ${parameter}`);
      for (const answer of answers)
        expect(answer).toEqual({ status: 415, code: 'unsupported_charset', message: 'Send the part file in UTF-8' });
    },
  );

  it.each(["filename*=UTF-8''a%C3%A9.svg", 'filename="x; y*=nothing\'\'z.svg"'])(
    'accepts a part with %s',
    async (file) => {
      const answers = await sendPart(`Content-Disposition: form-data; name="nothing"; ${file}`);
      for (const { status } of answers) expect(status).toBe(422); // no operation has such a part
    },
  );

  it.each([
    'Content-Type: text/plain',
    'Content-Disposition: attachment; name=data',
    'Content-Disposition: form-data; =',
  ])('drops no part silently: %s', async (header) => {
    for (const { status, code } of await sendPart(header)) expect([status, code]).toEqual([400, 'malformed_multipart']);
  });
});
