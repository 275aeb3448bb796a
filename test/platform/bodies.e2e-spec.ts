import { gzipSync } from 'node:zlib';
import { TestApp, type RequestOptions } from '../support/app.js';
import { type GivenAsset, givenAsset, givenProcess } from '../support/given.js';
import { snapshotOf } from './database-snapshot.js';

let app: TestApp;
let asset: GivenAsset;
let references: string;

beforeAll(async () => {
  app = await TestApp.start();
  asset = await givenAsset(app);
  references = `${asset.path}/references`;
});
afterAll(() => app?.close());

const MiB = 1024 * 1024;
const reference = (more: object = {}) => ({ asset_id: asset.id, name: 'CRM', value: '1', ...more });
const typed = (raw: string | Buffer, type?: string, headers: Record<string, string> = {}): RequestOptions => ({
  raw: typeof raw === 'string' ? Buffer.from(raw) : raw, // fetch would set a type for strings
  headers: { ...(type !== undefined && { 'Content-Type': type }), ...headers },
});
const post = (asked: RequestOptions, path = references) => app.request('POST', path, asked);
const text = () => JSON.stringify(reference());

/** Sends an invalid request, and expects that nothing has changed. */
async function refused(asked: RequestOptions, path = references, method = 'POST') {
  const before = await snapshotOf(app);
  const answer = await app.request(method, path, asked);
  expect(await snapshotOf(app)).toEqual(before);
  expect(answer.body.message).toMatch(/\w/);
  return answer;
}

describe('A JSON body', () => {
  it.each([
    undefined,
    'application/json',
    'APPLICATION/JSON',
    'application/json; charset=utf-8',
    'application/json;charset="UTF-8"',
    'application/json ; charset=utf8; profile=x',
  ])('may have the type %s', async (type) => {
    expect((await post(typed(text(), type))).status).toBe(201);
  });

  it.each([
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'text/plain',
    'text/json',
    'application/jsonp',
    'application/merge-patch+json',
    'application/json, text/plain',
    'application/json; charset=utf-16',
    'application/json; charset=iso-8859-1',
    'application/json; charset=utf-8; charset=utf-16',
    'json',
    '*/*',
    '',
  ])('must not have the type %p', async (type) => {
    expect((await refused(typed(text(), type))).status).toBe(415);
  });

  it.each([
    ['gzip', gzipSync],
    ['deflate', gzipSync],
    ['br', (bytes: string) => Buffer.from(bytes)],
    ['gzip, identity', gzipSync],
  ])('must not be encoded as %s', async (coding, encode) => {
    expect((await refused(typed(encode(text()), 'application/json', { 'Content-Encoding': coding }))).status).toBe(415);
  });

  it('may declare the identity encoding, and start with a byte order mark', async () => {
    for (const coding of ['identity', 'Identity'])
      expect((await post(typed(text(), 'application/json', { 'Content-Encoding': coding }))).status).toBe(201);
    expect((await post(typed(`\uFEFF${text()}`, 'application/json'))).status).toBe(201);
  });

  it.each([
    ['UTF-16', (sent: string) => Buffer.from(`\uFEFF${sent}`, 'utf16le')],
    ['Latin-1', (sent: string) => Buffer.from(sent.replace('CRM', 'Café'), 'latin1')],
    ['overlong UTF-8', (sent: string) => splice(sent, [0xc0, 0xaf])],
    ['UTF-8 of a surrogate', (sent: string) => splice(sent, [0xed, 0xa0, 0x80])],
    ['cut UTF-8', (sent: string) => splice(sent, [0xf0, 0x9f, 0x98])],
  ])('must not be %s', async (_, encode) => {
    const { status, body } = await refused(typed(encode(text()), 'application/json'));
    expect([status, body.code]).toEqual([400, 'malformed_json']);
  });

  const splice = (sent: string, bytes: number[]) => {
    const [before, after] = sent.split('CRM');
    return Buffer.concat([Buffer.from(before!), Buffer.from(bytes), Buffer.from(after!)]);
  };

  it.each([
    '',
    ' ',
    '{',
    '{"name":"secret-7"',
    "{'name':1}",
    '{"a":1,}',
    '[1,2',
    'NaN',
    '{"a":01}',
    '{"a":+1}',
    '{}{}',
    '{"a":"\n"}',
  ])('must be JSON, not %p, which is not echoed', async (sent) => {
    const { status, body, text: said } = await refused(typed(sent, 'application/json'));
    expect([status, body.code]).toEqual([400, 'malformed_json']);
    expect(said).not.toMatch(/secret-7|position|token/i);
  });

  it.each(['null', '1', '"text"', 'true', '[]', '[{}]'])('must be an object, not %s', async (sent) => {
    expect((await refused(typed(sent, 'application/json'))).status).toBe(422);
  });

  it('uses the last of duplicate keys', async () => {
    const sent = text().replace('{', '{"name":"first","value":"first",');
    expect((await post(typed(sent, 'application/json'))).body).toMatchObject({ name: 'CRM', value: '1' });
  });

  it.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty'])('rejects the field %s', async (name) => {
    const sent = text().replace('{', `{"${name}":{"name":"x"},`);
    const { status, text: said } = await refused(typed(sent, 'application/json'));

    expect(status).toBe(422);
    expect(said).toContain(`"fields":{"${name}":["is not a known field"]}`);
  });

  it('may have up to 10 MiB', async () => {
    const padded = text() + ' '.repeat(10 * MiB - text().length);
    expect((await post(typed(padded, 'application/json'))).status).toBe(201);
    expect((await refused(typed(`${padded} `, 'application/json'))).status).toBe(413);
  });

  it.each([
    ['arrays', '[', ']'],
    ['objects', '{"a":', '}'],
  ])('may be nested 32 levels deep in %s, but not 33 or 49,000', async (_, open, close) => {
    const nested = (levels: number) => open.repeat(levels) + (open === '[' ? '' : '1') + close.repeat(levels);
    const code = async (sent: string) => {
      const { status, body } = await refused(typed(sent, 'application/json'));
      return [status, body.code];
    };

    expect(await code(nested(32))).toEqual([422, 'invalid']);
    expect(await code(nested(33))).toEqual([400, 'nested_too_deep']);
    expect(await code(nested(49_000))).toEqual([400, 'nested_too_deep']);
    expect(await code(open.repeat(49_000))).toEqual([400, 'nested_too_deep']);
  });

  it('ignores brackets in strings when it measures the depth', async () => {
    const name = '[{"\\'.repeat(40);
    expect((await post({ body: reference({ name }) })).body.name).toBe(name);
  });

  it('reports at most 100 errors, and counts all', async () => {
    const many = Object.fromEntries(Array.from({ length: 5_000 }, (_, n) => [`colour_${n}`, n]));
    const { status, body } = await refused({ body: { ...reference(), ...many } });

    expect([status, Object.keys(body.fields).length, body.fault_count]).toEqual([422, 100, 5_000]);
  });
});

describe('An unexpected body', () => {
  it('is ignored by an operation without a body', async () => {
    const { id } = (await post({ body: reference() })).body;
    const path = `${asset.path}/units/${asset.units[2]}`;
    expect((await app.request('DELETE', path, typed('', 'application/json'))).status).toBe(200);
    expect((await app.get(`${references}/${id}`)).status).toBe(200);
  });
});

const LONE = '\uD83D';

describe('A text', () => {
  it.each([
    ['NUL', 'a\0b'],
    ['a high surrogate alone', `a${LONE}`],
    ['a low surrogate alone', '\uDE00b'],
    ['surrogates in the wrong order', '\uDE00\uD83D'],
    ['nothing but blanks', ' \t\n\u3000'],
    ['nothing', ''],
  ])('that is required rejects %s', async (_, name) => {
    const { status, body } = await refused({ body: reference({ name }) });
    expect([status, Object.keys(body.fields)]).toEqual([422, ['name']]);
  });

  it.each([
    ['NUL', 'a\0b'],
    ['a surrogate alone', LONE],
  ])('is rejected as a field name with %s, and the response is still valid Unicode', async (_, name) => {
    const { status, text: said } = await refused({ body: reference({ [name]: 1 }) });

    expect(status).toBe(422);
    expect(said).not.toMatch(/\\u0000|\\ud83d/i);
  });

  it('is stored unchanged', async () => {
    const name = ` é e\u0301 😀 \u202e \uFEFF \uFFFD 'a"; drop table x; -- \\ %00 <b> \u007f\u0001\r\n `;
    const { body } = await post({ body: reference({ name }) });

    expect(body.name).toBe(name);
    expect((await app.get(`${references}/${body.id}`)).body.name).toBe(name);
  });

  it('is measured in code points', async () => {
    expect((await post({ body: reference({ name: '😀'.repeat(255) }) })).status).toBe(201);
    expect((await refused({ body: reference({ name: '😀'.repeat(256) }) })).body.fields).toEqual({
      name: ['must be at most 255 characters'],
    });
  });

  it('of an exact length is measured in code points', async () => {
    for (const state of ['N', 'NYC', '😀', '😀😀'])
      expect((await refused({ body: address({ address_state: state }) }, '/v1/assets')).body.fields).toHaveProperty([
        'address_state',
      ]);
    expect(
      (await refused({ body: address({ address_state: '😀' }) }, '/v1/assets')).body.fields['address_state'],
    ).toContain('must be exactly 2 characters');
  });
});

const address = (more: object = {}) => ({
  market: 'multifamily',
  name: `Rope Works ${Math.random()}`,
  display_name: 'Rope Works',
  address_line1: '12 Quay Street',
  address_city: 'New York',
  address_state: 'NY',
  address_country: 'USA',
  address_postal_code: '10004',
  ...more,
});

describe('A number', () => {
  const json = (field: string, literal: string) =>
    typed(
      JSON.stringify(address({ [field]: 'x' })).replace(`"${field}":"x"`, `"${field}":${literal}`),
      'application/json',
    );

  it.each(['1e-7', '-1e-7', '0', '-0', '90', '-90', '45.123456789012345', '5e-324', '4.5e1', 'null'])(
    'accepts the latitude %s',
    async (literal) => {
      const { status, body } = await post(json('address_latitude', literal), '/v1/assets');
      expect(status).toBe(201);
      const { body: read } = await app.get(`/v1/assets/${body.id}`);
      expect(read.address_latitude).toBe(JSON.parse(literal === '-0' ? '0' : literal));
    },
  );

  it.each(['"45"', '90.0000001', '1e400', '-1e400', '1e308', 'true', '[45]', '{}', '""'])(
    'rejects the latitude %s',
    async (literal) => {
      const { status, body } = await refused(json('address_latitude', literal), '/v1/assets');
      expect([status, Object.keys(body.fields)]).toEqual([422, ['address_latitude']]);
    },
  );

  it.each(['1e400', '-1e400', '-0.5', '"1"'])('rejects the bathroom count %s', async (literal) => {
    const raw = `{"asset_id":"${asset.id}","name":"A","bedroom_count":1,"filter_label":"A","bathroom_count":${literal}}`;
    const { status, body } = await refused(typed(raw, 'application/json'), `${asset.path}/floor-plans`);
    expect([status, Object.keys(body.fields)]).toEqual([422, ['bathroom_count']]);
  });

  const area = (literal: string): [RequestOptions, string, string] => [
    typed(`{"id":"${asset.units[0]}","asset_id":"${asset.id}","area":${literal}}`, 'application/json'),
    `${asset.path}/units/${asset.units[0]}`,
    'PUT',
  ];

  it.each([
    '2147483648',
    '-2147483649',
    '9223372036854775808',
    '1e10',
    '1e400',
    '1.5',
    '"1"',
    'true',
    '""',
    '99999999999999999999',
  ])('of 32 bits rejects %s', async (literal) => {
    const { status, body } = await refused(...area(literal));
    expect([status, Object.keys(body.fields)]).toEqual([422, ['area']]);
  });

  it.each(['2147483647', '1e3', '700.0'])('of 32 bits accepts %s', async (literal) => {
    const [asked, path, method] = area(literal);
    expect((await app.request(method, path, asked)).body.area).toBe(Number(literal));
  });
});

describe('A boolean', () => {
  it.each(['false', 'true', 0, 1, null, '', [], 'no'])('rejects %p', async (value) => {
    const process = await givenProcess(app, asset);
    const [unit] = asset.units;
    const { status, body } = await refused(
      { body: { id: unit, show_pricing: value } },
      `${process}/units/${unit}`,
      'PUT',
    );

    expect([status, body.fields]).toEqual([422, { show_pricing: ['must be true or false'] }]);
  });
});

describe('A date', () => {
  let process: string;
  beforeAll(async () => (process = await givenProcess(app, asset)));
  const entry = (available_on: unknown) => [{ unit_number: '101', provider_id: 'P', price: 1, available_on }];

  it.each([
    ...['2024-02-30', '2023-02-29', '2100-02-29', '2024-04-31', '2024-13-01', '2024-00-01', '2024-01-00', '0000-01-01'],
    ...['20240101', '2024-W01', '2024-001', '2024-1-1', '24-01-01', '+02024-01-01', '-2024-01-01', '12024-01-01'],
    ...[
      '2024-01-01T00:00:00Z',
      '2024-01-01 ',
      ' 2024-01-01',
      '2024-01-01\n',
      '2024/01/01',
      '01.02.2024',
      '２０２４-01-01',
    ],
    ...['today', 'tomorrow', 'now', 'infinity', '-infinity', 'epoch', '', 20240101, null, 1704067200, true],
  ])('rejects %p', async (date) => {
    const { status, body } = await refused({ body: entry(date) }, `${process}/ingest?commit=1`);
    expect([status, Object.keys(body.fields)]).toEqual([422, ['0.available_on']]);
  });

  it.each(['2024-02-29', '2000-02-29', '0001-01-01', '9999-12-31', '2024-12-31'])(
    'accepts %s, and is returned as that day',
    async (date) => {
      expect((await app.post(`${process}/ingest?commit=1`, entry(date))).status).toBe(200);
      expect((await app.get(`${process}/units/${asset.units[0]}`)).body.available_on).toBe(date);
      expect((await app.get(`${process}/entries`)).body.data[0][0].available_on).toBe(date);
    },
  );
});

describe('A query parameter', () => {
  const list = (query: string) => app.get(`/v1/assets?${query}`);
  const COUNTS = [
    ...[
      '0',
      '-1',
      '1.0',
      '1.5',
      '1e1',
      '0x10',
      '+1',
      '%2B1',
      '%201',
      '1%20',
      '1_0',
      '１',
      'one',
      'NaN',
      'Infinity',
      '',
    ],
    ...['2147483648', '99999999999', '1%00', '%FF', '%ED%A0%80', 'true', '1,2', '1;2', '%31%'],
  ];

  it.each(COUNTS)('page rejects %p', async (sent) => {
    const { status, body } = await list(`page=${sent}`);
    expect([status, Object.keys(body.fields)]).toEqual([422, ['page']]);
  });

  it.each(COUNTS)('per-page rejects %p', async (sent) => {
    const { status, body } = await list(`per-page=${sent}`);
    expect([status, Object.keys(body.fields)]).toEqual([422, ['per-page']]);
  });

  it('page accepts the largest number, however few pages exist', async () => {
    const { status, body } = await list('page=2147483647&per-page=1000');
    expect([status, body.data, body.paging.next_url]).toEqual([200, [], null]);
  });

  it('per-page is limited to 1,000, as the response says', async () => {
    expect((await list('per-page=2147483647')).body.paging.per_page).toBe(1000);
    expect((await list('per-page=007')).body.paging.per_page).toBe(7);
  });

  it.each([
    ['page=1&page=2', 'only once'],
    ['page=1&page=1', 'only once'],
    ['page=1&p%61ge=2', 'only once'],
    ['page[]=1', 'without brackets'],
    ['page[0]=1', 'without brackets'],
    ['page[a]=1&page=1', 'without brackets'],
    ['page%5B%5D=1', 'without brackets'],
  ])('sent as %s is rejected: it must be sent %s', async (query, how) => {
    const { status, body } = await list(query);
    expect([status, body.fields]).toEqual([422, { page: [`must be sent ${how}`] }]);
  });

  it('in snake_case means the same as its name, also in the links to other pages', async () => {
    const { body } = await list('per_page=1');
    expect([body.paging.per_page, body.data.length]).toEqual([1, 1]);
    expect(new URL(body.paging.next_url).searchParams.get('per-page')).toBe('1');
    const twice = await list('per_page=1&per-page=1');
    expect([twice.status, twice.body.fields]).toEqual([422, { 'per-page': ['must be sent only once'] }]);
    expect((await list('per_page=x')).body.fields).toEqual({ 'per-page': [expect.any(String)] });
  });

  it.each([
    ['pages=1', 'pages', 'page'],
    ['Page=1', 'Page', 'page'],
    ['pgae=1', 'pgae', 'page'],
    ['perpage=1', 'perpage', 'per-page'],
    ['per_pages=1', 'per_pages', 'per-page'],
    ['per--page=1', 'per--page', 'per-page'],
    ['totl=1', 'totl', 'total'],
  ])('that is unknown but nearly known is rejected: %s', async (query, name, meant) => {
    const { status, body } = await list(query);
    expect([status, body.fields]).toEqual([
      422,
      { [name]: [`is not a parameter of this operation: did you mean ${meant}?`] },
    ]);
  });

  it('that is unknown is ignored, whatever its value', async () => {
    for (const query of [
      'colour=red',
      'PAGE=0',
      '__proto__=1',
      'constructor=1',
      '%FF=%FF',
      '%00=%00',
      '=',
      '&&',
      'a=1&a=2',
      '%',
    ])
      expect((await list(query)).status).toBe(200);
  });

  it('must not contain NUL or invalid UTF-8', async () => {
    for (const sent of ['%00', 'a%00', '%FF', '%C0%AF', '%ED%A0%80', '%F0%9F%98']) {
      const { status, body } = await app.get(`/v1/references?key=crm&value=${sent}`);
      expect([sent, status, Object.keys(body.fields)]).toEqual([sent, 422, ['value']]);
    }
  });

  it('cursor must be one that the service issued', async () => {
    const cursor = (id: string) => Buffer.from(id).toString('base64url');
    for (const id of ['0', '1', '-1', '01', '1.0', 'x', '9223372036854775808', '{}', '1\0'])
      expect([id, (await list(`cursor=${cursor(id)}`)).status]).toEqual([id, 422]);
    for (const sent of ['', 'x', 'MQ==', '%00']) expect((await list(`cursor=${sent}`)).status).toBe(422);
  });
});

describe('An id in a path', () => {
  it.each([
    ...[
      '0',
      '-1',
      '01',
      '1.0',
      '1e1',
      '0x1',
      '%201',
      '1%20',
      '+1',
      'one',
      'null',
      'undefined',
      '__proto__',
      'constructor',
    ],
    ...[
      '9223372036854775807',
      '9223372036854775808',
      '99999999999999999999',
      '1'.repeat(300),
      '%00',
      '1%00',
      "1'",
      '1;',
      '１',
    ],
    ...['%FF', '%', '%2e%2e', '..%2f', '%25', '1,2', '*', ':asset', '{asset}', '[object Object]'],
  ])('that is malformed returns 404: %s', async (id) => {
    for (const path of [`/v1/assets/${id}`, `/v1/assets/${id}/multifamily/units`, `${asset.path}/units/${id}`]) {
      const { status, body } = await app.get(path);
      expect([path, status, body.code]).toEqual([path, 404, 'not_found']);
    }
  });

  it('may be percent-encoded', async () => {
    const encoded = [...asset.id].map((digit) => `%3${digit}`).join('');
    expect((await app.get(`/v1/assets/${encoded}`)).body.id).toBe(asset.id);
  });
});

describe('An id in a body', () => {
  it.each([
    '0',
    '-1',
    '1.0',
    'one',
    '',
    '9223372036854775808',
    '99999999999999999999',
    '1'.repeat(256),
    '1\0',
    1,
    null,
    {},
    ['1'],
  ])('that is malformed is rejected: %p', async (id) => {
    const { status, body } = await refused(
      {
        body: {
          asset_id: asset.id,
          building_id: id,
          floor_id: asset.floor,
          floor_plan_id: asset.floorPlan,
          unit_number: '9',
          area: 1,
        },
      },
      `${asset.path}/units`,
    );
    expect([status, Object.keys(body.fields)]).toEqual([422, ['building_id']]);
  });
});
