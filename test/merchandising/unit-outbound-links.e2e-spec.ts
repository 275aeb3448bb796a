import { openApiDocument } from '@app/documentation';
import { Operations } from '@app/platform/rest';
import { INFO } from '../../apps/api/src/document.js';
import { TestApp } from '../support/app.js';
import { type GivenAsset, givenAsset } from '../support/given.js';
import {
  type BoundaryValues,
  filled,
  bool,
  nullable,
  oneOf,
  orNull,
  template,
  without,
  boundaryErrors,
} from '../support/boundary-values.js';

const ICONS = [
  ...['email', 'print', 'reserve', 'share', 'search', 'info', 'video_camera', 'video_play', 'virtual_tour', '360_tour'],
  ...['calendar', 'floorplan', 'form', 'location', 'person', 'photo', 'photo_and_tour', 'plus_sign', 'smartphone'],
  'telephone',
];
const EVENT_KEYS: BoundaryValues = [
  'event_key',
  ['a', '-', '0', 'apply-now-2', 'x'.repeat(63)],
  ['x'.repeat(64), '', 'Apply', 'a b', 'a_b', 'é', 'a\n', 1],
];
const notNull = ([field, taken, refused]: BoundaryValues): BoundaryValues => [field, taken, [...refused, null]];

let app: TestApp;
let asset: GivenAsset;
let links: string;

beforeAll(async () => {
  app = await TestApp.start();
  asset = await givenAsset(app);
  links = `${asset.path}/units/outbound-links`;
});
afterAll(() => app?.close());

/** Fields of links of every type. */
const valid = () => ({ asset_id: asset.id, name: 'Apply' });
const iframe = () => ({ ...valid(), type: 'iframe_api', event_key: 'apply' });
const templated = () => ({
  ...valid(),
  type: 'url_template',
  template: 'https://a.example/{{ unit_number }}',
  open_in_new_window: true,
});
const perUnit = () => ({ ...valid(), type: 'urls_per_unit', open_in_new_window: false });
const LINK = { iframe_api: iframe, url_template: templated, urls_per_unit: perUnit };
type Type = keyof typeof LINK;
const TYPES = Object.keys(LINK) as Type[];

const create = async (body: object) => (await app.post(links, body)).body;
const putTo = (id: string, body: object) => app.put(`${links}/${id}`, { id, asset_id: asset.id, ...body });

describe('A unit outbound link', () => {
  it.each([
    ['iframe_api', {}],
    ['url_template', { event_key: null }],
    ['urls_per_unit', { event_key: null, show_icon_in_list: false }],
  ] as const)('of type %s is created, viewed and listed with the fields of its type only', async (type, adds) => {
    const body = LINK[type]();
    const created = await app.post(links, body);

    expect(created.status).toBe(201);
    expect(created.headers.get('location')).toBe(`${app.base}${links}/${created.body.id}`);
    expect(created.body).toEqual({
      id: expect.stringMatching(/^\d+$/),
      ...body,
      label: null,
      icon_type: null,
      shown_for: 'all',
      ...adds,
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00$/),
      updated_at: created.body.created_at,
    });
    expect((await app.get(`${links}/${created.body.id}`)).body).toEqual(created.body);
    expect((await app.get(links)).body.data).toContainEqual(created.body);
  });

  it.each([
    [iframe, ['name', 'event_key']],
    [templated, ['name', 'template', 'open_in_new_window']],
    [perUnit, ['name', 'open_in_new_window']],
  ])('requires the fields of its type, with all errors at once (%#)', async (body, required) => {
    const { status, body: answer } = await app.post(links, { type: body().type });

    expect(status).toBe(422);
    expect(Object.keys(answer.fields).sort()).toEqual(required.sort());
  });

  it.each([undefined, null, 'iframe', 'URL_TEMPLATE', '', 1, '__proto__'])('rejects the type %j', async (type) => {
    const { status, body } = await app.post(links, { ...iframe(), type });

    expect([status, Object.keys(body.fields)]).toEqual([422, ['type']]);
  });

  it.each([
    [iframe, { template: 'https://a.example', open_in_new_window: true, show_icon_in_list: true }],
    [templated, { show_icon_in_list: true }],
    [perUnit, { template: 'https://a.example' }],
  ])('rejects fields of other types (%#)', async (body, foreign) => {
    const refused = await app.post(links, { ...body(), ...foreign });
    expect([refused.status, Object.keys(refused.body.fields)]).toEqual([422, Object.keys(foreign)]);

    const { id, type } = await create(body());
    const update = await putTo(id, { type, ...foreign });
    expect([update.status, Object.keys(update.body.fields)]).toEqual([422, Object.keys(foreign)]);
  });

  const OF_EVERY_TYPE: BoundaryValues[] = [
    filled('name', 255),
    nullable('label', 95),
    orNull(oneOf('icon_type', ICONS)),
    oneOf('shown_for', ['all', 'available', 'unavailable']),
  ];
  const BOUNDARIES = (
    [
      ...TYPES.flatMap((type) => OF_EVERY_TYPE.map((boundaries) => [type, boundaries])),
      ['iframe_api', notNull(EVENT_KEYS)],
      ['url_template', orNull(EVENT_KEYS)],
      ['url_template', template('template')],
      ['url_template', bool('open_in_new_window')],
      ['urls_per_unit', orNull(EVENT_KEYS)],
      ['urls_per_unit', bool('open_in_new_window')],
      ['urls_per_unit', bool('show_icon_in_list')],
    ] as [Type, BoundaryValues][]
  ).map(([type, boundaries]) => [type, boundaries[0], boundaries] as const);

  it.each(BOUNDARIES)('of type %s enforces the limits of %s when created', async (type, _, boundaries) => {
    expect(await boundaryErrors((sent) => app.post(links, sent), LINK[type](), boundaries)).toEqual([]);
  });

  it.each(BOUNDARIES)('of type %s enforces the limits of %s when updated', async (type, _, boundaries) => {
    const { id } = await create(LINK[type]());

    expect(await boundaryErrors((sent) => putTo(id, sent), { type }, boundaries, 200)).toEqual([]);
  });

  it('keeps omitted fields, and accepts its own response as a body', async () => {
    const made = await create({
      ...perUnit(),
      label: 'Tour',
      icon_type: '360_tour',
      event_key: 'tour',
      show_icon_in_list: true,
    });

    const renamed = await putTo(made.id, { type: 'urls_per_unit', name: 'Walk' });
    expect(renamed).toMatchObject({ status: 200, body: { ...without(made, 'updated_at'), name: 'Walk' } });
    const back = await app.put(`${links}/${made.id}`, renamed.body);
    expect([back.status, back.body]).toEqual([200, renamed.body]);
  });

  it('clears its label, icon and optional event key with null', async () => {
    const { id } = await create({ ...templated(), label: 'Apply', icon_type: 'form', event_key: 'apply' });

    const { body } = await putTo(id, { type: 'url_template', label: null, icon_type: null, event_key: null });
    expect(body).toMatchObject({ label: null, icon_type: null, event_key: null });
  });

  it('never changes its type', async () => {
    const { id } = await create(iframe());

    const refused = await putTo(id, { ...templated(), asset_id: asset.id });
    expect([refused.status, refused.body.fields]).toEqual([
      422,
      { type: ['cannot be changed: this link is of type iframe_api'] },
    ]);
    expect((await app.get(`${links}/${id}`)).body.type).toBe('iframe_api');
  });

  it('requires its type in an update, and ids that agree with the path', async () => {
    const { id } = await create(iframe());

    const missing = await app.put(`${links}/${id}`, {});
    expect(missing.body.fields).toEqual({ type: ['is required'] });
    expect((await app.put(`${links}/${id}`, { type: 'iframe_api' })).status).toBe(200);
    const wrong = await app.put(`${links}/${id}`, { type: 'iframe_api', id: '1', asset_id: 'x' });
    expect([wrong.status, Object.keys(wrong.body.fields).sort()]).toEqual([422, ['asset_id', 'id']]);
    const created = await app.post(links, { ...iframe(), asset_id: '999' });
    expect([created.status, Object.keys(created.body.fields)]).toEqual([422, ['asset_id']]);
  });

  it('rejects unknown fields and ignores read-only ones', async () => {
    const refused = await app.post(links, { ...iframe(), lable: 'x' });
    expect([refused.status, Object.keys(refused.body.fields)]).toEqual([422, ['lable']]);

    const taken = await app.post(links, { ...iframe(), id: '5', created_at: 1, updated_at: null });
    expect([taken.status, taken.body.id === '5']).toEqual([201, false]);
  });

  it('requires the same permission for creation and updates', async () => {
    const { id } = await create(iframe());
    const creator = await app.key(['service.unit-outbound-links.create']);
    const updater = await app.key(['service.unit-outbound-links.update', 'service.unit-outbound-links.read']);
    const body = { id, asset_id: asset.id, type: 'iframe_api' };

    expect((await app.post(links, iframe(), { key: creator, flags: null })).status).toBe(201);
    expect((await app.put(`${links}/${id}`, body, { key: creator, flags: null })).status).toBe(200);
    expect((await app.put(`${links}/${id}`, body, { key: updater })).status).toBe(403);
    expect((await app.get(`${links}/${id}`, { key: creator })).status).toBe(403);
    expect((await app.get(`${links}/${id}`, { key: updater, flags: null })).status).toBe(200);
  });

  it('is found only under its own asset', async () => {
    const other = await givenAsset(app);
    const { id } = await create(iframe());

    expect((await app.get(`${other.path}/units/outbound-links/${id}`)).status).toBe(404);
    const body = { id, asset_id: other.id, type: 'iframe_api' };
    expect((await app.put(`${other.path}/units/outbound-links/${id}`, body)).status).toBe(404);
    expect((await app.get(`${other.path}/units/outbound-links`)).body.data).toEqual([]);
    expect((await app.get(`${links}/x`)).status).toBe(404);
  });

  it('is documented as one of three variants selected by its type, in requests and responses', () => {
    // eslint-disable-next-line @typescript-eslint/no-explicit-any -- a document of any shape
    const { components, paths } = openApiDocument(app.app.get(Operations).all, INFO) as any;
    const { schemas } = components;

    for (const name of ['UnitOutboundLink', 'CreateUnitOutboundLink', 'UpdateUnitOutboundLink']) {
      const { oneOf: shapes, discriminator } = schemas[name];
      expect(discriminator.propertyName).toBe('type');
      expect(Object.keys(discriminator.mapping)).toEqual(['urls_per_unit', 'iframe_api', 'url_template']);
      expect(shapes.map((shape: { $ref: string }) => shape.$ref)).toEqual(Object.values(discriminator.mapping));
      for (const [type, ref] of Object.entries<string>(discriminator.mapping)) {
        const shape = schemas[ref.split('/').at(-1)!];
        expect(shape.properties.type.const ?? shape.properties.type.enum).toEqual(
          shape.properties.type.const ? type : [type],
        );
        expect(shape.required).toContain('type');
      }
    }
    const { put } = paths['/v1/assets/{asset}/multifamily/units/outbound-links/{outbound-link}'];
    const { schema, examples } = put.requestBody.content['application/json'];
    expect(schema).toEqual({ $ref: '#/components/schemas/UpdateUnitOutboundLink' });
    expect(Object.keys(examples)).toEqual(['urls_per_unit', 'iframe_api', 'url_template']);
  });
});
