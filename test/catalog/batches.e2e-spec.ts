import { type TestResponse, TestApp } from '../support/app.js';
import { type GivenAsset, givenAsset } from '../support/given.js';
import { TIME_FACTOR } from '../support/time-factor.js';

const app = TestApp.forSuite();
let asset: GivenAsset;
let foreign: GivenAsset;

beforeEach(async () => {
  asset = await givenAsset(app, ['101', '102']);
  foreign = await givenAsset(app, ['101']);
});

const save = (list: string, data: object[], query = '') => app.put(`${asset.path}/${list}/batch${query}`, { data });
const list = async (resources: string): Promise<Record<string, unknown>[]> =>
  (await app.get(`${asset.path}/${resources}?per-page=1000`)).body.data;
const fields = ({ status, body }: TestResponse) => [status, body.fields ?? body.code];
const outcomes = ({ status, body }: TestResponse) => [
  status,
  (body.data as { outcome: string }[] | undefined)?.map(({ outcome }) => outcome) ?? body,
];
const unit = (unitNumber: string, more: object = {}) => ({
  ...{ building_id: asset.building, floor_id: asset.floor, floor_plan_id: asset.floorPlan, area: 500 },
  ...{ unit_number: unitNumber, ...more },
});
const OF_UNITS = { by: 'unit_number', unknown: 'is not known in this asset' };

describe('A batch of units', () => {
  it('changes units by id and creates the others, in the order of the items', async () => {
    const answer = await save('units', [unit('201'), { id: asset.units[0], area: 777 }, { id: asset.units[1] }]);

    expect(outcomes(answer)).toEqual([200, ['created', 'changed', 'unchanged']]);
    expect(answer.body.data.slice(1).map(({ id }: { id: string }) => id)).toEqual(asset.units);
    const stored = await list('units');
    expect(stored.map((each) => [each['id'], each['unit_number'], each['area']])).toEqual([
      [asset.units[0], '101', 777],
      [asset.units[1], '102', 640],
      [answer.body.data[0].id, '201', 500],
    ]);
  });

  it('matches units by number within their building, also when it is sent again', async () => {
    const rows = [unit('101', { area: 1 }), unit(' 102 ', { area: 2, unit_number: ' 102 ' }), unit('103')];
    expect(outcomes(await save('units', rows, '?match-by=number'))).toEqual([200, ['changed', 'changed', 'created']]);
    expect(outcomes(await save('units', rows, '?match-by=number'))).toEqual([
      200,
      ['unchanged', 'unchanged', 'unchanged'],
    ]);
    expect(await list('units')).toHaveLength(3);
  });

  it('matches third-party ids, which new units get', async () => {
    const groups = `${asset.path}/units/reference-groups`;
    const group = (await app.post(groups, { asset_id: asset.id, name: 'CRM', key: 'crm' })).body;
    await app.put(`${groups}/${group.id}/references`, {
      data: [{ group_id: group.id, unit_id: asset.units[0], value: 'C-1' }],
    });
    const rows = [
      { reference: 'C-1', area: 1 },
      { reference: 'C-2', ...unit('202') },
    ];
    const query = '?match-by=reference&reference-key=crm';

    const answer = await save('units', rows, query);
    expect(outcomes(answer)).toEqual([200, ['changed', 'created']]);
    expect(answer.body.data[0].id).toBe(asset.units[0]);
    const found = await app.get(`${asset.path}/units/references?key=crm&value=C-2`);
    expect(found.body.data[0].unit_id).toBe(answer.body.data[1].id);
    expect(outcomes(await save('units', rows, query))).toEqual([200, ['unchanged', 'unchanged']]);
    expect(fields(await save('units', rows, '?match-by=reference&reference-key=erp'))).toEqual([
      422,
      { 'reference-key': ['is not the key of a reference group of the asset'] },
    ]);
    expect(fields(await save('units', rows, '?match-by=reference'))).toEqual([
      422,
      { 'reference-key': ['is required with match-by=reference'] },
    ]);
  });

  it.each<[string, () => object[], string, object]>([
    ['twice by id', () => [{ id: asset.units[0] }, { id: asset.units[0] }], '', { 'data.1.id': expect.any(Array) }],
    [
      'twice by number',
      () => [unit('101'), unit('101')],
      '?match-by=number',
      { 'data.1.unit_number': ['is the same as that of item 0'] },
    ],
    ['of another asset', () => [{ id: foreign.units[0] }], '', { 'data.0.id': [OF_UNITS.unknown] }],
    ['with a malformed id', () => [{ id: 'x' }], '', { 'data.0.id': [OF_UNITS.unknown] }],
    [
      'in a building of another asset',
      () => [unit('201', { building_id: foreign.building })],
      '',
      { 'data.0.building_id': [OF_UNITS.unknown] },
    ],
    [
      'that is new and incomplete',
      () => [unit('201'), { unit_number: '202', floor_id: asset.floor, building_id: asset.building }],
      '',
      { 'data.1.area': ['is required'], 'data.1.floor_plan_id': ['is required'] },
    ],
    ['with an invalid area', () => [unit('201'), unit('202', { area: -1 })], '', { 'data.1.area': expect.any(Array) }],
    [
      'with an id although numbers match',
      () => [{ ...unit('101'), id: asset.units[0] }],
      '?match-by=number',
      { 'data.0.id': ['must not be sent with match-by=number'] },
    ],
    [
      'without a building although numbers match',
      () => [{ unit_number: '101' }],
      '?match-by=number',
      { 'data.0.building_id': ['is required with match-by=number'] },
    ],
  ])('rejects a unit %s, and stores nothing', async (_, rows, query, expected) => {
    const before = await list('units');
    expect(fields(await save('units', [{ id: asset.units[1], area: 9 }, ...rows()].slice(1), query))).toEqual([
      422,
      expected,
    ]);
    expect(await list('units')).toEqual(before);
  });

  it('creates 10,000 units with their third-party ids in two requests, and maps them to prices in two more', async () => {
    const groups = `${asset.path}/units/reference-groups`;
    await app.post(groups, { asset_id: asset.id, name: 'CRM', key: 'crm' });
    const [{ id: process }] = (await app.sql(
      `insert into pricing.process (asset_id, name, type, pricing_strategy) values ($1, 'Feed', 'push', 'flat_pricing') returning id`,
      [asset.id],
    )) as [{ id: string }];
    const half = (n: number) => Array.from({ length: 5_000 }, (_, at) => `${n}-${at}`);
    const query = '?match-by=reference&reference-key=crm';
    const started = performance.now();
    for (const names of [half(0), half(1)]) {
      const created = await save(
        'units',
        names.map((name) => unit(name, { reference: name })),
        query,
      );
      expect([created.status, created.body.data.length]).toEqual([200, 5_000]);
    }
    for (const names of [half(0), half(1)]) {
      const data = names.map((name) => ({ reference: name, provider_id: `P-${name}` }));
      expect((await app.put(`${asset.path}/pricing/${process}/units/batch${query}`, { data })).status).toBe(200);
    }
    const seconds = (performance.now() - started) / 1000;
    expect(seconds).toBeLessThan(30 * TIME_FACTOR);
    const [{ mapped }] = (await app.sql(
      `select count(*)::int as mapped from pricing.unit where asset_id = $1 and provider_id is not null`,
      [asset.id],
    )) as [{ mapped: number }];
    expect(mapped).toBe(10_000);
  }, 200_000);

  it('accepts 5,000 items and rejects 5,001', async () => {
    const rows = Array.from({ length: 5_001 }, (_, n) => unit(`N${n}`));
    expect((await save('units', rows)).body.fields).toEqual({ data: [expect.stringContaining('5000')] });
    const answer = await save('units', rows.slice(1), '?match-by=number');
    expect([answer.status, answer.body.data.length]).toEqual([200, 5_000]);
  });

  it('stores nothing in a dry run, also under an Idempotency-Key', async () => {
    const before = await list('units');
    const headers = { 'Idempotency-Key': `dry-${asset.id}` };
    const path = `${asset.path}/units/batch?dry-run=1`;
    const data = [unit('201'), { id: asset.units[0], area: 1 }];
    for (const asked of [{}, { headers }])
      expect((await app.put(path, { data }, asked)).body.data).toEqual([
        { id: null, outcome: 'created' },
        { id: asset.units[0], outcome: 'changed' },
      ]);
    expect(await list('units')).toEqual(before);
  });

  it('needs the permission to create for new units only', async () => {
    const key = await app.key(['service.units.update']);
    const path = `${asset.path}/units/batch`;
    expect((await app.put(path, { data: [{ id: asset.units[0], area: 1 }] }, { key })).status).toBe(200);
    const { status, body } = await app.put(path, { data: [unit('201')] }, { key });
    expect([status, body.message]).toEqual([403, 'The API key lacks the permission service.units.create']);
    expect(await list('units')).toHaveLength(2);
  });

  it('creates each unit once when two arrive at once', async () => {
    const rows = Array.from({ length: 50 }, (_, n) => unit(`N${n}`));
    const answers = await Promise.all([1, 2, 3].map(() => save('units', rows, '?match-by=number')));

    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await list('units')).toHaveLength(52);
  });
});

describe('A batch of parts', () => {
  const FLOOR = { name: 'Level 2', filter_label: 'Level 2', filter_short_label: 'L2', sort: 2 };

  it.each<[string, () => object, () => object]>([
    ['buildings', () => ({ name: 'North', label: 'N' }), () => ({ name: 'South' })],
    ['floors', () => ({ name: 'Level 1', sort: 0 }), () => FLOOR],
    [
      'floor-plans',
      () => ({ name: 'A1', bedroom_count: 3 }),
      () => ({ name: 'B1', bedroom_count: 2, bathroom_count: 1, filter_label: 'Two bedrooms' }),
    ],
  ])('of %s matches names', async (resources, changed, added) => {
    const answer = await save(resources, [changed(), added()], '?match-by=name');
    expect(outcomes(answer)).toEqual([200, ['changed', 'created']]);
    expect(await list(resources)).toMatchObject([changed(), added()]);
    expect(outcomes(await save(resources, [changed(), added()], '?match-by=name'))).toEqual([
      200,
      ['unchanged', 'unchanged'],
    ]);
    expect(fields(await save(resources, [added(), added()], '?match-by=name'))).toEqual([
      422,
      { 'data.1.name': ['is the same as that of item 0'] },
    ]);
  });

  it('appends options of the type of the filter', async () => {
    const filters = `${asset.path}/filters`;
    const filter = (
      await app.post(filters, {
        asset_id: asset.id,
        name: 'Rent',
        label: 'Rent',
        type: 'range',
        range_type: 'unit_price',
      })
    ).body;
    const path = `${filters}/${filter.id}/options`;
    const put = (data: object[]) => app.put(`${path}/batch?match-by=label`, { data });
    const rows = [
      { label: 'Low', min: 0, max: 1000 },
      { label: 'High', min: 1001, max: 2000 },
    ];
    expect(outcomes(await put(rows))).toEqual([200, ['created', 'created']]);
    expect(
      outcomes(
        await put([
          { label: 'Low', max: 900 },
          { label: 'Top', min: 2001, max: 9000 },
        ]),
      ),
    ).toEqual([200, ['changed', 'created']]);
    expect((await app.get(path)).body.data).toMatchObject([
      { label: 'Low', min: 0, max: 900, sort: 1 },
      { label: 'High', sort: 2 },
      { label: 'Top', sort: 3, type: 'range' },
    ]);
    expect(
      fields(
        await put([
          { label: 'Half', min: 1 },
          { label: 'Wrong', min: 3, max: 2 },
        ]),
      ),
    ).toEqual([422, { 'data.0.max': ['is required'], 'data.1.min': ['must be at most max'] }]);
    expect(fields(await put([{ label: 'Low', floor_id: asset.floor }]))).toEqual([
      422,
      { 'data.0.floor_id': ['is a field of options of type floor'] },
    ]);
  });
});

describe('A batch of pricing units', () => {
  const ENTRY = { lease_term: 12, available_on: '2030-01-01' };
  let path: string;

  beforeEach(async () => {
    const [{ id }] = (await app.sql(
      `insert into pricing.process (asset_id, name, type, pricing_strategy) values ($1, 'Feed', 'push', 'flat_pricing') returning id`,
      [asset.id],
    )) as [{ id: string }];
    path = `${asset.path}/pricing/${id}`;
  });
  const put = (data: object[], query = '') => app.put(`${path}/units/batch${query}`, { data });
  const priced = async () =>
    ((await app.get(`${path}/units`)).body.data as Record<string, unknown>[]).map((each) => [
      each['provider_id'],
      each['price'],
    ]);

  it('maps units, which show the published entries at once and keep their history', async () => {
    const entries = [
      { provider_id: 'P-1', unit_number: 'x', price: 1000, ...ENTRY },
      { provider_id: 'P-2', unit_number: 'y', price: 2000, ...ENTRY },
    ];
    expect((await app.post(`${path}/ingest?commit=1`, entries)).status).toBe(200);
    const [a, b] = asset.units;
    const data = [
      { unit_id: a, provider_id: 'P-1' },
      { unit_id: b, provider_id: 'P-2' },
    ];
    expect(outcomes(await put(data, '?dry-run=1'))).toEqual([200, ['changed', 'changed']]);
    expect(await priced()).toEqual([[null, null], [null, null]]); // oxfmt-ignore
    expect(outcomes(await put(data))).toEqual([200, ['changed', 'changed']]);
    expect(await priced()).toEqual([['P-1', 1000], ['P-2', 2000]]); // oxfmt-ignore
    expect(outcomes(await put(data))).toEqual([200, ['unchanged', 'unchanged']]);

    const numbered = (unitNumber: string, providerId: string | null) => ({
      ...{ building_id: asset.building, unit_number: unitNumber, provider_id: providerId },
    });
    const swapped = [numbered('101', 'P-2'), numbered('102', 'P-1')];
    expect(outcomes(await put(swapped, '?match-by=number'))).toEqual([200, ['changed', 'changed']]);
    expect(await priced()).toEqual([['P-2', 2000], ['P-1', 1000]]); // oxfmt-ignore
    const history = (await app.get(`${path}/units/${a}/history`)).body.data as { provider_id: string }[];
    expect(history.map((state) => state.provider_id)).toEqual(['P-2', 'P-1']);
  });

  it('rejects unknown and repeated units, and provider ids of others', async () => {
    const [a, b] = asset.units;
    await put([{ unit_id: a, provider_id: 'P-1' }]);
    const one = (unitId: unknown, providerId: string | null) => ({ unit_id: unitId, provider_id: providerId });

    expect(fields(await put([one(b, 'P-1')]))).toEqual([409, { 'data.0.provider_id': ['belongs to another unit'] }]);
    expect(fields(await put([one(b, 'P-9'), one(foreign.units[0], 'P-8')]))).toEqual([
      422,
      { 'data.1.unit_id': ['is not known in this asset'] },
    ]);
    expect(fields(await put([one(b, 'P-9'), one(b, null)]))).toEqual([422, { 'data.1.unit_id': expect.any(Array) }]);
    expect(fields(await put([one(a, 'P-9'), one(b, 'P-9')]))).toEqual([
      422,
      { 'data.1.provider_id': ['is the same as that of item 0'] },
    ]);
    expect((await priced())[0]).toEqual(['P-1', null]);
  });
});
