import { jest } from '@jest/globals';
import { TestApp } from '../support/app.js';
import { type GivenAsset, givenAccount, givenAsset, givenPrices } from '../support/given.js';

const app = TestApp.forSuite();

interface Counted {
  resource: string;
  count: number;
}
const counted = (all: readonly Counted[]) => Object.fromEntries(all.map(({ resource, count }) => [resource, count]));

const svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><rect id="101" width="9" height="9"/></svg>';

async function givenMap(asset: GivenAsset): Promise<string> {
  const form = new FormData();
  form.append('asset_id', asset.id);
  form.append('name', 'Level 1');
  form.append('style', 'a');
  form.append('source', new Blob([svg], { type: 'image/svg+xml' }), 'level-1.svg');
  const { status, body, text } = await app.request('POST', `${asset.path}/maps`, { raw: form });
  if (status !== 201) throw new Error(text);
  return body.id;
}

describe('Deleting', () => {
  it('a resource that others refer to is rejected, and the error names them', async () => {
    const asset = await givenAsset(app, ['101', '102']);
    const path = `${asset.path}/buildings/${asset.building}`;
    const { status, body } = await app.delete(path);

    expect([status, body.code, body.details]).toEqual([
      409,
      'in_use',
      { referred_by: [{ resource: 'unit', count: 2 }] },
    ]);
    expect(body.message).toContain('2 units');
    expect((await app.get(path)).status).toBe(200);
  });

  it('a resource that nothing refers to deletes it alone', async () => {
    const asset = await givenAsset(app);
    const { body: building } = await app.post(`${asset.path}/buildings`, { asset_id: asset.id, name: 'By mistake' });
    const { status, body } = await app.delete(`${asset.path}/buildings/${building.id}`);

    expect([status, body]).toEqual([
      200,
      { dry_run: false, deleted: [{ resource: 'building', count: 1 }], changed: [] },
    ]);
    expect((await app.get(`${asset.path}/buildings/${building.id}`)).status).toBe(404);
    expect((await app.delete(`${asset.path}/buildings/${building.id}`)).status).toBe(404);
  });

  it('with cascade deletes what a dry run names, and nothing else', async () => {
    const asset = await givenAsset(app, ['101', '102', '103']);
    const process = await givenPrices(app, asset, { 101: 2000, 102: 2100 });
    const { body: kept } = await app.post(`${asset.path}/buildings`, { asset_id: asset.id, name: 'South' });
    await app.put(`${asset.path}/units/${asset.units[2]}`, {
      ...{ id: asset.units[2], asset_id: asset.id, building_id: kept.id },
    });
    const path = `${asset.path}/buildings/${asset.building}`;
    const { body: expense } = await app.post(`${asset.path}/units/expenses`, {
      name: 'Pets',
      label: 'Pets',
      amount: 1,
    });
    await app.put(`${asset.path}/units/expenses/${expense.id}/entries`, { data: [{ unit_id: asset.units[0] }] });
    const dry = await app.delete(`${path}?cascade=1&dry-run=1`);

    expect(counted(dry.body.deleted)).toEqual({ building: 1, unit: 2, pricing_unit: 2, unit_entry: 1 });
    expect(dry.body).toMatchObject({ dry_run: true, changed: [] });
    expect((await app.get(`${asset.path}/units`)).body.data).toHaveLength(3);
    expect((await app.delete(`${path}?dry-run=1`)).body).toEqual(dry.body);

    const deleted = await app.delete(`${path}?cascade=1`);
    expect(deleted.body).toEqual({ ...dry.body, dry_run: false });
    expect((await app.get(`${asset.path}/units`)).body.data).toMatchObject([{ id: asset.units[2] }]);
    expect((await app.get(`${process}/units`)).body.data).toMatchObject([{ id: asset.units[2] }]);
  });

  it('as a dry run returns what it would delete, and keeps it', async () => {
    const asset = await givenAsset(app, ['101']);
    const process = await givenPrices(app, asset, { 101: 2000 });
    const { body: unused } = await app.post(`${asset.path}/floor-plans`, {
      ...{ name: 'Unused', bedroom_count: 1, bathroom_count: 1, filter_label: 'One' },
    });
    const { body: expense } = await app.post(`${asset.path}/expenses`, { name: 'Trash', label: 'Trash', amount: 1 });
    const { body: disclaimer } = await app.post(`${asset.path}/pricing-disclaimers`, { name: 'D', short_text: 'D' });
    const { body: key } = await app.post('/v1/keys', { name: 'Website', permissions: ['service.units.read'] });
    const { body: opened } = await app.post(`${process}/ingest`, []);
    const path = (list: string, { id }: { id: string }) => `${asset.path}/${list}/${id}`;
    for (const each of [
      `${asset.path}/units/${asset.units[0]}`,
      path('floor-plans', unused),
      path('expenses', expense),
      path('pricing-disclaimers', disclaimer),
      `/v1/keys/${key.id}`,
      `${process}/transactions/${opened.transaction_id}`,
    ]) {
      const { body: before } = await app.get(each);
      const { status, body } = await app.delete(`${each}?dry-run=1`);
      expect([each, status, body]).toEqual([each, 200, before]);
      expect((await app.get(each)).body).toEqual(before);
    }
    const used = await app.delete(`${asset.path}/floor-plans/${asset.floorPlan}?dry-run=1`);
    expect([used.status, used.body.code, used.body.details]).toEqual([
      ...[409, 'floor_plan_in_use', { referred_by: [{ resource: 'unit', count: 1 }] }],
    ]);
  });

  it('under If-Match and Idempotency-Key is a dry run, too', async () => {
    const asset = await givenAsset(app);
    const path = `${asset.path}/floors/${asset.floor}`;
    const etag = (await app.get(path)).headers.get('etag')!;
    const headers = { 'If-Match': etag, 'Idempotency-Key': 'try' };
    const dry = await app.request('DELETE', `${path}?cascade=1&dry-run=1`, { headers });

    expect([dry.status, counted(dry.body.deleted)]).toEqual([200, { floor: 1, unit: 3 }]);
    expect((await app.get(path)).status).toBe(200);
    const stale = { 'If-Match': '"0"' };
    expect((await app.request('DELETE', `${path}?cascade=1`, { headers: stale })).status).toBe(412);
    expect((await app.request('DELETE', `${path}?cascade=1`, { headers: { 'If-Match': etag } })).status).toBe(200);
  });

  it('a resource while a reference to it is created lets one of the two requests succeed', async () => {
    const asset = await givenAsset(app, []);
    for (let round = 0; round < 10; round++) {
      const { body: building } = await app.post(`${asset.path}/buildings`, { asset_id: asset.id, name: `${round}` });
      const [deleted, created] = await Promise.all([
        app.delete(`${asset.path}/buildings/${building.id}`),
        app.post(`${asset.path}/units`, {
          ...{ asset_id: asset.id, building_id: building.id, floor_id: asset.floor, floor_plan_id: asset.floorPlan },
          ...{ unit_number: `${round}`, area: 1 },
        }),
      ]);
      expect(`${deleted.status} ${created.status}`).toMatch(/^(200 422|409 201)$/);
    }
  });

  it('by several clients at once succeeds for one of them', async () => {
    const asset = await givenAsset(app);
    const answers = await Promise.all(
      [1, 2, 3, 4].map(() => app.delete(`${asset.path}/buildings/${asset.building}?cascade=1`)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404, 404]);
  });

  it('the parts of a resource needs no cascade', async () => {
    const asset = await givenAsset(app);
    const { body: group } = await app.post(`${asset.path}/units/reference-groups`, { asset_id: asset.id, name: 'CRM' });
    await app.put(`${asset.path}/units/reference-groups/${group.id}/references`, {
      data: [{ asset_id: asset.id, group_id: group.id, unit_id: asset.units[0], value: 'A' }],
    });
    const { status, body } = await app.delete(`${asset.path}/units/reference-groups/${group.id}`);

    expect([status, counted(body.deleted)]).toEqual([200, { unit_reference_group: 1, unit_reference: 1 }]);
  });

  it('a gallery with cascade takes it from its markers', async () => {
    const asset = await givenAsset(app);
    const { body: gallery } = await app.post(`${asset.path}/galleries`, { name: 'Lobby' });
    const { body: marker } = await app.post(`${asset.path}/marker-descriptions`, {
      ...{ name: 'Lobby', gallery_id: gallery.id },
    });
    expect((await app.delete(`${asset.path}/galleries/${gallery.id}`)).body.details).toEqual({
      referred_by: [{ resource: 'marker_description', count: 1 }],
    });
    const { body } = await app.delete(`${asset.path}/galleries/${gallery.id}?cascade=1`);
    expect([counted(body.deleted), counted(body.changed)]).toEqual([{ gallery: 1 }, { marker_description: 1 }]);
    expect((await app.get(`${asset.path}/marker-descriptions/${marker.id}`)).body.gallery_id).toBeNull();
  });

  it('a map with cascade deletes its pages, and the embeds that have no other map', async () => {
    const account = await givenAccount(app);
    const asset = await givenAsset(app, ['101'], [account]);
    const [first, second] = [await givenMap(asset), await givenMap(asset)];
    const place = (...ids: string[]) => ids.map((id) => ({ id, asset_id: asset.id }));
    const embeds = `/v1/accounts/${account}/embeds`;
    const both = (await app.post(embeds, { name: 'Both', service_maps: place(first, second) })).body;
    const one = (await app.post(embeds, { name: 'One', service_maps: place(first) })).body;
    await app.post(`${asset.path}/landing-pages`, { name: 'Share', service_map_id: first });

    const refused = await app.delete(`${asset.path}/maps/${first}`);
    expect([refused.status, counted(refused.body.details.referred_by)]).toEqual([
      409,
      { embed_map: 2, landing_page: 1 },
    ]);
    const { body } = await app.delete(`${asset.path}/maps/${first}?cascade=1`);
    expect(counted(body.deleted)).toEqual({
      ...{ unit_map: 1, unit_map_shape: 1, background: 1, embed_map: 2, embed: 1, landing_page: 1 },
    });
    expect((await app.get(`${embeds}/${one.id}`)).status).toBe(404);
    expect((await app.get(`${embeds}/${both.id}`)).body.service_maps).toMatchObject([{ id: second }]);
  });

  it('a pricing process with cascade deletes its prices', async () => {
    const asset = await givenAsset(app, ['101', '102']);
    const process = await givenPrices(app, asset, { 101: 2000, 102: 2100 });
    const other = await givenPrices(app, asset, { 101: 1 });
    expect((await app.delete(process)).body.details).toEqual({
      referred_by: [{ resource: 'pricing_transaction', count: 1 }],
    });
    const dry = await app.delete(`${process}?dry-run=1&cascade=1`);
    expect(counted(dry.body.deleted)).toEqual({
      ...{ pricing_process: 1, pricing_transaction: 1, publication: 1, pricing_entry: 2, pricing_unit: 2 },
    });
    expect((await app.delete(`${process}?cascade=1`)).body.deleted).toEqual(dry.body.deleted);
    expect((await app.get(process)).status).toBe(404);
    expect((await app.get(`${other}/entries`)).body.data).toHaveLength(1);
    expect(await app.sql('select from pricing.entry where asset_id = $1', [asset.id])).toHaveLength(1);
  });

  it('records one deletion for each kind in the audit trail', async () => {
    const asset = await givenAsset(app, ['101', '102']);
    await app.delete(`${asset.path}/buildings/${asset.building}?cascade=1`);
    const events = await app.sql<{ relation: string; count: number; operation: string }>(
      `select relation, sum(count)::int as count, operation from audit.event
        where asset_id = $1 and kind = 'deleted' group by relation, operation order by relation`,
      [asset.id],
    );
    expect(events).toEqual([
      { relation: 'catalog.building', count: 1, operation: 'delete-building' },
      { relation: 'catalog.unit', count: 2, operation: 'delete-building' },
    ]);
  });

  it.each(['cascade=yes', 'dry-run=', 'dry-run=2'])('with %s is refused, and nothing is deleted', async (query) => {
    const asset = await givenAsset(app, []);
    const { status } = await app.delete(`${asset.path}/buildings/${asset.building}?${query}`);
    expect([status, (await app.get(`${asset.path}/buildings/${asset.building}`)).status]).toEqual([422, 200]);
  });
});

describe('Deleting a resource with very many references', () => {
  const NUMBERS = Array.from({ length: 1_203 }, (_, n) => `${n}`);

  it('happens in steps, and deletes what a dry run counted', async () => {
    const asset = await givenAsset(app, NUMBERS);
    await givenPrices(app, asset, { 1: 2000 });
    const path = `${asset.path}/buildings/${asset.building}`;
    const dry = await app.delete(`${path}?cascade=1&dry-run=1`);
    expect(counted(dry.body.deleted)).toMatchObject({ building: 1, unit: NUMBERS.length });
    expect((await app.get(`${asset.path}/units?total=1&per-page=1`)).body.paging.total_count).toBe(NUMBERS.length);

    const { status, body } = await app.delete(`${path}?cascade=1`);
    expect([status, body]).toEqual([200, { ...dry.body, dry_run: false }]);
    expect((await app.get(`${asset.path}/units`)).body.data).toEqual([]);
    expect((await app.get(path)).status).toBe(404);
  });

  it('is refused under If-Match, whose transaction would be long, and deletes nothing', async () => {
    const asset = await givenAsset(app, NUMBERS);
    const path = `${asset.path}/buildings/${asset.building}`;
    const etag = (await app.get(path)).headers.get('etag')!;
    const { status, body } = await app.request('DELETE', `${path}?cascade=1`, { headers: { 'If-Match': etag } });
    expect([status, body.code]).toEqual([409, 'in_use']);
    expect(body.message).toContain('without If-Match');
    expect((await app.get(`${asset.path}/units?total=1&per-page=1`)).body.paging.total_count).toBe(NUMBERS.length);
  });

  it('answers 202 when its time is over, and the next request continues', async () => {
    const asset = await givenAsset(app, NUMBERS);
    const path = `${asset.path}/buildings/${asset.building}?cascade=1`;
    const clock = jest.spyOn(performance, 'now');
    let hours = 0;
    clock.mockImplementation(() => (hours += 3_600_000));
    const first = await app.delete(path).finally(() => clock.mockRestore());
    expect([first.status, first.body.deleted]).toEqual([202, [{ resource: 'unit', count: 500 }]]);
    const second = await app.delete(path);
    expect([second.status, counted(second.body.deleted)]).toEqual([200, { building: 1, unit: NUMBERS.length - 500 }]);
  });
});
