import { assetBody } from '../support/place.mjs';
import { must, mustAccept, mustEqual, mustReject } from '../support/server.mjs';

const long = (length) => 'x'.repeat(length);

async function newUnit(place, number = '101') {
  const fresh = await place.fresh();
  const path = `${fresh.path}/units`;
  const unit = mustAccept(await place.main.post(path, fresh.unit(number)), 201);
  return { fresh, path: `${path}/${unit.id}`, unit, needs: { id: unit.id, asset_id: fresh.asset.id } };
}

/** Changes that make a valid asset invalid, by the field that the error must name. */
const INVALID_ASSETS = {
  name: [long(256), '', 7, null],
  display_name: [long(256)],
  description: [long(256)],
  market: ['castle', 'DEMO'],
  address_line1: [long(64)],
  address_line2: [long(64)],
  address_city: [long(64)],
  address_state: ['N', 'NYC'],
  address_country: ['US', 'XXX'],
  address_postal_code: [long(16)],
  address_latitude: [90.1, -90.1, '40'],
  address_longitude: [180.1, -180.1],
};

export const writes = [
  {
    id: 'create/location',
    says: '201 create, with a `Location` header',
    async holds(place) {
      const fresh = await place.fresh();
      const body = { asset_id: fresh.asset.id, name: 'South' };
      const created = await place.main.post(`${fresh.path}/buildings`, body);
      const { id } = mustAccept(created, 201);
      const location = created.headers.get('location') ?? '';
      must(location.endsWith(`${fresh.path}/buildings/${id}`), `Location: ${location}`);
    },
  },
  {
    id: 'create/is-viewed',
    says: '| View / create / update | Return the single resource object.',
    async holds(place) {
      const { path, unit } = await newUnit(place);
      mustEqual(await place.main.read(path), unit, 'viewed:');
    },
  },
  {
    id: 'create/building-label',
    says: 'when omitted in create the building name is used',
    async holds(place) {
      const { building } = await place.fresh();
      must(building.label === building.name, building);
    },
  },
  {
    id: 'create/required',
    says: 'All faults of a body are reported at once.',
    async holds(place) {
      const fresh = await place.fresh();
      const needed = ['building_id', 'floor_id', 'floor_plan_id', 'unit_number', 'area'];
      mustReject(await place.main.post(`${fresh.path}/units`, {}), 422, ...needed);
    },
  },
  {
    id: 'create/limits',
    says: '| Asset fields | name, display_name, description <= 255; address_line1/2, address_city <= 63; address_state = 2; address_country = 3; address_postal_code <= 15 |',
    async holds(place) {
      for (const [field, values] of Object.entries(INVALID_ASSETS))
        for (const value of values)
          mustReject(await place.main.post('/v1/assets', assetBody({ [field]: value })), 422, field);
    },
  },
  {
    id: 'create/code-points',
    says: 'Lengths count Unicode code points.',
    async holds(place) {
      const fresh = await place.fresh();
      const floor = { asset_id: fresh.asset.id, name: 'Roof', filter_label: 'Roof', sort: 9 };
      const path = `${fresh.path}/floors`;
      const made = mustAccept(await place.main.post(path, { ...floor, filter_short_label: '🏠🏠🏠🏠' }), 201);
      must(made.filter_short_label === '🏠🏠🏠🏠', made);
      mustReject(await place.main.post(path, { ...floor, filter_short_label: 'abcde' }), 422, 'filter_short_label');
    },
  },
  {
    id: 'create/int32',
    says: 'int32 fields outside int32: 422.',
    async holds(place) {
      const fresh = await place.fresh();
      for (const area of [2147483648, -1, 1.5, '640'])
        mustReject(await place.main.post(`${fresh.path}/units`, { ...fresh.unit('1'), area }), 422, 'area');
    },
  },
  {
    id: 'create/same-asset',
    says: 'Building, floor and floor plan must be of the same asset, else 422.',
    async holds(place) {
      const fresh = await place.fresh();
      const unit = { ...fresh.unit('1'), floor_id: '999999999' };
      mustReject(await place.main.post(`${fresh.path}/units`, unit), 422, 'floor_id');
    },
  },
  {
    id: 'create/asset-twice',
    says: 'Same `name` and same address in one account scope: 409.',
    async holds(place) {
      const { body } = await place.fresh();
      mustReject(await place.main.post('/v1/assets', body), 409);
    },
  },
  {
    id: 'update/merges',
    says: 'a field that is absent keeps its value, `null` clears a nullable field',
    async holds(place) {
      const { asset } = await place.fresh();
      const path = `/v1/assets/${asset.id}`;
      const described = mustAccept(await place.main.put(path, { id: asset.id, description: 'By the river' }), 200);
      must(described.description === 'By the river' && described.name === asset.name, described);
      const cleared = mustAccept(await place.main.put(path, { id: asset.id, description: null }), 200);
      must(cleared.description === null && cleared.name === asset.name, cleared);
    },
  },
  {
    id: 'update/ids',
    says: 'must equal those in the path, else 422.',
    async holds(place) {
      const { path, needs } = await newUnit(place);
      mustReject(await place.main.put(path, { ...needs, id: '999999999' }), 422, 'id');
      mustReject(await place.main.put(path, { ...needs, asset_id: '999999999' }), 422, 'asset_id');
    },
  },
  {
    id: 'update/needs-no-ids',
    says: 'are optional; those that are sent must equal those in the path, else 422.',
    async holds(place) {
      const { path } = await newUnit(place);
      must(mustAccept(await place.main.put(path, { area: 1 }), 200).area === 1, 'the area is not changed');
    },
  },
  {
    id: 'update/takes-back-what-was-read',
    says: 'are accepted and ignored in updates: clients send back what they read.',
    async holds(place) {
      const { path, unit } = await newUnit(place);
      const { updated_at: _, ...kept } = unit;
      const { updated_at: __, ...again } = mustAccept(await place.main.put(path, { ...unit, map_id: '7' }), 200);
      mustEqual(again, kept, 'sent back:');
    },
  },
  {
    id: 'update/floor-plan-label',
    says: '`filter_label` string (R; <= 255 on create, <= 65 on update)',
    async holds(place) {
      const { path, plan, asset } = await place.fresh();
      const update = { id: plan.id, asset_id: asset.id, filter_label: long(66) };
      mustReject(await place.main.put(`${path}/floor-plans/${plan.id}`, update), 422, 'filter_label');
    },
  },
  {
    id: 'body/unknown-field',
    says: '422 naming the field: a misspelt field that is silently dropped loses data.',
    async holds(place) {
      const { path, needs } = await newUnit(place);
      mustReject(await place.main.put(path, { ...needs, aera: 700 }), 422, 'aera');
    },
  },
  {
    id: 'body/not-json',
    says: 'Body is not JSON / multipart is malformed; flag missing',
    async holds(place) {
      const raw = { raw: '{"broken', headers: { 'Content-Type': 'application/json' } };
      mustReject(await place.main.request('POST', '/v1/assets', raw), 400);
    },
  },
  {
    id: 'body/media-type',
    says: 'Content type that the operation does not take',
    async holds(place) {
      const raw = { raw: '<asset/>', headers: { 'Content-Type': 'application/xml' } };
      mustReject(await place.main.request('POST', '/v1/assets', raw), 415);
    },
  },
  {
    id: 'body/nothing-changes',
    says: 'one transaction, all or nothing',
    async holds(place) {
      const { fresh, unit } = await newUnit(place);
      const path = `${fresh.path}/units/reference-groups`;
      const group = mustAccept(await place.main.post(path, { asset_id: fresh.asset.id, name: 'CRM' }), 201);
      const data = [
        { group_id: group.id, unit_id: unit.id, value: 'A' },
        { group_id: group.id, unit_id: '999999999', value: 'B' },
      ];
      mustReject(await place.main.put(`${path}/${group.id}/references`, { data }), 422, 'data.1.unit_id');
      const { data: stored } = await place.main.read(`${path}/${group.id}/references`);
      must(stored.length === 0, stored);
    },
  },
  {
    id: 'delete/unit',
    says: 'Delete of a unit or a floor plan returns the deleted resource object.',
    async holds(place) {
      const { path, unit } = await newUnit(place);
      mustEqual(mustAccept(await place.main.delete(path), 200), unit, 'deleted:');
      mustReject(await place.main.get(path), 404);
    },
  },
  {
    id: 'delete/floor-plan-in-use',
    says: 'Deleting one that units use: 409.',
    async holds(place) {
      const { fresh } = await newUnit(place);
      mustReject(await place.main.delete(`${fresh.path}/floor-plans/${fresh.plan.id}`), 409);
    },
  },
  {
    id: 'repeat/idempotency-key',
    says: '`Idempotency-Replayed`',
    async holds(place) {
      const fresh = await place.fresh();
      const headers = { 'Idempotency-Key': `conformance-${Date.now()}-${Math.random()}` };
      const body = { asset_id: fresh.asset.id, name: 'Once' };
      const first = mustAccept(await place.main.post(`${fresh.path}/buildings`, body, { headers }), 201);
      const again = await place.main.post(`${fresh.path}/buildings`, body, { headers });
      must(mustAccept(again, 201).id === first.id, 'the second request made a second building');
      must(again.headers.get('idempotency-replayed') === 'true', 'no Idempotency-Replayed');
    },
  },
];
