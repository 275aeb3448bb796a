import { Database } from '@app/platform/persistence';
import { type Connection } from 'pg';
import { type TestResponse, TestApp } from '../support/app.js';
import { type GivenAsset, givenAsset, givenProcess } from '../support/given.js';

/** Statements that Postgres rejected. It logs two lines for each. */
const refused: string[] = [];
let app: TestApp;
let asset: GivenAsset;

beforeAll(async () => {
  app = await TestApp.start();
  asset = await givenAsset(app);
  const listened = new WeakSet<object>();
  app.app.get(Database).pool.on('acquire', (client) => {
    const { connection } = client as unknown as { connection: Connection };
    if (listened.has(connection)) return;
    listened.add(connection);
    connection.on('errorMessage', ({ message }: Error) => void refused.push(message));
  });
});
afterAll(() => app?.close());
beforeEach(() => void refused.splice(0));

const references = () => `${asset.path}/references`;
const groups = () => `${asset.path}/units/reference-groups`;
const reference = (key: string) => ({ asset_id: asset.id, name: 'CRM', key, value: '1' });
const group = (key: string) => ({ asset_id: asset.id, name: 'CRM', key });

const conflicts: Record<string, () => Promise<TestResponse>> = {
  'a transaction while another is open': async () => {
    const process = await givenProcess(app, asset);
    await app.post(`${process}/ingest`);
    return app.post(`${process}/ingest`);
  },
  'a reference with a key that another has': async () => {
    await app.post(references(), reference('first'));
    return app.post(references(), reference('first'));
  },
  'a reference that gets the key of another': async () => {
    await app.post(references(), reference('second'));
    const { id } = (await app.post(references(), reference('third'))).body;
    return app.put(`${references()}/${id}`, { ...reference('second'), id });
  },
  'a group with a key that another has': async () => {
    await app.post(groups(), group('first'));
    return app.post(groups(), group('first'));
  },
  'a group that gets the key of another': async () => {
    await app.post(groups(), group('second'));
    const { id } = (await app.post(groups(), group('third'))).body;
    return app.put(`${groups()}/${id}`, { ...group('second'), id });
  },
  'a pricing unit that gets the provider_id of another': async () => {
    const process = await givenProcess(app, asset);
    const map = (unit: string) =>
      app.put(`${process}/units/${unit}`, { asset_id: asset.id, id: unit, provider_id: 'P' });
    await map(asset.units[0]!);
    return map(asset.units[1]!);
  },
};

describe('An expected conflict', () => {
  it.each(Object.entries(conflicts))('is not an error in the Postgres log: %s', async (_, conflict) => {
    expect((await conflict()).status).toBe(409);
    expect(refused).toEqual([]);
  });
});
