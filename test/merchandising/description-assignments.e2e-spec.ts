import { TestApp } from '../support/app.js';
import { type GivenAsset, givenAsset } from '../support/given.js';
import { allOf } from '../support/boundary-values.js';

interface Assignment {
  asset_id: string;
  group_id: string;
  unit_id: string;
  description_id: string;
}

let app: TestApp;
let asset: GivenAsset;
let group: string;
/** ids of the group's descriptions */
let descriptions: string[];
/** address of the group's assignments */
let units: string;

beforeAll(async () => {
  app = await TestApp.start();
});
beforeEach(async () => {
  asset = await givenAsset(app);
  ({ group, descriptions } = await newGroup());
  units = `${asset.path}/units/description-groups/${group}/units`;
});
afterAll(() => app?.close());

async function newGroup(): Promise<{ group: string; descriptions: string[] }> {
  const groups = `${asset.path}/units/description-groups`;
  const { id } = (await app.post(groups, { asset_id: asset.id, name: 'Views' })).body;
  const data = ['a', 'b'].map((name) => ({ group_id: id, name, label: name, body: name, is_enabled: true }));
  const made = (await app.post(`${groups}/${id}/descriptions`, { data })).body.data as { id: string }[];
  return { group: id, descriptions: made.map((each) => each.id) };
}

const item = (unit: number, description: number) => ({
  group_id: group,
  unit_id: asset.units[unit]!,
  description_id: descriptions[description]!,
});
const record = (unit: number, description: number): Assignment => ({ asset_id: asset.id, ...item(unit, description) });
const assign = (...data: unknown[]) => app.put(units, { data });
const all = () => allOf<Assignment>(app, units);

describe('Units', () => {
  it('are assigned to descriptions, returned in request order and listed by unit', async () => {
    const { status, body } = await assign(item(2, 0), item(0, 1));

    expect([status, body]).toEqual([200, { data: [record(2, 0), record(0, 1)] }]);
    expect((await app.get(units)).body).toEqual({
      paging: { per_page: 100, current_page: 1, prev_url: null, next_url: null },
      data: [record(0, 1), record(2, 0)],
    });
  });

  it('have one description per group: a new one replaces the old', async () => {
    await assign(item(0, 0), item(1, 0));
    const again = await assign(item(0, 1));

    expect(again.body.data).toEqual([record(0, 1)]);
    expect(await all()).toEqual([record(0, 1), record(1, 0)]);
    expect((await assign()).body).toEqual({ data: [] });
    expect(await all()).toEqual([record(0, 1), record(1, 0)]);
  });

  it('may have descriptions of several groups', async () => {
    await assign(item(0, 0));
    const other = await newGroup();
    const path = `${asset.path}/units/description-groups/${other.group}/units`;
    const data = [{ group_id: other.group, unit_id: asset.units[0], description_id: other.descriptions[0] }];

    expect((await app.put(path, { data })).status).toBe(200);
    expect(await all()).toEqual([record(0, 0)]);
    expect(await allOf(app, path)).toEqual([{ asset_id: asset.id, ...data[0] }]);
  });

  it('are assigned once when a batch repeats them, and never to two descriptions', async () => {
    expect((await assign(item(0, 0), item(0, 0))).body.data).toEqual([record(0, 0)]);

    const { status, body } = await assign(item(1, 0), item(0, 0), item(1, 1));
    expect([status, body.fields]).toEqual([422, { 'data.2.unit_id': ['contradicts data.0'] }]);
    expect(await all()).toEqual([record(0, 0)]);
  });

  it('are assigned all or none, with each error named by its item', async () => {
    const elsewhere = await givenAsset(app);
    const other = await newGroup();

    const { status, body } = await assign(
      item(0, 0),
      { ...item(1, 0), unit_id: elsewhere.units[0] },
      { ...item(1, 0), description_id: other.descriptions[0] },
      { ...item(2, 0), unit_id: 'x', description_id: 'y' },
    );
    expect([status, body.fields]).toEqual([
      422,
      {
        'data.1.unit_id': ['is not known in this asset'],
        'data.2.description_id': ['is not known in this group'],
        'data.3.unit_id': ['is not known in this asset'],
        'data.3.description_id': ['is not known in this group'],
      },
    ]);
    const wrongGroup = await assign(item(0, 0), { ...item(1, 0), group_id: other.group });
    expect(wrongGroup.body.fields).toEqual({ 'data.1.group_id': ['must be the id in the path'] });
    const malformed = await assign(
      { ...item(0, 0), description_id: 'x'.repeat(256) },
      { asset_id: 7 },
      { ...item(1, 0), body: '' },
    );
    expect(Object.keys(malformed.body.fields).sort()).toEqual([
      ...['data.0.description_id', 'data.1.asset_id', 'data.1.description_id', 'data.1.unit_id', 'data.2.body'],
    ]);
    expect(await all()).toEqual([]);
  });

  it('lose their assignments when they are deleted', async () => {
    await assign(item(0, 0), item(1, 1));

    expect((await app.delete(`${asset.path}/units/${asset.units[0]}`)).status).toBe(200);
    expect(await all()).toEqual([record(1, 1)]);
    const left = await app.sql('select from merchandising.description_assignment where asset_id = $1', [asset.id]);
    expect(left.length).toBe(1);
  });

  it('are listed in pages', async () => {
    await assign(item(0, 0), item(1, 0), item(2, 0));

    const { body } = await app.get(`${units}?per-page=2`);
    expect(body.data).toEqual([record(0, 0), record(1, 0)]);
    expect((await app.get(body.paging.next_url)).body.data).toEqual([record(2, 0)]);
    expect((await app.get(`${units}?per-page=2&page=2`)).body.data).toEqual([record(2, 0)]);
  });

  it('stay consistent under concurrent batches', async () => {
    const second = await app.replica();
    const batch = (description: number) => [0, 1, 2].map((unit) => item(unit, description));

    for (let round = 0; round < 5; round++) {
      const answers = await Promise.all(
        [batch(0), batch(1).reverse(), batch(0).reverse(), batch(1)].map((data, n) =>
          (n % 2 ? second : app).put(units, { data }),
        ),
      );
      expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200, 200]);
      const rows = await all();
      expect([rows.length, new Set(rows.map((row) => row.description_id)).size]).toEqual([3, 1]);
    }
  });

  it('require separate permissions for reading and assigning', async () => {
    const reader = await app.key(['service.unit-descriptions.read', 'service.unit-descriptions.create']);
    const updater = await app.key(['service.unit-descriptions.update']);

    expect((await app.put(units, { data: [] }, { key: reader })).status).toBe(403);
    expect((await app.put(units, { data: [] }, { key: updater })).status).toBe(200);
    expect((await app.get(units, { key: updater })).status).toBe(403);
    expect((await app.get(units, { key: reader, flags: 'filters-resource' })).status).toBe(400);
  });
});
