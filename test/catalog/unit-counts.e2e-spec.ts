import { CountUnitsJob } from '../../libs/catalog/src/assets/count-units.job.js';
import { TestApp } from '../support/app.js';
import { type GivenAsset, givenAsset } from '../support/given.js';

let app: TestApp;
let other: TestApp;
let asset: GivenAsset;

beforeAll(async () => {
  app = await TestApp.start();
  other = await app.replica();
  for (const server of [app, other]) server.stopJobs();
});
afterAll(() => app?.close());
beforeEach(async () => (asset = await givenAsset(app)));

const units = async (id = asset.id): Promise<number> => (await app.get(`/v1/assets/${id}`)).body.unit_count;
const rows = () =>
  app.sql<{ id: string; units: number }>('select id, units from catalog.unit_count where asset_id = $1 order by id', [
    asset.id,
  ]);
const fold = (servers = [app]) => Promise.all(servers.map((server) => server.run(CountUnitsJob)));
const unit = (number: string) => ({
  asset_id: asset.id,
  building_id: asset.building,
  floor_id: asset.floor,
  floor_plan_id: asset.floorPlan,
  unit_number: number,
  area: 640,
});
const INSERT = `insert into catalog.unit (asset_id, building_id, floor_id, floor_plan_id, unit_number, area)
  select asset_id, building_id, floor_id, floor_plan_id, 'new ' || n, 1 from catalog.unit, generate_series(1, 10) n where id = $1`;

/** Assets whose unit count differs from the number of their units. */
const miscounted = () =>
  app.sql(`select asset.id from catalog.asset
    where (select count(*) from catalog.unit where unit.asset_id = asset.id)
      <> (select coalesce(sum(units), 0) from catalog.unit_count where unit_count.asset_id = asset.id)`);
afterEach(async () => expect(await miscounted()).toEqual([]));

describe('The units of an asset', () => {
  it('are counted when they are created and deleted, through the API and in SQL', async () => {
    expect(await units()).toBe(3);
    await app.post(`${asset.path}/units`, unit('104'));
    expect(await units()).toBe(4);
    await app.delete(`${asset.path}/units/${asset.units[0]}`);
    expect(await units()).toBe(3);
    await app.sql(INSERT, [asset.units[1]]);
    expect(await units()).toBe(13);
    await app.sql(`delete from catalog.unit where asset_id = $1 and unit_number like 'new%'`, [asset.id]);
    expect(await units()).toBe(3);
  });

  it('are counted only after the commit', async () => {
    const client = await app.sqlPool.connect();
    await client.query('begin');
    await client.query(INSERT, [asset.units[0]]);
    expect(await units()).toBe(3);
    await client.query('rollback');
    client.release();
    expect(await units()).toBe(3);
  });

  it('do not block each other on insert', async () => {
    await fold();
    const client = await app.sqlPool.connect();
    await client.query('begin');
    await client.query(INSERT, [asset.units[0]]);
    const created = await app.post(`${asset.path}/units`, unit('104'));
    await fold();
    expect([created.status, await units()]).toEqual([201, 4]);
    await client.query('commit');
    client.release();
    expect(await units()).toBe(14);
  });

  it('are counted when a unit moves to another asset, and when all are deleted at once', async () => {
    const [target, lone] = [await givenAsset(app), await givenAsset(app, ['1'])];
    await app.sql(
      `update catalog.unit set asset_id = $1, building_id = $2, floor_id = $3, floor_plan_id = $4 where id = $5`,
      [target.id, target.building, target.floor, target.floorPlan, lone.units[0]],
    );
    expect([await units(target.id), await units(lone.id)]).toEqual([4, 0]);
    await app.sql('truncate catalog.unit cascade');
    expect([await units(target.id), await units()]).toEqual([0, 0]);
  });

  it('leave no count when their asset is deleted', async () => {
    await app.sql('delete from catalog.asset where id = $1', [asset.id]);
    await fold();
    expect(await rows()).toEqual([]);
  });
});

/** Repeats a request while a busy machine responds with 503, which changes nothing. */
async function served<T extends { status: number }>(send: () => Promise<T>): Promise<T> {
  for (;;) {
    const answer = await send();
    if (answer.status !== 503) return answer;
  }
}

describe('The unit count', () => {
  it('is compacted into one row per asset by concurrent replicas while units are created and deleted', async () => {
    const work = async (at: number) => {
      const server = at % 2 ? app : other;
      const { status, body } = await served(() => server.post(`${asset.path}/units`, unit(`2${at}`)));
      const isDeleted = at % 3 === 0;
      const deleted = isDeleted && (await served(() => app.delete(`${asset.path}/units/${body.id}`))).status;
      await fold([app, other, app, other]);
      return [status, deleted];
    };
    const statuses = await Promise.all(Array.from({ length: 30 }, (_, at) => work(at)));
    expect(statuses).toEqual(statuses.map((_, at) => [201, at % 3 === 0 && 200]));

    expect(await units()).toBe(23);
    await fold();
    expect(await rows()).toEqual([{ id: '0', units: 23 }]);
  });
});
