import { TestApp } from '../support/app.js';
import { givenAsset, type GivenAsset } from '../support/given.js';

type Value = string | null;

let app: TestApp;
let asset: GivenAsset;
let group: string;
let path: string;

beforeAll(async () => {
  app = await TestApp.start();
});
afterAll(() => app?.close());
beforeEach(async () => {
  asset = await givenAsset(app);
  group = await givenGroup('crm');
  path = `${asset.path}/units/reference-groups/${group}/references`;
});

async function givenGroup(key: string | null): Promise<string> {
  return (await app.post(`${asset.path}/units/reference-groups`, { asset_id: asset.id, name: 'CRM', key })).body.id;
}

const item = (unit_id: string, value: Value) => ({ group_id: group, unit_id, value });
const put = (...data: object[]) => app.put(path, { data });
/** Sets values by the position of the unit in the asset. */
const give = (...values: [unit: number, value: Value][]) =>
  put(...values.map(([unit, value]) => item(asset.units[unit]!, value)));

async function values(): Promise<Record<string, Value>> {
  const { data } = (await app.get(path)).body as { data: { unit_id: string; value: Value }[] };
  return Object.fromEntries(data.map((row) => [asset.units.indexOf(row.unit_id), row.value]));
}

describe('Unit references', () => {
  it('are listed for the units that have one, by unit id', async () => {
    const { status, text } = await give([2, 'C'], [0, 'A']);
    expect([status, text]).toEqual([204, '']);
    const { body } = await app.get(path);
    const row = (unit: number, value: string) => ({
      group_id: group,
      asset_id: asset.id,
      unit_id: asset.units[unit],
      key: 'crm',
      value,
      created_at: expect.stringMatching(/\+00:00$/),
      updated_at: expect.stringMatching(/\+00:00$/),
    });
    expect(body.data).toEqual([row(0, 'A'), row(2, 'C')]);
  });

  it('are paged', async () => {
    await give([0, 'A'], [1, 'B'], [2, 'C']);
    const first = (await app.get(`${path}?per-page=2`)).body;
    expect(first.data.map((row: { value: string }) => row.value)).toEqual(['A', 'B']);
    expect((await app.get(first.paging.next_url)).body.data).toMatchObject([{ value: 'C' }]);
    expect((await app.get(`${path}?per-page=1&page=2`)).body.data).toMatchObject([{ value: 'B' }]);
  });

  it('of omitted units are kept', async () => {
    await give([0, 'A'], [1, 'B']);
    await give([1, 'X']);
    expect(await values()).toEqual({ 0: 'A', 1: 'X' });
  });

  it('may be null for any number of units, and keep their row', async () => {
    await give([0, 'A'], [1, 'B']);
    expect((await give([0, null], [1, null], [2, null])).status).toBe(204);
    expect(await values()).toEqual({ 0: null, 1: null, 2: null });
  });

  it('can be swapped and rotated in one request', async () => {
    await give([0, 'A'], [1, 'B'], [2, 'C']);
    expect((await give([0, 'B'], [1, 'A'])).status).toBe(204);
    expect((await give([0, 'C'], [1, 'B'], [2, 'A'])).status).toBe(204);
    expect(await values()).toEqual({ 0: 'C', 1: 'B', 2: 'A' });
  });

  it('may take over a value that the same request releases', async () => {
    await give([0, 'A']);
    expect((await give([1, 'A'], [0, null])).status).toBe(204);
    expect(await values()).toEqual({ 0: null, 1: 'A' });
  });

  it('are unique within the group: duplicates are named, and nothing is stored', async () => {
    await give([0, 'A'], [1, 'B']);
    const { status, body } = await give([2, 'A'], [1, 'X']);
    expect(status).toBe(409);
    expect(body).toMatchObject({
      code: 'value_taken',
      message: expect.stringContaining('"A"'),
      fields: { 'data.0.value': ['belongs to another unit'] },
    });
    expect(await values()).toEqual({ 0: 'A', 1: 'B' });
  });

  it('are not unique across groups', async () => {
    await give([0, 'A']);
    const erp = await givenGroup('erp');
    const body = { data: [{ group_id: erp, unit_id: asset.units[1], value: 'A' }] };
    expect((await app.put(`${asset.path}/units/reference-groups/${erp}/references`, body)).status).toBe(204);
  });

  it('are compared exactly, including case and spaces', async () => {
    expect((await give([0, 'a'], [1, 'A'], [2, 'A '])).status).toBe(204);
    expect(await values()).toEqual({ 0: 'a', 1: 'A', 2: 'A ' });
  });

  it('count once when a batch repeats them', async () => {
    expect((await give([0, 'A'], [0, 'A'], [1, null], [1, null])).status).toBe(204);
    expect(await values()).toEqual({ 0: 'A', 1: null });
  });

  it('must not contradict each other in one request', async () => {
    const { status, body } = await give([0, 'A'], [0, 'B'], [1, 'C'], [2, 'C']);
    expect(status).toBe(422);
    expect(Object.keys(body.fields).sort()).toEqual([
      'data.0.unit_id',
      'data.1.unit_id',
      'data.2.value',
      'data.3.value',
    ]);
    expect(await values()).toEqual({});
  });

  it('require units of the asset', async () => {
    const [foreign] = (await givenAsset(app)).units;
    const { status, body } = await put(item(asset.units[0]!, 'A'), item(foreign!, 'B'), item('x', 'C'));
    expect([status, Object.keys(body.fields)]).toEqual([422, ['data.1.unit_id', 'data.2.unit_id']]);
    expect(await values()).toEqual({});
  });

  it('require the group of the path', async () => {
    const { status, body } = await put(item(asset.units[0]!, 'A'), {
      ...item(asset.units[1]!, 'B'),
      group_id: '1000000',
    });
    expect([status, Object.keys(body.fields)]).toEqual([422, ['data.1.group_id']]);
  });

  it('require unit and value, with all errors at once', async () => {
    const { status, body } = await put({}, { ...item('1', ''), more: 1 }, item('2', 'v'.repeat(256)));
    expect(status).toBe(422);
    expect(Object.keys(body.fields).sort()).toEqual([
      'data.0.unit_id',
      'data.0.value',
      'data.1.more',
      'data.1.unit_id',
      'data.1.value',
      'data.2.unit_id',
      'data.2.value',
    ]);
  });

  it('accept their own response as a body', async () => {
    await give([0, 'A'], [1, null]);
    const { data } = (await app.get(path)).body;
    expect((await put(...data)).status).toBe(204);
  });

  it('keep their update time when unchanged', async () => {
    await give([0, 'A'], [1, 'B']);
    await app.sql(`update reference.unit_reference set updated_at = '2020-01-01' where asset_id = $1`, [asset.id]);
    await give([0, 'A'], [1, 'X']);
    const times = (await app.get(path)).body.data.map((row: { updated_at: string }) => row.updated_at.slice(0, 4));
    expect(times).toEqual(['2020', expect.not.stringMatching('2020')]);
  });

  it('accept an empty batch', async () => {
    await give([0, 'A']);
    expect((await put()).status).toBe(204);
    expect(await values()).toEqual({ 0: 'A' });
  });

  it('are updated in batches of thousands', async () => {
    const large = await givenAsset(
      app,
      Array.from({ length: 5000 }, (_, n) => `${n}`),
    );
    const made = await app.post(`${large.path}/units/reference-groups`, { asset_id: large.id, name: 'CRM' });
    const at = `${large.path}/units/reference-groups/${made.body.id}/references`;
    const data = large.units.map((unit_id) => ({ group_id: made.body.id as string, unit_id, value: `V${unit_id}` }));
    expect((await app.put(at, { data })).status).toBe(204);
    // every unit gets the value of the previous one
    const moved = data.map((each, n) => ({ ...each, value: data.at(n - 1)!.value }));
    expect((await app.put(at, { data: moved })).status).toBe(204);
    const last = (await app.get(`${at}?page=5&per-page=1000`)).body;
    expect(last.data.at(-1)).toMatchObject({ unit_id: large.units[4999], value: `V${large.units[4998]}` });
    const more = await app.put(at, { data: [...data, data[0]] });
    expect([more.status, Object.keys(more.body.fields)]).toEqual([422, ['data']]);
  });

  it('assign a value to one unit among concurrent requests', async () => {
    const answers = await Promise.all([0, 1, 2, 0, 1, 2].map((unit) => give([unit, 'A'])));
    const won = Object.values(await values());
    expect(won).toEqual(['A']);
    expect(answers.filter(({ status }) => status === 204)).toHaveLength(2); // two requests are identical
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(4);
  });

  it('do not block each other when batches overlap', async () => {
    const turns = Array.from({ length: 12 }, (_, n) =>
      [0, 1, 2].map((unit): [number, string] => [(unit + n) % 3, `${n}-${unit}`]),
    );
    const answers = await Promise.all(turns.map((turn) => give(...turn)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([204]));
    const left = Object.values(await values()).map((value) => value!.split('-')[0]);
    expect(new Set(left).size).toBe(1); // all values are of one batch
  });

  it('are deleted with their unit', async () => {
    await give([0, 'A'], [1, 'B']);
    expect((await app.delete(`${asset.path}/units/${asset.units[0]}`)).status).toBe(200);
    expect(await values()).toEqual({ 1: 'B' });
    expect((await give([2, 'A'])).status).toBe(204);
  });

  it('require the permission to update', async () => {
    const key = await app.key(['service.unit-references.read']);
    expect((await app.get(path, { key })).status).toBe(200);
    expect((await app.put(path, { data: [] }, { key })).status).toBe(403);
    expect((await app.put(path, { data: [] }, { flags: null })).status).toBe(400);
  });
});

describe('A search for units', () => {
  const search = (query: string) => app.get(`${asset.path}/units/references${query}`);

  it('finds the unit with the value in the group of the key', async () => {
    await give([0, 'A'], [1, 'B']);
    const { status, body } = await search('?key=crm&value=B');
    expect(status).toBe(200);
    expect(body.data).toEqual([(await app.get(path)).body.data[1]]);
  });

  it('finds exact matches in its own group and asset only', async () => {
    await give([0, 'A']);
    await givenGroup('erp');
    const other = await givenAsset(app);
    expect((await search('?key=erp&value=A')).body.data).toEqual([]);
    expect((await search('?key=none&value=A')).body.data).toEqual([]);
    expect((await search('?key=crm&value=a')).body.data).toEqual([]);
    expect((await app.get(`${other.path}/units/references?key=crm&value=A`)).body.data).toEqual([]);
  });

  it('requires both criteria, after checking the asset', async () => {
    const { status, body } = await search('?key=crm');
    expect([status, Object.keys(body.fields)]).toEqual([422, ['value']]);
    expect((await search('')).body.fields).toEqual({ key: ['is required'], value: ['is required'] });
    expect((await app.get('/v1/assets/1000000/multifamily/units/references')).status).toBe(404);
  });

  it('requires the permission to read unit references', async () => {
    const key = await app.key(['service.units.read', 'service.asset-references.*']);
    expect((await app.get(`${asset.path}/units/references?key=crm&value=A`, { key })).status).toBe(403);
  });
});
