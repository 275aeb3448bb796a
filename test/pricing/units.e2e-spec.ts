import { PublishedPrices } from '@app/pricing/contract';
import { QueryBus } from '@nestjs/cqrs';
import { TestApp } from '../support/app.js';
import { type GivenAsset, givenAsset, givenPrices, givenProcess } from '../support/given.js';

let app: TestApp;
let asset: GivenAsset;
let process: string;

beforeAll(async () => (app = await TestApp.start()));
afterAll(() => app?.close());
beforeEach(async () => {
  asset = await givenAsset(app, ['101', '102', '103', '103']);
  process = await givenProcess(app, asset);
});

const entry = (provider: string, unit: string, more: object = {}) => ({
  unit_number: unit,
  provider_id: provider,
  price: 2000,
  available_on: '2026-12-01',
  ...more,
});
const push = (...entries: unknown[]) => app.post(`${process}/ingest?commit=1`, entries);
const view = async (unit: number) => (await app.get(`${process}/units/${asset.units[unit]}`)).body;
const update = (unit: number, changes: object) =>
  app.put(`${process}/units/${asset.units[unit]}`, { id: asset.units[unit], ...changes });

const BLANK = {
  provider_id: null,
  status: null,
  state: null,
  price: null,
  full_price: null,
  show_pricing: true,
  show_online_leasing: true,
  specials_description: null,
  available_on: null,
};

describe('Pricing units', () => {
  it('exist as soon as the unit and the process exist', async () => {
    const { body } = await app.get(`${process}/units`);
    expect(body.data).toEqual(
      asset.units.map((id, at) => ({
        id,
        pricing_id: process.split('/').at(-1),
        unit_number: ['101', '102', '103', '103'][at],
        ...BLANK,
        created_at: expect.any(String),
        updated_at: expect.any(String),
      })),
    );

    const { building, floor, floorPlan } = asset;
    const created = await app.post(`${asset.path}/units`, {
      asset_id: asset.id,
      building_id: building,
      floor_id: floor,
      floor_plan_id: floorPlan,
      unit_number: '104',
      area: 1,
    });
    expect((await app.get(`${process}/units/${created.body.id}`)).body).toMatchObject({ unit_number: '104', ...BLANK });
  });

  it('keep the time of their creation', async () => {
    await app.sql(`update catalog.unit set created_at = '2026-01-02 03:04:05Z' where asset_id = $1`, [asset.id]);
    await app.sql(`update pricing.process set created_at = '2026-02-03 04:05:06Z' where asset_id = $1`, [asset.id]);
    await push(entry('P-101', '101'));
    await update(1, { status: 'Held' });

    const { data } = (await app.get(`${process}/units`)).body;
    const past = (await app.get(`${process}/units/${asset.units[0]}?publication=1`)).body;
    const times = [...data, past].map(({ created_at }: { created_at: string }) => created_at);
    expect(times).toEqual(times.map(() => '2026-02-03T04:05:06+00:00'));
  });

  it('take the provider id of an entry with their number, once', async () => {
    await push(
      entry('A', '101', { price: 1500, status: 'Vacant', specials_description: 'Free month' }),
      entry('B', '102'),
    );
    expect(await view(0)).toMatchObject({
      provider_id: 'A',
      price: 1500,
      status: 'Vacant',
      specials_description: 'Free month',
      available_on: '2026-12-01',
    });

    await push(entry('A', 'renamed', { price: 1600 }), entry('C', '101', { price: 1 }));
    expect(await view(0)).toMatchObject({ provider_id: 'A', price: 1600, status: null });
    expect(await view(1)).toMatchObject({ ...BLANK, provider_id: 'B' });
  });

  it('are not matched by a number that several units have', async () => {
    await push(entry('A', '103'), entry('B', '104'));

    expect(await view(2)).toMatchObject(BLANK);
    expect(await view(3)).toMatchObject(BLANK);
    expect((await app.get(`${process}/entries`)).body.data).toEqual([]);
  });

  it('take the first provider id received when several entries name the same unit number', async () => {
    await push(entry('Z', '101', { price: 1 }), entry('A', '101', { price: 2 }));

    expect(await view(0)).toMatchObject({ provider_id: 'Z', price: 1 });
  });

  it('lose their prices when the next set has none for them, but keep manual values', async () => {
    await push(entry('A', '101'));
    await update(0, { show_pricing: false, show_online_leasing: false, full_price: 2500 });
    await push(entry('A', '101', { price: 2100 }));
    expect(await view(0)).toMatchObject({ price: 2100, full_price: 2500 });

    await push();
    expect(await view(0)).toMatchObject({
      ...BLANK,
      provider_id: 'A',
      show_pricing: false,
      show_online_leasing: false,
    });
  });

  it('show prices at once when they are mapped, and none when they are unmapped', async () => {
    await push(entry('X', 'elsewhere', { price: 1234 }));
    const mapped = await update(2, { provider_id: 'X' });
    expect(mapped).toMatchObject({ status: 200, body: { provider_id: 'X', price: 1234, available_on: '2026-12-01' } });
    expect((await app.get(`${process}/entries`)).body.data).toEqual([
      [expect.objectContaining({ unit_id: asset.units[2], provider_id: 'X' })],
    ]);

    expect((await update(2, { provider_id: 'nobody' })).body).toMatchObject({ price: null, available_on: null });
    expect((await update(2, { provider_id: null })).body).toMatchObject(BLANK);
  });

  it('have unique provider ids', async () => {
    await push(entry('A', '101'));
    expect((await update(1, { provider_id: 'A' })).status).toBe(409);
    expect(await view(1)).toMatchObject(BLANK);

    await update(0, { provider_id: null });
    expect((await update(1, { provider_id: 'A' })).body).toMatchObject({ provider_id: 'A', price: 2000 });
  });

  it.each([
    ['provider_id', 'x'.repeat(255)],
    ['status', ''],
    ['status', null],
    ['status', 'x'.repeat(255)],
    ['full_price', 0],
    ['full_price', 2147483647],
    ['full_price', null],
    ['show_pricing', false],
    ['show_online_leasing', false],
    ['specials_description', '😀'.repeat(512)],
    ['specials_description', null],
  ])('accept %s = %j', async (field, value) => {
    expect((await update(0, { [field]: value })).body).toMatchObject({ [field]: value });
    expect(await view(0)).toMatchObject({ [field]: value });
  });

  it.each([
    ['provider_id', 'x'.repeat(256)],
    ['provider_id', ' '],
    ['status', 'x'.repeat(256)],
    ['status', 'a\0'],
    ['full_price', -1],
    ['full_price', 1.5],
    ['full_price', 2147483648],
    ['show_pricing', null],
    ['show_pricing', 'false'],
    ['show_online_leasing', 0],
    ['specials_description', 'x'.repeat(513)],
    ['id', '0'],
    ['colour', 'red'],
  ])('reject %s = %j', async (field, value) => {
    const answer = await update(0, { [field]: value });

    expect(answer.status).toBe(422);
    expect(answer.body.fields).toHaveProperty([field]);
    expect(await view(0)).toMatchObject(BLANK);
  });

  it('ignore read-only fields', async () => {
    const { body } = await update(0, {
      price: 5,
      available_on: 'x',
      unit_number: 7,
      pricing_id: null,
      created_at: 1,
      updated_at: 2,
    });

    expect(body).toMatchObject({ ...BLANK, unit_number: '101' });
  });

  it('require the id of the asset in the path', async () => {
    const [id] = asset.units;
    const url = `${process}/units/${id}`;
    expect((await app.put(url, { id, asset_id: asset.id, status: 'Held' })).body.status).toBe('Held');
    const answer = await app.put(url, { id, asset_id: '999', status: 'Gone' });
    expect([answer.status, Object.keys(answer.body.fields)]).toEqual([422, ['asset_id']]);
  });

  it('take their ids from the path, and are found only in their own asset', async () => {
    const stranger = await givenAsset(app);

    expect((await app.put(`${process}/units/${asset.units[0]}`, { status: 'Kept' })).body.status).toBe('Kept');
    expect((await app.get(`${process}/units/${stranger.units[0]}`)).status).toBe(404);
    expect((await app.put(`${process}/units/${stranger.units[0]}`, { id: stranger.units[0] })).status).toBe(404);
    expect((await app.get(`${stranger.path}/pricing/${process.split('/').at(-1)}/units`)).status).toBe(404);
  });

  it('are deleted with their unit', async () => {
    await push(entry('A', '101'));
    await app.delete(`${asset.path}/units/${asset.units[0]}`);

    expect((await app.get(`${process}/units/${asset.units[0]}`)).status).toBe(404);
    expect((await app.get(`${process}/entries`)).body.data).toEqual([]);
    expect((await update(1, { provider_id: 'A' })).body.price).toBe(2000);
  });
});

describe('Status words of a source', () => {
  const map = (status_map: unknown, more: object = {}) => app.put(process, { status_map, ...more });
  const WORDS = { Vacant: 'available', Notice: 'on_notice', Held: 'reserved' };
  const free = { available_on: '2026-01-01' };

  it('have the states that the process gives them, at once and for later prices', async () => {
    await push(entry('A', '101', { ...free, status: 'Held' }), entry('B', '102', { ...free, status: 'Down' }));
    expect((await view(0)).state).toBeNull();
    expect((await map(WORDS)).body).toMatchObject({ status_map: WORDS, show_status: false });
    expect([(await view(0)).state, (await view(1)).state]).toEqual(['reserved', null]);
    const query = new PublishedPrices([asset.id]);
    const published = await app.app.get(QueryBus, { strict: false }).execute(query);
    expect(published.map(({ availability }) => availability)).toEqual(['unavailable', 'available']);
    expect((await update(0, { status: 'Notice' })).body.state).toBe('on_notice');
    await map(null);
    expect((await view(0)).state).toBeNull();
  });

  it('without a state are listed in the report, with the number of their units', async () => {
    const entries = [
      entry('A', '101', { status: 'Down' }),
      entry('B', '102', { status: 'Down' }),
      entry('C', '9', { status: 'Lost' }),
      entry('D', '103', { status: 'Vacant' }),
    ];
    const first = (await push(...entries)).body.report;
    expect(first.unmapped_statuses).toEqual([{ status: 'Down', units: 2 }]);
    expect(first.warnings).toEqual(['unmatched_entries']);
    await map({ Vacant: 'available' });
    const { report } = (await push(...entries)).body;
    expect([report.unmapped_statuses, report.warnings]).toEqual([
      [{ status: 'Down', units: 2 }],
      ['unmatched_entries', 'unmapped_statuses'],
    ]);
    await map({ Down: 'off_market' });
    expect((await push(...entries)).body.report).not.toHaveProperty('unmapped_statuses');
  });

  it.each([
    [{ Vacant: 'free' }],
    [{ '': 'sold' }],
    [{ ['w'.repeat(256)]: 'sold' }],
    [{ 'w\0': 'sold' }],
    [{ '\ud83d': 'sold' }],
    [Object.fromEntries(Array.from({ length: 101 }, (_, i) => [`w${i}`, 'sold']))],
    [['sold']],
    ['sold'],
  ])('are not mapped by %j', async (wrong) => {
    const { status, body } = await map(wrong);
    expect([status, Object.keys(body.fields)]).toEqual([422, [expect.stringMatching(/^status_map\b/)]]);
    expect((await app.get(process)).body.status_map).toBeNull();
  });
});

describe('PublishedPrices', () => {
  const published = (...assets: string[]) =>
    app.app.get(QueryBus, { strict: false }).execute(new PublishedPrices(assets));

  it('contains the prices of the assets, including hidden and lost ones', async () => {
    const other = await givenAsset(app, ['7']);
    await givenPrices(app, other, { 7: 900 });
    expect(await published(asset.id)).toEqual([]);

    await push(entry('A', '101'), entry('B', '102', { price: 1800, available_on: '2026-01-01', status: 'Vacant' }));
    await update(1, { show_pricing: false, full_price: 2100 });
    const processId = process.split('/').at(-1);
    const [first, second] = asset.units;
    const none = { fullPrice: null, status: null, showPricing: true };
    const price = { ...none, assetId: asset.id, processId, unitId: first, price: 2000, availableOn: '2026-12-01' };
    const hidden = { price: 1800, fullPrice: 2100, availableOn: '2026-01-01', availability: 'available' };
    expect(await published(asset.id)).toEqual([
      { ...price, availability: expect.stringMatching(/upcoming|available/) },
      { ...price, unitId: second, ...hidden, status: 'Vacant', showPricing: false },
    ]);

    await push(entry('B', '102'));
    expect(await published(asset.id, other.id)).toMatchObject([
      { unitId: first, price: null, availableOn: null, availability: 'unavailable' },
      { unitId: second, price: 2000 },
      { assetId: other.id, unitId: other.units[0], price: 900 },
    ]);
  });
});
