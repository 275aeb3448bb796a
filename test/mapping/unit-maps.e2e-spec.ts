import { type TestResponse, type RequestOptions, TestApp } from '../support/app.js';
import { zipOf } from '../cli/workbooks.js';
import { givenAccount, givenAsset, type GivenAsset } from '../support/given.js';

const TIME = expect.stringMatching(/\+00:00$/);
const MiB = 1024 * 1024;

let app: TestApp;
let asset: GivenAsset;

beforeAll(async () => {
  app = await TestApp.start();
});
afterAll(() => app?.close());
beforeEach(async () => {
  asset = await givenAsset(app);
});

const svg = (content: string) => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 300 100">${content}</svg>`;
const room = (at: number, attributes: string, text = '') =>
  `<rect x="${at * 100}" y="0" width="100" height="100" ${attributes}/>` +
  (text && `<text x="${at * 100 + 40}" y="50" font-size="10">${text}</text>`);

/** Two rooms with units, and one without. */
const DRAWING = svg(room(0, 'id="Unit-101"') + room(1, '', '102') + room(2, 'data-name="Lobby"'));
const PDF = Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\n%%EOF');

type Content = string | Buffer;
type Fields = Record<string, string | string[] | undefined>;
type Files = Record<string, [name: string, content: Content]>;

/** A form with fields, repeated for several values, and named files. */
function formOf(fields: Fields, files: Files): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields))
    for (const each of [value].flat()) if (each !== undefined) form.append(name, each);
  for (const [name, [file, content]] of Object.entries(files)) form.append(name, new Blob([content as string]), file);
  return form;
}

const maps = () => `${asset.path}/maps`;
const required = (): Fields => ({ asset_id: asset.id, name: 'Level 1', style: 'b' });
const SOURCE: Files = { source: ['level-1.svg', DRAWING] };

const send = (fields: Fields, files: Files = SOURCE, asked: RequestOptions = {}): Promise<TestResponse> =>
  app.request('POST', maps(), { raw: formOf({ ...required(), ...fields }, files), ...asked });
const change = (id: string, data: object, files: Files = {}) =>
  app.request('PUT', `${maps()}/${id}`, {
    raw: formOf({ data: JSON.stringify({ id, asset_id: asset.id, ...data }) }, files),
  });

async function created(fields: Fields = {}, files: Files = SOURCE) {
  const { status, body } = await send(fields, files);
  expect({ status, body }).toMatchObject({ status: 201 });
  return body;
}

const view = async (id: string) => (await app.get(`${maps()}/${id}`)).body;
const unitsOf = async (id: string) => (await app.get(`${maps()}/${id}/units`)).body;
const textOf = async (url: string) => (await app.get(url, { key: null, flags: null })).text;
const umapOf = async (map: { url: string }) => JSON.parse(await textOf(map.url));
const errorsOf = ({ status, body }: TestResponse) => ({ status, fields: body.fields });
const backgroundsOf = async (id: string) => (await app.get(`${maps()}/${id}/backgrounds`)).body.data;

const SQUARE = { id: 'a', path: 'M0 0L10 0L10 10L0 10Z' };
const umap = (shapes: object[] = [SQUARE], more: object = {}) =>
  JSON.stringify({ format: 'umap', version: 1, view_box: { x: 0, y: 0, width: 10, height: 10 }, shapes, ...more });
const asFile = (content: Content): Files => ({ file: ['map.umap', content] });

const feature = (id: string, coordinates: unknown, properties: object = {}) => ({
  type: 'Feature',
  id,
  properties,
  geometry: { type: 'Polygon', coordinates },
});
/** A room of 0.0001 degrees, about 11 metres, from west to east at 60 degrees north, where they are half as wide as high. */
const flat = (at: number, properties: object) => {
  const [west, east, south, north] = [at / 10_000, (at + 1) / 10_000, 60, 60.0001];
  return feature(`room-${at}`, [[[west, south], [east, south], [east, north], [west, north], [west, south]]], properties); // oxfmt-ignore
};
const collection = (...features: object[]) => JSON.stringify({ type: 'FeatureCollection', features });
const imdf = () =>
  zipOf({
    'manifest.json': '{"version":"1.0.0"}',
    'level.geojson': collection(
      { ...flat(0, { ordinal: 0, name: { en: 'Level 1' }, short_name: { en: 'L1' } }), id: 'one' },
      { ...flat(0, { ordinal: 1, name: { en: 'Level 2' }, short_name: { en: 'L2' } }), id: 'two' },
    ),
    'unit.geojson': collection(
      flat(0, { level_id: 'one', name: { en: 'Studio' }, alt_name: { en: '101' } }),
      flat(1, { level_id: 'one', name: null }),
      flat(2, { level_id: 'one', name: { en: 'Stairs' } }),
      flat(3, { level_id: 'two', name: { en: '103' } }),
    ),
    'anchor.geojson': collection({ type: 'Feature', id: 'a', properties: { unit_id: 'room-1', address_id: 'b' }, geometry: null }), // oxfmt-ignore
    'address.geojson': collection({ type: 'Feature', id: 'b', properties: { unit: '102' }, geometry: null }),
  });

describe('A shape of a unit map', () => {
  const bind = (map: string, shape: string, unit: string | null) =>
    app.request('PUT', `${maps()}/${map}/shapes/${encodeURIComponent(shape)}`, { body: { unit_id: unit } });
  const bindings = async (map: string) =>
    Object.fromEntries((await unitsOf(map)).bound_shapes.map((shape: Record<string, string>) => [shape['shape_id'], [shape['unit_number'], shape['bound_by']]])); // oxfmt-ignore

  it('stays bound by hand when the same drawing is sent again', async () => {
    const map = await created();
    const { status, body } = await bind(map.id, 'shape-3', asset.units[2]!);
    expect({ status, bound: body.bound_shapes.length, open: body.unbound_shapes }).toEqual({ status: 200, bound: 3, open: [] }); // oxfmt-ignore
    const expected = { 'Unit-101': ['101', 'name'], 'shape-2': ['102', 'text'], 'shape-3': ['103', 'hand'] };
    expect(await bindings(map.id)).toEqual(expected);
    await change(map.id, {}, SOURCE);
    expect(await bindings(map.id)).toEqual(expected);
    expect((await umapOf(await view(map.id))).shapes[2]).toMatchObject({ unit_id: asset.units[2], bound_by: 'hand' });
    await bind(map.id, 'shape-3', null);
    expect(Object.keys(await bindings(map.id))).toEqual(['Unit-101', 'shape-2']);
  });

  it('is no longer bound by hand when a new drawing moves it', async () => {
    const map = await created();
    await bind(map.id, 'shape-3', asset.units[2]!);
    const moved = svg(room(0, 'id="Unit-101"') + room(1, '', '102') + room(2, 'y="20" data-name="Gym"').replace('y="0"', '')); // oxfmt-ignore
    await change(map.id, {}, { source: ['level-1.svg', moved] });
    expect(Object.keys(await bindings(map.id))).toEqual(['Unit-101', 'shape-2']);
  });

  it('cannot be bound if it does not exist, or to an unknown unit', async () => {
    const map = await created();
    expect((await bind(map.id, 'shape-9', asset.units[2]!)).status).toBe(404);
    expect(errorsOf(await bind(map.id, 'shape-3', '999999'))).toEqual({ status: 422, fields: { unit_id: ['is not known in this asset'] } }); // oxfmt-ignore
    expect(Object.keys(await bindings(map.id))).toEqual(['Unit-101', 'shape-2']);
  });

  it('counts only units of the building of its map', async () => {
    const { body: other } = await app.request('POST', `${asset.path}/buildings`, { body: { asset_id: asset.id, name: 'Annex' } }); // oxfmt-ignore
    const map = await created({ building_id: other.id });
    expect([map.building_id, await bindings(map.id)]).toEqual([other.id, {}]);
    await change(map.id, { building_id: asset.building });
    expect(Object.keys(await bindings(map.id))).toEqual(['Unit-101', 'shape-2']);
    expect(errorsOf(await change(map.id, { building_id: '999999' }))).toEqual({ status: 422, fields: { building_id: ['is not known in this asset'] } }); // oxfmt-ignore
    for (const building_id of ['999999', 'null', 'x'])
      expect(errorsOf(await send({ building_id }))).toEqual({ status: 422, fields: { building_id: ['is not known in this asset'] } }); // oxfmt-ignore
  });
});

describe('A unit map', () => {
  it('is created from a drawing', async () => {
    const { status, headers, body } = await send({ tags: ['level-1', 'north'] });
    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.stringMatching(/^\d+$/),
      asset_id: asset.id,
      name: 'Level 1',
      tags: ['level-1', 'north'],
      style: 'b',
      is_dimension_locked: false,
      building_id: null,
      background_tone: 'pale',
      binding: { bound_shapes: 2, unbound_shapes: { no_such_unit: 1 }, stray_labels: {} },
      url: expect.stringMatching(new RegExp(`^${app.base}/files/[0-9a-f]{64}\\.umap$`)),
      geojson_url: expect.stringMatching(new RegExp(`^${app.base}/files/[0-9a-f]{64}\\.geojson$`)),
      source_url: `${app.base}${maps()}/${body.id}/source`,
      created_at: TIME,
      updated_at: TIME,
    });
    expect(headers.get('location')).toBe(`${app.base}${maps()}/${body.id}`);
    expect(await view(body.id)).toEqual(body);
    expect((await app.get(maps())).body.data).toEqual([body]);
  });

  it('returns how many shapes are bound when it is uploaded, and says in its file why others are not', async () => {
    const stray = '<text x="500" y="50" font-size="10">999</text>';
    const map = await created({}, { source: ['a.svg', DRAWING.replace('</svg>', `${stray}</svg>`)] });
    const report = { bound_shapes: 2, unbound_shapes: { no_such_unit: 1 }, stray_labels: { outside_any_area: 1 } };
    expect(map.binding).toEqual(report);
    const file = await umapOf(map);
    expect(file.shapes.map(({ reason }: { reason?: string }) => reason)).toEqual([undefined, undefined, 'no_such_unit']); // oxfmt-ignore
    const stray_labels = (await unitsOf(map.id)).stray_labels;
    expect(stray_labels).toEqual([{ text: '999', x: expect.any(Number), y: expect.any(Number), reason: 'outside_any_area' }]); // oxfmt-ignore
    expect(file).toMatchObject({ stray_labels });
    expect((await created({}, asFile(JSON.stringify(file)))).binding).toEqual(report);
    expect((await created({}, asFile(umap()))).binding).toMatchObject({ stray_labels: {} });
  });

  it('lists its units', async () => {
    const map = await created();
    const [first, second, third] = asset.units;
    expect(await unitsOf(map.id)).toEqual({
      asset_id: asset.id,
      unit_map_id: map.id,
      bound_shapes: [
        { shape_id: 'Unit-101', names: ['Unit-101'], texts: [], x: 50, y: 50, unit_id: first, unit_number: '101', bound_by: 'name' }, // oxfmt-ignore
        { shape_id: 'shape-2', names: [], texts: ['102'], x: 150, y: 50, unit_id: second, unit_number: '102', bound_by: 'text' }, // oxfmt-ignore
      ],
      unbound_shapes: [{ shape_id: 'shape-3', names: ['Lobby'], texts: [], x: 250, y: 50, reason: 'no_such_unit' }],
      stray_labels: [],
      unplaced_units: [{ unit_id: third, unit_number: '103', floor_id: asset.floor, on_other_map: false }],
    });
    expect(await umapOf(map)).toEqual({
      format: 'umap',
      version: 1,
      view_box: { x: 0, y: 0, width: 300, height: 100 },
      shapes: [
        expect.objectContaining({ id: 'Unit-101', unit_id: first, bound_by: 'name', label: { x: 50, y: 50 } }),
        expect.objectContaining({
          id: 'shape-2',
          unit_id: second,
          bound_by: 'text',
          path: 'M100 0L200 0L200 100L100 100Z',
        }),
        expect.objectContaining({ id: 'shape-3', unit_id: null, bound_by: null, names: ['Lobby'] }),
      ],
    });
    const other = await created({ name: 'Level 2' }, { source: ['2.svg', svg(room(0, 'id="103"'))] });
    expect((await unitsOf(map.id)).unplaced_units).toMatchObject([{ unit_number: '103', on_other_map: true }]);
    expect((await unitsOf(other.id)).unplaced_units).toHaveLength(2);
  });

  it('is also available as GeoJSON', async () => {
    const geojson = JSON.parse(await textOf((await created()).geojson_url));
    expect(geojson).toMatchObject({ type: 'FeatureCollection', bbox: [0, 0, 300, 100] });
    expect(geojson.features[1]).toEqual({
      type: 'Feature',
      id: 'shape-2',
      properties: { unit_id: asset.units[1], names: [], label: [150, 50] },
      geometry: { type: 'Polygon', coordinates: [[[100, 0], [200, 0], [200, 100], [100, 100], [100, 0]]] }, // oxfmt-ignore
    });
  });

  it.each([
    ['url', 'application/json'],
    ['geojson_url', 'application/geo+json'],
  ])('serves a %s that is %s, and cannot run scripts when opened directly', async (field, type) => {
    const { headers } = await app.get((await created())[field], { key: null });
    expect(headers.get('content-type')).toBe(type);
    expect(headers.get('content-disposition')).toBeNull();
    expect(headers.get('content-security-policy')).toMatch(/default-src 'none';.*sandbox/);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
  });

  it.each(['url', 'geojson_url'])('serves a compressed %s to clients that accept gzip', async (field) => {
    const rooms = Array.from({ length: 30 }, (_, n) => room(n * 10, `id="room-${n}"`)).join('');
    const url = (await created({}, { source: ['1.svg', svg(rooms)] }))[field];
    const accepting = (coding: string, more = {}) => ({ key: null, headers: { 'Accept-Encoding': coding, ...more } });
    const plain = await app.get(url, accepting('identity'));
    const zipped = await app.get(url, accepting('gzip'));
    const tag = plain.headers.get('etag')!;
    const shown = (headers: Headers) =>
      ['content-encoding', 'content-length', 'vary', 'etag'].map((name) => headers.get(name));
    expect(shown(plain.headers)).toEqual([null, String(plain.text.length), 'Accept-Encoding', tag]);
    expect(shown(zipped.headers)).toEqual(['gzip', null, 'Accept-Encoding', `W/${tag}`]);
    expect(zipped.text).toBe(plain.text);
    expect(shown((await app.request('HEAD', url, accepting('gzip'))).headers)).toEqual(shown(zipped.headers));

    for (const known of [tag, `W/${tag}`]) {
      const { status, headers } = await app.get(url, accepting('gzip', { 'If-None-Match': known }));
      expect([status, headers.get('vary')]).toEqual([304, 'Accept-Encoding']);
    }
    const part = await fetch(url, accepting('gzip', { Range: 'bytes=0-9' }));
    expect([part.status, await part.text()]).toEqual([206, plain.text.slice(0, 10)]);
    expect(shown(part.headers)).toEqual([null, '10', 'Accept-Encoding', tag]);
    const whole = await app.get(url, accepting('gzip', { Range: 'bytes=0-9', 'If-Range': `W/${tag}` }));
    expect([whole.status, whole.text]).toEqual([200, plain.text]);
  });

  it('serves its source unchanged to a valid key', async () => {
    const map = await created();
    const { status, headers, text } = await app.get(map.source_url);
    expect([status, text]).toEqual([200, DRAWING]);
    expect(headers.get('content-disposition')).toMatch(/^attachment; filename="Level 1.svg"/);
    const again = await app.get(map.source_url, { headers: { 'If-None-Match': headers.get('etag')! } });
    expect([again.status, again.text]).toEqual([304, '']);
    expect((await app.request('HEAD', map.source_url)).status).toBe(200);
    expect(headers.get('content-type')).toBe('application/octet-stream');
    expect((await app.get(map.source_url, { key: null })).status).toBe(401);
    expect((await app.get(map.source_url, { key: await app.key(['service.units.read']) })).status).toBe(403);
    const [{ source }] = (await app.sql<{ source: string }>('select source from mapping.unit_map where id = $1', [map.id])) as [{ source: string }]; // oxfmt-ignore
    expect((await app.get(`/files/${source}`)).status).toBe(404);
  });

  it('has no source if only the compiled form was uploaded', async () => {
    const map = await created({}, asFile(umap()));
    expect(map).toMatchObject({ source_url: null, url: expect.stringContaining('.umap') });
    expect((await app.get(`${maps()}/${map.id}/source`)).status).toBe(404);
    expect(await backgroundsOf(map.id)).toEqual([]);
  });

  it('is filtered by its tags', async () => {
    const one = await created({ tags: ['level-1', 'north'] });
    const two = await created({ tags: ['level-1'] });
    const three = await created();
    const ids = async (tags: string) => (await app.get(`${maps()}?tags=${tags}`)).body.data.map(({ id }: { id: string }) => id); // oxfmt-ignore
    expect(await ids('level-1')).toEqual([one.id, two.id]);
    expect(await ids('level-1,north')).toEqual([one.id]);
    expect(await ids('north,%20level-1')).toEqual([one.id]);
    expect(await ids('level')).toEqual([]);
    expect(await ids("x'%7B%7D,")).toEqual([]);
    expect(await ids('')).toEqual([one.id, two.id, three.id]);
    expect((await app.get(`${maps()}?tags=a&tags=b`)).status).toBe(422);
  });

  it('is deleted with its asset', async () => {
    await created();
    await app.sql('delete from catalog.unit where asset_id = $1', [asset.id]);
    await app.sql('delete from catalog.asset where id = $1', [asset.id]);
    expect(await app.sql('select from mapping.unit_map where asset_id = $1', [asset.id])).toEqual([]);
    expect(await app.sql('select from mapping.unit_map_shape where asset_id = $1', [asset.id])).toEqual([]);
  });

  it('is visible to keys that see the asset', async () => {
    const account = await givenAccount(app);
    const stranger = { key: await app.key(['service.*'], [account]) };
    const map = await created();
    for (const path of ['', '/units', '/source', '/backgrounds'])
      expect((await app.get(`${maps()}/${map.id}${path}`, stranger)).status).toBe(404);
    expect((await app.get(maps(), stranger)).status).toBe(404);
    expect((await send({}, SOURCE, stranger)).status).toBe(404);
    const other = await givenAsset(app);
    for (const path of ['', '/units', '/source', '/backgrounds'])
      expect((await app.get(`${other.path}/maps/${map.id}${path}`)).status).toBe(404);
    expect((await app.put(`${other.path}/maps/${map.id}`, { id: map.id, asset_id: other.id })).status).toBe(404);
  });

  it('requires a permission for each operation, and the flag for creation', async () => {
    const map = await created();
    const body = { id: map.id, asset_id: asset.id };
    const with_ = async (permission: string, flags: string | null = null): Promise<number[]> => {
      const asked = { key: await app.key([permission]), flags };
      const answers = [
        await app.get(maps(), asked),
        await app.get(`${maps()}/${map.id}`, asked),
        await app.get(`${maps()}/${map.id}/units`, asked),
        await app.get(`${maps()}/${map.id}/backgrounds`, asked),
        await send({}, SOURCE, asked),
        await app.put(`${maps()}/${map.id}`, body, asked),
      ];
      return answers.map(({ status }) => status);
    };
    expect(await with_('service.unit-maps.read')).toEqual([200, 200, 200, 200, 403, 403]);
    expect(await with_('service.unit-maps.create')).toEqual([403, 403, 403, 403, 400, 403]);
    expect(await with_('service.unit-maps.create', 'create-unitmap-resource')).toEqual([403, 403, 403, 403, 201, 403]);
    expect(await with_('service.unit-maps.update')).toEqual([403, 403, 403, 403, 403, 200]);
  });
});

describe('The fields of a new unit map', () => {
  it.each<[string, Fields, string[]]>([
    ['a name of 255', { name: 'é'.repeat(255) }, []],
    ['a name of 256', { name: 'é'.repeat(256) }, ['name']],
    ['no name', { name: undefined }, ['name']],
    ['a blank name', { name: ' ' }, ['name']],
    ['three tags', { tags: ['aa', 'b-1', `c${'9'.repeat(254)}`] }, []],
    ['three tags, in brackets', { 'tags[]': ['aa', 'bb', 'cc'] }, []],
    ['four tags', { tags: ['aa', 'bb', 'cc', 'dd'] }, ['tags']],
    ['a tag of one letter', { tags: 'a' }, ['tags.0']],
    ['a tag of 256', { tags: `c${'9'.repeat(255)}` }, ['tags.0']],
    ['a tag in capitals', { tags: ['aa', 'Bb'] }, ['tags.1']],
    ['a tag that begins with a digit', { tags: '1a' }, ['tags.0']],
    ['a tag with a line break', { tags: 'aa\n' }, ['tags.0']],
    ['no style', { style: undefined }, ['style']],
    ['another style', { style: 'f' }, ['style']],
    ['no asset', { asset_id: undefined }, []],
    ['another asset', { asset_id: '1000000' }, ['asset_id']],
    ['an unknown field', { colour: 'red' }, ['colour']],
    ['a field that only responses have', { id: '7', url: 'x', source_url: 'x' }, []],
    ['a lock that is not a boolean', { is_dimension_locked: 'maybe' }, ['is_dimension_locked']],
    ['two locks', { is_dimension_locked: ['true', 'false'] }, ['is_dimension_locked']],
    ['two names', { name: ['a', 'b'] }, ['name']],
  ])('%s', async (_, fields, wrong) => {
    const { status, body } = await send(fields);
    expect([status, Object.keys(body.fields ?? {})]).toEqual([wrong.length > 0 ? 422 : 201, wrong]);
    if (wrong.length === 0) expect(body.is_dimension_locked).toBe(false);
  });

  it.each([true, false])('may lock the dimensions: %s', async (lock) => {
    const fields = { asset_id: asset.id, name: 'N', style: 'x', is_dimension_locked: lock };
    const raw = formOf({ data: JSON.stringify(fields) }, SOURCE);
    expect((await app.request('POST', maps(), { raw })).body).toMatchObject({ is_dimension_locked: lock });
    expect((await send({ is_dimension_locked: String(lock) })).body).toMatchObject({ is_dimension_locked: lock });
  });

  it.each(['maybe', 'true', 1, null])('reject %j for locked dimensions in JSON', async (lock) => {
    const fields = { asset_id: asset.id, name: 'N', style: 'x', is_dimension_locked: lock };
    const raw = formOf({ data: JSON.stringify(fields) }, SOURCE);
    expect(errorsOf(await app.request('POST', maps(), { raw }))).toEqual({
      status: 422,
      fields: { is_dimension_locked: ['must be true or false'] },
    });
  });

  it('contain equal tags once', async () => {
    const made = await created({ tags: ['north', 'level-1', 'north', 'south', 'level-1'] });
    expect(made.tags).toEqual(['north', 'level-1', 'south']);
    const update = { id: made.id, asset_id: asset.id, tags: ['aa', 'aa', 'aa', 'aa'] };
    expect((await app.put(`${maps()}/${made.id}`, update)).body.tags).toEqual(['aa']);
    const four = await app.put(`${maps()}/${made.id}`, { ...update, tags: ['aa', 'bb', 'aa', 'cc', 'dd'] });
    expect(errorsOf(four)).toEqual({ status: 422, fields: { tags: ['must have at most 3 items'] } });
  });

  it.each(['a', 'a.1', 'a.2', 'b', 'c', 'd', 'e', 'f.1', 'f.2', 'f.3', 'g.1', 'g.2', 'h', 'x'])(
    'accept the style %s',
    async (style) => {
      expect((await created({ style })).style).toBe(style);
    },
  );

  it('are accepted as JSON', async () => {
    const raw = formOf({ data: JSON.stringify({ asset_id: asset.id, name: 'N', style: 'x', tags: ['aa'] }) }, SOURCE);
    expect((await app.request('POST', maps(), { raw })).body).toMatchObject({ name: 'N', style: 'x', tags: ['aa'] });
  });

  it('report all errors at once', async () => {
    const answer = await app.request('POST', maps(), { raw: formOf({ name: '', tags: '1' }, {}) });
    expect(answer.status).toBe(422);
    expect(Object.keys(answer.body.fields).sort()).toEqual(['file', 'name', 'style', 'tags.0']);
    expect(answer.body.fault_count).toBe(4);
    const both = await send({ style: '?' }, { source: ['x.svg', '<!DOCTYPE svg []><svg/>'], file: ['x.umap', '{'] });
    expect(Object.keys(both.body.fields).sort()).toEqual(['file', 'source', 'style']);
  });

  it('cannot be JSON alone, without a file', async () => {
    expect((await app.post(maps(), required())).status).toBe(415);
  });
});

describe('The files of a unit map', () => {
  it('include at least one of the two', async () => {
    expect(errorsOf(await send({}, {}))).toEqual({
      status: 422,
      fields: { file: ['is required when there is no source'] },
    });
    expect(await app.sql('select from mapping.unit_map where asset_id = $1', [asset.id])).toEqual([]);
  });

  it.each<[string, Files, string]>([
    [
      'a source with another extension',
      { source: ['x.png', DRAWING] },
      'must be a file named *.svg, *.ai, *.pdf, *.geojson, *.zip',
    ],
    [
      'a source without an extension',
      { source: ['svg', DRAWING] },
      'must be a file named *.svg, *.ai, *.pdf, *.geojson, *.zip',
    ],
    ['an empty source', { source: ['x.svg', ''] }, 'must not be empty'],
    ['a PDF named SVG', { source: ['x.svg', PDF] }, 'must be an SVG drawing'],
    ['an SVG named PDF', { source: ['x.pdf', DRAWING] }, 'must be a PDF file, as its name says'],
    ['an SVG named AI', { source: ['x.ai', DRAWING] }, 'must be an Adobe Illustrator file, as its name says'],
    [
      'a drawing with a DOCTYPE that declares entities',
      { source: ['x.svg', `<!DOCTYPE svg [<!ENTITY a "b">]>${DRAWING}`] },
      'must not have a DOCTYPE with declarations of its own: in Illustrator use "Export As... SVG", or untick "Preserve Illustrator Editing Capabilities" when saving',
    ],
    ['text named GeoJSON', { source: ['x.geojson', DRAWING] }, 'must be GeoJSON: it is not JSON in UTF-8'],
    [
      'a feature alone',
      { source: ['x.geojson', '{"type":"Feature"}'] },
      'must be GeoJSON: it is not a FeatureCollection',
    ],
    ['lines as GeoJSON', { source: ['x.geojson', collection(feature('1', [[[0, 0], [1, 1], [0, 0]]]))] }, 'must be GeoJSON: a polygon must have rings of four or more positions'], // oxfmt-ignore
    ['points as GeoJSON', { source: ['x.geojson', collection({ type: 'Feature', geometry: { type: 'Point', coordinates: [0, 0] } })] }, 'must be GeoJSON: it has no feature with a Polygon or MultiPolygon'], // oxfmt-ignore
    ['several floors', { source: ['x.geojson', collection(flat(0, { level_id: 1 }), flat(1, { level_id: 2 }))] }, 'must be GeoJSON: it must have one floor, but its features have several values of `level_id`'], // oxfmt-ignore
    ['text named ZIP', { source: ['x.zip', DRAWING] }, 'must be a ZIP archive, as its name says'],
    ['an archive of something else', { source: ['x.zip', zipOf({ 'a.txt': 'a' })] }, 'must be an IMDF archive with level.geojson and unit.geojson'], // oxfmt-ignore
    ['an archive of several levels that is not named like one of them', { source: ['venue.zip', imdf()] }, 'must be named like one of its levels, such as "Level 1.zip", because it has 2 levels with units: Level 1, Level 2'], // oxfmt-ignore
    ['a file with another extension', { file: ['x.json', umap()] }, 'must be a file named *.umap'],
    ['a file that is not JSON', asFile('umap'), 'must be a .umap of version 1: it is not JSON in UTF-8'],
    ['a file of a later version', asFile(umap([], { version: 2 })), 'must be a .umap of version 1: version must be 1'],
    [
      'a file with an unknown field',
      asFile(umap([], { note: 1 })),
      'must be a .umap of version 1: note is not a known field',
    ],
    [
      'a file without shapes',
      asFile(umap(undefined, { shapes: 1 })),
      'must be a .umap of version 1: shapes must be an array',
    ],
    [
      'a shape without an id',
      asFile(umap([{ path: SQUARE.path }])),
      'must be a .umap of version 1: shapes.0.id is required',
    ],
    [
      'a shape that occurs twice',
      asFile(umap([SQUARE, SQUARE])),
      'must be a .umap of version 1: shapes.1.id occurs twice',
    ],
    ['an open path', asFile(umap([{ id: 'a', path: 'M0 0L1 1' }])), 'must be a .umap of version 1: shapes.0.path must be path data of a closed outline'], // oxfmt-ignore
    ['no path', asFile(umap([{ id: 'a', path: 'url(#a)' }])), 'must be a .umap of version 1: shapes.0.path must be path data of a closed outline'], // oxfmt-ignore
  ])('must not be %s', async (_, files, fault) => {
    expect(errorsOf(await send({}, files))).toEqual({ status: 422, fields: { [Object.keys(files)[0]!]: [fault] } });
  });

  it('reference only units of the asset', async () => {
    const other = await givenAsset(app);
    for (const unit of [other.units[0], '0', 'x', '99999999999999999999'])
      expect(errorsOf(await send({}, asFile(umap([{ ...SQUARE, unit_id: unit }]))))).toEqual({
        status: 422,
        fields: { file: ['names a unit that is not known in this asset: shapes.0.unit_id'] },
      });
  });

  it('may assign a unit to a shape', async () => {
    const [first, second] = asset.units;
    const shapes = [
      { ...SQUARE, unit_id: second, names: ['101'] },
      { ...SQUARE, id: 'b', names: ['Unit-101'] },
    ];
    const map = await created({}, asFile(umap(shapes)));
    expect((await unitsOf(map.id)).bound_shapes).toMatchObject([
      { shape_id: 'a', unit_id: second, bound_by: 'given' },
      { shape_id: 'b', unit_id: first, bound_by: 'name' },
    ]);
  });

  it('compiled by this service are accepted again', async () => {
    const compiled = await textOf((await created()).url);
    const other = await givenAsset(app, ['101', '7']);
    asset = other;
    const map = await created({}, asFile(compiled));
    expect((await unitsOf(map.id)).bound_shapes).toMatchObject([{ shape_id: 'Unit-101', unit_id: other.units[0] }]);
  });

  it('may both be sent: the compiled map is then shown on the drawing', async () => {
    const map = await created({}, { ...SOURCE, ...asFile(umap()) });
    expect((await umapOf(map)).shapes).toMatchObject([{ id: 'a', unit_id: null }]);
    expect(await backgroundsOf(map.id)).toHaveLength(1);
    expect((await app.get(map.source_url)).text).toBe(DRAWING);
  });

  it('may be PDF or AI, and are stored unchanged', async () => {
    for (const [name, content] of [
      ['a.pdf', PDF],
      ['a.AI', PDF],
      ['b.ai', '%!PS-Adobe-3.0\n'],
    ] as const) {
      // oxfmt-ignore
      const map = await created({}, { source: [name, content] });
      expect(map).toMatchObject({ url: null, geojson_url: null, binding: null, source_url: expect.any(String) });
      expect((await app.get(map.source_url)).text).toBe(content.toString());
      expect(await unitsOf(map.id)).toMatchObject({ bound_shapes: [], unbound_shapes: [] });
      expect(await backgroundsOf(map.id)).toEqual([]);
    }
  });

  it('may be PDF, whose first page is drawn', async () => {
    const content = '10 10 40 40 re S BT /F 12 Tf 18 25 Td (101) Tj ET';
    const drawn = Buffer.from(`%PDF-1.4
1 0 obj <</Type/Catalog/Pages 2 0 R>> endobj
2 0 obj <</Type/Pages/Kids[3 0 R]/Count 1>> endobj
3 0 obj <</Type/Page/Parent 2 0 R/MediaBox[0 0 100 60]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>>> endobj
4 0 obj <</Length ${content.length}>> stream
${content}
endstream endobj
5 0 obj <</Type/Font/Subtype/Type1/BaseFont/Helvetica>> endobj
trailer <</Root 1 0 R>>
%%EOF`);
    const map = await created({}, { source: ['x.pdf', drawn] });
    expect((await unitsOf(map.id)).bound_shapes).toMatchObject([{ texts: ['101'], unit_number: '101' }]);
    expect(await backgroundsOf(map.id)).toHaveLength(1);
    expect((await app.get(map.source_url)).text).toBe(drawn.toString());
  });

  it('may be GeoJSON, whose polygons are projected flat', async () => {
    const source = collection(
      flat(0, { name: '101' }),
      flat(1, { unit: 102, name: 'Loft' }),
      flat(2, { name: 'Lobby' }),
    );
    const map = await created({}, { source: ['level-1.geojson', source] });
    expect(map.binding).toEqual({ bound_shapes: 2, unbound_shapes: { no_such_unit: 1 }, stray_labels: {} });
    const { bound_shapes: bound, unbound_shapes: unbound } = await unitsOf(map.id);
    expect(bound).toMatchObject([
      { shape_id: 'room-0', unit_id: asset.units[0], bound_by: 'name', x: expect.closeTo(2.783, 2) },
      { shape_id: 'room-1', unit_id: asset.units[1], bound_by: 'name', x: expect.closeTo(8.349, 2) },
    ]);
    expect(unbound).toMatchObject([{ shape_id: 'room-2', names: ['Lobby', 'room-2'], reason: 'no_such_unit' }]);
    const { view_box: box } = await umapOf(map);
    expect(box).toEqual({ x: 0, y: expect.closeTo(-11.132, 2), width: expect.closeTo(16.698, 2), height: expect.closeTo(11.132, 2) }); // oxfmt-ignore
    expect((await app.get(map.source_url)).text).toBe(source);
    expect(await textOf((await backgroundsOf(map.id))[0].image_url)).toContain('<path');
  });

  it('may be an IMDF archive, named like the level that the map shows', async () => {
    for (const name of ['Level 1.zip', 'l1.zip', '0.zip']) {
      const map = await created({ name }, { source: [name, imdf()] });
      expect(map.binding).toEqual({ bound_shapes: 2, unbound_shapes: { no_such_unit: 1 }, stray_labels: {} });
      expect((await unitsOf(map.id)).bound_shapes).toMatchObject([
        { shape_id: 'room-0', unit_number: '101' },
        { shape_id: 'room-1', unit_number: '102' },
      ]);
      // The level alone is kept, and makes the same map.
      const kept = (await app.get(map.source_url)).text;
      expect((await created({ name: `${name} again` }, { source: ['a.geojson', kept] })).binding).toEqual(map.binding);
    }
  });

  it('have at most 50 MiB', async () => {
    const comment = (bytes: number) => `${DRAWING}<!--${'x'.repeat(bytes - DRAWING.length - 7)}-->`;
    expect((await send({}, { source: ['x.svg', comment(50 * MiB + 1)] })).status).toBe(413);
    expect((await send({}, { source: ['x.svg', comment(50 * MiB)] })).status).toBe(201);
  }, 60_000);

  it('are sanitised before they are served', async () => {
    const hostile = svg(
      `<script>alert(1)</script>${room(0, 'id="101" onclick="alert(1)"')}<image href="http://evil/x"/>`,
    );
    const map = await created({}, { source: ['x.svg', hostile] });
    const [background] = await backgroundsOf(map.id);
    const { headers, text } = await app.get(background.image_url, { key: null });
    expect(text).not.toMatch(/script|onclick|evil/);
    expect(headers.get('content-type')).toBe('image/svg+xml');
    expect(headers.get('content-security-policy')).toMatch(/default-src 'none';.*sandbox/);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    const source = await app.get(map.source_url);
    expect(source.text).toBe(text);
    expect((await unitsOf(map.id)).bound_shapes).toMatchObject([{ shape_id: '101', unit_id: asset.units[0] }]);
  });

  it.each([
    ['a script', svg(`<script>alert('evil')</script>${room(0, 'id="101"')}`)],
    ['an event', svg(room(0, 'id="101" onclick="evil()"'))],
    ['a reference to elsewhere', svg(`${room(0, 'id="101"')}<image href="http://evil/x.png"/>`)],
    ['a style that loads', svg(`<style>@import url(http://evil/x.css)</style>${room(0, 'id="101"')}`)],
    ['a DOCTYPE', `<!DOCTYPE svg PUBLIC "evil" "http://evil/x.dtd">\n${svg(room(0, 'id="101"'))}`],
  ])('with %s are stored without it', async (_, hostile) => {
    const map = await created({}, { source: ['x.svg', hostile] });
    const { text } = await app.get(map.source_url);
    expect(text).not.toMatch(/evil|script|DOCTYPE/i);
    expect(text).toContain('id="101"');
    await change(map.id, { name: 'Again' }, { source: ['x.svg', hostile] });
    expect((await app.get(map.source_url)).text).toBe(text);
    const other = await created({}, { source: ['level-1.svg', text] });
    expect((await app.get(other.source_url)).text).toBe(text);
    expect((await view(other.id)).url).toBe((await view(map.id)).url);
  });

  it('with metadata of a drawing program are stored byte for byte', async () => {
    const drawing = `<?xml version="1.0" encoding="UTF-8" standalone="no"?>
<!-- Created with Inkscape (http://www.inkscape.org/) -->
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 300 100" inkscape:version="1.3"
  xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape" xmlns:r="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
  <metadata><r:RDF><r:li r:resource="http://purl.org/dc/dcmitype/StillImage"/></r:RDF></metadata>
  <filter id="shade"><feGaussianBlur stdDeviation="2"/></filter>
  ${room(0, `id="101" style="fill:red;-inkscape-font-specification:'Arial, Bold'" filter="url(#shade)"`)}
</svg>
`;
    const map = await created({}, { source: ['x.svg', drawing] });
    expect((await app.get(map.source_url)).text).toBe(drawing);
  });
});

describe('An update of a unit map', () => {
  it('changes only the fields that it contains', async () => {
    const map = await created({ tags: ['aa'] });
    const body = { id: map.id, asset_id: asset.id };
    const changes = {
      name: 'Level 9',
      tags: ['bb', 'cc'],
      style: 'x',
      is_dimension_locked: true,
      background_tone: 'natural',
    };
    const { status, body: changed } = await app.put(`${maps()}/${map.id}`, { ...body, ...changes });
    expect([status, changed]).toEqual([200, { ...map, ...changes, updated_at: TIME }]);
    expect((await app.put(`${maps()}/${map.id}`, body)).body).toEqual({ ...changed, updated_at: TIME });
    expect((await change(map.id, { tags: [] })).body.tags).toEqual([]);
    expect((await app.put(`${maps()}/${map.id}`, { ...changed, name: 'Sent back' })).status).toBe(200);
  });

  it.each<[string, object, string[]]>([
    ['another id', { id: '1000000' }, ['id']],
    ['another asset', { asset_id: '1000000' }, ['asset_id']],
    ['a name of 256', { name: 'a'.repeat(256) }, ['name']],
    ['a null name', { name: null }, ['name']],
    ['a blank name', { name: '' }, ['name']],
    ['four tags', { tags: ['aa', 'bb', 'cc', 'dd'] }, ['tags']],
    ['a bad tag', { tags: ['aa', 'a'] }, ['tags.1']],
    ['tags that are text', { tags: 'aa' }, ['tags']],
    ['another style', { style: 'g' }, ['style']],
    ['a lock that is text', { is_dimension_locked: 'true' }, ['is_dimension_locked']],
    ['an unknown tone', { background_tone: 'grey' }, ['background_tone']],
    ['an unknown field', { source: 'x' }, ['source']],
  ])('rejects %s', async (_, fields, wrong) => {
    const map = await created();
    const { status, body } = await app.put(`${maps()}/${map.id}`, { id: map.id, asset_id: asset.id, ...fields });
    expect([status, Object.keys(body.fields)]).toEqual([422, wrong]);
    expect(await view(map.id)).toEqual(map);
  });

  it('can replace the drawing', async () => {
    const map = await created();
    const [before] = await backgroundsOf(map.id);
    const { status, body } = await change(map.id, {}, { source: ['new.svg', svg(room(0, 'id="103"'))] });
    expect(status).toBe(200);
    expect(body.url).not.toBe(map.url);
    expect((await unitsOf(map.id)).bound_shapes).toMatchObject([{ unit_number: '103' }]);
    const [after, ...others] = await backgroundsOf(map.id);
    expect(others).toEqual([]);
    expect(after).toEqual({ ...before, image_url: expect.not.stringContaining(before.image_url), updated_at: TIME });
  });

  it('can upload a compiled map, which a new drawing does not replace', async () => {
    const map = await created();
    await change(map.id, {}, asFile(umap()));
    expect((await umapOf(await view(map.id))).shapes).toMatchObject([{ id: 'a' }]);
    await change(map.id, {}, SOURCE);
    expect((await umapOf(await view(map.id))).shapes).toMatchObject([{ id: 'a' }]);
    expect(await backgroundsOf(map.id)).toHaveLength(1);
  });

  it('with a source that cannot be displayed removes the previous drawing', async () => {
    const map = await created();
    const { body } = await change(map.id, {}, { source: ['new.pdf', PDF] });
    expect(body).toMatchObject({ url: null, geojson_url: null });
    expect(await unitsOf(map.id)).toMatchObject({ bound_shapes: [], unbound_shapes: [] });
    expect(await backgroundsOf(map.id)).toEqual([]);
  });

  it('with an invalid file changes nothing', async () => {
    const map = await created();
    expect((await change(map.id, { name: 'New' }, { source: ['x.svg', '<svg'] })).status).toBe(422);
    expect(await view(map.id)).toEqual(map);
  });
});

describe('A preview of a unit map', () => {
  const preview = (id: string, data: object, files: Files = {}, asked: RequestOptions = {}) =>
    app.request('POST', `${maps()}/${id}/preview`, { raw: formOf({ data: JSON.stringify(data) }, files), ...asked });
  const stateOf = async (id: string) => ({
    map: await view(id),
    units: await unitsOf(id),
    backgrounds: await backgroundsOf(id),
    files: await app.sql('select name from platform.stored_file order by name'),
  });

  it('shows what an update would bind, and stores nothing', async () => {
    const map = await created();
    await app.put(`${maps()}/${map.id}/shapes/shape-3`, { unit_id: asset.units[2] });
    const building_id = (await app.post(`${asset.path}/buildings`, { asset_id: asset.id, name: 'Annex' })).body.id;
    const drawing = svg(room(0, 'id="Unit-103"') + room(1, 'id="Gym"') + room(4, 'id="Unit-101"', '102'));
    const updates: [data: object, files: Files][] = [
      [{}, { source: ['new.svg', drawing] }],
      [{ building_id }, {}],
      [{}, { source: ['new.pdf', PDF] }],
      [{ building_id: null }, asFile(umap([{ ...SQUARE, unit_id: asset.units[1] }]))],
    ];
    for (const [data, files] of updates) {
      const before = await stateOf(map.id);
      const { status, body } = await preview(map.id, data, files);
      expect({ status, ...(await stateOf(map.id)) }).toEqual({ status: 200, ...before });
      expect((await change(map.id, data, files)).status).toBe(200);
      expect(body).toEqual(await unitsOf(map.id));
    }
  });

  it('takes what an update takes, from a key that may update the map', async () => {
    const map = await created();
    expect(errorsOf(await preview(map.id, { building_id: '999999' }))).toEqual({ status: 422, fields: { building_id: ['is not known in this asset'] } }); // oxfmt-ignore
    expect((await preview(map.id, {}, { source: ['x.svg', '<svg'] })).status).toBe(422);
    expect((await preview('999999', {}, SOURCE)).status).toBe(404);
    const key = await app.key(['service.unit-maps.read']);
    expect((await preview(map.id, {}, SOURCE, { key })).status).toBe(403);
  });
});
