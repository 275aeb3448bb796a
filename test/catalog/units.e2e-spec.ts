import { jest } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import { Database } from '@app/platform/persistence';
import { allOf, type BoundaryValues, filled, bool, int32, reference, without } from '../support/boundary-values.js';
import { TestApp } from '../support/app.js';
import { type GivenAsset, givenAsset, givenPrices, givenProcess, givenSuiteAsset } from '../support/given.js';
import { behavesAsSpecified } from '../support/resource.js';

const app = TestApp.forSuite();
const asset = givenSuiteAsset(app);
const other = givenSuiteAsset(app);

const path = () => `${asset.path}/units`;
const valid = () => ({
  asset_id: asset.id,
  building_id: asset.building,
  floor_id: asset.floor,
  floor_plan_id: asset.floorPlan,
  unit_number: '1204',
  area: 640,
  is_affordable_housing_unit: true,
});
const area: BoundaryValues = int32('area', 0);
const references = ['building_id', 'floor_id', 'floor_plan_id'] as const;

describe('A unit', () => {
  behavesAsSpecified({
    app,
    path,
    valid,
    adds: { map_id: expect.stringMatching(/^\d+$/), view_image_url: null, secondary_view_image_url: null },
    needs: {
      create: ['building_id', 'floor_id', 'floor_plan_id', 'unit_number', 'area'],
      update: [],
    },
    boundaries: [filled('unit_number', 255), area, bool('is_affordable_housing_unit'), ...references.map(reference)],
    readOnly: { map_id: '999', view_image_url: 'https://a.example/x.png', secondary_view_image_url: null },
  });

  it('is not affordable housing by default', async () => {
    expect((await app.post(path(), without(valid(), 'is_affordable_housing_unit'))).body).toMatchObject({
      is_affordable_housing_unit: false,
    });
  });

  it('is returned when it is deleted, with the changes of earlier requests', async () => {
    const { id } = (await app.post(path(), valid())).body;
    const other = await app.sqlPool.connect();
    try {
      await other.query('begin');
      await other.query('update catalog.unit set area = 999 where id = $1', [id]);
      const deleting = app.delete(`${path()}/${id}`);
      const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
      while ((await app.sql(waiting)).length === 0) await sleep(5);
      await other.query('commit');
      expect(await deleting).toMatchObject({ status: 200, body: { id, area: 999 } });
    } finally {
      other.release();
    }
  });

  it('accepts its own id as its map', async () => {
    const { body } = await app.post(path(), valid());
    expect(body.map_id).toBe(body.id);
  });

  it('may have the same number as another unit', async () => {
    expect((await app.post(path(), valid())).status).toBe(201);
    expect((await app.post(path(), valid())).status).toBe(201);
  });

  it('requires building, floor and floor plan of its asset, and names each invalid one', async () => {
    const strangers = { building_id: other.building, floor_id: '999999', floor_plan_id: 'x' };
    const faults = Object.fromEntries(references.map((field) => [field, ['is not known in this asset']]));
    const { body: unit } = await app.post(path(), valid());

    expect(await app.post(path(), { ...valid(), ...strangers })).toMatchObject({
      status: 422,
      body: { fields: faults },
    });
    const changes = { id: unit.id, asset_id: asset.id, area: 1, ...strangers };
    expect(await app.put(`${path()}/${unit.id}`, changes)).toMatchObject({ status: 422, body: { fields: faults } });
    expect((await app.get(`${path()}/${unit.id}`)).body).toEqual(unit);
  });

  it('reports unknown references and ids that differ from the path together with all other errors', async () => {
    const { body: unit } = await app.post(path(), valid());
    const strangers = { building_id: other.building, floor_id: '999999', floor_plan_id: 7 };
    const wrong = { ...strangers, asset_id: other.id, area: 'large', colour: 'red' };
    const image = new Blob(['no image'], { type: 'image/png' });
    const fields = ['area', 'asset_id', 'building_id', 'colour', 'floor_id', 'floor_plan_id'];

    for (const refused of [
      await app.post(path(), { ...valid(), ...wrong }),
      await app.put(`${path()}/${unit.id}`, { id: unit.id, ...wrong }),
    ]) {
      expect([refused.status, Object.keys(refused.body.fields).sort()]).toEqual([422, fields]);
      expect(refused.body).toMatchObject({
        fault_count: fields.length,
        fields: { floor_id: ['is not known in this asset'], asset_id: ['must be the id in the path'] },
      });
    }
    const form = new FormData();
    form.append('data', JSON.stringify({ id: unit.id, asset_id: asset.id, floor_id: '999999' }));
    form.append('view_image', image, 'view.png');
    const refused = await app.request('PUT', `${path()}/${unit.id}`, { raw: form });
    expect([refused.status, Object.keys(refused.body.fields).sort()]).toEqual([422, ['floor_id', 'view_image']]);
    expect((await app.get(`${path()}/${unit.id}`)).body).toEqual(unit);
  });

  it.each(references)('may move to another %s of its asset, but cannot have none', async (field) => {
    const { body: unit } = await app.post(path(), valid());
    const change = (value: unknown) =>
      app.put(`${path()}/${unit.id}`, { id: unit.id, asset_id: asset.id, [field]: value });
    const resource = { building_id: 'buildings', floor_id: 'floors', floor_plan_id: 'floor-plans' }[field];
    const fields = {
      asset_id: asset.id,
      name: 'New',
      label: 'New',
      filter_label: 'N',
      filter_short_label: 'N',
      sort: 9,
    };
    const wanted = {
      buildings: ['label'],
      floors: ['filter_label', 'filter_short_label', 'sort'],
      'floor-plans': ['filter_label'],
    };
    const kept = ['asset_id', 'name', ...wanted[resource as 'buildings']];
    const body = Object.fromEntries(Object.entries(fields).filter(([name]) => kept.includes(name)));
    const plan = resource === 'floor-plans' ? { bedroom_count: 1, bathroom_count: 1 } : {};
    const { body: target } = await app.post(`${asset.path}/${resource}`, { ...body, ...plan });

    expect((await change(target.id)).body[field]).toBe(target.id);
    for (const value of [null, 1, ['1']]) expect((await change(value)).body.fields).toHaveProperty(field);
  });

  it('is returned when it is deleted, and then returns 404 together with its dependents', async () => {
    const own = await givenAsset(app, ['1']);
    const process = await givenProcess(app, own);
    const unit = own.units[0]!;
    const before = (await app.get(`${own.path}/units/${unit}`)).body;
    expect((await app.get(`${process}/units`)).body.data).toHaveLength(1);
    const deleted = await app.delete(`${own.path}/units/${unit}`);

    expect([deleted.status, deleted.body]).toEqual([200, before]);
    expect((await app.get(`${own.path}/units/${unit}`)).status).toBe(404);
    expect((await app.delete(`${own.path}/units/${unit}`)).status).toBe(404);
    expect((await app.get(`${process}/units`)).body.data).toEqual([]);
  });

  it('returns 404 under another asset, and is not changed', async () => {
    const theirs = other.units[0]!;
    const before = (await app.get(`${other.path}/units/${theirs}`)).body;

    expect((await app.get(`${path()}/${theirs}`)).status).toBe(404);
    expect((await app.put(`${path()}/${theirs}`, { id: theirs, asset_id: asset.id, area: 1 })).status).toBe(404);
    expect((await app.delete(`${path()}/${theirs}`)).status).toBe(404);
    expect((await app.get(`${other.path}/units/${theirs}`)).body).toEqual(before);
  });

  it('keeps its update time when nothing changes', async () => {
    const { body } = await app.post(path(), valid());
    await app.sql(`update catalog.unit set updated_at = '2026-01-01Z' where id = $1`, [body.id]);
    const same = await app.put(`${path()}/${body.id}`, { ...body });
    const changed = await app.put(`${path()}/${body.id}`, { ...body, area: 641 });

    expect(same.body.updated_at).toBe('2026-01-01T00:00:00+00:00');
    expect(changed.body.updated_at > same.body.updated_at).toBe(true);
    expect(changed.body.created_at).toBe(body.created_at);
  });
});

describe('The list of units', () => {
  let own: GivenAsset;
  let more: { building: string; floor: string; floorPlan: string };
  beforeAll(async () => {
    own = await givenAsset(app, ['101', '102', '103', '101', 'a&b=c']);
    const one = async (sql: string) => (await app.sql<{ id: string }>(`${sql} returning id`, [own.id]))[0]!.id;
    more = {
      building: await one(`insert into catalog.building (asset_id, name, label) values ($1, 'B', 'B')`),
      floor: await one(
        `insert into catalog.floor (asset_id, name, filter_label, filter_short_label, sort) values ($1, 'F', 'F', 'F', 2)`,
      ),
      floorPlan: await one(
        `insert into catalog.floor_plan (asset_id, name, bedroom_count, bathroom_count, filter_label) values ($1, 'P', 1, 1, 'P')`,
      ),
    };
    const move = (column: string, to: string, ...at: number[]) =>
      app.sql(`update catalog.unit set ${column} = $1 where id = any ($2::bigint[])`, [
        to,
        at.map((n) => own.units[n]),
      ]);
    await move('building_id', more.building, 0, 1);
    await move('floor_id', more.floor, 1, 2);
    await move('floor_plan_id', more.floorPlan, 0, 2);
    await move('updated_at', '2026-01-01Z', 0, 1, 2, 3, 4);
    await move('updated_at', '2026-03-01 12:00Z', 3);
  });
  const at = async (query: string) =>
    (await app.get(`${own.path}/units?${query}`)).body.data.map(({ id }: { id: string }) => own.units.indexOf(id));

  it('filters by exact number', async () => {
    expect(await at('unit-number=101')).toEqual([0, 3]);
    expect(await at('unit-number=10')).toEqual([]);
    expect(await at('unit-number=a%26b%3Dc')).toEqual([4]);
    expect(await at('unit-number=')).toEqual([]);
    expect((await app.get(`${own.path}/units?unit-number=${'x'.repeat(255)}`)).status).toBe(200);
    expect((await app.get(`${own.path}/units?unit-number=${'x'.repeat(256)}`)).body.fields).toHaveProperty(
      'unit-number',
    );
  });

  it('filters by building, floor, floor plan and time, and by all combined', async () => {
    expect(await at(`building=${more.building}`)).toEqual([0, 1]);
    expect(await at(`floor=${more.floor}`)).toEqual([1, 2]);
    expect(await at(`floor-plan=${more.floorPlan}`)).toEqual([0, 2]);
    expect(await at('updated-since=2026-03-01T12:00:00Z')).toEqual([3]);
    expect(await at(`building=${more.building}&floor=${more.floor}`)).toEqual([1]);
    expect(await at(`building=${more.building}&floor=${more.floor}&floor-plan=${more.floorPlan}`)).toEqual([]);
    expect(await at(`floor-plan=${own.floorPlan}&unit-number=101&updated-since=2026-01-01`)).toEqual([3]);
  });

  it.each(['building', 'floor', 'floor-plan'])(
    'is empty for a %s that is invalid or of another asset',
    async (name) => {
      const elsewhere = { building: other.building, floor: other.floor, 'floor-plan': other.floorPlan }[name]!;
      for (const id of ['999999', 'x', '', '-1', elsewhere]) expect(await at(`${name}=${id}`)).toEqual([]);
      expect((await app.get(`${own.path}/units?${name}=1&${name}=1`)).body.fields).toEqual({
        [name]: ['must be sent only once'],
      });
      expect((await app.get(`${own.path}/units?${name}[]=1`)).status).toBe(422);
    },
  );

  it('keeps its filters from page to page', async () => {
    const { body } = await app.get(`${own.path}/units?floor-plan=${more.floorPlan}&per-page=1&total=1`);

    expect(body.paging).toMatchObject({ per_page: 1, current_page: 1, prev_url: null, total_count: 2 });
    expect(new URL(body.paging.next_url).searchParams.get('floor-plan')).toBe(more.floorPlan);
    const next = (await app.get(body.paging.next_url)).body;
    expect(next.data.map(({ id }: { id: string }) => own.units.indexOf(id))).toEqual([2]);
    expect(next.paging).toMatchObject({ current_page: 2, next_url: null, total_count: 2 });
  });

  it('of thousands is walked by next_url, each unit once', async () => {
    const large = await givenAsset(
      app,
      Array.from({ length: 2_345 }, (_, n) => `${n}`),
    );
    const units = await allOf<{ id: string }>(app, `${large.path}/units?per-page=1000`);

    expect(units.map(({ id }) => id)).toEqual(large.units);
  });

  it.each([
    ['building_id', 'unit_by_building'],
    ['floor_id', 'unit_by_floor'],
    ['floor_plan_id', 'unit_by_floor_plan'],
    ['updated_at', 'unit_by_update'],
  ])('has an index for %s', async (column, index) => {
    const [found] = await app.sql(`select indexdef from pg_indexes where schemaname = 'catalog' and indexname = $1`, [
      index,
    ]);
    expect(found).toEqual({ indexdef: expect.stringMatching(new RegExp(`\\(asset_id, ${column}(, id)?\\)$`)) });
  });
});

describe('A sorted list of units', () => {
  const own = {} as GivenAsset;
  // in the order of ids; 102 three times
  const NUMBERS = ['103', '102', '101', 'Ä1', '102', '9', '102'];
  beforeAll(async () => void Object.assign(own, await givenAsset(app, NUMBERS)));
  const numbers = async (sort: string, size: number) =>
    (await allOf<{ unit_number: string }>(app, `${own.path}/units?sort=${sort}&per-page=${size}`)).map(
      (unit) => unit.unit_number,
    );

  it.each([1, 2, 3, 100])('is complete by number in pages of %d, even where numbers are equal', async (size) => {
    const ascending = await numbers('unit_number', size);
    expect(ascending.filter((number) => number !== 'Ä1')).toEqual(['101', '102', '102', '102', '103', '9']);
    expect(await numbers('-unit_number', size)).toEqual(ascending.toReversed());
    expect(await numbers('-id', size)).toEqual(NUMBERS.toReversed());
  });

  it('is sorted by id where update times are equal, in both directions', async () => {
    await app.sql(`update catalog.unit set updated_at = '2026-02-01T00:00:00Z' where asset_id = $1`, [own.id]);
    const [first] = own.units;
    await app.sql(`update catalog.unit set updated_at = '2026-02-01T00:00:01Z' where id = $1`, [first]);
    const ids = async (sort: string) =>
      (await allOf<{ id: string }>(app, `${own.path}/units?sort=${sort}&per-page=2`)).map(({ id }) => id);

    expect(await ids('updated_at')).toEqual([...own.units.slice(1), first]);
    expect(await ids('-updated_at')).toEqual([first, ...own.units.slice(1).toReversed()]);
  });

  it('neither skips nor repeats a unit when others are changed, added or deleted between its pages', async () => {
    const walked = await givenAsset(app, ['A', 'B', 'C', 'D', 'E']);
    const first = (await app.get(`${walked.path}/units?sort=unit_number&per-page=2`)).body;
    const [a, b] = walked.units;
    await app.delete(`${walked.path}/units/${a}`);
    await app.put(`${walked.path}/units/${b}`, { unit_number: '0' });
    await app.post(`${walked.path}/units`, {
      ...{ building_id: walked.building, floor_id: walked.floor, floor_plan_id: walked.floorPlan },
      ...{ unit_number: 'CC', area: 1 },
    });
    const rest = await allOf<{ unit_number: string }>(app, first.paging.next_url.slice(app.base.length));
    expect(rest.map((unit) => unit.unit_number)).toEqual(['C', 'CC', 'D', 'E']);
  });

  it.each(['number', 'unit-number', '', 'id,id', '--id'])('rejects the sort order %j', async (sort) => {
    const { status, body } = await app.get(`${own.path}/units?sort=${sort}`);
    expect([status, body.fields]).toEqual([
      422,
      { sort: ['must be one of id, -id, unit_number, -unit_number, updated_at, -updated_at'] },
    ]);
  });

  it('rejects a forged cursor, and one of another sort order', async () => {
    const { body } = await app.get(`${own.path}/units?sort=unit_number&per-page=2`);
    const other = body.paging.next_url.replace('sort=unit_number', 'sort=updated_at');
    expect((await app.get(other)).body.fields).toEqual({ cursor: [expect.stringContaining('does not belong')] });
    const query = new URL(body.paging.next_url).searchParams;
    const known = Buffer.from(query.get('cursor')!, 'base64url').toString();
    for (const position of ['7', '["7"]', '["x","101"]', '["7",101]', '{}']) {
      query.set('cursor', Buffer.from(known.slice(0, 11) + position).toString('base64url'));
      expect((await app.get(`${own.path}/units?${query}`)).status).toBe(422);
    }
  });
});

describe('What a response includes with units', () => {
  const own = {} as GivenAsset;
  let process: string;
  beforeAll(async () => {
    Object.assign(own, await givenAsset(app));
    process = await givenPrices(app, own, { 101: 2450 });
    const group = await app.post(`${own.path}/units/reference-groups`, { name: 'CRM', key: 'crm' });
    await app.put(`${own.path}/units/reference-groups/${group.body.id}/references`, {
      data: [{ unit_id: own.units[0], value: 'C-101' }],
    });
  });
  const ALL = 'building,floor,floor_plan,pricing_units,references';

  it('equals the responses of their own operations, in lists and views', async () => {
    const [unit] = own.units;
    const viewed = (await app.get(`${own.path}/units/${unit}?include=${ALL}`)).body;
    const { body: plain } = await app.get(`${own.path}/units/${unit}`);
    expect(viewed).toEqual({
      ...plain,
      building: (await app.get(`${own.path}/buildings/${own.building}`)).body,
      floor: (await app.get(`${own.path}/floors/${own.floor}`)).body,
      floor_plan: (await app.get(`${own.path}/floor-plans/${own.floorPlan}`)).body,
      pricing_units: [(await app.get(`${process}/units/${unit}`)).body],
      references: [{ group_id: expect.any(String), key: 'crm', value: 'C-101' }],
    });
    const { data } = (await app.get(`${own.path}/units?include=${ALL}&per-page=2`)).body;
    expect(data[0]).toEqual(viewed);
    expect(data[1]).toMatchObject({ references: [], pricing_units: [{ price: null }], building: { id: own.building } });
  });

  it('follows changes of all of them, although responses are cached', async () => {
    const url = `${own.path}/units/${own.units[1]}?include=floor,pricing_units&fields=id`;
    const before = await app.get(url);
    expect(Object.keys(before.body)).toEqual(['id', 'floor', 'pricing_units']);
    await app.put(`${own.path}/floors/${own.floor}`, { name: 'Roof' });
    await app.put(`${process}/units/${own.units[1]}`, { status: 'Held' });
    const after = await app.get(url);
    expect(after.body).toMatchObject({ floor: { name: 'Roof' }, pricing_units: [{ status: 'Held' }] });
    expect(after.headers.get('etag')).not.toBe(before.headers.get('etag'));
  });

  it('is limited to the chosen fields, from page to page', async () => {
    const { body } = await app.get(`${own.path}/units?fields=area,id&sort=-unit_number&per-page=2`);
    expect(body.data).toEqual([own.units[2], own.units[1]].map((id) => ({ area: 640, id })));
    expect((await app.get(body.paging.next_url)).body.data).toEqual([{ area: 640, id: own.units[0] }]);
  });

  it.each([
    ['include', 'floors'],
    ['include', 'floor,,building'],
    ['include', ''],
    ['fields', 'id,price'],
    ['fields', 'floor'],
  ])('rejects unknown names: %s=%s', async (name, value) => {
    for (const url of [`${own.path}/units`, `${own.path}/units/${own.units[0]}`]) {
      const { status, body } = await app.get(`${url}?${name}=${value}`);
      expect([status, Object.keys(body.fields)]).toEqual([422, [name]]);
    }
  });

  it('needs the permission for each part', async () => {
    const key = await app.key(['service.units.read', 'service.floors.read']);
    const asked = async (include: string) => (await app.get(`${own.path}/units?include=${include}`, { key })).body;
    expect((await asked('floor,floor_plan')).data[0].floor.id).toBe(own.floor);
    for (const [part, permission] of [
      ['building', 'service.buildings.read'],
      ['references', 'service.unit-references.read'],
    ] as const)
      expect(await asked(`floor,${part}`)).toMatchObject({
        code: 'permission_missing',
        message: `The API key lacks the permission ${permission}`,
      });
  });

  it('takes a fixed number of statements for any number of units', async () => {
    const many = await givenAsset(
      app,
      Array.from({ length: 300 }, (_, n) => `${n}`),
    );
    const once = async (size: number): Promise<number> => {
      const query = jest.spyOn(app.app.get(Database), 'rows');
      const read = jest.spyOn(app.app.get(Database), 'read');
      const { status } = await app.get(`${many.path}/units?include=${ALL}&per-page=${size}`);
      const count = query.mock.calls.length + read.mock.calls.length;
      query.mockRestore();
      read.mockRestore();
      expect(status).toBe(200);
      return count;
    };
    /** Without those of jobs that come in between. */
    const counted = async (size: number) => Math.min(await once(size), await once(size), await once(size));
    expect(await counted(300)).toBeLessThanOrEqual((await counted(1)) + 2);
  });
});
