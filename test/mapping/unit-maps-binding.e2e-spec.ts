import { setTimeout as sleep } from 'node:timers/promises';
import { MatchUnits, UnitMapsChanged } from '@app/mapping/contract';
import { UpsertUnitMap } from '@app/mapping/provisioning';
import { jest } from '@jest/globals';
import { CommandBus, EventBus } from '@nestjs/cqrs';
import { MatchUnitsJob } from '../../libs/mapping/src/unit-maps/match-units.job.js';
import { FindUnboundMapsJob } from '../../libs/mapping/src/unit-maps/find-unbound-maps.job.js';
import { TestApp } from '../support/app.js';
import { TIME_FACTOR } from '../support/time-factor.js';
import { givenAsset, type GivenAsset } from '../support/given.js';

let app: TestApp;
let asset: GivenAsset;

beforeAll(async () => {
  app = await TestApp.start();
});
afterAll(() => app?.close());
beforeEach(async () => {
  asset = await givenAsset(app);
});

const rooms = (...names: string[]) =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 900 9">${names.map((name, at) => `<rect id="Unit-${name}" x="${at * 9}" width="9" height="9"/>`).join('')}</svg>`,
  );

async function givenMap(name: string, ...shown: string[]): Promise<string> {
  const declared = { name, tags: [], style: 'b' as const, isDimensionLocked: false };
  const source = { name: 'x.svg', bytes: rooms(...shown) };
  const { id } = await app.app.get(CommandBus).execute(new UpsertUnitMap(asset.id, { ...declared, source }));
  await settled();
  return id;
}

const path = (map: string) => `${asset.path}/maps/${map}`;
const view = async (map: string) => (await app.get(path(map))).body;
const bound = async (map: string, from = app): Promise<string[]> =>
  (await from.get(`${path(map)}/units`)).body.bound_shapes.map((shape: { unit_number: string }) => shape.unit_number);
const inFile = async (map: string): Promise<(string | null)[]> => {
  const response = await fetch((await view(map)).url);
  return ((await response.json()) as { shapes: { unit_id: string | null }[] }).shapes.map(({ unit_id }) => unit_id);
};

const createUnit = (number: string, by = app) =>
  by.post(`${asset.path}/units`, {
    asset_id: asset.id,
    building_id: asset.building,
    floor_id: asset.floor,
    floor_plan_id: asset.floorPlan,
    unit_number: number,
    area: 1,
  });
const renumber = (unit: string, number: string) =>
  app.put(`${asset.path}/units/${unit}`, { id: unit, asset_id: asset.id, unit_number: number });

const look = (server: TestApp) => server.app.get(FindUnboundMapsJob, { strict: false }).tick();
const noted = async () =>
  (await app.sql(`select id from platform.outbox_entry where asset_id = $1 and consumer = 'match-units'`, [asset.id]))
    .length;

/** Waits longer than the time in which changes are collected. */
const settled = () => sleep(700);

async function until(check: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 100 * TIME_FACTOR; tries++) {
    if (await check()) return;
    await sleep(50);
  }
  throw new Error('It did not happen');
}

/** Runs `other` while the statement of `work` that writes shapes waits. */
async function during<T>(event: string, work: () => Promise<T>, other: () => Promise<unknown>): Promise<T> {
  const lock = 471_121;
  await app.sql(`create function mapping.wait_for_test() returns trigger language plpgsql as
    'begin perform pg_advisory_xact_lock(${lock}); return null; end'`);
  await app.sql(
    `create trigger wait_for_test ${event} on mapping.unit_map_shape execute function mapping.wait_for_test()`,
  );
  const holder = await app.sqlPool.connect();
  try {
    await holder.query('select pg_advisory_lock($1)', [lock]);
    const done = work();
    const waiting = `select from pg_locks where locktype = 'advisory' and objid = $1 and not granted`;
    await until(async () => (await app.sql(waiting, [lock])).length === 1);
    await other();
    await holder.query('select pg_advisory_unlock($1)', [lock]);
    return await done;
  } finally {
    holder.release(true);
    await app.sql('drop function mapping.wait_for_test cascade');
  }
}

const events = async (work: () => Promise<unknown>): Promise<number> => {
  let count = 0;
  const seen = app.app.get(EventBus).subscribe((event) => {
    if (event instanceof UnitMapsChanged && event.assetId === asset.id) count += 1;
  });
  await work();
  seen.unsubscribe();
  return count;
};

describe('The units of a map', () => {
  it('are bound when they are created', async () => {
    const map = await givenMap('Level 1', '101', '201');
    expect(await bound(map)).toEqual(['101']);
    const { id } = (await createUnit('201')).body;
    await until(async () => (await bound(map)).length === 2);
    expect(await inFile(map)).toEqual([asset.units[0], id]);
  });

  it('are rebound when they are renumbered', async () => {
    const map = await givenMap('Level 1', '101', '201');
    const { url, updated_at } = await view(map);
    await renumber(asset.units[0]!, '201');
    await until(async () => (await view(map)).url !== url);
    expect(await inFile(map)).toEqual([null, asset.units[0]]);
    expect(Date.parse((await view(map)).updated_at)).toBeGreaterThanOrEqual(Date.parse(updated_at));
  });

  it('are removed at once when they are deleted, and from the file shortly after', async () => {
    const map = await givenMap('Level 1', '101');
    expect((await app.delete(`${asset.path}/units/${asset.units[0]}`)).status).toBe(200);
    expect(await bound(map)).toEqual([]);
    await until(async () => (await inFile(map))[0] === null);
  });

  it('that were assigned explicitly stay bound until they are deleted, whatever their number', async () => {
    const map = await givenMap('Level 1', '101');
    const compiled = await (await fetch((await view(map)).url)).text();
    const raw = new FormData();
    raw.append('data', JSON.stringify({ id: map, asset_id: asset.id }));
    raw.append('file', new Blob([compiled.replace('"name"', '"given"')]), 'x.umap');
    expect((await app.request('PUT', path(map), { raw })).status).toBe(200);
    await renumber(asset.units[0]!, '999');
    await settled();
    expect(await inFile(map)).toEqual([asset.units[0]]);
    await app.delete(`${asset.path}/units/${asset.units[0]}`);
    await createUnit('101');
    await until(async () => (await bound(map))[0] === '101');
  });

  it('are bound once under concurrent changes', async () => {
    const numbers = Array.from({ length: 30 }, (_, n) => String(500 + n));
    const map = await givenMap('Level 5', ...numbers);
    const changes = await events(async () => {
      await Promise.all(numbers.map((number) => createUnit(number)));
      await until(async () => (await bound(map)).length === 30);
      await settled();
    });
    expect(changes).toBeLessThanOrEqual(3);
  });

  it('are not rebound when nothing relevant changes', async () => {
    const map = await givenMap('Level 1', '101');
    const before = await view(map);
    expect(await events(() => app.app.get(CommandBus).execute(new MatchUnits(asset.id)))).toBe(0);
    await createUnit('777');
    await settled();
    expect(await view(map)).toEqual(before);
  });

  it('are bound on all maps of the asset, and on no others', async () => {
    const [first, second] = [await givenMap('Level 1', '777'), await givenMap('Level 2', '777')];
    const own = asset;
    asset = await givenAsset(app);
    const foreign = await givenMap('Level 1', '777');
    const before = await view(foreign);
    const other = asset;
    asset = own;
    await createUnit('777');
    await until(async () => (await bound(first)).length + (await bound(second)).length === 2);
    asset = other;
    expect(await view(foreign)).toEqual(before);
  });

  it('are bound even without an event', async () => {
    const map = await givenMap('Level 1', '888');
    await app.sql(`update catalog.unit set unit_number = '888' where asset_id = $1 and id = $2`, [
      asset.id,
      asset.units[0],
    ]);
    await settled();
    expect(await bound(map)).toEqual([]);
    const replica = await app.replica(); // a process checks at its start, then every minute
    await until(async () => (await bound(map, replica)).length === 1);
  });

  it('are bound by number when the transaction that draws a map is retried', async () => {
    await app.sql('create sequence mapping.attempts');
    await app.sql(`create function mapping.fail_once() returns trigger language plpgsql as $$
      begin if nextval('mapping.attempts') = 1 then raise 'deadlock' using errcode = '40P01'; end if; return null; end $$`);
    await app.sql(
      `create trigger fail_once after insert on mapping.unit_map_shape execute function mapping.fail_once()`,
    );
    try {
      const map = await givenMap('Level 1', '101');
      expect(await app.sql('select last_value::int as attempts from mapping.attempts')).toEqual([{ attempts: 2 }]);
      expect(await app.sql('select bound_by from mapping.unit_map_shape where unit_map_id = $1', [map])).toEqual([
        { bound_by: 'name' },
      ]);
    } finally {
      await app.sql('drop function mapping.fail_once cascade; drop sequence mapping.attempts');
    }
  });

  it('are rebound if they change while a map is drawn', async () => {
    const map = await during(
      'after insert',
      () => givenMap('Level 1', '888'),
      () => app.sql(`update catalog.unit set unit_number = '888' where id = $1`, [asset.units[0]]),
    );
    await look(app);
    await until(async () => (await bound(map)).length === 1);
    expect(await bound(map)).toEqual(['888']);
  });

  it('may be deleted while a map is drawn or bound', async () => {
    const [first, second] = asset.units;
    const deletion = (unit?: string) => () => app.sql('delete from catalog.unit where id = $1', [unit]);
    const map = await during('before insert', () => givenMap('Level 1', '101', '888'), deletion(first));
    await app.sql(`update catalog.unit set unit_number = '888' where id = $1`, [second]);
    await during(
      'before update of bound_by',
      () => app.app.get(CommandBus).execute(new MatchUnits(asset.id)),
      deletion(second),
    );
    await app.app.get(CommandBus).execute(new MatchUnits(asset.id));
    expect(await inFile(map)).toEqual([null, null]);
  });

  it('are bound on the other maps when a map is deleted concurrently', async () => {
    const [first, second] = [await givenMap('Level 1', '888'), await givenMap('Level 2', '888')];
    await app.sql(`update catalog.unit set unit_number = '888' where id = $1`, [asset.units[0]]);
    const deletion = await app.sqlPool.connect();
    try {
      await deletion.query('begin');
      await deletion.query('delete from mapping.unit_map where id = $1', [first]);
      const done = app.app.get(CommandBus).execute(new MatchUnits(asset.id));
      const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
      await until(async () => (await app.sql(waiting)).length === 1);
      await deletion.query('commit');
      await done;
    } finally {
      deletion.release(true);
    }
    expect(await bound(second)).toEqual(['888']);
  });

  it('are bound by another server when the first one dies before publishing the event', async () => {
    const map = await givenMap('Level 1', '888');
    const replica = await app.replica();
    const lost = jest.spyOn(app.app.get(EventBus), 'publishAll').mockImplementation(() => undefined);
    try {
      await renumber(asset.units[0]!, '888');
    } finally {
      lost.mockRestore();
    }
    expect(await noted()).toBe(1);
    await replica.run(MatchUnitsJob);
    await until(async () => (await bound(map)).length === 1);
    await until(async () => (await noted()) === 0);
  });

  it('are rebound when a unit moves to another floor', async () => {
    const [floor] = await app.sql<{ id: string }>(
      `insert into catalog.floor (asset_id, name, filter_label, filter_short_label, sort) values ($1, 'Level 2', 'Level 2', 'L2', 2) returning id`,
      [asset.id],
    );
    const map = await givenMap('Level 1', '101');
    const as = async () =>
      (await app.sql('select binding_fingerprint from mapping.unit_map where id = $1', [map]))[0]![
        'binding_fingerprint'
      ];
    const first = await as();
    const moved = { id: asset.units[0], asset_id: asset.id, floor_id: floor!.id };
    expect((await app.put(`${asset.path}/units/${asset.units[0]}`, moved)).status).toBe(200);
    await until(async () => (await as()) !== first);
    expect(await bound(map)).toEqual(['101']);
  });

  it('are checked a few assets at a time, and eventually all', async () => {
    await app.sql(`with made as (insert into catalog.asset (market, name, display_name, address_line1, address_city, address_state, address_country, address_postal_code)
        select 'multifamily', 'Mapped ' || n, 'Mapped', '1 Quay Street', 'New York', 'NY', 'USA', '10004' from generate_series(1, 150) n returning id)
      insert into mapping.unit_map (asset_id, name, style, shapes_key) select id, 'Level 1', 'b', 'none' from made`);
    asset = await givenAsset(app);
    const map = await givenMap('Level 1', '888');
    const replica = await app.replica();
    await settled();
    await app.sql(`update catalog.unit set unit_number = '888' where id = $1`, [asset.units[0]]);
    for (let turn = 0; turn < 3; turn++) await look(replica);
    await until(async () => (await bound(map)).length === 1);
    expect(await bound(map)).toEqual(['888']);
  });

  it('are bound identically by two servers', async () => {
    const numbers = Array.from({ length: 20 }, (_, n) => String(600 + n));
    const map = await givenMap('Level 6', ...numbers);
    const replica = await app.replica();
    const create = async (number: string, by: TestApp): Promise<string> => {
      const { status, text } = await createUnit(number, by);
      if (status !== 503) return status === 201 ? 'created' : text;
      await sleep(100); // the server is busy
      return create(number, by);
    };
    const created = await Promise.all(numbers.map((number, at) => create(number, at % 2 === 0 ? app : replica)));
    expect(created).toEqual(Array(20).fill('created'));
    await until(async () => (await bound(map)).length === 20);
    await settled();
    const stored = await app.sql<{ unit_id: string }>(
      'select unit_id::text from mapping.unit_map_shape where asset_id = $1 and unit_map_id = $2 order by position',
      [asset.id, map],
    );
    expect(await inFile(map)).toEqual(stored.map(({ unit_id }) => unit_id));
    expect(new Set(await inFile(map)).size).toBe(20);
  });
});
