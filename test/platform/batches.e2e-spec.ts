import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Operations } from '@app/platform/rest';
import { TestApp } from '../support/app.js';
import { type GivenAsset, givenAccount, givenAsset } from '../support/given.js';

const MAX_ITEMS = 5_000;

let app: TestApp;
let asset: GivenAsset;
let path: string;
let assets: string[];
let account: string;
let descriptions: string[];
const made: Record<string, string> = {};

beforeAll(async () => {
  app = await TestApp.start();
  asset = await givenAsset(
    app,
    Array.from({ length: MAX_ITEMS }, (_, n) => String(n)),
  );
  path = asset.path;
  account = await givenAccount(app);
  const rows = await app.sql<{ id: string }>(
    `insert into catalog.asset (market, name, display_name, address_line1, address_city, address_state, address_country, address_postal_code)
     select 'multifamily', 'B' || n, 'B', 'x', 'x', 'NY', 'USA', '1' from generate_series(1, ${MAX_ITEMS}) n returning id`,
  );
  assets = rows.map(({ id }) => id);
  const one = async (name: string, at: string, body: object) => {
    const { status, body: created } = await app.post(at, body);
    expect([name, status, created.fields]).toEqual([name, 201, undefined]);
    made[name] = created.id;
  };
  await one('filter', `${path}/filters`, { asset_id: asset.id, name: 'View', label: 'View', type: 'custom' });
  const options = `${path}/filters/${made['filter']}/options`;
  const option = { asset_id: asset.id, filter_id: made['filter'], type: 'custom', label: 'Harbour' };
  await one('option', options, option);
  await one('descriptions', `${path}/units/description-groups`, { asset_id: asset.id, name: 'Views' });
  await one('link', `${path}/units/outbound-links`, linkOf());
  await one('references', `${path}/units/reference-groups`, { asset_id: asset.id, name: 'CRM' });
  await one('existing', `${path}/units/description-groups`, { asset_id: asset.id, name: 'Existing' });
  const existing = await app.sql<{ id: string }>(
    `insert into merchandising.description (asset_id, group_id, name, label, body, is_enabled)
     select $1, $2, 'D' || n, 'D' || n, 'x', true from generate_series(1, ${MAX_ITEMS}) n returning id`,
    [asset.id, made['existing']],
  );
  descriptions = existing.map(({ id }) => id);
});
afterAll(() => app?.close());

const linkOf = () => ({
  ...{ asset_id: asset.id, name: 'Tour', label: 'Tour', type: 'urls_per_unit', open_in_new_window: true },
});
const units = <T>(item: (id: string, n: number) => T) => asset.units.map(item);
const longest = (n: number) => `${n} ${'x'.repeat(240)}`;

/** Method, path, items and status by the id of the operation, each for itself. */
const BATCHES: Record<string, () => [string, string, object[], number]> = {
  'assign-assets-to-account': () => [
    'PUT',
    `/v1/accounts/${account}/assets`,
    assets.map((asset_id) => ({ account_id: account, asset_id })),
    204,
  ],
  'unassign-assets-from-account': () => [
    'PUT',
    `/v1/accounts/${account}/assets/remove`,
    BATCHES['assign-assets-to-account']!()[2],
    204,
  ],
  'assign-units-to-a-custom-option': () => [
    'PUT',
    `${path}/filters/${made['filter']}/options/${made['option']}/units`,
    units((unit_id) => ({ asset_id: asset.id, filter_id: made['filter'], option_id: made['option'], unit_id })),
    200,
  ],
  'remove-units-from-a-custom-option': () => [
    'PUT',
    `${path}/filters/${made['filter']}/options/${made['option']}/units/remove`,
    BATCHES['assign-units-to-a-custom-option']!()[2],
    204,
  ],
  'create-descriptions': () => [
    'POST',
    `${path}/units/description-groups/${made['descriptions']}/descriptions`,
    units((_, n) => ({
      group_id: made['descriptions'],
      name: longest(n),
      label: `${n}`,
      body: longest(n),
      is_enabled: true,
    })),
    201,
  ],
  'update-descriptions': () => [
    'PUT',
    `${path}/units/description-groups/${made['existing']}/descriptions`,
    descriptions.map((id, n) => ({
      id,
      group_id: made['existing'],
      name: `${n}`,
      body: longest(n + 1),
      is_enabled: false,
    })),
    200,
  ],
  'assign-units-to-descriptions': () => [
    'PUT',
    `${path}/units/description-groups/${made['existing']}/units`,
    units((unit_id, n) => ({ group_id: made['existing'], unit_id, description_id: descriptions[n] })),
    200,
  ],
  'update-unit-outbound-link-urls': () => [
    'PUT',
    `${path}/units/outbound-links/${made['link']}/urls`,
    units((unit_id, n) => ({ unit_id, url: `https://a.example/${longest(n).replaceAll(' ', '-')}` })),
    204,
  ],
  'update-unit-references': () => [
    'PUT',
    `${path}/units/reference-groups/${made['references']}/references`,
    units((unit_id, n) => ({ group_id: made['references'], unit_id, value: longest(n) })),
    204,
  ],
};

const TESTS = join(import.meta.dirname, '..');
/** Operations that `assignsUnits` tests. */
const ASSIGNING = readdirSync(TESTS, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.e2e-spec.ts'))
  .flatMap((file) => [...readFileSync(join(TESTS, file), 'utf8').matchAll(/operations: \['([\w-]+)', '([\w-]+)'\]/g)])
  .flatMap(([, ...ids]) => ids);

describe('A batch of 5,000 items', () => {
  it('is tested for every operation that accepts a batch', () => {
    const taking = app.app
      .get(Operations)
      .all.filter(({ body }) => body && Object.values(body.components()).some((schema) => isBatch(schema)));
    const isElsewhere = (id: string): boolean => /^save-|-expense-entries$|^count-visits-/.test(id); // test/catalog/batches, test/expenses, test/viewer
    const here = taking.map(({ id }) => id).filter((id) => !isElsewhere(id));
    expect(here.toSorted()).toEqual([...new Set([...Object.keys(BATCHES), ...ASSIGNING])].toSorted());
  });

  it.each(Object.keys(BATCHES))('is accepted: %s', async (id) => {
    const [method, at, data, status] = BATCHES[id]!();
    expect(data).toHaveLength(MAX_ITEMS);
    const answer = await app.request(method, at, { body: { data } });

    expect([answer.status, answer.body?.fields]).toEqual([status, undefined]);
    if (status !== 204) expect(answer.body.data).toHaveLength(MAX_ITEMS);
  });

  it.each(Object.keys(BATCHES))('is rejected with one more item: %s', async (id) => {
    const [method, at, data] = BATCHES[id]!();
    const { status, body } = await app.request(method, at, { body: { data: [...data, data[0]] } });

    expect([status, body.fields]).toEqual([422, { data: ['must have at most 5000 items'] }]);
  });

  it.each(Object.keys(BATCHES))('of invalid items is rejected with 100 errors: %s', async (id) => {
    const [method, at, data] = BATCHES[id]!();
    const { status, body } = await app.request(method, at, {
      body: { data: data.map((item) => ({ ...item, colour: 1 })) },
    });

    expect([status, Object.keys(body.fields).length, body.fault_count]).toEqual([422, 100, MAX_ITEMS]);
  });
});

/** Ids that are also in the path, by the name that items give them. */
function idsOfPath(id: string, at: string): [field: string, value: string][] {
  const { path: template } = app.app.get(Operations).all.find((each) => each.id === id)!;
  const steps = at.split('/').slice(1);
  return template.split('/').flatMap((step, n): [string, string][] => {
    const name = /^:(.*)/.exec(step)?.[1];
    return name ? [[`${name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}_id`, steps[n]!]] : [];
  });
}

describe('An item of a batch', () => {
  it.each(Object.keys(BATCHES))('must repeat the ids of the path: %s', async (id) => {
    const [method, at, [item]] = BATCHES[id]!();
    for (const [field] of idsOfPath(id, at)) {
      const data = [item, { ...item, [field]: '999999' }];
      const { status, body } = await app.request(method, at, { body: { data } });
      expect([field, status, Object.keys(body?.fields ?? {})]).toEqual([field, 422, [`data.1.${field}`]]);
    }
  });

  it.each(['create-descriptions', 'update-descriptions', 'assign-units-to-descriptions', 'update-unit-references'])(
    'may repeat the ids of the path, and is counted once: %s',
    async (id) => {
      const [method, at, [item], status] = BATCHES[id]!();
      const data = [item, { ...item, ...Object.fromEntries(idsOfPath(id, at)) }];
      const answer = await app.request(method, at, { body: { data } });

      expect([answer.status, answer.body?.fields]).toEqual([status, undefined]);
      if (status !== 204) expect(answer.body.data).toHaveLength(1);
    },
  );
});

interface Schema {
  properties?: { data?: { type?: string } };
}
const isBatch = (schema: object): boolean => (schema as Schema).properties?.data?.type === 'array';
