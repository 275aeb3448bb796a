import { Operator } from './run.js';

const FIELDS = `market: multifamily, address_line1: 12 Quay Street, address_city: New York, address_state: NY, address_country: USA`;
const DOCUMENT = `accounts:
  - name: Harbour Living
    assets: [Rope Works]
keys:
  - name: nightly-pricing
    permissions: [service.pricing.read, units.read]
    accounts: [Harbour Living]
    expires_at: 2027-12-31
  - name: operations
    permissions: [service.*]
    accounts: all
webhooks:
  - {name: Website, url: 'https://www.harbour.example/hooks', types: [unit.*], accounts: [Harbour Living]}
assets:
  - name: Rope Works
    display_name: Rope Works
    market: multifamily
    address_line1: 12 Quay Street
    address_city: New York
    address_state: NY
    address_country: USA
    address_postal_code: "10004"
    buildings: [{name: North}, {name: South, label: South house}]
    floors: [{name: Level 1, filter_label: Level 1, filter_short_label: L1, sort: 1}]
    floor_plans: [{name: A1, bedroom_count: 1, bathroom_count: 1.5, filter_label: One bedroom}]
    units:
      - {unit_number: "101", building: North, floor: Level 1, floor_plan: A1, area: 640}
      - {unit_number: "101", building: South, floor: Level 1, floor_plan: A1, area: 655, is_affordable_housing_unit: true}
    pricing_processes: [{name: Nightly feed, type: push, pricing_strategy: revenue_management}]
`;

interface Part {
  id: string;
  name?: string;
  made: string;
  key?: string;
}
interface Report {
  accounts: Part[];
  keys: Part[];
  webhooks: Part[];
  assets: (Part & Record<'buildings' | 'floors' | 'floor_plans' | 'units' | 'pricing_processes', Part[]>)[];
}

let operator: Operator;
let count = 0;

const apply = (text: string) => operator.run(['provision', operator.file('file.yaml', text)]);
const report = (text: string) => operator.json<Report>('provision', operator.file(`file${count++}.yaml`, text));
const everything = () =>
  operator.rows(`select xmin::text, 'unit' as what, row_to_json(unit)::text as row from catalog.unit
    union all select xmin::text, 'building', row_to_json(building)::text from catalog.building
    union all select xmin::text, 'asset', row_to_json(asset)::text from catalog.asset
    union all select xmin::text, 'process', row_to_json(process)::text from pricing.process
    union all select xmin::text, 'key', (to_jsonb(api_key) - 'last_used_at')::text from platform.api_key order by 2, 3`);

describe('provision', () => {
  beforeEach(async () => {
    operator = await Operator.withMigratedDatabase();
  });
  afterEach(() => operator.leave());

  it('creates everything that is declared', async () => {
    const { accounts, keys, webhooks, assets } = await report(DOCUMENT);

    expect(accounts).toEqual([{ id: '1', name: 'Harbour Living', made: 'created' }]);
    expect(keys[0]).toMatchObject({ name: 'nightly-pricing', made: 'created', key: expect.stringMatching(/^pms_/) });
    expect(webhooks).toEqual([{ id: '1', name: 'Website', made: 'created', secret: expect.stringMatching(/^whsec_/) }]);
    expect(await operator.rows('select types, accounts, assets, is_enabled from events.webhook')).toEqual([
      { types: ['unit.*'], accounts: ['1'], assets: null, is_enabled: true },
    ]);
    expect(assets[0]!.units).toEqual([
      { id: '1', unit_number: '101', building: 'North', made: 'created' },
      { id: '2', unit_number: '101', building: 'South', made: 'created' },
    ]);
    expect(
      await operator.rows(`select unit_number, building.name, building.label, area, is_affordable_housing_unit as affordable
        from catalog.unit join catalog.building on building.id = unit.building_id order by unit.id`),
    ).toEqual([
      { unit_number: '101', name: 'North', label: 'North', area: 640, affordable: false },
      { unit_number: '101', name: 'South', label: 'South house', area: 655, affordable: true },
    ]);
    expect(await operator.rows(`select account_id, asset_id from catalog.account_asset`)).toHaveLength(1);
    expect(await operator.rows(`select name, type, pricing_strategy from pricing.process`)).toEqual([
      { name: 'Nightly feed', type: 'push', pricing_strategy: 'revenue_management' },
    ]);
    expect(
      await operator.rows(`select permissions, accounts, expires_at::text from platform.api_key order by id`),
    ).toEqual([
      {
        permissions: ['service.pricing.read', 'service.units.read'],
        accounts: ['1'],
        expires_at: expect.stringMatching(/^2028-01-01/),
      },
      { permissions: ['service.*'], accounts: null, expires_at: null },
    ]);
  });

  it('changes nothing when it is repeated', async () => {
    await apply(DOCUMENT);
    const before = await everything();

    const { code, out } = await apply(DOCUMENT);

    expect(code).toBe(0);
    expect(out).toContain('assets.units: 0 created, 0 changed, 2 unchanged');
    expect(out).not.toMatch(/[1-9]\d* (created|changed)/);
    expect(out).not.toMatch(/pms_|whsec_/);
    expect(await everything()).toEqual(before);
  });

  it('changes what differs, creates what is missing and deletes nothing', async () => {
    await apply(DOCUMENT);
    const text = DOCUMENT.replace('area: 640', 'area: 641')
      .replace('label: South house', 'label: South wing')
      .replace(
        / {6}- \{unit_number: "101", building: South.*\n/,
        '      - {unit_number: "102", building: South, floor: Level 1, floor_plan: A1, area: 700}\n',
      )
      .replace('display_name: Rope Works', 'display_name: The Rope Works')
      .replace('units.read]', 'units.*]')
      .replace('type: push', 'type: poll');

    const { keys, assets } = await report(text);

    const [asset] = assets;
    expect(asset!.made).toBe('changed');
    expect(asset!.buildings.map(({ made }) => made)).toEqual(['unchanged', 'changed']);
    expect(asset!.units.map(({ made }) => made)).toEqual(['changed', 'created']);
    expect(asset!.pricing_processes[0]!.made).toBe('changed');
    expect(keys.map(({ made, key }) => [made, key])).toEqual([
      ['changed', undefined],
      ['unchanged', undefined],
    ]);
    expect(await operator.rows('select unit_number, area from catalog.unit order by id')).toEqual([
      { unit_number: '101', area: 641 },
      { unit_number: '101', area: 655 },
      { unit_number: '102', area: 700 },
    ]);
  });

  it('finds units by number in any Unicode normalisation, and stores the new spelling', async () => {
    await apply(DOCUMENT);
    const { out } = await apply(DOCUMENT.replaceAll('"101"', '"１０１"'));
    expect(out).toContain('assets.units: 0 created, 2 changed, 0 unchanged');
    expect(await operator.rows('select distinct unit_number from catalog.unit')).toEqual([{ unit_number: '１０１' }]);

    const twice = DOCUMENT.replace('building: South', 'building: North').replace('"101"', '"\u00a0101"');
    expect((await apply(twice)).err).toContain('is declared more than once');
  });

  it('finds an asset by its id when names are equal or change', async () => {
    const asset = (id: string, name: string) =>
      `assets: [{${id} name: ${name}, display_name: X, ${FIELDS}, address_postal_code: "1"}]`;
    await apply(asset('', 'Rope Works'));
    expect((await report(asset('id: "1",', 'Cable Works'))).assets[0]).toEqual({
      id: '1',
      name: 'Cable Works',
      made: 'changed',
    });
    await operator.rows(`insert into catalog.asset (market, name, display_name, address_line1, address_city, address_state,
      address_country, address_postal_code) select market, name, display_name, '13 Quay Street', address_city, address_state,
      address_country, address_postal_code from catalog.asset`);

    expect((await apply(asset('', 'Cable Works'))).err).toContain('assets[0].name is the name of 2 assets');
    expect((await apply(asset('id: "9",', 'Cable Works'))).err).toContain('assets[0].id is not the id of an asset');
    expect((await apply('accounts: [{name: A, assets: [Cable Works]}]')).err).toContain('accounts[0].assets[0]');
    expect((await report('accounts: [{name: A, assets: [{id: "2"}]}]')).accounts[0]).toMatchObject({ made: 'created' });
  });

  it('requires nothing but the id of an existing asset', async () => {
    await apply(DOCUMENT);
    const { assets } =
      await report(`assets: [{id: "1", floors: [{name: Level 2, filter_label: Two, filter_short_label: L2, sort: 2}]},
      {name: Cable Works, display_name: X, ${FIELDS}, address_postal_code: "1"}]`);

    expect(assets.map(({ id, name, made }) => [id, name, made])).toEqual([
      ['1', undefined, 'unchanged'],
      ['2', 'Cable Works', 'created'],
    ]);
    expect(assets[0]!.floors).toEqual([{ id: '2', name: 'Level 2', made: 'created' }]);
    expect((await report('assets: [{id: "1", display_name: Ropes}]')).assets[0]).toEqual({ id: '1', made: 'changed' });
    expect((await apply('assets: [{name: Rope Works}]')).err).toContain('assets[0].market is required');
  });

  it('has one result for two concurrent runs', async () => {
    const runs = await Promise.all([1, 2, 3].map(() => apply(DOCUMENT)));

    expect(runs.map(({ code }) => code)).toEqual([0, 0, 0]);
    expect(await operator.rows('select from catalog.unit')).toHaveLength(2);
    expect(await operator.rows('select from platform.api_key')).toHaveLength(2);
  });

  it('creates and changes 5,000 units', async () => {
    const units = Array.from(
      { length: 5_000 },
      (_, n) => `{unit_number: "${n}", building: North, floor: Level 1, floor_plan: A1, area: 500}`,
    );
    const text = DOCUMENT.replace(/ {4}units:\n( {6}-.*\n)+/, `    units: [${units.join(', ')}]\n`);

    expect((await apply(text)).out).toContain('assets.units: 5000 created');
    expect((await apply(text.replaceAll('area: 500', 'area: 501'))).out).toContain('5000 changed');
  }, 60_000);
});

describe('A faulty file', () => {
  beforeAll(async () => {
    operator = await Operator.withMigratedDatabase();
  });
  afterAll(() => operator.leave());

  it('is rejected with every fault and its line, in the order of the file, and changes nothing', async () => {
    const { code, out, err } = await apply(`accounts:
  - name: Harbour Living
    embeds: none
keys:
  - {name: a, permissions: [service.pricing.steal], accounts: some}
assets:
  - name: ""
    market: castles
    nmae: Rope Works
    address_postal_code: 10004
    buildings: North
    units:
      - {unit_number: 101, building: North, floor: 1,
         area: -1}
    unit_maps: [{name: Level 1}]
    galleries: [{name: Lobby, images: [1]}]
`);

    expect([code, out]).toEqual([1, '']);
    const lines = err
      .trim()
      .split('\n')
      .map((line) => line.replace(/^.*file\.yaml:/, ''));
    expect(lines).toEqual(
      expect.arrayContaining([
        '3: accounts[0].embeds must be an array',
        '5: keys[0].accounts must be one of all',
        '7: assets[0].display_name is required',
        '7: assets[0].name must not be blank, nor contain NUL or unpaired surrogates',
        '9: assets[0].nmae is not a known field',
        '10: assets[0].address_postal_code must be a string: write "10004"',
        '11: assets[0].buildings must be an array',
        '13: assets[0].units[0].unit_number must be a string: write "101"',
        '13: assets[0].units[0].floor must be a string: write "1"',
        '13: assets[0].units[0].floor_plan is required',
        '14: assets[0].units[0].area must be at least 0',
        '15: assets[0].unit_maps[0].style is required',
        '16: assets[0].galleries[0].images[0] must be a string: write "1"',
      ]),
    );
    expect(lines.map((line) => parseInt(line))).toEqual(lines.map((line) => parseInt(line)).sort((a, b) => a - b));
  });

  it.each([
    [
      'a resource that is declared twice',
      /buildings: .*/,
      'buildings: [{name: North}, {name: North}]',
      '23: assets[0].buildings[1].name',
    ],
    [
      'an unknown name',
      'building: South',
      'building: West',
      '28: assets[0].units[1].building "West" is not in this asset',
    ],
    [
      'an unknown permission',
      'units.read',
      'units.steal',
      '6: keys[0].permissions[1] "units.steal" is not a permission',
    ],
    [
      'an unknown account',
      'accounts: [Harbour Living]',
      'accounts: [Harbour]',
      '7: keys[0].accounts[0] is not the name',
    ],
    ['an unknown asset', 'assets: [Rope Works]', 'assets: [Rope]', '3: accounts[0].assets[0] is not an asset'],
    ['an invalid date', '2027-12-31', '2027-02-31', '8: keys[0].expires_at must be a date'],
    ['no permission', '[service.*]', '[]', '10: keys[1].permissions must name at least one'],
    ['broken syntax', 'accounts: all', 'accounts: [all', 'file.yaml:'],
    ['a key twice', 'accounts: all', 'name: b', 'Map keys must be unique'],
  ])('is rejected with %s, and changes nothing', async (_, part, otherwise, text) => {
    const { code, err } = await apply(DOCUMENT.replace(part, otherwise));

    expect(code).toBe(1);
    expect(err).toContain(text);
    expect(await everything()).toEqual([]);
  });

  it('is rejected when it is missing, empty, or not YAML in UTF-8', async () => {
    expect(await operator.run(['provision', '/nowhere.yaml'])).toMatchObject({
      code: 1,
      err: 'There is no file /nowhere.yaml\n',
    });
    expect((await apply('')).err).toContain('The file must be an object');
    expect((await apply('- a')).err).toContain('The file must be an object');
    expect((await apply('assets: []')).out).toBe('The file declares nothing.\n');
  });
});
