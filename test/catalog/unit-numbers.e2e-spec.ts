import { unitNumberKey } from '@app/catalog/contract';
import { TestApp } from '../support/app.js';
import { type GivenAsset, givenAsset, givenProcess } from '../support/given.js';

let app: TestApp;
let asset: GivenAsset;

beforeAll(async () => {
  app = await TestApp.start();
  app.stopJobs();
});
afterAll(() => app?.close());

/** Each number in two spellings that are the same. */
const SPELLINGS: [string, string, string][] = [
  ['decomposed accents', 'É7', 'E\u03017'],
  ['full-width digits', '104', '１０４'],
  ['no-break spaces', '205', '\u00a0205\u202f'],
  ['other white space', '306', '\ufeff\t\u3000306\u2028\u0085\n'],
  ['white space inside', '4 07', '4\u00a007'],
  ['ligatures', 'fi8', '\ufb018'],
];

beforeEach(async () => {
  asset = await givenAsset(
    app,
    SPELLINGS.map(([, number]) => number),
  );
});

describe('Unit numbers', () => {
  it('have the same normalised form in SQL and TypeScript', async () => {
    const texts = [
      ...SPELLINGS.flatMap(([, ...numbers]) => numbers),
      ...[0x200b, 0x200d, 0x2060, 0x180e, 0x1680, 0x2000, 0x200a, 0x2029, 0x205f, 0x1c, 0x1f, 0xb2, 0x1f600].map((code) => {
        const letter = String.fromCodePoint(code);
        return `${letter}1${letter}2${letter}`;
      }),
      'ﷺ', '각', '  ', '',
    ]; // oxfmt-ignore
    const rows = await app.sql<{ key: string }>(
      'select catalog.unit_number_key(number) as key from unnest($1::text[]) with ordinality as text (number, at) order by at',
      [texts],
    );
    expect(rows.map(({ key }) => key)).toEqual(texts.map(unitNumberKey));
  });

  it.each(SPELLINGS)('are found with %s', async (_, number, other) => {
    const { data } = (await app.get(`${asset.path}/units?unit-number=${encodeURIComponent(other)}`)).body;
    expect(data.map((unit: { unit_number: string }) => unit.unit_number)).toEqual([number]);
  });

  it('match entries in any spelling, and are listed as sent', async () => {
    const process = await givenProcess(app, asset, 'revenue_management');
    const entries = SPELLINGS.map(([, , number], at) => ({
      ...{ unit_number: number, provider_id: `P-${at}`, price: 1000 + at, available_on: '2026-12-01' },
    }));
    const { status, body } = await app.post(`${process}/ingest?commit=1`, entries);
    expect([status, body.report.totals.unmatched, body.report.issues]).toEqual([200, 0, []]);
    const units = (await app.get(`${process}/units`)).body.data;
    expect(
      units.map(({ price, unit_number: number }: { price: number; unit_number: string }) => [number, price]),
    ).toEqual(SPELLINGS.map(([, number], at) => [number, 1000 + at]));
    const listed = (await app.get(`${process}/entries?per-page=100`)).body.data.flat();
    expect(listed.map((entry: { unit_number: string }) => entry.unit_number)).toEqual(
      entries.map((entry) => entry.unit_number),
    );
  });

  it('are counted as unmatched by the same rule before the commit', async () => {
    const process = await givenProcess(app, asset, 'revenue_management');
    const entry = (number: string) => ({
      unit_number: number,
      provider_id: number,
      price: 1,
      available_on: '2026-12-01',
    });
    const { body } = await app.post(`${process}/ingest`, [entry('１０４'), entry('nowhere')]);
    expect(body.report.totals.unmatched).toBe(1);
  });

  it('that differ only in spelling, but have another provider id, are reported as duplicates', async () => {
    const process = await givenProcess(app, asset, 'revenue_management');
    const entry = (id: string, number: string) => ({
      unit_number: number,
      provider_id: id,
      price: 1,
      available_on: '2026-12-01',
    });
    await app.post(`${process}/ingest?commit=1`, [entry('A', '104')]);
    const { body } = await app.post(`${process}/ingest?commit=1`, [entry('A', '104'), entry('B', '１０４')]);
    expect(body.report.issues).toMatchObject([{ code: 'provider_id_taken', suggestions: [{ reason: 'same_number' }] }]);
  });
});
