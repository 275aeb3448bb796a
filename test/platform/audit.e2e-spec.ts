import { PurgeAuditEventsJob } from '@app/platform/audit';
import { hashOf, newSecret } from '@app/platform/auth';
import { type TestResponse, TestApp } from '../support/app.js';
import { givenAccount, type GivenAsset, givenAsset, givenProcess } from '../support/given.js';

let app: TestApp;
let asset: GivenAsset;

beforeAll(async () => {
  app = await TestApp.start({ AUDIT_DAYS: '30' });
  asset = await givenAsset(app);
});

afterAll(() => app.close());

interface Event {
  id: string;
  actor: string;
  key_id: string | null;
  operation: string | null;
  asset_id: string | null;
  kind: string;
  relation: string;
  count: number;
  changes: { key: Record<string, unknown>; before?: Record<string, unknown>; after?: Record<string, unknown> }[];
  status: number | null;
  code: string | null;
}

const last = async () => (await app.sql<{ id: string }>('select coalesce(max(id), 0) as id from audit.event'))[0]!.id;
const since = (id: string) =>
  app.sql<Event>(`select * from audit.event where id > $1 and kind <> 'refused' order by id`, [id]);

const succeeded = (answer: TestResponse): TestResponse => {
  if (answer.status >= 300) throw new Error(answer.text);
  return answer;
};

/** Events that the work adds to the trail. */
async function leftBy(work: () => Promise<unknown>): Promise<Event[]> {
  const before = await last();
  await work();
  return since(before);
}

async function givenGroup(asset_id: string, path: string): Promise<{ id: string; path: string }> {
  const groups = `${path}/units/reference-groups`;
  const { id } = succeeded(await app.post(groups, { asset_id, name: 'CRM', key: 'crm' })).body as { id: string };
  return { id, path: `${groups}/${id}` };
}

describe('A change', () => {
  const revise = async (changes: object) =>
    succeeded(
      await app.put(`${asset.path}/floors/${asset.floor}`, { id: asset.floor, asset_id: asset.id, ...changes }),
    );

  it('is recorded with the changed columns, before and after', async () => {
    await revise({ filter_label: 'First', sort: 1 });
    const events = await leftBy(() => revise({ filter_label: 'Ground', sort: 7 }));

    expect(events).toMatchObject([
      { actor: 'key', operation: 'update-floor', asset_id: asset.id, kind: 'updated', count: 1 },
    ]);
    expect(events[0]!.changes).toEqual([
      {
        key: { asset_id: Number(asset.id), id: Number(asset.floor) },
        before: { filter_label: 'First', sort: 1 },
        after: { filter_label: 'Ground', sort: 7 },
      },
    ]);
  });

  it('without effect is not recorded', async () => {
    await revise({ sort: 8 });
    expect(await leftBy(() => revise({ sort: 8 }))).toEqual([]);
  });

  it('that cascades is recorded with all affected rows', async () => {
    const { id, path, units } = await givenAsset(app, ['1']);
    const group = await givenGroup(id, path);
    succeeded(
      await app.put(`${group.path}/references`, { data: [{ group_id: group.id, unit_id: units[0], value: 'X-1' }] }),
    );
    const events = await leftBy(() => app.delete(`${path}/units/${units[0]}`));

    expect(events.map(({ relation, kind, operation }) => [relation, kind, operation]).sort()).toEqual([
      ['catalog.unit', 'deleted', 'delete-unit'],
      ['reference.unit_reference', 'deleted', 'delete-unit'],
    ]);
    const [{ before }] = events.find(({ relation }) => relation === 'reference.unit_reference')!.changes as [
      Event['changes'][0],
    ];
    expect(before).toMatchObject({ value: 'X-1', unit_id: Number(units[0]) });
  });

  it('that is rolled back is not recorded', async () => {
    const events = await leftBy(async () => {
      const add = (name: string) =>
        app.post(`${asset.path}/references`, { asset_id: asset.id, name, key: 'taken', value: '1' });
      succeeded(await add('A'));
      expect((await add('B')).status).toBe(409);
    });
    expect(events.map(({ changes }) => changes[0]!.after!['name'])).toEqual(['A']);
  });

  it('made in SQL is recorded with the database user', async () => {
    const [event] = await leftBy(() =>
      app.sql(`update catalog.floor set sort = sort + 1 where asset_id = ${asset.id}`),
    );
    const [row] = await app.sql<{ name: string }>('select session_user::text as name');
    expect(event).toMatchObject({ actor: 'sql', operation: row!.name, key_id: null, kind: 'updated' });
  });

  it('to a row without an asset has no asset', async () => {
    const [event] = await leftBy(() => app.sql(`insert into catalog.account (name) values ('Harbour')`));
    expect(event).toMatchObject({ asset_id: null, kind: 'created', changes: [{ after: { name: 'Harbour' } }] });
  });
});

describe('A batch', () => {
  const COUNT = 5_000;
  let group: { id: string; path: string };
  let units: string[];

  const send = async (prefix: string, some = units) => {
    const data = some.map((id) => ({ group_id: group.id, unit_id: id, value: `${prefix}-${id}` }));
    succeeded(await app.put(`${group.path}/references`, { data }));
  };

  beforeEach(async () => {
    const numbers = Array.from({ length: COUNT }, (_, n) => String(n));
    const large = await givenAsset(app, numbers);
    units = large.units;
    group = await givenGroup(large.id, large.path);
    await send('first', units.slice(0, 1));
  });

  it('of 5,000 is recorded with every row, a thousand per event', async () => {
    const events = await leftBy(() => send('a'));

    expect(events.map(({ kind, count }) => [kind, count]).sort()).toEqual([
      ...Array.from({ length: 4 }, () => ['created', 1_000]),
      ['created', 999],
      ['updated', 1],
    ]);
    const rows = events.filter(({ kind }) => kind === 'created').flatMap(({ changes }) => changes);
    expect(new Set(rows.map(({ after }) => `${String(after!['unit_id'])} ${String(after!['value'])}`)).size).toBe(
      COUNT - 1,
    );
  });

  it('of changes is recorded with each value before and after', async () => {
    await send('b');
    const events = await leftBy(() => send('c'));

    expect(events.map(({ kind, count }) => [kind, count])).toEqual(Array.from({ length: 5 }, () => ['updated', 1_000]));
    for (const { key, before, after } of events.flatMap(({ changes }) => changes)) {
      expect(before).toEqual({ value: `b-${String(key['unit_id'])}` });
      expect(after).toEqual({ value: `c-${String(key['unit_id'])}` });
    }
  });
});

describe('Prices', () => {
  it('are recorded as changes of their transaction, and units only when a request changes them', async () => {
    const priced = await givenAsset(app, ['101', '102']);
    const process = await givenProcess(app, priced);
    const entry = (number: string) => ({
      unit_number: number,
      provider_id: `P-${number}`,
      price: 2000,
      available_on: '2027-01-01',
    });
    const published = await leftBy(async () =>
      succeeded(await app.post(`${process}/ingest?commit=1`, [entry('101'), entry('102')])),
    );

    expect(published.map(({ relation, kind }) => `${kind} ${relation}`).sort()).toEqual([
      'created pricing.publication',
      'created pricing.transaction',
      'updated pricing.process',
      'updated pricing.transaction',
    ]);
    expect(published[0]!.changes[0]!.after).toMatchObject({ status: 'pending' });
    expect(published.at(-1)!.changes[0]!.after).toMatchObject({ status: 'finished' });
    const unit = priced.units[0];
    const [event] = await leftBy(async () =>
      succeeded(await app.put(`${process}/units/${unit}`, { id: unit, show_pricing: false })),
    );
    expect(event).toMatchObject({
      operation: 'update-pricing-unit',
      relation: 'pricing.unit',
      changes: [{ before: { show_pricing: true }, after: { show_pricing: false } }],
    });
  });
});

describe('A key', () => {
  it('is recorded without its hash, and its use is not recorded', async () => {
    const secret = newSecret();
    const events = await leftBy(async () => {
      await app.sql(`insert into platform.api_key (name, hash, permissions) values ('watched', $1, '{service.*}')`, [
        hashOf(secret),
      ]);
      await app.get('/v1/assets', { key: secret });
      const used = () =>
        app.sql<{ at: Date | null }>(`select last_used_at as at from platform.api_key where name = 'watched'`);
      while ((await used())[0]!.at === null);
      await app.sql(`update platform.api_key set revoked_at = now() where name = 'watched'`);
    });

    expect(events.map(({ kind, changes }) => [kind, Object.keys(changes[0]!.after!).sort()])).toEqual([
      [
        'created',
        [
          'accounts',
          'assets',
          'created_at',
          'expires_at',
          'id',
          'is_read_only',
          'last_characters',
          'name',
          'permissions',
          'prefix',
          'rate_limit',
          'revoked_at',
        ],
      ],
      ['updated', ['revoked_at']],
    ]);
    expect(JSON.stringify(events)).not.toContain(hashOf(secret).toString('hex'));
  });
});

describe('The audit trail', () => {
  it.each(['update audit.event set actor = $$nobody$$', 'delete from audit.event', 'truncate audit.event'])(
    'rejects changes: %s',
    async (sql) => {
      await expect(app.sql(sql)).rejects.toThrow('only ever added to');
    },
  );
});

describe('An old event', () => {
  const DAY = 24 * 60;

  const left = async () =>
    (
      await app.sql<{ operation: string; count: number }>(
        'select operation, count(*)::int as count from audit.event group by operation order by operation',
      )
    ).map(({ operation, count }) => [operation, count]);

  const events = (operation: string, count: number, age: string) =>
    app.sql(
      `insert into audit.event (actor, operation, kind, at) select 'job', $1, 'created', platform.now() - $3::interval from generate_series(1, $2)`,
      [operation, count, age],
    );

  it('is kept for the configured days, and then purged in batches by several replicas at once', async () => {
    const replica = await app.replica({ AUDIT_DAYS: '30' });
    await events('old', 2_500, '31 days');
    await events('new', 3, '29 days');
    await Promise.all([app, replica].map((each) => each.app.get(PurgeAuditEventsJob).run()));
    const kept = (await left()).filter(([operation]) => operation === 'new' || operation === 'old');
    expect(kept).toEqual([['new', 3]]);

    await app.advance(2 * DAY);
    await app.app.get(PurgeAuditEventsJob).run();
    expect((await left()).filter(([operation]) => operation === 'new')).toEqual([]);
  });
});

describe('GET /v1/audit-events', () => {
  const PATH = '/v1/audit-events';
  const listed = async (query: string, key?: string) =>
    succeeded(await app.get(`${PATH}?${query}`, key ? { key } : {})).body.data as (Event & { table: string })[];
  let own: GivenAsset;
  let account: string;
  let requestId: string;

  beforeAll(async () => {
    account = await givenAccount(app);
    own = await givenAsset(app, ['101'], [account]);
    const answer = await app.put(`${own.path}/floors/${own.floor}`, { filter_label: 'Ground' });
    requestId = succeeded(answer).headers.get('x-request-id')!;
  });

  it('lists the newest events first, with what they changed', async () => {
    const [event] = await listed(`asset=${own.id}&kind=updated`);
    expect(event).toMatchObject({
      ...{
        actor: 'key',
        operation: 'update-floor',
        kind: 'updated',
        table: 'catalog.floor',
        asset_id: own.id,
        count: 1,
      },
      changes: [{ key: { id: Number(own.floor) }, after: { filter_label: 'Ground' } }],
      ...{ status: null, code: null },
    });
    const ids = (await listed(`asset=${own.id}`)).map(({ id }) => Number(id));
    expect(ids).toEqual([...ids].sort((a, b) => b - a));
    expect(ids.length).toBeGreaterThan(3);
  });

  it('lists the events that meet all conditions', async () => {
    const key = (await listed(`request=${requestId}`))[0]!.key_id;
    const all = `asset=${own.id}&key=${key}&operation=update-floor&kind=updated&since=2000-01-01`;
    expect(await listed(all)).toHaveLength(1);
    for (const other of [
      all.replace(`key=${key}`, 'key=999999'),
      all.replace('update-floor', 'update-unit'),
      all.replace('kind=updated', 'kind=deleted'),
      all.replace('2000-01-01', '2100-01-01'),
      `${all}&request=00000000-0000-0000-0000-000000000000`,
    ])
      expect(await listed(other)).toEqual([]);
  });

  it('has pages without an event twice', async () => {
    const first = succeeded(await app.get(`${PATH}?asset=${own.id}&per-page=2`)).body;
    const next = succeeded(
      await app.get(new URL(first.paging.next_url).pathname + new URL(first.paging.next_url).search),
    );
    const ids = [...first.data, ...next.body.data].map(({ id }: Event) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.length).toBeGreaterThan(2);
  });

  it('lists rejected requests, with their status and code', async () => {
    await app.sql(
      `insert into audit.event (actor, operation, asset_id, kind, status, code) values ('key', 'update-unit', $1, 'refused', 422, 'invalid')`,
      [own.id],
    );
    expect(await listed(`asset=${own.id}&kind=rejected`)).toMatchObject([
      { operation: 'update-unit', kind: 'rejected', status: 422, code: 'invalid', table: null, changes: null },
    ]);
  });

  it('shows a key of some assets nothing else', async () => {
    const key = await app.key(['audit.read'], [account]);
    expect(new Set((await listed('per-page=200', key)).map(({ asset_id }) => asset_id))).toEqual(new Set([own.id]));
    expect(await listed(`asset=${asset.id}`, key)).toEqual([]);
  });

  it('requires a permission that `service.*` does not contain', async () => {
    const key = await app.key(['service.*', 'manage.*']);
    expect(await app.get(PATH, { key })).toMatchObject({ status: 403, body: { code: 'permission_missing' } });
  });

  it.each(['kind=refused', 'request=1', 'since=yesterday'])('rejects %s', async (query) => {
    const { status, body } = await app.get(`${PATH}?${query}`);
    expect([status, Object.keys(body.fields as object)]).toEqual([422, [query.split('=')[0]]]);
  });
});
