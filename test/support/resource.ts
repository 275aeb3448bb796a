import { type BoundaryValues, boundaryErrors } from './boundary-values.js';
import type { TestResponse, TestApp } from './app.js';

type Body = Record<string, unknown>;

export interface Expected {
  app: TestApp;
  /** address of the list */
  path: () => string;
  /** a valid body of a create */
  valid: () => Body;
  /** fields of the resource besides those that were sent, its id and its times */
  adds?: Body;
  /** fields of a body that must be the ids of its path; default: `id` and `asset_id` */
  identity?: string[];
  /** required fields, if they are not those of `valid` */
  needs?: { create?: string[]; update?: string[] };
  boundaries: BoundaryValues[];
  /** rules across fields: the field that the error names, and values that break the rule together but not with those of `valid` */
  rules?: { field: string; broken: Body }[];
  /** whether a resource can be deleted */
  deletes?: boolean;
  /** boundaries of an update, if they differ from those of a create */
  updateBoundaries?: BoundaryValues[];
  /** fields that are returned, but cannot be set */
  readOnly?: Body;
  /** runs before each create, for example to remove what must be unique */
  prepare?: () => Promise<unknown>;
}

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00$/;

/** The behaviour of every resource with the standard operations: create, view, list and update. */
export function behavesAsSpecified(expected: Expected): void {
  const { app, path, valid, adds = {}, identity = ['id', 'asset_id'], boundaries, readOnly = {}, prepare } = expected;
  const { updateBoundaries = boundaries, needs = {}, rules = [], deletes = false } = expected;
  const create = async (body: unknown): Promise<TestResponse> => {
    await prepare?.();
    return app.post(path(), body);
  };
  const created = async (): Promise<Body & { id: string }> => (await create(valid())).body;
  const put = (id: string, body: Body): Promise<TestResponse> => app.put(`${path()}/${id}`, body);
  const fields = () => Object.keys(valid()).filter((field) => !identity.includes(field));
  const needed = () => ({ create: fields(), update: fields(), ...needs });
  const pick = (names: string[]): Body => {
    const all = valid();
    return Object.fromEntries(names.map((field) => [field, all[field]]));
  };
  const required = (): Body => pick(needed().update);

  /** The other optional fields of its rules are null, so that each value within the bounds is valid. */
  const apart = (field: string): Body => {
    const others = rules.flatMap(({ broken }) => (field in broken ? Object.keys(broken) : []));
    const isNullable = ([name, accepted]: BoundaryValues) =>
      name !== field && others.includes(name) && accepted.includes(null);
    return Object.fromEntries(boundaries.filter(isNullable).map(([name]) => [name, null]));
  };

  it('returns the created resource, also when viewed and listed', async () => {
    const { status, headers, body } = await create(valid());

    expect(status).toBe(201);
    expect(body).toEqual({
      ...valid(),
      ...adds,
      id: expect.stringMatching(/^[1-9]\d*$/),
      created_at: expect.stringMatching(TIME),
      updated_at: body.created_at,
    });
    expect(headers.get('location')).toBe(`${app.base}${path()}/${body.id}`);
    expect((await app.get(`${path()}/${body.id}`)).body).toEqual(body);
    expect((await app.get(`${path()}?per-page=1000`)).body.data).toContainEqual(body);
  });

  it('reports all missing fields at once', async () => {
    const { status, body } = await create({});

    expect([status, body.code]).toEqual([422, 'invalid']);
    expect(body.fields).toEqual(Object.fromEntries(needed().create.map((field) => [field, ['is required']])));
    expect(body.fault_count).toBe(needed().create.length);
  });

  it.each(boundaries)('enforces the limits of %s when created', async (...edge) => {
    expect(await boundaryErrors(create, { ...valid(), ...apart(edge[0]) }, edge)).toEqual([]);
  });

  it.each(updateBoundaries)('enforces the limits of %s when updated', async (...edge) => {
    const { id } = await created();
    const others = { ...required(), ...apart(edge[0]) };
    expect(await boundaryErrors((body) => put(id, body), others, edge, 200)).toEqual([]);
  });

  if (rules.length > 0)
    it.each(rules)('rejects $broken when created and when updated', async ({ field, broken }) => {
      const { id } = await created();
      for (const { status, body } of [
        await create({ ...valid(), ...broken }),
        await put(id, { ...required(), ...broken }),
      ])
        expect([status, Object.keys(body.fields ?? {})]).toEqual([422, [field]]);

      // Each of the values alone breaks the rule with the others, which are stored.
      for (const name of Object.keys(broken)) {
        const { [name]: value, ...others } = broken;
        const { body: stored, status: made } = await create({ ...valid(), ...others });
        if (made !== 201)
          throw new Error(
            `${JSON.stringify(others)} breaks the rule with the values of \`valid\`: choose others for \`broken\``,
          );
        const { status, body } = await put(stored.id, { ...required(), [name]: value });
        if (status === 200)
          throw new Error(
            `An update accepted ${JSON.stringify({ [name]: value })}, which breaks the rule with the stored values: pass \`rulesOf(Create...Dto)\` to its command`,
          );
        expect([status, Object.keys(body.fields ?? {})]).toEqual([422, [field]]);
        expect((await app.get(`${path()}/${stored.id}`)).body).toEqual(stored);
      }
    });

  if (deletes)
    it('returns the deleted resource, then 404', async () => {
      const resource = await created();
      const deleted = await app.delete(`${path()}/${resource.id}`);

      expect([deleted.status, deleted.body]).toEqual([200, resource]);
      expect((await app.get(`${path()}/${resource.id}`)).status).toBe(404);
      expect((await app.delete(`${path()}/${resource.id}`)).status).toBe(404);
    });

  it('keeps fields that an update omits', async () => {
    const before = await created();
    const { status, body } = await put(before.id, required());

    expect(status).toBe(200);
    expect({ ...body, updated_at: '' }).toEqual({ ...before, updated_at: '' });
  });

  it('requires its fields in updates, but not the ids of the path', async () => {
    const before = await created();
    const { status, body } = await put(before.id, {});
    const missing = Object.fromEntries(needed().update.map((field) => [field, ['is required']]));

    if (needed().update.length > 0) expect([status, body.fields]).toEqual([422, missing]);
    else expect([status, { ...body, updated_at: '' }]).toEqual([200, { ...before, updated_at: '' }]);
  });

  it('is created without the ids of the path', async () => {
    expect((await create(pick(fields()))).status).toBe(201);
  });

  it.each(identity)('rejects a %s that differs from the path', async (field) => {
    const before = await created();
    for (const other of ['999999', 'x', `0${before.id}`]) {
      const { status, body } = await put(before.id, { ...required(), [field]: other });
      expect([status, body.fields]).toEqual([422, { [field]: ['must be the id in the path'] }]);
    }
    for (const value of [null, 1, '', 'x'.repeat(256)])
      expect((await put(before.id, { ...required(), [field]: value })).status).toBe(422);
  });

  it('ignores read-only fields, and accepts its own response as a body', async () => {
    const { body } = await create({ ...valid(), ...readOnly, id: '7', created_at: 'never', updated_at: null });
    const again = await put(body.id, { ...body, ...readOnly, created_at: 1, updated_at: {} });

    expect({ ...body, id: '', created_at: '', updated_at: '' }).toEqual({
      ...valid(),
      ...adds,
      id: '',
      created_at: '',
      updated_at: '',
    });
    expect({ ...again.body, updated_at: '' }).toEqual({ ...body, updated_at: '' });
  });

  it('rejects unknown fields', async () => {
    const unknown = { colour: 1, __proto__x: 1, Name: 'x', 'created-at': 1 };
    const before = await created();
    const faults = Object.fromEntries(Object.keys(unknown).map((field) => [field, ['is not a known field']]));

    expect((await put(before.id, { ...required(), ...unknown })).body.fields).toEqual(faults);
    expect((await create({ ...valid(), ...unknown })).body.fields).toEqual(faults);
    const proto = `{"__proto__": {}, "constructor": 1, ${JSON.stringify(valid()).slice(1)}`;
    const hostile = await app.request('POST', path(), {
      raw: proto,
      headers: { 'Content-Type': 'application/json' },
    });
    expect(Object.keys(hostile.body.fields).sort()).toEqual(['__proto__', 'constructor']);
  });

  it.each([[[]], ['text'], [1], [null], [true]])('rejects %j as a body', async (body) => {
    expect(await create(body)).toMatchObject({ status: 422, body: { fields: { body: ['must be an object'] } } });
  });

  it('returns 404 for unknown and malformed ids', async () => {
    const { id } = await created();
    for (const other of ['999999999', '0', `0${id}`, `${id}%20`, `${id}.0`, '-1', 'x', '9'.repeat(40), '%00', 'null']) {
      const { status, body } = await app.get(`${path()}/${other}`);
      expect([other, status, body.code]).toEqual([other, 404, 'not_found']);
    }
    expect((await put('999999999', valid())).status).toBe(404);
  });

  it('uses the last of duplicate JSON keys', async () => {
    await prepare?.();
    const [field, value] = Object.entries(valid())[0]!;
    const twice = `{${JSON.stringify(field)}: 7, ${JSON.stringify(valid()).slice(1)}`;
    const { body } = await app.request('POST', path(), {
      raw: twice,
      headers: { 'Content-Type': 'application/json' },
    });
    expect(body[field]).toBe(value);
  });
}
