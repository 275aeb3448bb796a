import { Database } from '@app/platform/persistence';
import { migrate } from '@app/platform/runtime';
import { ALL_PERSISTENCE } from '../../apps/cli/src/contexts.js';
import { TestApp } from '../support/app.js';
import { type GivenAsset, givenAsset, givenProcess } from '../support/given.js';
import { built, Service } from '../support/service.mjs';

let app: TestApp;
let asset: GivenAsset;
let key: string;

beforeAll(async () => {
  built();
  app = await TestApp.start();
  asset = await givenAsset(app, ['101', '102']);
  key = await app.key();
}, 240_000);
afterAll(() => app?.close());

/** Sends requests to a server in the time zone, for a pricing process of its own. @returns the responses */
async function answersIn(zone: string) {
  const process = await givenProcess(app, asset, 'revenue_management');
  const service = await Service.start('api', { DATABASE_URL: app.databaseUrl, DATA_DIR: app.dataDir, TZ: zone });
  const ask = async (method: string, path: string, body?: unknown) => {
    const answer = await app.request(method, service.base + path, { key, ...(body !== undefined && { body }) });
    expect([path, answer.status]).toEqual([path, 200]);
    return answer.body;
  };
  try {
    const terms = ['2026-01-01', '2026-03-08', '2026-11-01', '2026-12-31'];
    const sent = terms.map((available_on, at) => ({
      ...{ unit_number: '101', provider_id: 'A', price: 1500 + at, available_on },
      ...{ lease_term: at + 1, lease_starts_on: available_on },
    }));
    await ask('POST', `${process}/ingest?commit=1`, sent);
    const entries = (await ask('GET', `${process}/entries`)).data.flat();
    const unit = `${process}/units/${asset.units[0]}`;
    const put = await ask('PUT', unit, { id: asset.units[0], full_price: 1700 });
    const times: string[] = [...entries, put].flatMap((each) => [each.created_at, each.updated_at]).filter(Boolean);
    const days = (each: Record<string, unknown>) => [
      each['price'],
      each['available_on'],
      each['lease_starts_on'],
      each['full_price'],
    ];
    return {
      entries: entries.map(days),
      units: (await ask('GET', `${process}/units`)).data.map(days),
      put: days(put),
      asset: await ask('GET', `/v1/assets/${asset.id}`),
      ofNow: times.map((time) => time.endsWith('+00:00') && Math.abs(Date.parse(time) - Date.now()) < 600_000),
    };
  } finally {
    await service.kill();
  }
}

describe('A server', () => {
  it('responds in UTC far west and far east of Greenwich, where midnight UTC falls on another day', async () => {
    const [west, east] = [await answersIn('America/Los_Angeles'), await answersIn('Pacific/Kiritimati')];
    expect(west).toEqual(east);
    expect(west.entries[0]).toEqual([1500, '2026-01-01', '2026-01-01', undefined]);
    expect(west.put).toEqual([1503, '2026-12-31', undefined, 1700]);
    expect(new Set(west.ofNow)).toEqual(new Set([true]));
  }, 120_000);
});

it('search_path and DateStyle of the database are ignored', async () => {
  const name = new URL(app.databaseUrl).pathname.slice(1);
  await app.sql(
    `alter database ${name} set search_path to platform; alter database ${name} set datestyle to 'SQL, DMY'`,
  );
  const own = await TestApp.on(app.databaseUrl);
  try {
    const options = { url: app.databaseUrl, poolSize: 2, contexts: ALL_PERSISTENCE };
    expect(await migrate(options)).toEqual([]);
    expect((await own.get('/health/ready', { key: null })).status).toBe(200);
    const process = await givenProcess(own, asset, 'revenue_management');
    const entry = { unit_number: '101', provider_id: 'A', price: 1500, available_on: '2026-01-12', lease_term: 1 };
    expect((await own.post(`${process}/ingest?commit=1`, [entry])).status).toBe(200);
    const put = await own.put(`${process}/units/${asset.units[0]}`, { id: asset.units[0], full_price: 1700 });
    expect([put.status, put.body.available_on]).toEqual([200, '2026-01-12']);
  } finally {
    await own.close();
    await app.sql(`alter database ${name} reset all`);
  }
});

it('the time zone is UTC, even if the database URL sets other session options', async () => {
  const asking = await TestApp.on(`${app.databaseUrl.split('?', 1)[0]}?options=-c%20plan_cache_mode%3Dauto`);
  try {
    const database = asking.app.get(Database);
    const shown = async (name: string) => Object.values((await database.rows<object>(`show ${name}`))[0]!)[0];
    expect([await shown('timezone'), await shown('plan_cache_mode')]).toEqual(['UTC', 'auto']);
    expect(await app.app.get(Database).rows('show plan_cache_mode')).toEqual([
      { plan_cache_mode: 'force_generic_plan' },
    ]);
  } finally {
    await asking.close();
  }
});
