import { setTimeout as sleep } from 'node:timers/promises';
import { TestApp } from '../support/app.js';
import { bool, filled, int32, nullable, oneOf } from '../support/boundary-values.js';
import { type GivenAsset, givenAsset, givenSuiteAsset } from '../support/given.js';
import { behavesAsSpecified } from '../support/resource.js';

const app = TestApp.forSuite();
const asset = givenSuiteAsset(app);

const DEFAULTS = {
  ...{ type: null, category: null, frequency: 'monthly', due_at: null, value_type: 'amount' },
  ...{ min_amount: null, max_amount: null, percentage: null, steps: null, text_amount: null, max_quantity: null },
  ...{ is_required: false, is_enabled: true, is_situational: false, is_included: false, is_refundable: false },
  ...{ is_third_party: false, is_per_applicant: false, tooltip_label: null, disclaimer: null, sort: 0 },
};
const valid = () => ({ asset_id: asset.id, name: 'Trash', label: 'Valet trash', amount: 35 });
const needs = { create: ['name', 'label'], update: [] };

const amounts = (field: string, max = 9_999_999.99): [string, unknown[], unknown[]] => [
  field,
  [null, 0, 0.01, 29.99, 0.1, max],
  [-0.01, 0.001, 29.995, max + 0.01, 1e-7, 1e20, '35', '35.00', true, [], {}],
];
const word = (field: string): [string, unknown[], unknown[]] => [
  field,
  [null, 'pet_rent_dog', 'x'.repeat(63), '401'],
  ['', 'Pet', 'pet-rent', 'x y', 'x'.repeat(64), 1],
];

describe('Asset expense', () => {
  behavesAsSpecified({
    ...{ app, valid, needs, adds: DEFAULTS, deletes: true },
    path: () => `${asset.path}/expenses`,
    boundaries: [
      ...[filled('name', 255), filled('label', 95), word('type'), word('category'), amounts('amount')],
      oneOf('frequency', ['one_time', 'daily', 'weekly', 'monthly', 'quarterly', 'annually', 'per_lease', 'per_stay']),
      ['due_at', [null, 'application', 'move_in', 'monthly', 'move_out', 'event'], ['', 'later', 1]],
      ...['is_required', 'is_enabled', 'is_situational', 'is_included', 'is_refundable'].map(bool),
      ...['is_third_party', 'is_per_applicant'].map(bool),
      ['max_quantity', [null, 1, 1000], [0, 1001, 1.5, '1']],
      ...[nullable('tooltip_label', 255), nullable('disclaimer', 2000), int32('sort')],
    ],
  });
});

describe.each(['floor-plans/expenses', 'units/expenses'])('An expense of %s', (list) => {
  behavesAsSpecified({
    ...{ app, valid, needs, adds: DEFAULTS, deletes: true },
    path: () => `${asset.path}/${list}`,
    boundaries: [filled('label', 95)],
  });
});

describe('A pricing disclaimer', () => {
  behavesAsSpecified({
    app,
    path: () => `${asset.path}/pricing-disclaimers`,
    valid: () => ({ asset_id: asset.id, name: 'Total price' }),
    adds: { label: null, short_text: null, long_text: null, subtext: null, is_enabled: true },
    needs: { create: ['name'], update: [] },
    deletes: true,
    boundaries: [
      ...[filled('name', 255), nullable('label', 255), nullable('short_text', 255), nullable('long_text', 10_000)],
      ...[nullable('subtext', 2000), bool('is_enabled')],
    ],
  });
});

describe('The value of an expense', () => {
  const create = (fields: object) => {
    const { amount: _, ...others } = valid();
    return app.post(`${asset.path}/expenses`, { ...others, ...fields });
  };
  const stored = async (): Promise<number> =>
    (await app.get(`${asset.path}/expenses?per-page=1&total=1`)).body.paging.total_count as number;

  it.each([
    ['amount', { amount: 12.5 }],
    ['range', { min_amount: 10, max_amount: 10 }],
    ['stepped', { steps: [50, 35.5, 0] }],
    ['text', { text_amount: 'billed by usage' }],
    ['percentage', { percentage: 1.25 }],
  ])('of type %s is stored exactly', async (value_type, value) => {
    const { status, body } = await create({ value_type, ...value });
    expect([status, body]).toEqual([201, expect.objectContaining({ value_type, ...value })]);
    expect((await app.get(`${asset.path}/expenses/${body.id}`)).body).toEqual(body);
  });

  it.each([
    ['percentage', { value_type: 'amount', percentage: 5 }],
    ['amount', { value_type: 'text', amount: 5 }],
    ['steps', { value_type: 'range', steps: [1, 2] }],
    ['max_amount', { value_type: 'range', min_amount: 10, max_amount: 9.99 }],
    ['max_amount', { value_type: 'range', min_amount: 10 }],
    ['min_amount', { value_type: 'range', max_amount: 10 }],
    ['steps', { value_type: 'stepped', steps: [50] }],
    ['steps', { value_type: 'stepped', steps: [50, 10.001] }],
    ['steps.1', { value_type: 'stepped', steps: [50, -1, 20] }],
    ['percentage', { value_type: 'percentage', percentage: 1000.5 }],
    ['text_amount', { value_type: 'text', text_amount: 'x'.repeat(96) }],
    ['value_type', { value_type: 'free' }],
  ])('is rejected at %s for %j, and nothing is stored', async (field, value) => {
    const before = await stored();
    const { status, body } = await create(value);
    expect([status, body.code, Object.keys(body.fields)[0]]).toEqual([422, 'invalid', field]);
    expect(await stored()).toBe(before);
  });

  it('is cleared when the type of the value changes', async () => {
    const { body } = await create({ amount: 12.5 });
    const { id, asset_id } = body;
    const changed = await app.put(`${asset.path}/expenses/${id}`, {
      id,
      asset_id,
      value_type: 'percentage',
      percentage: 2,
    });
    expect(changed.body).toEqual({
      ...body,
      ...{ value_type: 'percentage', percentage: 2, amount: null, updated_at: expect.any(String) },
    });
    const refused = await app.put(`${asset.path}/expenses/${id}`, { id, asset_id, amount: 3 });
    expect([refused.status, Object.keys(refused.body.fields)]).toEqual([422, ['amount']]);
  });
});

describe.each([
  ['floor-plans', 'floor_plan_id', (of: GivenAsset) => [of.floorPlan]],
  ['units', 'unit_id', (of: GivenAsset) => of.units],
] as const)('The entries of an expense of %s', (kind, subject, subjectsOf) => {
  let own: GivenAsset;
  let expense: string;
  const entries = () => `${own.path}/${kind}/expenses/${expense}/entries`;
  const replace = (...data: object[]) => app.put(entries(), { data });
  const listed = async () => (await app.get(entries())).body.data as Record<string, unknown>[];

  beforeEach(async () => {
    own = await givenAsset(app);
    const created = await app.post(`${own.path}/${kind}/expenses`, { ...valid(), asset_id: own.id, type: 'trash' });
    expense = created.body.id as string;
  });

  it('are replaced as a whole', async () => {
    const [first] = subjectsOf(own);
    const whole = { asset_id: own.id, expense_id: expense, [subject]: first };
    const none = { min_amount: null, max_amount: null, percentage: null, steps: null, text_amount: null };
    const { status, body } = await replace({ [subject]: first, amount: 12.34 });
    expect([status, body.data]).toEqual([200, [{ ...whole, ...none, amount: 12.34 }]]);
    expect(await listed()).toEqual(body.data);

    expect((await replace({ ...whole })).body.data).toEqual([{ ...whole, ...none, amount: null }]);
    expect((await replace()).body.data).toEqual([]);
    expect(await listed()).toEqual([]);
  });

  it('are rejected if one names an unknown floor plan or unit, names it twice, or has a value of another type', async () => {
    const [first] = subjectsOf(own);
    const [strange] = subjectsOf(asset);
    await replace({ [subject]: first, amount: 5 });
    const before = await listed();
    for (const [data, fields] of [
      [[{ [subject]: strange, amount: 1 }], [`data.0.${subject}`]],
      [[{ amount: 1 }], [`data.0.${subject}`]],
      [
        [
          { [subject]: first, amount: 1 },
          { [subject]: first, amount: 1 },
        ],
        [`data.1.${subject}`],
      ],
      [[{ [subject]: first, percentage: 1 }], ['data.0.percentage']],
      [[{ [subject]: first, amount: 1.005 }], ['data.0.amount']],
      [[{ [subject]: first, amount: '1' }], ['data.0.amount']],
      [[{ [subject]: first, expense_id: '999999' }], ['data.0.expense_id']],
    ] as const) {
      const { status, body } = await replace(...data);
      expect([status, Object.keys(body.fields)]).toEqual([422, fields]);
    }
    expect(await listed()).toEqual(before);
  });

  it('prevent changes to the types of their expense', async () => {
    await replace({ [subject]: subjectsOf(own)[0] });
    const path = `${own.path}/${kind}/expenses/${expense}`;
    const update = (fields: object) => app.put(path, { id: expense, asset_id: own.id, ...fields });
    for (const field of ['type', 'value_type']) {
      const { status, body } = await update({ [field]: 'text' });
      expect([status, Object.keys(body.fields)]).toEqual([422, [field]]);
    }
    expect((await update({ label: 'Trash chute' })).status).toBe(200);
    await replace();
    expect((await update({ value_type: 'text', type: 'other' })).body).toMatchObject({
      value_type: 'text',
      amount: null,
    });
  });

  it('are those of one request when several replace them at once, each of which returns 200 or 409', async () => {
    const subjects = subjectsOf(own);
    const all = (amount: number) => replace(...subjects.map((id) => ({ [subject]: id, amount })));
    const answers = await Promise.all([1, 2, 3, 4, 5, 6].map(all));
    const stored = answers.filter(({ status }) => status === 200).map(({ body }) => body.data as object[]);
    expect(stored).toContainEqual(await listed());
    expect(await listed()).toHaveLength(subjects.length);
    for (const { status } of answers) expect([200, 409]).toContain(status);
  });

  it('cannot be replaced while another request replaces them', async () => {
    const [id] = subjectsOf(own);
    await replace({ [subject]: id, amount: 1 });
    const other = await app.sqlPool.connect();
    await other.query('begin');
    await other.query(`select from expenses.${subject.replace('_id', '')}_expense where id = $1 for update`, [expense]);
    const first = replace({ [subject]: id, amount: 2 });
    const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    while ((await app.sql(waiting)).length === 0) await sleep(5);
    const { status, body, headers } = await replace({ [subject]: id, amount: 3 });
    await other.query('commit');
    other.release();
    expect([status, headers.get('retry-after')]).toEqual([409, '1']);
    expect(body).toMatchObject({
      code: 'replacement_in_progress',
      fields: { data: ['conflicts with another replacement'] },
    });
    expect((await first).status).toBe(200);
    expect(await listed()).toMatchObject([{ amount: 2 }]);
  });

  it('are deleted with the expense', async () => {
    await replace({ [subject]: subjectsOf(own)[0] });
    await app.delete(`${own.path}/${kind}/expenses/${expense}`);
    expect((await app.get(entries())).status).toBe(404);
  });
});

describe('The displayed price of an asset', () => {
  it('is the base price until another one is set', async () => {
    const own = await givenAsset(app);
    const path = `${own.path}/price-display`;
    expect((await app.get(path)).body).toEqual({ asset_id: own.id, price_display: 'base' });
    const { body } = await app.put(path, { asset_id: own.id, price_display: 'total' });
    expect(body).toEqual({ asset_id: own.id, price_display: 'total' });
    const outdated = { headers: { 'If-Match': '"outdated"' } };
    expect((await app.put(path, { asset_id: own.id, price_display: 'base' }, outdated)).status).toBe(412);
    expect((await app.get(path)).body.price_display).toBe('total');
    const refused = await app.put(path, { asset_id: own.id, price_display: 'both' });
    expect([refused.status, Object.keys(refused.body.fields)]).toEqual([422, ['price_display']]);
  });
});
