import { Operator } from './run.js';

let operator: Operator;
let keyId: string;

const PROPERTY = `
accounts: [{ name: Harbour Living, assets: [Rope Works] }]
assets:
  - name: Rope Works
    display_name: "Rope\\u001b[31m Works"
    market: multifamily
    address_line1: 12 Quay Street
    address_city: New York
    address_state: NY
    address_country: USA
    address_postal_code: '10004'
    buildings: [{ name: North }]
    floors: [{ name: Level 1, filter_label: Level 1, filter_short_label: L1, sort: 1 }]
    floor_plans: [{ name: A1, bedroom_count: 1, bathroom_count: 1.5, filter_label: One bedroom }]
    units:
      - { unit_number: '101', building: North, floor: Level 1, floor_plan: A1, area: 640 }
      - { unit_number: '102', building: North, floor: Level 1, floor_plan: A1, area: 640 }
`;

const REFUSED = `insert into audit.event (at, actor, key_id, request_id, operation, method, path, client, asset_id, kind, status, code) values
  (now() - interval '3 hours', 'key', null, null, null, 'GET', '/v1/assets', '10.0.0.9', null, 'refused', 401, 'no_api_key'),
  (now() - interval '2 hours', 'key', 1, '5c5b0b5e-0a35-4b9e-9e1a-000000000001', 'update-unit', 'PUT', '/v1/assets/1/multifamily/units/1', '10.0.0.9', 1, 'refused', 422, 'invalid')`;

interface Event {
  id: string;
  actor: string;
  operation: string;
  kind: string;
  table: string | null;
  count: number;
  changes: object[] | null;
}

beforeAll(async () => {
  operator = await Operator.withMigratedDatabase();
  await operator.rows(REFUSED);
  await operator.do('provision', operator.file('property.yaml', PROPERTY));
  const made = await operator.json<{ id: string }>(
    'keys',
    'create',
    '--name',
    'feed',
    '--permissions',
    '*',
    '--accounts',
    'all',
  );
  keyId = made.id;
  await operator.do('keys', 'revoke', keyId);
});
afterAll(() => operator.leave());

const lines = async (...args: string[]) => (await operator.do('audit', ...args)).trim().split('\n');
const events = async (...args: string[]) =>
  (await lines('--json', ...args)).filter(Boolean).map((line) => JSON.parse(line) as Event);

describe('audit', () => {
  it('shows events newest first, one line each', async () => {
    const shown = await lines();
    expect(shown[0]).toMatch(
      /^\d+ {2}20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{1,3}Z {2}operator {2}keys revoke {2}updated platform\.api_key id=1: revoked_at null -> "20/,
    );
    expect(shown[1]).toMatch(/operator {2}keys create {2}created platform\.api_key id=1: name "feed"/);
    expect(shown.find((line) => line.includes('catalog.unit'))).toMatch(
      /operator {2}provision {2}created catalog\.unit, 2 rows$/,
    );
    expect(shown.at(-1)).toMatch(/ {2}no key {2}- {2}rejected 401 no_api_key: GET \/v1\/assets {2}from 10\.0\.0\.9$/);
    expect(shown.at(-2)).toContain(
      'key 1 (feed)  update-unit  rejected 422 invalid: PUT /v1/assets/1/multifamily/units/1  request 5c5b',
    );
  });

  it('prints everything as JSON', async () => {
    const units = (await events()).find(({ table }) => table === 'catalog.unit');
    expect(units).toMatchObject({
      actor: 'operator',
      operation: 'provision',
      kind: 'created',
      count: 2,
      asset_id: '1',
    });
    expect(units!.changes).toMatchObject([
      { key: { asset_id: 1, id: 1 }, after: { unit_number: '101', area: 640 } },
      { key: { asset_id: 1, id: 2 }, after: { unit_number: '102' } },
    ]);
  });

  it('escapes control characters in values', async () => {
    const whole = (await lines()).join('\n');
    expect(whole).toContain('Rope');
    expect(whole).not.toContain('\u001b');
  });

  it.each<[string[], (event: Event) => boolean]>([
    [['--writes'], ({ kind }) => kind !== 'refused'],
    [['--rejected'], ({ kind }) => kind === 'refused'],
    [['--operation', 'keys create'], ({ operation }) => operation === 'keys create'],
    [['--key', '1'], ({ operation }) => operation === 'update-unit'],
    [['--request', '5C5B0B5E-0a35-4b9e-9e1a-000000000001'], ({ operation }) => operation === 'update-unit'],
    [['--since', '1h'], ({ kind }) => kind !== 'refused'],
    [['--since', '150m', '--rejected'], ({ operation }) => operation === 'update-unit'],
    [['--since', '2020-01-01', '--asset', '1', '--rejected'], ({ operation }) => operation === 'update-unit'],
  ])('filters by options: %j', async (args, wanted) => {
    const all = await events('--limit', '10000');
    const found = await events(...args);
    expect(found).toEqual(all.filter(wanted));
    expect(found.length).toBeGreaterThan(0);
    expect(found.length).toBeLessThan(all.length);
  });

  it('reads the trail in pages', async () => {
    const all = await events();
    const first = await operator.run(['audit', '--limit', '3', '--json']);
    const next = /--before (\d+)/.exec(first.err)?.[1];
    expect(next).toBe(all[2]!.id);
    expect(await events('--limit', '2', '--before', next!)).toEqual(all.slice(3, 5));
  });

  it('says so when there are no events', async () => {
    expect(await operator.run(['audit', '--asset', '99'])).toMatchObject({
      code: 0,
      out: '',
      err: 'No events match.\n',
    });
  });

  it.each([
    [['--asset', 'x'], '--asset must be an id'],
    [['--request', '1'], '--request must be'],
    [['--since', 'yesterday'], '--since must be'],
    [['--since', '2026-02-30'], '--since must be'],
    [['--limit', '0'], '--limit must be'],
    [['--rejected', '--writes'], 'exclude each other'],
  ])('rejects %j in one line', async (args, text) => {
    const { code, out, err } = await operator.run(['audit', ...args]);
    expect([code, out]).toEqual([2, '']);
    expect(err).toContain(text);
    expect(err.trim().split('\n')).toHaveLength(1);
  });

  it('attributes the demonstration to its command, and its prices to its key', async () => {
    const elsewhere = await Operator.withMigratedDatabase();
    let made: Event[];
    try {
      expect(await elsewhere.do('demo')).toContain('loaded');
      const shown = await elsewhere.do('audit', '--json', '--limit', '10000', '--writes');
      made = shown
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as Event);
    } finally {
      await elsewhere.leave();
    }
    const who = new Set(made.map(({ actor, operation }) => `${actor} ${operation}`));
    expect(who).toContain('operator demo');
    expect(who).toContain('key open-pricing-transaction-and-send-data');
    expect(
      [...who].filter(
        (each) =>
          !/^(operator demo|key (open-pricing-transaction|send-data|update-pricing-unit).*|job match-units)$/.test(
            each,
          ),
      ),
    ).toEqual([]);
    expect(JSON.stringify(made)).not.toMatch(/pms_\w{40}/);
  });
});
