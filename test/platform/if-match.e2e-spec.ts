import { TestApp } from '../support/app.js';
import { type GivenAsset, givenAsset, givenProcess } from '../support/given.js';

describe('If-Match', () => {
  let app: TestApp;
  let other: TestApp;
  let asset: GivenAsset;
  let path: string;

  beforeAll(async () => {
    app = await TestApp.start();
    other = await app.replica();
    asset = await givenAsset(app);
    path = `${asset.path}/units/${asset.units[0]}`;
  });
  afterAll(() => app.close());

  const tagOf = async (at = path) => (await app.get(at)).headers.get('etag')!;
  const put = (body: object, tag: string, on = app, at = path) => on.put(at, body, { headers: { 'If-Match': tag } });
  const fields = (changes: object) => ({ id: asset.units[0], asset_id: asset.id, ...changes });
  const numbered = (number: string) => fields({ unit_number: number });

  it('accepts an update of the current version, and returns its new tag', async () => {
    const first = await put(numbered('A1'), await tagOf());
    expect([first.status, first.body.unit_number]).toEqual([200, 'A1']);
    expect(first.headers.get('etag')).toBe(await tagOf());
    expect((await put(numbered('A2'), first.headers.get('etag')!)).status).toBe(200);
  });

  it('rejects an update of an outdated version, and changes nothing', async () => {
    const tag = await tagOf();
    await app.put(path, numbered('B1'));
    const { status, body } = await put(numbered('B2'), tag);
    expect([status, body.code, (await app.get(path)).body.unit_number]).toEqual([412, 'precondition_failed', 'B1']);
  });

  it.each(['"nothing"', 'W/"nothing"', 'no tag', ''])('rejects %p', async (tag) => {
    expect((await put(numbered('C'), tag)).status).toBe(412);
  });

  it('accepts one of several tags, and * for any version', async () => {
    expect((await put(numbered('D1'), `"nothing", ${await tagOf()}`)).status).toBe(200);
    expect((await put(numbered('D2'), '*')).status).toBe(200);
    expect((await put(numbered('D3'), '*', app, `${asset.path}/units/99999999`)).status).toBe(404);
  });

  it('is checked after the body', async () => {
    expect((await put(fields({ unit_number: 7 }), '"nothing"')).status).toBe(422);
  });

  it('is rejected where no single resource exists, and ignored by POST', async () => {
    const group = await app.post(`${asset.path}/units/reference-groups`, { asset_id: asset.id, name: 'CRM' });
    const batch = `${asset.path}/units/reference-groups/${group.body.id}/references`;
    const refused = await put({ data: [] }, '*', app, batch);
    expect([refused.status, refused.body.message]).toEqual([412, expect.stringContaining('does not support If-Match')]);
    const created = await app.post(
      `${asset.path}/buildings`,
      { asset_id: asset.id, name: 'B', label: 'B' },
      { headers: { 'If-Match': '"nothing"' } },
    );
    expect(created.status).toBe(201);
  });

  it('protects a deletion', async () => {
    const at = `${asset.path}/units/${asset.units[2]}`;
    const send = (tag: string) => app.delete(at, { headers: { 'If-Match': tag } });
    expect([(await send('"nothing"')).status, (await app.get(at)).status]).toEqual([412, 200]);
    expect([(await send(await tagOf(at))).status, (await app.get(at)).status]).toEqual([200, 404]);
  });

  it('accepts one of many concurrent updates of a version on two replicas', async () => {
    for (let round = 0; round < 5; round++) {
      const tag = await tagOf();
      const sent = Array.from({ length: 12 }, (_, at) => put(numbered(`E${round}-${at}`), tag, at % 2 ? other : app));
      const answers = await Promise.all(sent);
      const winners = answers.filter((answer) => answer.status === 200);
      expect(answers.map((answer) => answer.status).filter((status) => status !== 412)).toEqual([200]);
      expect((await app.get(path)).body.unit_number).toBe(winners[0]!.body.unit_number);
    }
  });

  it('is not required to avoid lost updates of other fields', async () => {
    for (let round = 0; round < 10; round++) {
      const tag = await tagOf();
      const [matched, plain] = await Promise.all([
        put(numbered(`F${round}`), tag),
        other.put(path, fields({ area: 500 + round })),
      ]);
      expect(plain.status).toBe(200);
      expect([200, 412]).toContain(matched.status);
      expect((await app.get(path)).body.area).toBe(500 + round);
    }
  });

  it('works for a resource in a sparse table', async () => {
    const process = await givenProcess(app, asset, 'manual_pricing').catch(() => givenProcess(app, asset));
    const at = `${process}/units/${asset.units[0]}`;
    const tag = await tagOf(at);
    const answers = await Promise.all(
      [1, 2, 3, 4].map((n) => put({ id: asset.units[0], full_price: 1000 + n }, tag, n % 2 ? app : other, at)),
    );
    const statuses = answers.map((answer) => answer.status).sort();
    expect(statuses).toEqual([200, 412, 412, 412]);
  });

  it('compares the content, whatever the base URL in it', async () => {
    await app.sql(`insert into platform.stored_file (name) values ('view.png')`);
    await app.sql(`update catalog.unit set view_image = 'view.png' where id = $1`, [asset.units[0]]);
    const tag = await tagOf();
    const elsewhere = await other.get(path);
    expect(elsewhere.body.view_image_url).toBe(`${other.base}/files/view.png`);
    expect([elsewhere.headers.get('etag'), app.base === other.base]).toEqual([tag, false]);
    expect((await other.get(path, { headers: { 'If-None-Match': tag } })).status).toBe(304);
    const updated = await put(numbered('H'), tag, other);
    expect([updated.status, updated.headers.get('etag')]).toEqual([200, await tagOf()]);
    expect((await put(numbered('H2'), tag, other)).status).toBe(412);

    const list = `${asset.path}/units?per-page=1`;
    expect((await other.get(list, { headers: { 'If-None-Match': await tagOf(list) } })).status).toBe(304);
  });

  it('works with an idempotency key', async () => {
    const tag = await tagOf();
    const send = () => app.put(path, numbered('G'), { headers: { 'If-Match': tag, 'Idempotency-Key': 'g' } });
    const [first, second] = [await send(), await send()];
    expect([first.status, second.status, second.text]).toEqual([200, 200, first.text]);
  });
});
