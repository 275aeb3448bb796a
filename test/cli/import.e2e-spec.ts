import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { SentEntry } from '@app/pricing/contract';
import pg from 'pg';
import { withContexts } from '../../apps/cli/src/contexts.js';
import { publish } from '../../apps/cli/src/import/feed.js';
import { previewOf, publishPreviewed, rolledBack } from '../../apps/cli/src/import/preview.js';
import { Meter } from '../../apps/cli/src/import/source.js';
import { Operator, type Ran } from './run.js';
import { inline, workbookOf } from './workbooks.js';

const ROOT = join(import.meta.dirname, '../..');
/** Next year, because the offers of the data begin in 2024. */
const YEAR = new Date().getFullYear() + 1;
const FOLDER = mkdtempSync(join(tmpdir(), 'property-map-mits-'));
const [FULL, PARTIAL] = ['full.xml', 'partial.xml'].map((name) => {
  const text = readFileSync(join(ROOT, 'test/data/mits', name), 'utf8');
  writeFileSync(join(FOLDER, name), text.replaceAll('>2024-', `>${YEAR}-`));
  return join(FOLDER, name);
}) as [string, string];
const HOUSING = join(ROOT, 'apps/cli/src/demo/data/nyc/housing-new-york-units-by-building.csv');
/** Options for values that full.xml omits or that match nothing. */
const WHOLE = '--market multifamily --unit-number id --building 10 --floor 1 --floor-plan-ids 22=12'.split(' ');

afterAll(() => rmSync(FOLDER, { recursive: true }));

let operator: Operator;
let files = 0;

const raise = (text: string): never => {
  throw new Error(text);
};
const run = (...args: string[]): Promise<Ran> => operator.run(['import', ...args]);
const lines = (text: string): string[] => text.trimEnd().split('\n');
const count = async (table: string): Promise<number> =>
  Number((await operator.rows<{ n: string }>(`select count(*) as n from ${table}`))[0]!.n);
const file = (text: string | Buffer, name = 'file.csv') => operator.file(`${files++}-${name}`, text);
const catalog = () =>
  operator.rows(`select xmin::text, to_jsonb(asset)::text as row from catalog.asset
    union all select xmin::text, to_jsonb(building)::text from catalog.building
    union all select xmin::text, to_jsonb(floor)::text from catalog.floor
    union all select xmin::text, to_jsonb(floor_plan)::text from catalog.floor_plan
    union all select xmin::text, to_jsonb(unit)::text from catalog.unit
    union all select xmin::text, to_jsonb(account)::text from catalog.account
    union all select xmin::text, to_jsonb(account_asset)::text from catalog.account_asset order by 2`);

/** Each test has an operator of its own. */
function withOperator(create: () => Promise<Operator>): void {
  beforeEach(async () => {
    operator = await create();
  });
  afterEach(() => operator.leave());
}

describe('import mits', () => {
  withOperator(() => Operator.withMigratedDatabase());
  it('creates every property, building, floor plan, unit and rent of a whole document', async () => {
    const { code, out, err } = await run('mits', FULL, ...WHOLE, '--account', 'Orbit', '--without-fees');

    expect([code, lines(err).length]).toEqual([0, 21]);
    expect(
      lines(err)
        .slice(0, -1)
        .every((line) => line.includes('the id counts')),
    ).toBe(true);
    expect(lines(err).at(-1)).toMatch(/^\.\.\. and 10 more: .*the id counts/);
    expect(out).toContain('prices: 120\n');
    expect(
      await operator.rows(`select name, display_name, market, description, address_line1, address_city, address_state,
        address_country, address_postal_code, address_latitude, address_longitude from catalog.asset order by id`),
    ).toEqual(
      ['1', '2', '3', '4', '5', '6'].map((id) => expect.objectContaining({ name: expect.stringContaining(`(${id})`) })),
    );
    expect((await operator.rows('select * from catalog.asset order by id'))[0]).toMatchObject({
      name: 'Lunar Towers (1)',
      display_name: 'Lunar Towers',
      description: 'Discover Lunar Towers.',
      market: 'multifamily',
      address_line1: '123 Any Street',
      address_line2: null,
      address_city: 'New York',
      address_state: 'NY',
      address_country: 'USA',
      address_postal_code: '12345',
      address_latitude: 30.1234,
      address_longitude: -74.4321,
    });
    expect(await operator.rows('select name from catalog.building')).toEqual(Array(6).fill({ name: '10' }));
    expect(
      await operator.rows('select name, bedroom_count, bathroom_count from catalog.floor_plan order by id limit 2'),
    ).toEqual([
      { name: 'A', bedroom_count: 0, bathroom_count: 1 },
      { name: 'B', bedroom_count: 0, bathroom_count: 1 },
    ]);
    expect(
      await operator.rows(`select unit.unit_number, unit.area, plan.name as plan, floor.name as floor, building.name as building
        from catalog.unit join catalog.floor_plan plan on plan.id = floor_plan_id join catalog.floor on floor.id = floor_id
        join catalog.building on building.id = building_id where unit.asset_id = 1 order by unit.id`),
    ).toEqual(
      ['A', 'A', 'A', 'A', 'B', 'B'].map((plan, n) => {
        return { unit_number: `${n + 1}00`, area: 483, plan, floor: '1', building: '10' };
      }),
    );
    expect(await count('catalog.unit')).toBe(36);
    expect(await count('catalog.account_asset')).toBe(6);
  });

  it('imports fees as expenses, reports those that cannot be expenses, and changes nothing when it is repeated', async () => {
    const { code, out, err } = await run('mits', FULL, ...WHOLE);
    expect(code).toBe(0);
    expect(out).toContain('unit_expenses: 18 created, 0 changed, 0 unchanged\nasset_expenses: 120 created');
    expect(err).toContain('Property 1, ChargeOfferItem event: PaymentFrequency "hourly" is none of an expense');
    expect(err).toContain('ILS_Unit 200, ChargeOfferItem CONC: -500 is a concession, and no expense');
    expect(
      await operator.rows(`select name, is_refundable, entry.percentage::float, entry.amount::float, unit_number
        from expenses.unit_expense expense join expenses.unit_entry entry on entry.expense_id = expense.id
        join catalog.unit on unit.id = unit_id where expense.asset_id = 1 and unit_number in ('100', '200') order by unit_number`),
    ).toEqual([
      { name: 'Deposit (DEP)', is_refundable: true, percentage: 50, amount: null, unit_number: '100' },
      { name: 'Deposit (DEP) 2', is_refundable: false, percentage: null, amount: 1500, unit_number: '200' },
    ]);
    const again = await run('mits', FULL, ...WHOLE);
    expect(again.out).toContain(
      'unit_expenses: 0 created, 0 changed, 18 unchanged\nasset_expenses: 0 created, 0 changed, 120 unchanged',
    );
  });

  it('publishes rents by lease term and start, in a transaction per property, matched to its units', async () => {
    await run('mits', FULL, ...WHOLE, '--process', 'Nightly');

    expect(await operator.rows('select name, type, pricing_strategy from pricing.process')).toEqual(
      Array(6).fill({ name: 'Nightly', type: 'push', pricing_strategy: 'revenue_management' }),
    );
    expect(await operator.rows('select distinct status, entry_count from pricing.transaction')).toEqual([
      { status: 'finished', entry_count: 20 },
    ]);
    expect(
      await operator.rows(`select price, lease_term as term, lease_starts_on::text as start, available_on::text as available, status
        from pricing.entry where asset_id = 1 and provider_id in ('100', '300') order by id`),
    ).toEqual(
      [
        { price: 2000, term: 18, start: null },
        { price: 1800, term: 12, start: `${YEAR}-11-15` },
        { price: 1850, term: 12, start: `${YEAR}-11-30` },
        { price: 1600, term: 18, start: `${YEAR}-11-15` },
        { price: 1650, term: 18, start: `${YEAR}-11-30` },
        { price: 1400, term: 24, start: `${YEAR}-11-15` },
        { price: 1450, term: 24, start: `${YEAR}-11-30` },
      ].map((rent) => ({ ...rent, available: '2024-11-24', status: 'Unoccupied' })),
    );
    expect(await operator.rows('select provider_id from pricing.unit where price is not null')).toHaveLength(36);
  });

  it('does not change the catalog when it is repeated, and replaces the prices', async () => {
    await run('mits', FULL, ...WHOLE, '--account', 'Orbit');
    const before = await catalog();

    const { out } = await run('mits', FULL, ...WHOLE, '--account', 'Orbit');

    expect(out).toContain('units: 0 created, 0 changed, 36 unchanged');
    expect(out).not.toMatch(/[1-9]\d* (created|changed)/);
    expect(await catalog()).toEqual(before);
    expect(await count('pricing.process')).toBe(6);
    expect(await count(`pricing.transaction where status = 'finished'`)).toBe(12);
  });

  it('assumes nothing: it names what is missing, and the option for it', async () => {
    const nothing = await run('mits', FULL);
    expect([nothing.code, lines(nothing.err)[0]]).toEqual([1, `${FULL}:4: Property 1: market is required (--market)`]);
    expect(await count('catalog.asset')).toBe(0);

    const { code, out, err } = await run('mits', FULL, '--market', 'multifamily');
    expect(code).toBe(0);
    expect(err).toContain(
      `${FULL}:1296: Property 1, ILS_Unit 100: names no building (--building); has no FloorLevel that is a number (--floor)`,
    );
    expect(err).toMatch(/ILS_Unit 500: .*FloorplanID 22 is no floor plan of this property \(--floor-plan-ids 22=...\)/);
    expect(out).toContain('floor_plans: 12 created');
    expect(await count('catalog.unit')).toBe(0);

    const numbers = await run('mits', FULL, ...WHOLE.filter((word) => !['--unit-number', 'id'].includes(word)));
    expect(numbers.err).toContain('Property 1, ILS_Unit 200: building "10", unit_number "760" is that of line 1296');
    expect(await count('catalog.unit')).toBe(6);
  });

  it('names every gap of a partial document, and fills it from options', async () => {
    const { code, err } = await run('mits', PARTIAL);
    expect(code).toBe(1);
    expect(lines(err).filter((line) => line.includes('display_name is required (--display-name)'))).toHaveLength(6);
    expect(err).toContain(`${PARTIAL}:3: Property 1: left out with it: 1 Building, 0 Floorplan, 6 ILS_Unit`);

    await run('mits', FULL, ...WHOLE);
    const before = await catalog();
    const known = ['--assets', '1=1,2=2', '--unit-number', 'id', '--available-on', '2027-03-01', '--json'];
    const { out, err: printed } = await run('mits', PARTIAL, ...known);

    expect(JSON.parse(out)).toMatchObject({ properties: 6, placed: 2, prices: 40 });
    expect(printed).toContain('Property 1, ILS_Unit 100: names no building (--building); has no FloorLevel');
    expect(await catalog()).toEqual(before);
    expect(
      await operator.rows(
        `select distinct asset_id, available_on::text from pricing.unit where available_on > '2025-01-01' order by 1`,
      ),
    ).toEqual([
      { asset_id: '1', available_on: '2027-03-01' },
      { asset_id: '2', available_on: '2027-03-01' },
    ]);
  });

  it('does not import prices when no unit says when it is available', async () => {
    await run('mits', FULL, ...WHOLE);
    const { err } = await run('mits', PARTIAL, '--assets', '1=1', '--unit-number', 'id');

    expect(err).toContain('Property 1, ILS_Unit 100, price: has no MadeReadyDate and no VacateDate (--available-on)');
    expect(err).toContain('Property 1: no unit has a whole price: prices are left as they are');
    expect(await count('pricing.transaction')).toBe(6);
  });

  it('reads MITS 4.1: units in Unit, FloorLevel, MITS-OfferTerm, rent ranges, leased units', async () => {
    const unit = (id: string, details: string, rest: string) => `<ILS_Unit IDValue="u${id}"><Units><Unit>
      <Identification IDValue="${id}"/><MarketingName>${id}</MarketingName><MinSquareFeet>715</MinSquareFeet>
      <FloorplanID IDValue="f1"/><BuildingName>North</BuildingName>${details}</Unit></Units>
      <FloorLevel>${id[0]}</FloorLevel>${rest}</ILS_Unit>`;
    const ready =
      '<Availability><VacateDate Month="1" Day="2" Year="2027"/><MadeReadyDate Month="1" Day="9" Year="2027"/></Availability>';
    const text = `<?xml version="1.0" encoding="ISO-8859-1"?><m:PhysicalProperty xmlns:m="urn:x"><m:Property IDValue="p1">
      <PropertyID><MarketingName>Caf\u00e9 Court</MarketingName><Address><AddressLine1>1 Rue</AddressLine1><City>Portland</City>
      <State>OR</State><PostalCode>97201</PostalCode><Country>Atlantis</Country></Address></PropertyID>
      <ILS_Identification><Latitude>north</Latitude></ILS_Identification>
      <Floorplan IDValue="f1"><Name>One</Name><Room RoomType="Bedroom"><Count>1</Count></Room><Room RoomType="Bathroom"><Count>1.5</Count></Room></Floorplan>
      <Floorplan IDValue="f2"><Name>One</Name><Room RoomType="Bedroom"><Count>1</Count></Room><Room RoomType="Bathroom"><Count>1</Count></Room></Floorplan>
      <Floorplan IDValue="f3"><Name>Loft</Name></Floorplan>
      ${unit('101', '', `${ready}<Pricing><MITS-OfferTerm><EffectiveRent>1319.00</EffectiveRent><Term>12</Term></MITS-OfferTerm></Pricing>`)}
      ${unit('201', '<UnitRent>1400.50</UnitRent>', ready)}
      ${unit('202', '', `${ready}<EffectiveRent Min="1000" Max="1200"/>`)}
      ${unit('203', '<UnitLeasedStatus>leased</UnitLeasedStatus><UnitRent>1700</UnitRent>', ready)}
      ${unit('204', '<UnitRent>1700</UnitRent>', '<Availability><VacancyClass>Occupied</VacancyClass></Availability>')}
      ${unit('205', '<UnitRent>1700</UnitRent>', '<Availability><VacateDate Month="2" Day="30" Year="2027"/></Availability>')}
      ${unit('301', '<MaxSquareFeet>800</MaxSquareFeet>', `${ready}<EffectiveRent Min="900" Max="900"/>`)}
      </m:Property></m:PhysicalProperty>`;
    const path = operator.file('latin.xml', '');
    (await import('node:fs')).writeFileSync(path, Buffer.from(text, 'latin1'));

    const { code, err, out } = await run('mits', path, '--market', 'multifamily', '--country', 'USA', '--round');

    expect([code, out.match(/prices: [^]*?(?=\nIgnored|\nRejected)/)?.[0]]).toEqual([
      0,
      'prices: 2\nUnits not available, by status: 1 leased, 1 occupied',
    ]);
    for (const reason of [
      'Property p1: address_latitude must be a number or null: left out',
      'Floorplan f2: name "One" is that of line 5',
      'Floorplan f3: bedroom_count is required; bathroom_count is required',
      'ILS_Unit u202, price: EffectiveRent is a range, 1000 to 1200, and no price',
      'ILS_Unit u205, price: VacateDate Year="2027" Month="2" Day="30" is not a date',
      'ILS_Unit u301: has no one area in square feet (--area)',
    ])
      expect(err).toContain(reason);
    expect(await operator.rows('select name, address_country from catalog.asset')).toEqual([
      { name: 'Caf\u00e9 Court (p1)', address_country: 'USA' },
    ]);
    expect(await operator.rows('select name, sort from catalog.floor order by sort')).toEqual([
      { name: '1', sort: 1 },
      { name: '2', sort: 2 },
    ]);
    expect(
      await operator.rows(
        `select provider_id, price, lease_term, available_on::text, status from pricing.entry order by id`,
      ),
    ).toEqual([
      { provider_id: 'u101', price: 1319, lease_term: 12, available_on: '2027-01-09', status: null },
      { provider_id: 'u201', price: 1401, lease_term: null, available_on: '2027-01-09', status: null },
    ]);
  });

  it.each([
    ['cut off', (text: string) => text.slice(0, text.length / 2), /:\d+: is not well-formed XML: /],
    [
      'with a tag that is never closed',
      (text: string) => text.replace('</Building>', ''),
      /:\d+: is not well-formed XML: /,
    ],
    [
      'with an entity of its own',
      (text: string) =>
        text.replace('<PhysicalProperty>', '<!DOCTYPE a [<!ENTITY b "c">]><PhysicalProperty>').replace('Lunar', '&b;'),
      /undefined entity/,
    ],
    ['that is something else', () => '<svg/>', /has no element Property/],
    [
      'that is not in its encoding',
      (text: string) => Buffer.from(text.replace('Lunar', 'Lun\xe4r'), 'latin1'),
      /is not UTF-8, and declares no other encoding/,
    ],
    ['that is empty', () => '', /not well-formed|no element Property/],
  ])('rejects a document %s before it changes anything', async (_, broken, reason) => {
    const { code, err } = await run('mits', file(broken(readFileSync(FULL, 'utf8')), 'broken.xml'), ...WHOLE);

    expect(code).toBe(1);
    expect(err).toMatch(reason);
    expect(await count('catalog.asset')).toBe(0);
  });

  it('leaves an existing process unchanged, and reports its open transaction', async () => {
    await run('mits', FULL, ...WHOLE, '--without-rents');
    expect(await count('pricing.process')).toBe(0);
    await operator.rows(
      `insert into pricing.process (asset_id, name, type, pricing_strategy) values (1, 'MITS', 'manual', 'flat_pricing')`,
    );
    await run('mits', FULL, ...WHOLE);
    expect(await operator.rows('select type, pricing_strategy from pricing.process where asset_id = 1')).toEqual([
      { type: 'manual', pricing_strategy: 'flat_pricing' },
    ]);
    await operator.rows(`insert into pricing.transaction (asset_id, process_id, uuid, pricing_strategy, status, source_count, entry_count, expires_at, created_at, holds_entries)
      select 1, id, gen_random_uuid(), pricing_strategy, 'pending', 0, 0, now() + interval '1 hour', now(), true from pricing.process where asset_id = 1`);

    expect(await run('mits', FULL, ...WHOLE)).toMatchObject({
      code: 1,
      err: expect.stringContaining(':4: Property 1: MITS: A transaction is open on this process'),
    });
  });
});

describe('import mits, compared with the database', () => {
  withOperator(() => Operator.withMigratedDatabase());

  it('reports in a dry run exactly what the import then does, and changes nothing', async () => {
    const dry = await run('mits', FULL, ...WHOLE, '--account', 'Orbit', '--dry-run', '--json');
    expect([await count('catalog.asset'), await count('pricing.process')]).toEqual([0, 0]);
    const done = await run('mits', FULL, ...WHOLE, '--account', 'Orbit', '--json');

    const { reports, ...rest } = JSON.parse(dry.out);
    const { reports: published, ...did } = JSON.parse(done.out);
    expect([dry.code, rest]).toEqual([0, did]);
    expect(reports).toHaveLength(6);
    expect(reports).toMatchObject(
      published.map(({ report: { as_of: _, ...report }, ...each }: { report: { as_of: string } }) => ({
        ...each,
        report: { ...report, dry_run: true },
      })),
    );
    expect(reports[0].report.totals).toMatchObject({ received: 20, matched: 20, units_priced: 6 });
  });

  it('keeps prices that the guard of their process protects, imports the rest, and fails', async () => {
    await run('mits', FULL, ...WHOLE);
    await operator.rows(`update pricing.process set guard = '{"max_price_change_percent": 10}' where asset_id = 1`);
    const prices = () =>
      operator.rows('select asset_id, price from pricing.unit where price is not null order by 1, 2');
    const before = await prices();
    const doubled = file(readFileSync(FULL, 'utf8').replaceAll(/(<Amount[^>]*>)(\d)/g, '$19$2'), 'doubled.xml');

    const dry = await run('mits', doubled, ...WHOLE, '--dry-run');
    expect([dry.code, dry.out]).toEqual([
      0,
      expect.stringMatching(/^Property 1: The guard of the process refuses these/m),
    ]);
    expect(await prices()).toEqual(before);

    const { code, err, out } = await run('mits', doubled, ...WHOLE);
    expect([code, err]).toEqual([
      1,
      expect.stringMatching(/:4: Property 1: The guard .* more than 10 %\. Nothing was published/),
    ]);
    expect(out).toContain('Property 2: Compared with publication 1: ');
    const of = (rows: Record<string, unknown>[], asset: string) => rows.filter((row) => row['asset_id'] === asset);
    const after = await prices();
    expect(of(after, '1')).toEqual(of(before, '1'));
    expect(of(after, '2')).not.toEqual(of(before, '2'));
  });
});

describe('import nyc', () => {
  withOperator(() => Operator.withMigratedDatabase());
  const header = readFileSync(HOUSING, 'utf8').split(/\r?\n/, 1)[0]!;
  const row = (project: string, name: string, building: string, address: string, counts: string) =>
    `${project},${name},3/29/19,,${building},${address},40.71,-73.94,40.7,-73.9,,New Construction,No,Non Prevailing Wage,0,0,8,0,0,0,${counts},8,0,8,46`;
  const at = '146,BAYARD STREET,Brooklyn,11222,3027240018,,BK-01,33,499,BK76';

  it('creates assets and buildings, and reports what the table lacks', async () => {
    const { code, out, err } = await run('nyc', HOUSING, '--account', 'HPD');

    expect([code, err]).toEqual([0, '']);
    expect(lines(out)).toEqual([
      'assets: 3 created, 0 changed, 0 unchanged',
      'buildings: 26 created, 0 changed, 0 unchanged',
      'accounts: 1 created, 0 changed, 0 unchanged',
      'floor_plans: none, as the table has no bathrooms (--bathrooms N)',
      'units: none, as the table has no unit numbers (--units)',
    ]);
    expect(await count('catalog.account_asset')).toBe(3);
    expect(await count('catalog.floor_plan')).toBe(0);
    const [asset] = await operator.rows('select * from catalog.asset order by id limit 1');
    expect(asset).toMatchObject({ market: 'affordable_housing', address_state: 'NY', address_country: 'USA' });
    expect(asset!['name']).toMatch(new RegExp(`^${String(asset!['display_name'])} \\(\\d+\\)$`));
  });

  it('numbers the counted apartments on request, and changes nothing when it is repeated', async () => {
    const args = [HOUSING, '--units', '--bathrooms', '1', '--floor', '1', '--area', '0', '--limit', '2'];
    await run('nyc', ...args);
    const before = await catalog();
    const counted = readFileSync(HOUSING, 'utf8').trim().split(/\r?\n/).slice(1);
    const projects = [...new Set(counted.map((line) => line.split(',')[0]))].slice(0, 2);
    const expected = counted.filter((line) => projects.includes(line.split(',')[0])).length;
    expect(await count('catalog.building')).toBe(expected);
    expect(
      await operator.rows(
        `select plan.name, count(*)::int from catalog.unit join catalog.floor_plan plan on plan.id = floor_plan_id group by 1`,
      ),
    ).not.toEqual([]);

    const { out } = await run('nyc', ...args);

    expect(out).not.toMatch(/[1-9]\d* (created|changed)/);
    expect(await catalog()).toEqual(before);
  });

  it('reports rows without a place, and imports the rest', async () => {
    const text = [
      header,
      row('1', 'RIVER', '11', at, '1,2,0,0,0,0,0,5'),
      row('1', 'RIVER', '12', at.replace('146', '148').replace('11222', ''), '0,1,0,0,0,0,1,0'),
      row('2', 'CONFIDENTIAL', '', '----,----,Queens,,,,QN-03,25,,', '0,1,0,0,0,0,0,0'),
      row('3', 'HILL', '31', at.replace('11222', ''), '0,1,0,0,0,0,0,0'),
      row('4', 'MANY', '41', at, '0,many,0,0,0,0,0,0'),
      '5,SHORT',
      row('1', 'RIVER', '13', at.replace('146', '150'), '0,1,0,0,0,0,0,0'),
    ].join('\r\n');
    const path = file(text);
    const { code, out, err } = await run(
      'nyc',
      path,
      '--units',
      '--bathrooms',
      '1.5',
      '--floor',
      'G',
      '--area',
      '500',
      '--json',
    );

    expect(code).toBe(0);
    expect(lines(err).map((line) => line.replace(path, ''))).toEqual([
      ':2: building 11: 5 units of an unknown number of bedrooms have no floor plan',
      ':4: project 2: its address is withheld',
      ':6: row: 1-BR Units "many" is not a number',
      ':7: row: has 2 cells, the header 41',
      ':5: project 3: address_postal_code is required',
    ]);
    expect(JSON.parse(out)).toMatchObject({ assets: 1, rejected: 5 });
    expect(
      await operator.rows(`select unit_number, building.label, plan.bedroom_count, plan.bathroom_count from catalog.unit
        join catalog.building on building.id = building_id join catalog.floor_plan plan on plan.id = floor_plan_id order by unit.id`),
    ).toEqual([
      { unit_number: '1', label: '146 BAYARD STREET', bedroom_count: 0, bathroom_count: 1.5 },
      { unit_number: '2', label: '146 BAYARD STREET', bedroom_count: 1, bathroom_count: 1.5 },
      { unit_number: '3', label: '146 BAYARD STREET', bedroom_count: 1, bathroom_count: 1.5 },
      { unit_number: '1', label: '148 BAYARD STREET', bedroom_count: 1, bathroom_count: 1.5 },
      { unit_number: '2', label: '148 BAYARD STREET', bedroom_count: 6, bathroom_count: 1.5 },
      { unit_number: '1', label: '150 BAYARD STREET', bedroom_count: 1, bathroom_count: 1.5 },
    ]);
  });

  it('rejects invalid input', async () => {
    expect(await run('nyc', HOUSING, '--units', '--floor', '1')).toMatchObject({
      code: 2,
      err: expect.stringContaining('--units needs'),
    });
    expect(await run('nyc', HOUSING, '--limit', 'some')).toMatchObject({
      code: 2,
      err: expect.stringContaining('--limit must be'),
    });
    expect(await run('nyc', '/nowhere.csv')).toMatchObject({ code: 1, err: 'There is no file /nowhere.csv\n' });
    expect(await run('nyc', file('Project ID,b\n1,2\n'))).toMatchObject({
      code: 1,
      err: expect.stringContaining('has no column "Project Name"'),
    });
    expect(await run('nyc', file(''))).toMatchObject({ code: 1, err: expect.stringContaining('is empty') });
  });
});

describe('import csv', () => {
  const MAP = [
    '--map',
    'unit_number=Unit,provider_id=Id,price=Rent,available_on=From,lease_term=Term,leasing_fields.quote=Quote, no',
  ];
  const GOOD = `Unit,Id,Rent,From,Term,"Quote, no"\n101,p1,2450,2027-03-01,12,Q1\n102,p2,2500,2027-04-01,,\n`;
  const BAD = `${GOOD}103,p3,free,2027-02-30,12,\n\n104,,2500,2027-04-01,0,\n"10\n5",p5,2500\n`;

  withOperator(() =>
    Operator.prepared('with_sheet', async (prepared) => {
      await prepared.do('import', 'nyc', HOUSING, '--limit', '1');
      await prepared.rows(
        `insert into pricing.process (asset_id, name, type, pricing_strategy) values (1, 'Sheet', 'push', 'revenue_management')`,
      );
    }),
  );
  const csv = (text: string | Buffer, ...more: string[]) =>
    run('csv', file(text), '--asset', '1', '--process', '1', ...MAP, ...more);
  const entries = () =>
    operator.rows(
      `select unit_number, provider_id, price, available_on::text, lease_term, leasing_fields from pricing.entry where until is null
        and transaction_id in (select published_transaction_id from pricing.process) order by id`,
    );

  it('prints the first rows, and publishes all of them in one transaction', async () => {
    const { code, out, err } = await csv(GOOD);

    expect([code, err]).toEqual([0, '']);
    expect(lines(out)).toEqual([
      'The first 2 of 2 accepted rows, as they are sent:',
      '  {"unit_number":"101","provider_id":"p1","price":2450,"available_on":"2027-03-01","lease_term":12,"leasing_fields":{"quote":"Q1"}}',
      '  {"unit_number":"102","provider_id":"p2","price":2500,"available_on":"2027-04-01"}',
      '2 of 2 rows accepted, 0 rejected.',
      'Entries: 2, matched: 0, unmatched: 2. Units with a price: 0, losing theirs: 0.',
      '  p1, unit number 101: unit_unknown',
      '  p2, unit number 102: unit_unknown',
      expect.stringMatching(/^Published by transaction \d+\.$/),
    ]);
    expect(await entries()).toEqual([
      {
        unit_number: '101',
        provider_id: 'p1',
        price: 2450,
        available_on: '2027-03-01',
        lease_term: 12,
        leasing_fields: { quote: 'Q1' },
      },
      {
        unit_number: '102',
        provider_id: 'p2',
        price: 2500,
        available_on: '2027-04-01',
        lease_term: null,
        leasing_fields: null,
      },
    ]);
  });

  it('sends nothing in a dry run, which needs no database', async () => {
    const env = { DATABASE_URL: 'postgres://nobody@localhost:1/nothing' };
    const { code, out } = await operator.run(
      ['import', 'csv', file(GOOD), '--asset', '1', '--process', '1', ...MAP, '--dry-run', '--preview', '1', '--json'],
      env,
    );
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({
      rows: 2,
      accepted: 2,
      transaction_id: null,
      report: null,
      preview: [{ unit_number: '101' }],
    });
  });

  it('compares with the database in a dry run, and leaves it unchanged', async () => {
    await csv(GOOD);
    const { code, out } = await csv(GOOD.replace('2450', '2451'), '--dry-run', '--json');
    expect([code, JSON.parse(out)]).toMatchObject([
      0,
      { transaction_id: null, report: { dry_run: true, publication: 2, totals: { price_up: 1, unchanged: 1 } } },
    ]);
    expect(await entries()).toMatchObject([{ price: 2450 }, { price: 2500 }]);
    expect(await operator.rows('select status from pricing.transaction')).toEqual([{ status: 'finished' }]);
    expect((await csv(GOOD)).out).toMatch(
      /The same prices are published already, as publication 1\.\n[^]*\nConfirmed by/,
    );
  });

  describe('into a process that has prices and a guard', () => {
    const WRONG = GOOD.replaceAll(/,(p\d)/g, ',NY-$1').replace('101,', '0101,');
    const NO_DATABASE = 'There is no database. The changes are unknown.';
    beforeEach(async () => {
      await run('nyc', HOUSING, ...'--limit 1 --units --bathrooms 1 --floor 1 --area 500'.split(' '));
      await operator.rows(`update catalog.unit set unit_number = (100 + id)::text where asset_id = 1`);
      await csv(GOOD);
      await operator.rows(`update pricing.process set guard = '{"max_removed_percent": 25, "refuse_empty": true}'`);
    });

    it('reports in a dry run unmatched entries with suggestions, units that lose their price, and a rejection by the guard', async () => {
      const before = await entries();
      const { code, out, err } = await csv(WRONG, '--dry-run');

      expect([code, err]).toEqual([0, '']);
      expect(lines(out).slice(3)).toEqual([
        '2 of 2 rows accepted, 0 rejected.',
        'Entries: 2, matched: 0, unmatched: 2. Units with a price: 0, losing theirs: 2.',
        'Compared with publication 1: 0 unchanged, 2 added, 2 removed.',
        expect.stringMatching(/^ {2}NY-p1, unit number 0101: unit_unknown; perhaps unit 101 \(.+, 1, id 1\)$/),
        expect.stringMatching(/^ {2}NY-p2, unit number 102: provider_id_taken; perhaps unit 102 \(.+, 1, id 2\)$/),
        expect.stringMatching(
          /^The guard of the process refuses these prices: they would remove 2 of 2 published entries \(limit: 25 %\), and leave no unit with a price\. .* use --override-guard\.$/,
        ),
      ]);
      expect(await entries()).toEqual(before);
      expect(await count('pricing.transaction')).toBe(1);
    });

    it('tells units of the same number apart by a column with their building', async () => {
      const SOUTH = `with south as (insert into catalog.building (asset_id, name, label) values (1, 'South', 'South') returning id)
        update catalog.unit set unit_number = '101', building_id = (select id from south) where asset_id = 1 and id = 2`;
      await operator.rows(SOUTH);
      await operator.rows('update pricing.unit set provider_id = null where asset_id = 1');
      const table =
        'Unit,Tower,Id,Rent,From\n101,South,S,2500,2027-03-01\n101,North,N,2400,2027-03-01\n101,,E,2300,2027-03-01\n';
      const { out } = await run(
        ...['csv', file(table), '--asset', '1', '--process', '1', '--override-guard'],
        ...['--map', 'unit_number=Unit,building=Tower,provider_id=Id,price=Rent,available_on=From'],
      );
      expect(lines(out)).toEqual(
        expect.arrayContaining([
          expect.stringMatching(
            /^ {2}E, unit number 101: unit_ambiguous; perhaps unit 101 \(.+, id 1\), 101 \(South, 1, id 2\)$/,
          ),
          expect.stringMatching(/^ {2}N, unit number 101 of building North: building_unknown; perhaps unit 101/),
        ]),
      );
      const mapped = await operator.rows(
        'select id::int, provider_id from pricing.unit where asset_id = 1 and provider_id is not null',
      );
      expect(mapped).toEqual([{ id: 2, provider_id: 'S' }]);
    });

    it('prints the same without the option, and publishes nothing', async () => {
      const before = await entries();
      const refused = await csv(WRONG);
      expect([refused.code, refused.err]).toEqual([
        1,
        expect.stringContaining('To publish them anyway, use --override-guard.'),
      ]);
      expect(refused.out).toContain('losing theirs: 2.');
      expect(await entries()).toEqual(before);

      const json = JSON.parse((await csv(WRONG, '--override-guard', '--json')).out);
      expect(json).toMatchObject({
        report: { outcome: 'published', dry_run: false, publication: 2, guard: { outcome: 'overridden' } },
        unmatched: [{ provider_id: 'NY-p1', suggestions: [{ unit_number: '101' }] }, { provider_id: 'NY-p2' }],
      });
      expect(await entries()).toMatchObject([{ provider_id: 'NY-p1' }, { provider_id: 'NY-p2' }]);
    });

    it('publishes nothing when other prices were published since the comparison', async () => {
      const [first] = (await entries()) as unknown as SentEntry[];
      const io = { env: { DATABASE_URL: operator.databaseUrl, DATA_DIR: operator.dataDir }, out: () => undefined };
      const { signal } = new AbortController();
      const target = { asset: '1', process: '1' };
      const publishing = withContexts(
        { ...io, err: io.out, rewrite: undefined, colors: false, signal },
        async (app) => {
          const preview = await rolledBack(app, () => previewOf(app, target, [[first!]], signal, true));
          await publish(app, target, [[{ ...first!, price: 1 }]], signal, { overridesGuard: true });
          await publishPreviewed(app, target, preview, [[first!]], signal, true);
        },
      );

      await expect(publishing).rejects.toThrow('Other prices were published since the preview');
      expect(await entries()).toMatchObject([{ price: 1 }]);
    });

    it('compares with nothing when the schema is outdated, and says so', async () => {
      await operator.rows(`delete from schema_migration where name like 'pricing.%'`);
      const { code, out, err } = await csv(WRONG, '--dry-run');
      expect([code, err]).toEqual([
        0,
        expect.stringMatching(/^The database lacks 1 migration.*changes are unknown\.\n$/),
      ]);
      expect(out).toContain('Nothing was sent.');
      const nowhere = { DATABASE_URL: 'postgres://nobody@localhost:1/nothing' };
      const dry = ['import', 'mits', FULL, ...WHOLE, '--dry-run'];
      expect((await operator.run(dry, nowhere)).err).toContain(NO_DATABASE);
    });
  });

  it('reports each rejected row with its line and every reason, and sends nothing', async () => {
    const { code, err } = await csv(BAD);

    expect(code).toBe(1);
    expect(lines(err).map((line) => line.replace(/^.*\.csv/, ''))).toEqual([
      ':4: price "free" is not a number (decimal "."); available_on "2027-02-30" is not a date such as YYYY-MM-DD',
      ':6: provider_id is required; lease_term must be at least 1',
      ':7: has 3 cells, the header 6',
      '2 of 5 rows accepted, 3 rejected. Nothing was sent: --skip-invalid sends the accepted rows.',
    ]);
    expect(await count('pricing.transaction')).toBe(0);
  });

  it('says in one line which option would correct every row', async () => {
    const rows = Array.from({ length: 60 }, (_, at) => `${at},p${at},"$2,${100 + at}",2027-03-01,12,\n`).join('');
    const { err } = await csv(`Unit,Id,Rent,From,Term,"Quote, no"\n${rows}`);

    expect(lines(err).map((line) => line.replace(/^.*\.csv/, ''))).toEqual([
      ':2: price "$2,100" is not a number (decimal "."), and 59 more rows like it: --currency "$" --thousands ","?',
      '0 of 60 rows accepted, 60 rejected. Nothing was sent.',
    ]);
  });

  it('prints at most twenty rows for each reason, and counts the rest', async () => {
    const rows = Array.from({ length: 60 }, (_, at) => `${at},p${at},-${at + 1},2027-03-01,12,\n`).join('');
    const { err } = await csv(`Unit,Id,Rent,From,Term,"Quote, no"\n${rows}`);

    expect(lines(err)).toHaveLength(22);
    expect(lines(err)[20]).toBe('... and 40 more: price must be at least N');
  });

  it('skips blank rows and totals, and says so', async () => {
    const { code, out } = await csv(`${GOOD},,,,,\nTotal,,99999,,,\n`);

    expect(code).toBe(0);
    expect(out).toMatch(/0 rejected, skipped: 1 blank, 1 total\./);
  });

  it('skips no unit because of a word in one of its cells', async () => {
    const { err } = await csv(`${GOOD}103,,2600,2027-04-01,,Total incl. parking\n`);

    expect(err).toContain('2 of 3 rows accepted, 1 rejected. Nothing was sent');
  });

  it('names the option for other encodings, delimiters and formats', async () => {
    expect((await csv('Unit;Id;Rent;From;Term\n101;p1;2450;2027-03-01;12\n')).err).toContain('Try --delimiter ";"');
    expect((await csv(Buffer.from('Unit,Id\nCaf\xe9,1\n', 'latin1'))).err).toContain('Try --encoding windows-1252');
    expect((await csv(Buffer.from('PK\x03\x04\xff\0', 'latin1'))).err).toContain('an Excel workbook');
  });

  it('sends the valid rows on request, and writes the rejected ones to a file', async () => {
    const rejects = join(operator.dataDir, 'rejects.csv');
    const { code, err, out } = await csv(BAD, '--skip-invalid', '--rejects', rejects);

    expect([code, err]).toEqual([0, '']);
    expect(out).toContain('2 of 5 rows accepted, 3 rejected.');
    expect(await entries()).toHaveLength(2);
    expect(readFileSync(rejects, 'utf8')).toBe(
      [
        'line,reason,Unit,Id,Rent,From,Term,"Quote, no"',
        '4,"price ""free"" is not a number (decimal "".""); available_on ""2027-02-30"" is not a date such as YYYY-MM-DD",103,p3,free,2027-02-30,12,',
        '6,provider_id is required; lease_term must be at least 1,104,,2500,2027-04-01,0,',
        '7,"has 3 cells, the header 6","10\n5",p5,2500',
        '',
      ].join('\r\n'),
    );
  });

  it('removes the file with rejected rows of an earlier run when none is rejected', async () => {
    const rejects = join(operator.dataDir, 'earlier.csv');
    await csv(BAD, '--skip-invalid', '--rejects', rejects);
    expect(existsSync(rejects)).toBe(true);

    expect(await csv(GOOD, '--rejects', rejects)).toMatchObject({ code: 0 });
    expect(existsSync(rejects)).toBe(false);
  });

  it('does not overwrite the imported file with rejected rows', async () => {
    const bad = file(BAD);
    const place = ['--asset', '1', '--process', '1', ...MAP];
    const { code, err } = await run('csv', bad, ...place, '--skip-invalid', '--rejects', bad.replace('/', '//'));

    expect([code, err]).toEqual([2, expect.stringContaining('--rejects would overwrite the imported file')]);
    expect(readFileSync(bad, 'utf8')).toBe(BAD);
  });

  it('reads numbers and dates in the given formats', async () => {
    const text = '\ufeffUnit;Id;Rent;From;Term;Quote, no\r\n 101 ;p1;"1.234,50 \u20ac";1.3.2027;12;\r\n';
    const printed = [
      '--delimiter',
      ';',
      '--date-format',
      'D.M.YYYY',
      '--decimal',
      ',',
      '--thousands',
      '.',
      '--currency',
      '\u20ac',
    ];
    const refused = await csv(text, ...printed);
    expect(refused.err).toContain(':2: price must be an integer');

    expect((await csv(text, ...printed, '--round', '--trim')).code).toBe(0);
    expect(await entries()).toMatchObject([{ unit_number: '101', price: 1235, available_on: '2027-03-01' }]);
  });

  it.each([
    ['a price with thousands', '101,p1,"2,450",2027-03-01,12,', 'price "2,450" is not a number (decimal ".")'],
    ['a price with a currency', '101,p1,$2450,2027-03-01,12,', 'price "$2450" is not a number'],
    ['an American date', '101,p1,2450,03/01/2027,12,', 'available_on "03/01/2027" is not a date such as YYYY-MM-DD'],
    ['a price out of range', '101,p1,-1,2027-03-01,12,', 'price must be at least 0'],
    ['a blank unit number', '" ",p1,1,2027-03-01,12,', 'unit_number must not be blank'],
    ['a number that is one for JavaScript only', '101,p1,1e3,2027-03-01,12,', 'price "1e3" is not a number'],
  ])('does not guess %s', async (_, row, reason) => {
    expect((await csv(`Unit,Id,Rent,From,Term,"Quote, no"\n${row}\n`)).err).toContain(`:2: ${reason}`);
  });

  it.each([
    [
      ['--map', 'unit_number=Unit,price=Rent,rent=Rent'],
      '"rent" is not a field of a price, provider_id is missing, available_on is missing',
    ],
    [[...MAP, '--date-format', 'MM/DD/Y'], '--date-format must contain'],
    [[...MAP, '--decimal', ';'], '--decimal must be'],
    [[...MAP, '--thousands', '.'], '--thousands must be'],
  ])('rejects %j', async (args, reason) => {
    const { code, err } = await run('csv', file(GOOD), '--asset', '1', '--process', '1', ...args);
    expect([code, err]).toEqual([2, expect.stringContaining(reason)]);
  });

  it('reports a missing column, process or file, and a file that is not CSV', async () => {
    expect((await csv('Unit,Id\n')).err).toContain('has no column "Rent", has no column "From"');
    expect((await run('csv', file(GOOD), '--asset', '1', '--process', '7', ...MAP)).err).toContain(
      'Asset 1 has no pricing process 7. It has: 1 (Sheet)',
    );
    expect((await run('csv', file(GOOD), '--asset', 'x', '--process', '7', ...MAP)).err).toContain(
      'has no pricing process',
    );
    expect((await csv('')).err).toContain('is empty');
    expect((await csv(GOOD.replaceAll('', '\0'))).err).toContain('is not UTF-8');
    expect((await csv(`${GOOD}"103,p3`)).err).toMatch(/:4: .*Quote/);
    expect((await run('csv', operator.dataDir, '--asset', '1', '--process', '1', ...MAP)).err).toContain(
      'cannot be read',
    );
  });

  it('sends 25,000 rows in several requests of one transaction', async () => {
    const rows = Array.from({ length: 25_000 }, (_, n) => `${n},p${n},2000,2027-03-01,12,q`);
    expect((await csv(`Unit,Id,Rent,From,Term,"Quote, no"\n${rows.join('\n')}\n`)).code).toBe(0);
    expect(await operator.rows('select status, entry_count, source_count from pricing.transaction')).toEqual([
      { status: 'finished', entry_count: 25_000, source_count: 5 },
    ]);
  });

  it('stops at a signal', async () => {
    const stop = new AbortController();
    stop.abort();
    const args = ['import', 'csv', file(GOOD), '--asset', '1', '--process', '1', ...MAP];
    expect(await operator.run(args, {}, stop.signal)).toMatchObject({ code: 130, err: 'Stopped.\n' });
    expect(await count('pricing.transaction')).toBe(0);
  });

  it.each([
    ['fails', 'half way', () => void raise('half way')],
    ['is stopped by a signal', 'Stopped.', (stop: AbortController) => stop.abort()],
  ])('aborts its transaction when it %s halfway, and keeps what was published', async (_, reason, meanwhile) => {
    await csv(GOOD);
    const [first] = (await entries()) as unknown as SentEntry[];
    const stop = new AbortController();
    function* broken() {
      yield [first!];
      yield [first!]; // the first row is sent now
      meanwhile(stop);
      yield [first!];
    }
    const quiet = () => undefined;
    const env = { DATABASE_URL: operator.databaseUrl, DATA_DIR: operator.dataDir };
    const io = { env, out: quiet, err: quiet, rewrite: undefined, colors: false, signal: new AbortController().signal };
    const target = { asset: '1', process: '1' };

    await expect(withContexts(io, (app) => publish(app, target, broken(), stop.signal))).rejects.toThrow(reason);

    expect(await operator.rows('select status from pricing.transaction order by id')).toEqual([
      { status: 'finished' },
      { status: 'expired' },
    ]);
    expect((await csv(GOOD)).code).toBe(0);
  });
});

describe('progress', () => {
  it('is a bar on a terminal, and numbers elsewhere', () => {
    const printed: string[] = [];
    const [drawn, plain] = [true, false].map((bar) => new Meter(1000, (state) => void printed.push(state), bar));
    drawn!.read(500);
    drawn!.note('7 rows');
    plain!.read(999);
    plain!.read(1);
    expect(printed).toEqual([
      '[############............] 50 %',
      '[############............] 50 %, 7 rows',
      '99 %',
      '100 %',
    ]);
  });
});

describe('import expenses', () => {
  withOperator(() => Operator.withMigratedDatabase());
  const property = `
assets:
  - {name: Quay, display_name: Quay, market: multifamily, address_line1: 1 Road, address_city: Boston, address_state: MA,
     address_country: USA, address_postal_code: "02101", buildings: [{name: North}],
     floors: [{name: L1, filter_label: L1, filter_short_label: L1, sort: 1}],
     floor_plans: [{name: A1, bedroom_count: 1, bathroom_count: 1, filter_label: A1}],
     units: [{unit_number: "101", building: North, floor: L1, floor_plan: A1, area: 600}]}
`;
  const table = [
    'name,label,type,frequency,amount,value_type,steps,is_required,floor_plan,unit',
    'Trash,Valet trash,trash,,35.50,,,true,,',
    'Pets,Pets,pet_rent,,,stepped,45|30,,,',
    'Water,Water,water,,20,,,true,A1,',
    'Storage,Storage,storage,annually,60,,,,,101',
  ];

  it('creates expenses and entries, and changes nothing when it is repeated', async () => {
    await operator.do('provision', operator.file('property.yaml', property));
    const name = file(table.join('\n'));
    const { code, out, err } = await run('expenses', name, '--asset', '1');
    expect([code, err]).toEqual([0, '']);
    expect(out).toContain('asset_expenses: 2 created, 0 changed, 0 unchanged');
    expect(
      await operator.rows('select name, amount, steps, is_required from expenses.asset_expense order by id'),
    ).toEqual([
      { name: 'Trash', amount: '35.50', steps: null, is_required: true },
      { name: 'Pets', amount: null, steps: [45, 30], is_required: false },
    ]);
    expect(
      await operator.rows(
        'select amount from expenses.floor_plan_entry union all select amount from expenses.unit_entry',
      ),
    ).toEqual([{ amount: '20.00' }, { amount: '60.00' }]);
    expect((await run('expenses', name, '--asset', '1')).out).not.toMatch(/[1-9]\d* (created|changed)/);
  });

  it('names the line of each error, and stores nothing', async () => {
    await operator.do('provision', operator.file('property.yaml', property));
    for (const [row, text] of [
      ['Gym,Gym,gym,,1.005,,,,,', ':6: .*amount must have at most two decimal places'],
      ['Gym,Gym,gym,,ten,,,,,', ':6: .*amount must be a number'],
      ['Gym,Gym,gym,,5,text,,,,', ':6: .*amount is a field of expenses'],
      ['Gym,Gym,gym,,5,,,,,999', ':6: .*"999" is not in this asset'],
    ] as const) {
      const { code, err } = await run('expenses', file([...table, row].join('\n')), '--asset', '1');
      expect([code, err]).toEqual([1, expect.stringMatching(text)]);
    }
    const { err } = await run('expenses', file('name,label,price\nGym,Gym,5'), '--asset', '1');
    expect(err).toContain('the column price is not known');
    expect(await count('expenses.asset_expense')).toBe(0);
  });
});

describe('import units', () => {
  withOperator(() =>
    Operator.prepared('with_roster_asset', async (prepared) => {
      await prepared.do('import', 'nyc', HOUSING, '--limit', '1');
    }),
  );

  const HEADER = 'Unit,Tower,Level,Type,Sqft,Beds,Baths\n';
  const MAP =
    'unit_number=Unit,building=Tower,floor=Level,floor_plan=Type,area=Sqft,bedroom_count=Beds,bathroom_count=Baths';
  const ROSTER = `Rent roll\n${HEADER}101,North,Level 1,A1,"1,640",1,1\n101,South,Level 1,A1,640,1,1\n201,South,Level 2,B1,910,2,1.5\n\nTotal,,,,3190,,\n`;
  const units = (content: string | Buffer, ...more: string[]) =>
    run('units', file(content), '--asset', '1', '--map', MAP, '--thousands', ',', ...more);
  const stored = () =>
    operator.rows(`select building.name as building, floor.name as floor, floor.sort, plan.name as plan, unit_number as unit, area
      from catalog.unit join catalog.building on building.id = building_id join catalog.floor on floor.id = floor_id
      join catalog.floor_plan plan on plan.id = floor_plan_id order by unit.id`);
  const three = [
    { building: 'North', floor: 'Level 1', sort: 1, plan: 'A1', unit: '101', area: 1640 },
    { building: 'South', floor: 'Level 1', sort: 1, plan: 'A1', unit: '101', area: 640 },
    { building: 'South', floor: 'Level 2', sort: 2, plan: 'B1', unit: '201', area: 910 },
  ];

  it('creates units with their buildings, floors and floor plans, after a dry run that stores nothing, and nothing again', async () => {
    const before = await catalog();
    const dry = await units(ROSTER, '--dry-run');
    expect([dry.code, dry.err]).toEqual([0, '']);
    expect(lines(dry.out)).toEqual([
      '3 rows, skipped: 1 above the header, 1 total',
      'buildings: 2 created, 0 changed, 0 unchanged',
      'floors: 2 created, 0 changed, 0 unchanged',
      'floor plans: 2 created, 0 changed, 0 unchanged',
      'units: 3 created, 0 changed, 0 unchanged, 0 refused',
      '  created: line 3, 4, 5',
      'Nothing was stored: this is a dry run.',
    ]);
    expect(await catalog()).toEqual(before);

    expect((await units(ROSTER)).out).toBe(dry.out.replace(/Nothing was.*/, 'Everything was stored.'));
    expect(await stored()).toEqual(three);
    const made = await catalog();
    expect(lines((await units(ROSTER)).out).slice(1, 5)).toEqual([
      'buildings: 0 created, 0 changed, 2 unchanged',
      'floors: 0 created, 0 changed, 2 unchanged',
      'floor plans: 0 created, 0 changed, 2 unchanged',
      'units: 0 created, 0 changed, 3 unchanged, 0 refused',
    ]);
    expect(await catalog()).toEqual(made);

    const changed = await units(
      `${HEADER}101,South,,,700,,\n201,South,Level 2,B1,910,2,1.5\n301,South,3,B1,920,,\n`,
      '--json',
    );
    expect(JSON.parse(changed.out)).toEqual({
      rows: 3,
      buildings: { created: 0, changed: 0, unchanged: 1 },
      floors: { created: 1, changed: 0, unchanged: 1 },
      floor_plans: { created: 0, changed: 0, unchanged: 1 },
      units: { created: 1, changed: 1, unchanged: 1, refused: 0 },
      lines: { created: [4], changed: [2] },
    });
    expect((await stored())[1]).toEqual({ ...three[1]!, area: 700 });
  });

  it('refuses rows with their lines and reasons, and stores none', async () => {
    const before = await catalog();
    const wrong = `${HEADER}101,North,1,A1,640,1,1\n101,North,1,A1,640,1,1\n102,North,1,A1,large,1,1\n103,,1,A1,640,1,1\n104,North,1,C1,640,,\n105,North,1,C1,640,,\n106,North,,A1,640,1,1\n107,North,1,A1,640,2,1\n`;
    const { code, out, err } = await units(wrong);
    expect(code).toBe(1);
    expect(lines(out).at(-2)).toBe('units: 1 created, 0 changed, 0 unchanged, 7 refused');
    for (const [line, reason] of [
      [3, 'unit_number "101" of building "North" is that of line 2'],
      [4, 'area "large" is not a number'],
      [5, 'building is required (--building)'],
      [6, 'bedroom_count of the new floor plan "C1" is required'],
      [7, 'bedroom_count of the new floor plan "C1" is required'],
      [8, 'floor is required'],
      [9, 'bedroom_count of floor plan "A1" is 2 here, and 1 on line 2'],
    ] as const)
      expect(err).toMatch(new RegExp(`:${line}: .*${reason.replace(/[()]/g, '\\$&')}`));
    expect(err).toContain('7 of 8 rows are refused. Nothing was stored.');
    expect(await catalog()).toEqual(before);
    expect((await run('units', file(HEADER), '--asset', '77', '--map', MAP)).err).toBe(
      'There is no asset with the id 77\n',
    );
    expect((await run('units', file(HEADER), '--asset', '1', '--map', 'price=Unit')).err).toContain(
      '"price" is not a field of a unit',
    );
  });

  const many = (count: number) =>
    Array.from({ length: count }, (_, n) => `${n},Main,Level ${n % 40},A1,${400 + n},1,1`);

  it('imports 100,000 rows, and finds their units again while Postgres has no statistics of them', async () => {
    await operator.rows('alter table catalog.unit set (autovacuum_enabled = off)');
    const rows = many(100_000);
    const { code, out, err } = await units(`${HEADER}${rows.join('\n')}\n`);
    expect([code, err]).toEqual([0, '']);
    expect(lines(out)).toContain('units: 100000 created, 0 changed, 0 unchanged, 0 refused');
    expect(await count('catalog.unit')).toBe(100_000);

    const changed = rows.slice(0, 5_000).with(7, '7,Main,Level 7,A1,399,1,1');
    const again = await units(`${HEADER}${changed.join('\n')}\n`);
    expect([again.code, again.err]).toEqual([0, '']);
    expect(lines(again.out).slice(-3)).toEqual([
      'units: 0 created, 1 changed, 4999 unchanged, 0 refused',
      '  changed: line 9',
      'Everything was stored.',
    ]);
  }, 180_000);

  it('names the line of a row that is refused behind thousands of others, and stores none', async () => {
    const { code, out, err } = await units(`${HEADER}${many(5_001).join('\n')}\n5001,Main,Level 1,A1,,1,1\n`);
    expect(code).toBe(1);
    expect(lines(out)).toContain('units: 5001 created, 0 changed, 0 unchanged, 1 refused');
    expect(lines(err)).toEqual([
      expect.stringMatching(/:5003: area is required$/),
      '1 of 5002 rows are refused. Nothing was stored.',
    ]);
    expect(await count('catalog.unit')).toBe(0);
  });

  it('stops at a signal while it stores units, and keeps none', async () => {
    const stop = new AbortController();
    const locking = new pg.Client({ connectionString: operator.databaseUrl });
    await locking.connect();
    try {
      await locking.query('begin; lock table catalog.unit in share mode');
      const args = ['import', 'units', file(`${HEADER}${many(5_001).join('\n')}\n`), '--asset', '1', '--map', MAP];
      const importing = operator.run(args, {}, stop.signal);
      const waiting = `select from pg_locks where relation = 'catalog.unit'::regclass and not granted`;
      while ((await locking.query(waiting)).rowCount === 0) await sleep(20);
      stop.abort();
      await locking.query('rollback');
      expect(await importing).toMatchObject({ code: 130, err: 'Stopped.\n' });
    } finally {
      await locking.end();
    }
    expect(await count('catalog.unit')).toBe(0);
  });

  it('says what is wrong with a file without units, and with columns that are missing', async () => {
    for (const [content, reason] of [
      ['', /file\.csv is empty\n$/],
      ['\n\n', /file\.csv is empty\n$/],
      [HEADER, /file\.csv has no rows with a unit below its header\n$/],
      [`${HEADER}\nTotal,,,,3190,,\n`, /file\.csv has no rows with a unit below its header\n$/],
      [HEADER.replaceAll(',', ';'), /Try --delimiter ";"\n$/],
      ['Unit,Tower\n101,North\n', /has no column "Level", has no column "Type".*Its columns: "Unit", "Tower"\n$/],
    ] as const) {
      const { code, out, err } = await units(content);
      expect([content, code, out, err]).toEqual([content, 1, '', expect.stringMatching(reason)]);
    }
    expect(await stored()).toEqual([]);
  });

  it('reads a byte order mark, semicolons, further columns, and the results of formulas; numbers repeat in other buildings', async () => {
    const text = `\ufeff${HEADER.trim()},Rent\n101,North,Level 1,A1,640,1,1,2000\n101,South,Level 1,A1,640,1,1,\n`;
    const { code, err } = await units(text.replaceAll(',', ';'), '--delimiter', ';');
    expect([code, err]).toEqual([0, '']);
    const row = ['South', 'Level 1', 'A1'].map(inline);
    const sheet = workbookOf({
      rows: [
        HEADER.trim().split(',').map(inline),
        ['<c><f>100+1</f><v>101</v></c>', ...row, '<c><f>SUM(A1)</f><v>655.5</v></c>', '<c><v>1</v></c>'],
        ['<c><f>100+2</f><v>102</v></c>', ...row, '<c><f>1/0</f></c>', '<c><v>1</v></c>'],
      ],
    });
    const refused = await run('units', file(sheet, 'file.xlsx'), '--asset', '1', '--map', MAP);
    expect([refused.code, refused.err]).toEqual([1, expect.stringMatching(/:3: area is required/)]);
    expect((await stored()).map(({ building, unit, area }) => [building, unit, area])).toEqual([
      ['North', '101', 640],
      ['South', '101', 640],
    ]);
  });

  it('reads workbooks, and options supply what they lack', async () => {
    const sheet = workbookOf({
      rows: [
        [inline('Unit'), inline('Level')],
        [inline('501'), inline('Penthouse')],
      ],
    });
    const given = [
      '--building',
      'Main',
      '--floor-plan',
      'P',
      '--area',
      '2000',
      '--bedrooms',
      '3',
      '--bathrooms',
      '2.5',
    ];
    const { code, err } = await run(
      ...['units', file(sheet, 'file.xlsx'), '--asset', '1', '--map', 'unit_number=Unit,floor=Level', ...given],
    );
    expect([code, err]).toEqual([0, '']);
    expect(await stored()).toEqual([
      { building: 'Main', floor: 'Penthouse', sort: 0, plan: 'P', unit: '501', area: 2000 },
    ]);
  });
});
