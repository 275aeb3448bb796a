import { openApiDocument } from '@app/documentation';
import { Operations } from '@app/platform/rest';
import { INFO } from '../../apps/api/src/document.js';
import { TestApp } from '../support/app.js';
import { type GivenAsset, givenAsset } from '../support/given.js';
import {
  allOf,
  type BoundaryValues,
  filled,
  bool,
  oneOf,
  without,
  boundaryErrors,
} from '../support/boundary-values.js';

const TYPES = ['custom', 'floor', 'floor_plan', 'range'] as const;
type Type = (typeof TYPES)[number];

let app: TestApp;
let asset: GivenAsset;
let filters: string;

beforeAll(async () => {
  app = await TestApp.start();
  asset = await givenAsset(app);
  filters = `${asset.path}/filters`;
});
afterAll(() => app?.close());

const ofType = (type: Type): Record<string, unknown> =>
  type === 'range' ? { type, range_type: 'unit_price' } : { type };
const valid = (type: Type = 'custom') => ({ asset_id: asset.id, name: 'Views', label: 'View', ...ofType(type) });
const create = async (type: Type = 'custom') => (await app.post(filters, valid(type))).body;
const putTo = (id: string, body: object) => app.put(`${filters}/${id}`, { id, asset_id: asset.id, ...body });

describe('A filter', () => {
  it.each(TYPES)('of type %s is created and viewed with its options, and listed without them', async (type) => {
    const created = await app.post(filters, valid(type));

    expect(created.status).toBe(201);
    expect(created.headers.get('location')).toBe(`${app.base}${filters}/${created.body.id}`);
    expect(created.body).toEqual({
      id: expect.stringMatching(/^\d+$/),
      ...valid(type),
      is_enabled: true,
      options: [],
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00$/),
      updated_at: created.body.created_at,
    });
    expect((await app.get(`${filters}/${created.body.id}`)).body).toEqual(created.body);
    expect(await allOf(app, filters)).toContainEqual(without(created.body, 'options'));
  });

  it('returns its options in order when it is created, viewed and updated', async () => {
    const { id } = await create();
    const option = (label: string, sort: number) =>
      app.post(`${filters}/${id}/options`, { asset_id: asset.id, filter_id: id, type: 'custom', label, sort });
    const made = [await option('c', 2), await option('a', 1), await option('b', 1)];
    const [c, a, b] = made.map(({ body }) => ({ id: body.id, label: body.label, sort: body.sort }));

    expect((await app.get(`${filters}/${id}`)).body.options).toEqual([a, b, c]);
    expect((await putTo(id, { type: 'custom' })).body.options).toEqual([a, b, c]);
  });

  it.each(TYPES)('of type %s rejects options, and names the operation that creates them', async (type) => {
    const before = await allOf(app, filters);
    const options = [{ id: '1', label: 'Harbour', sort: 1 }];
    const refused = await app.post(filters, { ...valid(type), options });

    expect([refused.status, refused.body.fields]).toEqual([
      422,
      { options: ['must be empty: create options at /filters/{filter}/options'] },
    ]);
    expect(await allOf(app, filters)).toEqual(before);
    expect((await app.post(filters, { ...valid(type), options: [] })).status).toBe(201);
  });

  it('requires name, label and type, and for a range its field', async () => {
    for (const type of TYPES.filter((each) => each !== 'range')) {
      const { status, body } = await app.post(filters, { type });
      expect([status, Object.keys(body.fields).sort()]).toEqual([422, ['label', 'name']]);
    }
    const range = await app.post(filters, { type: 'range' });
    expect(Object.keys(range.body.fields).sort()).toEqual(['label', 'name', 'range_type']);
    for (const type of [undefined, null, '', 'Range', 'floorplan', 3]) {
      const { status, body } = await app.post(filters, { ...valid(), type });
      expect([status, Object.keys(body.fields)]).toEqual([422, ['type']]);
    }
    const { body } = await app.post(filters, { ...valid(), type: 'Range' });
    expect(body.fields).toEqual({ type: [`must be one of ${TYPES.join(', ')}`] });
  });

  const RANGES = ['unit_area', 'unit_move_in', 'unit_price'];
  const OF_EVERY_TYPE: BoundaryValues[] = [filled('name', 255), filled('label', 255), bool('is_enabled')];
  const BOUNDARIES = (
    [
      ...TYPES.flatMap((type) => OF_EVERY_TYPE.map((boundaries) => [type, boundaries])),
      ['range', oneOf('range_type', RANGES)],
    ] as [Type, BoundaryValues][]
  ).map(([type, boundaries]) => [type, boundaries[0], boundaries] as const);

  it.each(BOUNDARIES)('of type %s enforces the limits of %s when created', async (type, _, boundaries) => {
    expect(await boundaryErrors((sent) => app.post(filters, sent), valid(type), boundaries)).toEqual([]);
  });

  it.each(BOUNDARIES)('of type %s enforces the limits of %s when updated', async (type, _, boundaries) => {
    const { id } = await create(type);

    expect(await boundaryErrors((sent) => putTo(id, sent), { type }, boundaries, 200)).toEqual([]);
  });

  it.each(['custom', 'floor', 'floor_plan'] as const)('of type %s rejects the field of a range', async (type) => {
    const refused = await app.post(filters, { ...valid(type), range_type: 'unit_price' });
    expect([refused.status, Object.keys(refused.body.fields)]).toEqual([422, ['range_type']]);

    const { id } = await create(type);
    expect((await putTo(id, { type, range_type: 'unit_price' })).status).toBe(422);
  });

  it.each(TYPES.flatMap((from) => TYPES.filter((to) => to !== from).map((to) => [from, to] as const)))(
    'of type %s cannot become %s',
    async (from, to) => {
      const made = await create(from);

      const { status, body } = await putTo(made.id, { ...valid(to), name: 'New' });
      expect([status, body.fields]).toEqual([422, { type: [`cannot be changed: this filter is of type ${from}`] }]);
      expect((await app.get(`${filters}/${made.id}`)).body).toEqual(made);
    },
  );

  it('keeps omitted fields, and accepts its own response as a body', async () => {
    const made = await create('range');

    const updated = await putTo(made.id, { type: 'range', is_enabled: false });
    expect(updated.body).toEqual({ ...made, is_enabled: false, updated_at: updated.body.updated_at });
    expect((await app.put(`${filters}/${made.id}`, updated.body)).body).toEqual(updated.body);
  });

  it('requires its type in an update, and ids that agree with the path', async () => {
    const { id } = await create();

    expect(Object.keys((await app.put(`${filters}/${id}`, {})).body.fields)).toEqual(['type']);
    const wrong = await putTo(id, { type: 'custom', id: '999', asset_id: '999' });
    expect(Object.keys(wrong.body.fields).sort()).toEqual(['asset_id', 'id']);
  });

  it('is found only under its own asset', async () => {
    const other = await givenAsset(app);
    const { id } = await create();

    for (const path of ['', '/options']) expect((await app.get(`${other.path}/filters/${id}${path}`)).status).toBe(404);
    expect((await app.put(`${other.path}/filters/${id}`, { id, ...valid() })).status).toBe(404);
  });

  it('requires its flag and a permission for each operation', async () => {
    const { id } = await create();
    const [reader, creator, updater] = await Promise.all(
      ['read', 'create', 'update'].map((what) => app.key([`service.filters.${what}`])),
    );
    const flags = 'filters-resource';

    expect((await app.get(filters, { key: reader!, flags })).status).toBe(200);
    expect((await app.get(`${filters}/${id}`, { key: updater!, flags })).status).toBe(403);
    expect((await app.post(filters, valid(), { key: creator!, flags })).status).toBe(201);
    expect((await app.post(filters, valid(), { key: reader!, flags })).status).toBe(403);
    const body = { id, asset_id: asset.id, type: 'custom' };
    expect((await app.put(`${filters}/${id}`, body, { key: updater!, flags })).status).toBe(200);
    expect((await app.put(`${filters}/${id}`, body, { key: creator!, flags })).status).toBe(403);
    expect((await app.get(filters, { flags: 'references' })).status).toBe(400);
  });

  it('is documented in four variants, with options omitted from lists', () => {
    // eslint-disable-next-line @typescript-eslint/no-explicit-any -- a document of any shape
    const { components, paths } = openApiDocument(app.app.get(Operations).all, INFO) as any;
    const { schemas } = components;

    for (const name of ['Filter', 'CreateFilter', 'UpdateFilter'])
      expect(Object.keys(schemas[name].discriminator.mapping)).toEqual(TYPES);
    expect(schemas.CustomFilter.properties).toHaveProperty('options');
    expect(schemas.CustomFilter.required).not.toContain('options');
    const { example } = paths['/v1/assets/{asset}/multifamily/filters'].get.responses[200].content['application/json'];
    expect(example.data[0]).not.toHaveProperty('options');
  });
});
