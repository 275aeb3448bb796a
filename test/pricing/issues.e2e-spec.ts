import { TestApp } from '../support/app.js';
import { type GivenAsset, givenAsset, givenProcess } from '../support/given.js';

let app: TestApp;
let asset: GivenAsset;
let process: string;

beforeAll(async () => {
  app = await TestApp.start();
  app.stopJobs();
});
afterAll(() => app?.close());
beforeEach(async () => {
  asset = await givenAsset(app);
  process = await givenProcess(app, asset, 'revenue_management');
});

interface Issue {
  code: string;
  index: number | null;
  field: string | null;
}

const entry = (unit: string, term: number, more: object = {}) => ({
  ...{ unit_number: unit, provider_id: `P-${unit}`, price: 2000 + term, available_on: '2026-12-01', lease_term: term },
  ...more,
});
const terms = (count: number) => Array.from({ length: count }, (_, at) => entry('101', at + 1));
/** Entries 0 to 9 match unit 101; 10 and 11 match no unit; 12 repeats the first; the lease of 13 has begun. */
const doubtful = () => [
  ...terms(10),
  entry('0102', 12),
  entry('101', 11, { provider_id: 'second' }),
  entry('101', 1),
  entry('101', 13, { lease_starts_on: '2020-01-01' }),
];
const commit = async (entries: unknown[], query = '') =>
  (await app.post(`${process}/ingest?commit=1${query}`, entries)).body.report;
const brief = (issues: Issue[]) => issues.map(({ code, index, field }) => [code, index, field]);

const ISSUES = [
  ['unit_unknown', 10, 'unit_number'],
  ['provider_id_taken', 11, 'provider_id'],
  ['duplicate', 12, null],
  ['lease_start_past', 13, 'lease_starts_on'],
];

describe('The issues of a report', () => {
  it('name the second of two prices for one unit, term and start', async () => {
    const again = (price: number, more: object = {}) => entry('101', 1, { price, ...more });
    const start = { lease_starts_on: '2099-01-01' };
    const report = await commit([
      again(1500),
      again(1700),
      again(1500, start),
      again(1600, { lease_term: 2 }),
      again(1800),
    ]);
    expect([report.totals.repeated_prices, report.warnings]).toEqual([2, ['repeated_prices']]);
    expect(brief(report.issues)).toEqual([
      ['price_repeated', 1, 'price'],
      ['price_repeated', 4, 'price'],
    ]);
  });

  it('name each doubtful entry and what to do, also in a dry run', async () => {
    await commit(terms(10));
    const dry = await commit(doubtful(), '&dry-run=1');
    expect(dry.issues).toEqual(
      ISSUES.map(([code, index, field]) =>
        expect.objectContaining({ code, index, field, message: expect.stringMatching(/^\w.*: .*\w$/) as string }),
      ),
    );
    expect(dry).toMatchObject({
      totals: { unmatched: 2, duplicates: 1, past_lease_starts: 1 },
      warnings: ['unmatched_entries', 'duplicate_entries', 'past_lease_starts'],
    });
    const [unknown, taken] = dry.issues;
    const [unit101, unit102] = asset.units;
    expect(unknown).toMatchObject({ provider_id: 'P-0102', unit_number: '0102' });
    expect(unknown.suggestions).toEqual([
      {
        ...{ unit_id: unit102, unit_number: '102', building: 'North', floor: 'Level 1' },
        ...{ provider_id: null, reason: 'similar_number' },
      },
    ]);
    expect(taken.suggestions).toMatchObject([{ unit_id: unit101, provider_id: 'P-101', reason: 'same_number' }]);

    expect(await commit(doubtful())).toEqual({ ...dry, dry_run: false, as_of: expect.any(String) });
    const again = await commit(doubtful());
    expect([again.outcome, again.issues, again.totals.duplicates]).toEqual(['unchanged', dry.issues, 1]);
  });

  it('are found in the first publication, too', async () => {
    expect(brief((await commit(doubtful())).issues)).toEqual(ISSUES);
  });

  it('are found in a data set of several requests, with the position in each', async () => {
    await commit(terms(10));
    const { transaction_ingest_url: ingest } = (await app.post(`${process}/ingest`, doubtful().slice(0, 10))).body;
    const { report } = (await app.post(`${ingest}?commit=1`, doubtful().slice(10))).body;
    expect(brief(report.issues)).toEqual(ISSUES.map(([code, index, field]) => [code, Number(index) - 10, field]));
    expect(report.totals).toMatchObject({ unmatched: 2, duplicates: 1, past_lease_starts: 1 });
  });

  it('list 50 of each code, and the totals count all', async () => {
    const strangers = Array.from({ length: 120 }, (_, at) => entry(`x${at}`, 12));
    const past = Array.from({ length: 60 }, (_, at) => entry('101', at + 1, { lease_starts_on: '2020-01-01' }));
    const { issues, totals } = await commit([...strangers, ...past, ...past]);
    const count = (code: string) => issues.filter((each: Issue) => each.code === code).length;
    expect([count('unit_unknown'), count('duplicate'), count('lease_start_past')]).toEqual([50, 50, 50]);
    expect(totals).toMatchObject({ unmatched: 120, duplicates: 60, past_lease_starts: 120 });
  });

  it('are empty when nothing is doubtful', async () => {
    expect((await commit(terms(10))).issues).toEqual([]);
    expect((await commit(terms(9))).issues).toEqual([]);
  });

  it('of a restored publication have no position, because nothing was sent', async () => {
    await commit(doubtful());
    await commit(terms(10));
    const { report } = (await app.post(`${process}/publications/1/restore`)).body;
    expect(brief(report.issues)).toEqual(ISSUES.map(([code, , field]) => [code, null, field]));
  });
});

describe('A rejected ingest', () => {
  it('names the code, position and field of each error', async () => {
    const { price: _, ...incomplete } = entry('101', 1);
    const wrong = [
      entry('101', 1),
      entry('101', 0, { rent: 1 }),
      incomplete,
      entry('101', 1, { leasing_fields: [] }),
      7,
    ];
    const { status, body } = await app.post(`${process}/ingest?commit=1`, wrong);
    expect(status).toBe(422);
    expect(brief(body.details.issues).toSorted()).toEqual([
      ['field_invalid', 1, 'lease_term'],
      ['field_invalid', 3, 'leasing_fields'],
      ['field_invalid', 4, null],
      ['field_missing', 2, 'price'],
      ['field_unknown', 1, 'rent'],
    ]);
    const { message } = body.details.issues.find(({ code }: Issue) => code === 'field_missing');
    expect(message).toBe('price is required');
    expect(body.fault_count).toBe(5);

    const { transaction_ingest_url: ingest } = (await app.post(`${process}/ingest`, [])).body;
    const sent = await app.post(ingest, wrong);
    expect([sent.status, sent.body.details]).toEqual([422, body.details]);
  });

  it('has no list of issues if the request itself is invalid', async () => {
    const { status, body } = await app.post(`${process}/ingest?commit=2`, []);
    expect([status, body.details]).toEqual([422, undefined]);
  });

  it('links to a new preview when another publication is live than was planned with', async () => {
    await commit(terms(10));
    const send = (path: string, body?: unknown[]) =>
      app.request('POST', path, { ...(body && { body }), headers: { 'If-Match': '"7"' } });
    const ending = (path: string) =>
      expect.stringMatching(new RegExp(`^<http://[^/]+${path}>; rel="preview"$`)) as string;
    const stale = await send(`${process}/ingest?commit=1`, terms(9));
    expect([stale.status, stale.headers.get('link')]).toEqual([412, ending(`${process}/ingest\\?commit=1&dry-run=1`)]);
    const { transaction_url: transaction } = (await app.post(`${process}/ingest`, terms(9))).body;
    const link = (await send(`${transaction}/ingest?commit=1`)).headers.get('link');
    expect(link).toBe(`<${transaction}>; rel="transaction", <${transaction}/ingest?commit=1&dry-run=1>; rel="preview"`);
    await app.delete(transaction);
    const restored = await send(`${process}/publications/1/restore`);
    expect([restored.status, restored.headers.get('link')]).toEqual([
      412,
      ending(`${process}/publications/1/restore\\?dry-run=1`),
    ]);
  });
});

describe('An entry that names a building', () => {
  let south: string;
  /** ids of the units 101 of the buildings North and South, and of 201 of South */
  let [north101, south101, south201]: string[] = [];

  beforeEach(async () => {
    const created = async (list: string, fields: object) => {
      const { status, body } = await app.post(`${asset.path}/${list}`, { asset_id: asset.id, ...fields });
      expect(status).toBe(201);
      return String(body.id);
    };
    south = await created('buildings', { name: 'South' });
    const fields = { building_id: south, floor_id: asset.floor, floor_plan_id: asset.floorPlan, area: 640 };
    const unit = (number: string) => created('units', { ...fields, unit_number: number });
    [north101, south101, south201] = [asset.units[0]!, await unit('101'), await unit('201')];
  });
  const in101 = (provider: string, building?: string | null) =>
    entry('101', 12, { provider_id: provider, ...(building !== undefined && { building }) });
  const priced = async () =>
    new Map(
      (await app.get(`${process}/units`)).body.data
        .filter(({ provider_id: id }: { provider_id: string | null }) => id !== null)
        .map(({ provider_id: provider, id }: { provider_id: string; id: string }) => [provider, id]),
    );

  it('matches the unit of its number there, by name or id, and is listed as it was sent', async () => {
    const sent = [in101('S', south), in101('N', ' North\u00a0'), entry('201', 12)];
    const report = await commit(sent);
    expect([report.totals.matched, report.issues]).toEqual([3, []]);
    expect(await priced()).toEqual(new Map(Object.entries({ N: north101, S: south101, 'P-201': south201 })));
    const listed = (await app.get(`${process}/entries`)).body.data.flat();
    expect(listed.map((each: { building: string | null }) => each.building)).toEqual([' North\u00a0', south, null]);
    expect((await commit(sent)).outcome).toBe('unchanged');
    await commit([in101('S', 'North'), in101('N', 'South')]);
    expect(await priced()).toEqual(new Map(Object.entries({ N: north101, S: south101, 'P-201': south201 })));
  });

  it('matches nothing without it if the number is ambiguous, and the issue says so', async () => {
    const entries = [in101('S'), in101('N', null), in101('E', '')];
    const { transaction_ingest_url: ingest, report: staged } = (await app.post(`${process}/ingest`, entries)).body;
    expect(staged.totals).toMatchObject({ matched: 0, unmatched: 3 });
    await app.delete(ingest.replace('/ingest', ''));
    const { totals, issues } = await commit(entries);
    expect(totals).toMatchObject({ matched: 0, unmatched: 3 });
    expect(brief(issues)).toEqual([0, 1, 2].map((at) => ['unit_ambiguous', at, 'unit_number']));
    expect(issues[0].message).toContain('name the building');
    const place = ({ unit_id: id, building, floor }: Record<string, string>) => [id, building, floor];
    expect(issues[0].suggestions.map(place)).toEqual([
      [north101, 'North', 'Level 1'],
      [south101, 'South', 'Level 1'],
    ]);
    const { data } = (await app.get(`${process}/unmatched`)).body;
    expect(data.map(({ code, building }: Record<string, string>) => [code, building])).toEqual([
      ['unit_ambiguous', null],
      ['unit_ambiguous', null],
      ['unit_ambiguous', ''],
    ]);
    const { transaction_ingest_url: next, report } = (
      await app.post(`${process}/ingest`, [in101('S', 'South'), in101('N', 'North'), in101('W', 'West')])
    ).body;
    expect(report.totals).toMatchObject({ matched: 2, unmatched: 1 });
    const { report: published } = (await app.post(`${next}?commit=1`)).body;
    expect([published.totals.matched, brief(published.issues)]).toEqual([2, [['building_unknown', 2, 'building']]]);
    expect(await priced()).toEqual(new Map(Object.entries({ N: north101, S: south101 })));
  });

  it('matches nothing where the building has no such unit, or its unit has another provider_id', async () => {
    await commit([in101('S', 'South')]);
    const { issues } = await commit([
      in101('S', 'South'),
      in101('other', 'South'),
      entry('201', 12, { building: 'North' }),
    ]);
    expect(brief(issues)).toEqual([
      ['provider_id_taken', 1, 'provider_id'],
      ['unit_unknown', 2, 'unit_number'],
    ]);
    expect(issues[0].suggestions[0]).toMatchObject({ unit_id: south101, provider_id: 'S' });
    expect(issues[1]).toMatchObject({ building: 'North', suggestions: [{ unit_id: south201, building: 'South' }] });
  });

  it('means the building of that name rather than the one with that id', async () => {
    await app.put(`${asset.path}/buildings/${asset.building}`, { id: asset.building, asset_id: asset.id, name: south });
    await commit([in101('N', south)]);
    expect(await priced()).toEqual(new Map([['N', north101]]));
  });

  it('is rejected if the building is not a text of at most 255 characters', async () => {
    const { status, body } = await app.post(`${process}/ingest?commit=1`, [
      in101('S', 'x'.repeat(256)),
      in101('N', 7 as never),
    ]);
    expect([status, Object.keys(body.fields)]).toEqual([422, ['0.building', '1.building']]);
  });
});
