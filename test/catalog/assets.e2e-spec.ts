import { allOf, bool, type BoundaryValues, filled, nullable, without } from '../support/boundary-values.js';
import { TestApp } from '../support/app.js';
import { givenAccount, givenAsset } from '../support/given.js';
import { behavesAsSpecified } from '../support/resource.js';

const MARKETS = [
  ...['affordable_housing', 'agriculture', 'airplane', 'airport', 'build_to_rent', 'camping', 'cemetery', 'condos'],
  ...['coworking', 'cruise_ship', 'cultural', 'data_center', 'demo', 'education', 'entertainment', 'gallery_museum'],
  ...['geography', 'government', 'harbor_marina', 'healthcare', 'hospitality', 'industrial', 'infrastructure', 'land'],
  ...['logistics', 'manufactured_housing', 'master_planned', 'military_housing', 'mixed_use', 'multifamily', 'office'],
  ...['oil_and_gas', 'other', 'parking', 'rentable_items', 'resort', 'retail', 'salon', 'self_storage'],
  ...['senior_living', 'single_family', 'spa', 'stadium_arena', 'student', 'theme_park', 'transit'],
];

const app = TestApp.forSuite();

const valid = () => ({
  market: 'multifamily',
  name: 'Rope Works',
  display_name: 'The Rope Works',
  description: 'Lofts at the old harbour',
  address_line1: '12 Quay Street',
  address_line2: null,
  address_city: 'New York',
  address_state: 'NY',
  address_country: 'USA',
  address_postal_code: '10004',
  address_latitude: 40.7019,
  address_longitude: -74.0123,
  time_zone: null,
  accent_color: '#7a1f5c',
  contact_phone: '+1 212 555 0134',
  contact_email: 'leasing@example.com',
  contact_hours: 'Monday to Friday, 9 a.m. to 6 p.m.',
  contact_url: 'https://www.example.com/contact',
  count_visits: true,
});

/** Renames existing assets, because name and address must be unique. */
const makeRoom = () => app.sql(`update catalog.asset set name = 'Old ' || id::text`);

const notNull = (field: string, taken: unknown[], refused: unknown[]): BoundaryValues => [
  field,
  taken,
  [...refused, null],
];
const degrees = (field: string, most: number): BoundaryValues => [
  field,
  [-most, most, 0, 1e-7, 12.345678901, null],
  [-most - 1e-9, most + 1e-9, 1e300, '45', true, []],
];

describe('An asset', () => {
  behavesAsSpecified({
    app,
    path: () => '/v1/assets',
    valid,
    adds: {
      uuid: expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
      unit_count: 0,
      effective_time_zone: expect.any(String),
      logo_url: null,
    },
    identity: ['id'],
    needs: {
      create: [
        ...['market', 'name', 'display_name', 'address_line1', 'address_city', 'address_state', 'address_country'],
        'address_postal_code',
      ],
      update: [],
    },
    boundaries: [
      notNull('market', MARKETS, ['', 'Multifamily', 'castle', 1]),
      filled('name', 255),
      filled('display_name', 255),
      nullable('description', 255),
      filled('address_line1', 63),
      nullable('address_line2', 63),
      filled('address_city', 63),
      notNull('address_state', ['NY', 'ny', 'Zz'], ['N', 'NYC', '', 'N1', 'É1', '  ', 12]),
      notNull('address_country', ['USA', 'DEU', 'ZWE'], ['usa', 'US', 'XXX', 'USAA', '', 'EUR', 840]),
      filled('address_postal_code', 15),
      degrees('address_latitude', 90),
      degrees('address_longitude', 180),
      ['accent_color', ['#7a1f5c', '#FFFFFF', null], ['', '#abc', '7a1f5c', '#7a1f5g', 'red', '#7a1f5c;', 8003420]],
      [
        'time_zone',
        ['America/New_York', 'Asia/Kolkata', 'America/Argentina/Buenos_Aires', 'Etc/GMT+5', 'UTC', null],
        ['', 'Mars/Phobos', '+01:00', 'UTC+1', 'america/new_york', 'localtime', 'posix/UTC', `A${'/B'.repeat(32)}`, 5],
      ],
      [
        'contact_phone',
        ['+1 212 555 0134', '(212) 555-0134', '030/901820', '110', '1'.repeat(31), null],
        ['', '12', 'call us', '+1 212 555 0134 x', '212\n555', ' 212 555', '1'.repeat(32), 2125550134],
      ],
      [
        'contact_email',
        [
          'leasing@example.com',
          'a.b+c@mail.example.co.uk',
          `${'a'.repeat(64)}@${'b.'.repeat(92)}example`.slice(0, 254),
          null,
        ],
        ['', 'leasing', 'leasing@example', '@example.com', 'a b@example.com', 'a@b@example.com', 'a@example..com'],
      ],
      nullable('contact_hours', 255),
      [
        'contact_url',
        ['https://www.example.com/contact?a=1#b', 'mailto:leasing@example.com', 'tel:+12125550134', null],
        [
          ...['', 'http://www.example.com', 'javascript:alert(1)', 'data:text/html,x', '//example.com', '/contact'],
          ...['https://user:secret@example.com', 'https://exa mple.com', `https://example.com/${'a'.repeat(2048)}`],
        ],
      ],
      bool('count_visits'),
    ],
    readOnly: { uuid: 'mine', unit_count: 99, logo_url: 'https://a.example/x.png', effective_time_zone: 'Asia/Tokyo' },
    prepare: makeRoom,
  });

  it('clears nullable fields with null', async () => {
    await makeRoom();
    const { body } = await app.post('/v1/assets', { ...valid(), address_line2: 'Back house' });
    const nulls = {
      description: null,
      address_line2: null,
      address_latitude: null,
      address_longitude: null,
      time_zone: null,
      contact_phone: null,
      contact_url: null,
    };

    expect((await app.put(`/v1/assets/${body.id}`, { id: body.id, ...nulls })).body).toMatchObject(nulls);
  });

  it('is created without optional fields', async () => {
    await makeRoom();
    const optional = [
      'description',
      'address_line2',
      'address_latitude',
      'contact_phone',
      'contact_email',
      'contact_url',
      'time_zone',
    ];
    const { status, body } = await app.post('/v1/assets', without(valid(), ...optional));

    expect(status).toBe(201);
    expect(optional.map((field) => body[field])).toEqual(optional.map(() => null));
  });

  it('has the time zone that is set, else that of its coordinates, else UTC', async () => {
    await makeRoom();
    const { body } = await app.post('/v1/assets', valid());
    const zoneAfter = async (changes: object) => {
      const { status, body: changed } = await app.put(`/v1/assets/${body.id}`, changes);
      expect(status).toBe(200);
      return [changed.time_zone, changed.effective_time_zone];
    };
    expect(body).toMatchObject({ time_zone: null, effective_time_zone: 'America/New_York' });
    expect(await zoneAfter({ address_latitude: 41.88, address_longitude: -87.63 })).toEqual([null, 'America/Chicago']);
    expect(await zoneAfter({ time_zone: 'Europe/Berlin' })).toEqual(['Europe/Berlin', 'Europe/Berlin']);
    expect(await zoneAfter({ name: 'Sail Works' })).toEqual(['Europe/Berlin', 'Europe/Berlin']);
    expect(await zoneAfter({ time_zone: null, address_latitude: null })).toEqual([null, 'UTC']);
  });

  it('includes the number of its units', async () => {
    const asset = await givenAsset(app, ['1', '2', '3']);
    const count = async () => (await app.get(`/v1/assets/${asset.id}`)).body.unit_count;

    expect(await count()).toBe(3);
    await app.delete(`${asset.path}/units/${asset.units[0]}`);
    expect(await count()).toBe(2);
  });
});

describe('The combination of name and address', () => {
  const taken = { status: 409, body: { code: 'asset_exists' } };
  beforeEach(makeRoom);

  it('is unique', async () => {
    const first = await app.post('/v1/assets', valid());

    expect(first.status).toBe(201);
    expect(await app.post('/v1/assets', { ...valid(), market: 'office', display_name: 'x' })).toMatchObject(taken);
  });

  it.each(['name', 'address_line1', 'address_city', 'address_state', 'address_country', 'address_postal_code'])(
    'may differ only in %s',
    async (field) => {
      await app.post('/v1/assets', valid());
      const other = { address_state: 'CA', address_country: 'CAN' }[field] ?? 'Other';
      expect((await app.post('/v1/assets', { ...valid(), [field]: other })).status).toBe(201);
    },
  );

  it('may be reused with a second address line', async () => {
    await app.post('/v1/assets', valid());

    expect((await app.post('/v1/assets', { ...valid(), address_line2: 'Rear' })).status).toBe(201);
    expect(await app.post('/v1/assets', { ...valid(), address_line2: 'Rear' })).toMatchObject(taken);
    expect(await app.post('/v1/assets', { ...valid(), address_line2: null })).toMatchObject(taken);
  });

  it('is rejected in an update, but an update that keeps it is accepted', async () => {
    const { body: first } = await app.post('/v1/assets', valid());
    const { body: second } = await app.post('/v1/assets', { ...valid(), name: 'Sail Loft' });

    expect(await app.put(`/v1/assets/${second.id}`, { id: second.id, name: first.name })).toMatchObject(taken);
    expect((await app.put(`/v1/assets/${first.id}`, { ...first, description: 'x' })).status).toBe(200);
  });

  it('is accepted once among concurrent requests', async () => {
    const answers = await Promise.all(Array.from({ length: 12 }, () => app.post('/v1/assets', valid())));
    const statuses = answers.map(({ status }) => status);

    expect(statuses.filter((status) => status === 201)).toHaveLength(1);
    expect(statuses.filter((status) => status === 409)).toHaveLength(11);
  });

  it('may exist in two accounts whose keys do not see each other', async () => {
    const [ours, theirs] = [await givenAccount(app), await givenAccount(app)];
    const [key, other] = [await app.key(['service.*'], [ours]), await app.key(['service.*'], [theirs])];

    expect((await app.post('/v1/assets', valid(), { key })).status).toBe(201);
    expect((await app.post('/v1/assets', valid(), { key: other })).status).toBe(201);
    expect(await app.post('/v1/assets', valid(), { key })).toMatchObject(taken);
  });

  it('in two accounts does not prevent updates of other fields', async () => {
    const [ours, theirs] = [await givenAccount(app), await givenAccount(app)];
    const { body } = await app.post('/v1/assets', valid(), { key: await app.key(['service.*'], [ours]) });
    await app.post('/v1/assets', valid(), { key: await app.key(['service.*'], [theirs]) });

    expect((await app.put(`/v1/assets/${body.id}`, { id: body.id, description: 'x' })).status).toBe(200);
  });
});

describe('The list of assets', () => {
  let ids: Record<'rope' | 'mill' | 'pier', string>;
  beforeAll(async () => {
    await app.sql('delete from catalog.asset');
    const create = async (fields: object) => (await app.post('/v1/assets', { ...valid(), ...fields })).body.id;
    ids = {
      rope: await create({ name: 'Rope Works', display_name: 'The Rope-Works at Müller’s', market: 'multifamily' }),
      mill: await create({ name: 'Paper Mill', display_name: 'Mill', address_city: 'Saint-Étienne', market: 'office' }),
      pier: await create({ name: 'Pier 40½', display_name: 'P', address_postal_code: 'SW1A 2AA', market: 'office' }),
    };
  });
  const found = async (query: string) =>
    (await app.get(`/v1/assets?${query}`)).body.data.map(({ id }: { id: string }) => id);

  it.each<[string, ('rope' | 'mill' | 'pier')[]]>([
    ['rope', ['rope']],
    ['ROPE works', ['rope']],
    ['works rope', ['rope']],
    ['wor ro', ['rope']],
    ['ope', []],
    ['rope mill', []],
    ['quay', ['rope', 'mill', 'pier']],
    ['12', ['rope', 'mill', 'pier']],
    ['étien', ['mill']],
    ['saint-étienne', ['mill']],
    ['müller', ['rope']],
    ['sw1a', ['pier']],
    ['10004', ['rope', 'mill']],
    ['', ['rope', 'mill', 'pier']],
    [' -!& ', ['rope', 'mill', 'pier']],
    [`rope' | 'mill`, []],
    ['rope:* & !x', []],
    ['%', ['rope', 'mill', 'pier']],
  ])('finds assets by the words %j', async (q, expected) => {
    expect(await found(`q=${encodeURIComponent(q)}`)).toEqual(expected.map((name) => ids[name]));
  });

  it('filters by market', async () => {
    expect(await found('market=office')).toEqual([ids.mill, ids.pier]);
    expect(await found('market=office&q=pier')).toEqual([ids.pier]);
    expect(await found('market=salon')).toEqual([]);
    expect((await app.get('/v1/assets?market=castle')).body.fields).toHaveProperty('market');
  });

  it('filters by update time', async () => {
    await app.sql(
      `update catalog.asset set updated_at = case when id = $1 then timestamptz '2026-03-01 12:00:00Z' else '2026-02-01Z' end`,
      [ids.mill],
    );

    expect(await found('updated-since=2026-03-01T12:00:00Z')).toEqual([ids.mill]);
    expect(await found('updated-since=2026-03-01T12:00:00.900Z')).toEqual([ids.mill]);
    expect(await found('updated-since=2026-03-01T12:00:01Z')).toEqual([]);
    expect(await found('updated-since=2026-03-01T14:00:00%2B02:00')).toEqual([ids.mill]);
    expect(await found('updated-since=2026-03-01T12:00:00+00:00')).toEqual([ids.mill]); // clients paste a plus without escaping it
    expect(await found('updated-since=2026-02-01')).toEqual([ids.rope, ids.mill, ids.pier]);
  });

  it.each([
    'yesterday',
    '2026-02-30',
    '2026-1-1',
    '20260101',
    '2026-01-01T25:00:00Z',
    '2026-01-01T00:00:00',
    'now',
    'infinity',
    '9999-12-31T23:59:59-05:00',
    '0001-01-01T00:00:00+05:00',
    '0000-01-01',
    '',
  ])('rejects the update time %j', async (since) => {
    const { status, body } = await app.get(`/v1/assets?updated-since=${encodeURIComponent(since)}`);
    expect([status, Object.keys(body.fields)]).toEqual([422, ['updated-since']]);
  });

  it('can be sorted by name and by update time', async () => {
    const names = async (sort: string) =>
      (await allOf<{ name: string }>(app, `/v1/assets?sort=${sort}&per-page=7`)).map(({ name }) => name);
    const ascending = await names('name');
    const [row] = await app.sql<{ names: string[] }>(
      'select array_agg(name order by name, id) as names from catalog.asset where archived_at is null',
    );
    expect(ascending).toEqual(row!.names);
    expect(await names('-name')).toEqual(ascending.toReversed());
    const [updated] = await app.sql<{ names: string[] }>(
      'select array_agg(name order by updated_at desc, id desc) as names from catalog.asset where archived_at is null',
    );
    expect(await names('-updated_at')).toEqual(updated!.names);
    expect((await app.get('/v1/assets?sort=market')).body.fields).toHaveProperty('sort');
  });

  it('has an index for each filter', async () => {
    const plan = async (condition: string) => {
      const client = await app.sqlPool.connect();
      try {
        await client.query('set enable_seqscan = off');
        return JSON.stringify(
          (await client.query(`explain select id from catalog.asset asset where ${condition}`)).rows,
        );
      } finally {
        client.release(true);
      }
    };

    expect(await plan(`market = 'office' order by id`)).toContain('asset_by_market');
    expect(await plan(`updated_at >= '2026-01-01'`)).toContain('asset_by_update');
    expect(
      await plan(`catalog.words_of(asset.name || ' ' || asset.display_name || ' ' || asset.address_line1 || ' ' ||
        coalesce(asset.address_line2, '') || ' ' || asset.address_city || ' ' || asset.address_postal_code)
        @@ to_tsquery('simple', '''rope'':*')`),
    ).toContain('asset_by_words');
  });
});
