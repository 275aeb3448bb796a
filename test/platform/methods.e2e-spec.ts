import { TestApp } from '../support/app.js';
import { type GivenAsset, givenAsset } from '../support/given.js';

let app: TestApp;
let asset: GivenAsset;

beforeAll(async () => {
  app = await TestApp.start();
  asset = await givenAsset(app);
});
afterAll(() => app?.close());

const allowed = async (method: string, path: string) => {
  const { status, headers, body } = await app.request(method, asset.path + path);
  expect([status, body.code]).toEqual([405, 'method_not_allowed']);
  return headers.get('allow')?.split(', ').sort();
};

describe('An unsupported method', () => {
  it.each(['PUT', 'DELETE', 'PATCH'])('is rejected with the supported ones: %s of a list', async (method) => {
    expect(await allowed(method, '/units')).toEqual(['GET', 'HEAD', 'OPTIONS', 'POST']);
  });

  it.each(['outbound-links', 'description-groups', 'reference-groups'])(
    'is rejected on a path that resembles a unit called %s',
    async (name) => {
      const count = await app.sql('select from catalog.unit');

      for (const path of [`/units/${name}`, `/units/${name}/`, `/units/${name}?page=1`])
        for (const method of ['PUT', 'DELETE', 'PATCH'])
          expect(await allowed(method, path)).toEqual(['GET', 'HEAD', 'OPTIONS', 'POST']);
      expect(await app.sql('select from catalog.unit')).toEqual(count);
    },
  );

  it('is not revealed without a key', async () => {
    expect((await app.delete(`${asset.path}/units/outbound-links`, { key: null })).status).toBe(401);
    expect((await app.delete(`${asset.path}/units/outbound-links`, { key: 'wrong' })).status).toBe(403);
  });

  it('is reported without a key on a public path', async () => {
    for (const [path, methods] of [
      ['/v1/embeds/any/document', ['PUT', 'DELETE', 'PATCH', 'POST']],
      ['/health/ready', ['PUT', 'POST']],
    ] as const)
      for (const method of methods) {
        const { status, headers, body } = await app.request(method, path, { key: null });
        expect([path, method, status, body.code]).toEqual([path, method, 405, 'method_not_allowed']);
        expect(headers.get('allow')?.split(', ').sort()).toEqual(['GET', 'HEAD', 'OPTIONS']);
      }
  });

  it('does not affect the methods of units', async () => {
    expect((await app.delete(`${asset.path}/units/${asset.units[0]}`)).status).toBe(200);
    expect((await app.delete(`${asset.path}/units/nothing`)).status).toBe(404);
    expect((await app.put(`${asset.path}/units/999999`, {})).status).toBe(404);
    expect(await allowed('POST', '/units/nothing')).toEqual(['DELETE', 'GET', 'HEAD', 'OPTIONS', 'PUT']);
  });
});
