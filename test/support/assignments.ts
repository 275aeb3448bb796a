import { type GivenAsset, givenAsset } from './given.js';
import type { TestApp } from './app.js';
import { allOf } from './boundary-values.js';
import { declared } from './declared.js';

const MAX_ITEMS = 5_000;

interface Expected {
  app: TestApp;
  /** with at least three units */
  asset: () => GivenAsset;
  /** ids of the operations that assign and remove; test/platform/batches.e2e-spec.ts looks for them here */
  operations: [assign: string, remove: string];
  /** address of the list */
  path: () => string;
  /** ids that each item repeats from the path */
  identity: () => Record<string, string>;
}

interface ItemSchema {
  properties: Record<string, { examples?: unknown[] }>;
  required: string[];
}

/** Examples of the values of an assignment, from the declaration of the operation. */
function valuesOf(operation: string) {
  const { body } = declared('main').find(({ id }) => id === operation)!;
  const [batch] = Object.values(body!.components()) as { properties: { data: { items: ItemSchema } } }[];
  const { properties, required } = batch!.properties.data.items;
  const isValue = (name: string) => !name.endsWith('_id');
  const values = Object.entries(properties).filter(([name]) => isValue(name));
  return {
    values: Object.fromEntries(values.map(([name, { examples }]) => [name, examples?.[0]])),
    required: required.filter(isValue),
  };
}

/** The behaviour of every assignment of units to a resource. */
export function assignsUnits({ app, asset, path, identity, operations }: Expected): void {
  const { values, required } = valuesOf(operations[0]);
  const item = (unit: number, fields: object = {}) => ({
    ...{ ...identity(), unit_id: asset().units[unit]!, ...values },
    ...fields,
  });
  const assign = (...data: unknown[]) => app.put(path(), { data });
  const remove = (...data: unknown[]) => app.put(`${path()}/remove`, { data });
  const all = () => allOf(app, path());
  const both: [string, typeof assign][] = [
    [operations[0], assign],
    [operations[1], remove],
  ];

  it('adds units to those already assigned, returns them in request order and lists them by unit', async () => {
    const first = await assign(item(2), item(1));
    expect([first.status, first.body]).toEqual([200, { data: [item(2), item(1)] }]);
    const second = await assign(item(1), item(0));
    expect([second.status, second.body]).toEqual([200, { data: [item(1), item(0)] }]);

    expect((await app.get(path())).body).toEqual({
      paging: { per_page: 100, current_page: 1, prev_url: null, next_url: null },
      data: [item(0), item(1), item(2)],
    });
    expect((await assign()).body).toEqual({ data: [] });
  });

  it('accepts items that omit the ids of the path', async () => {
    const { unit_id, ...others } = item(0);
    const own = Object.fromEntries(Object.entries(others).filter(([name]) => !(name in identity())));

    expect((await assign({ unit_id, ...own }, item(1), item(0))).body).toEqual({ data: [item(0), item(1)] });
    expect((await remove({ unit_id, ...own })).status).toBe(204);
    expect(await all()).toEqual([item(1)]);
  });

  it('removes units, and accepts those that are not assigned', async () => {
    await assign(item(0), item(1));

    const removed = await remove(item(1), item(2), item(1));
    expect([removed.status, removed.text]).toEqual([204, '']);
    expect(await all()).toEqual([item(0)]);
    expect((await remove()).status).toBe(204);
    expect(await all()).toEqual([item(0)]);
  });

  it('assigns a unit once when a batch repeats it', async () => {
    expect((await assign(item(0), item(1), item(0))).body.data).toEqual([item(0), item(1)]);
  });

  it.each(both)('applies all items or none, and names each error by its item: %s', async (_, change) => {
    await assign(item(0));
    const other = await givenAsset(app);

    const { status, body } = await change(
      item(0),
      item(1),
      item(1, { unit_id: other.units[0] }),
      item(1, { unit_id: 'x' }),
    );
    expect([status, body.fields]).toEqual([
      422,
      { 'data.2.unit_id': ['is not known in this asset'], 'data.3.unit_id': ['is not known in this asset'] },
    ]);
    const names = Object.keys(identity());
    const ids = await change(item(1), item(1, Object.fromEntries(names.map((name) => [name, '999']))));
    expect(Object.keys(ids.body.fields).sort()).toEqual(names.map((name) => `data.1.${name}`).sort());
    const mixed = await change(item(1, { label: 'x' }), item(1, { unit_id: other.units[0] }));
    expect(mixed.body.fields).toMatchObject({
      'data.0.label': [expect.any(String)],
      'data.1.unit_id': ['is not known in this asset'],
    });
    const missing = await change(item(1), {}, item(1, { label: 'x' }));
    expect(Object.keys(missing.body.fields).sort()).toEqual(
      [...['unit_id', ...required].map((name) => `data.1.${name}`), 'data.2.label'].sort(),
    );
    expect(await all()).toEqual([item(0)]);
  });

  it.each(both)('accepts at most 5,000 items in a batch: %s', async (_, change) => {
    const { status, body } = await change(...Array.from({ length: MAX_ITEMS + 1 }, () => item(0)));
    expect([status, body.fields]).toEqual([422, { data: ['must have at most 5000 items'] }]);

    const invalid = await change(...Array.from({ length: MAX_ITEMS }, () => item(0, { colour: 1 })));
    expect([invalid.status, Object.keys(invalid.body.fields).length, invalid.body.fault_count]).toEqual([
      422,
      100,
      MAX_ITEMS,
    ]);
  });

  it('removes the assignment of a deleted unit', async () => {
    await assign(item(0), item(1));

    expect((await app.delete(`${asset().path}/units/${asset().units[0]}`)).status).toBe(200);
    expect(await all()).toEqual([item(1)]);
  });

  it('lists assigned units in pages', async () => {
    await assign(item(0), item(1), item(2));

    const { body } = await app.get(`${path()}?per-page=2`);
    expect(body.data).toEqual([item(0), item(1)]);
    expect((await app.get(body.paging.next_url)).body.data).toEqual([item(2)]);
  });

  it('stays consistent under concurrent batches', async () => {
    const second = await app.replica();
    const batch = [item(0), item(1), item(2)];

    for (let round = 0; round < 5; round++) {
      const answers = await Promise.all([
        assign(...batch),
        second.put(path(), { data: batch.toReversed() }),
        assign(...batch.toReversed()),
        second.put(path(), { data: batch }),
      ]);
      expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200, 200]);
      expect(await all()).toEqual(batch);
      await remove(...batch);
    }
  });
}
