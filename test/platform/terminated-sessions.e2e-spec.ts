import { Database } from '@app/platform/persistence';
import { TestApp, type TestResponse } from '../support/app.js';
import { allOf } from '../support/boundary-values.js';
import { type GivenAsset, givenAsset, givenProcess } from '../support/given.js';

const CLIENTS_OF_A_KIND = 2;
const REQUESTS = 24;

/** A kind of request that a client sends repeatedly. */
type Kind = (n: number) => Promise<TestResponse>;

describe('Sessions that Postgres terminates', () => {
  let app: TestApp;
  let asset: GivenAsset;
  let group: string;

  beforeAll(async () => {
    app = await TestApp.start();
    asset = await givenAsset(app);
    group = (await app.post(`${asset.path}/units/reference-groups`, { asset_id: asset.id, name: 'CRM' })).body.id;
  });
  afterAll(() => app?.close());

  /** Terminates sessions of the service that are active or in a transaction. */
  const terminate = () =>
    app.sql(`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name = 'property-map-service' and state <> 'idle'`);

  const floor = () => `${asset.path}/floors/${asset.floor}`;
  const rename = (name: string, headers = {}) =>
    app.put(floor(), { id: asset.floor, asset_id: asset.id, name }, { headers });
  const building = (name: string, headers = {}) =>
    app.post(`${asset.path}/buildings`, { asset_id: asset.id, name }, { headers });
  const entries = (count: number, price: number) =>
    Array.from({ length: count }, (_, at) => ({
      ...{ unit_number: '101', provider_id: `P${at}`, price, available_on: '2026-12-01' },
      leasing_fields: { remark: 'x'.repeat(100) },
    }));

  const kinds: Record<string, (client: string) => Promise<Kind>> = {
    list: async () => () => app.get(`${asset.path}/units`),
    view: async () => () => app.get(floor()),
    'key that nobody remembers': async () => async () => app.get('/v1/assets', { key: await app.key() }),
    update: async (client) => (n) => rename(`${client} ${n}`),
    'conditional update': async (client) => (n) => rename(`${client} ${n}`, { 'If-Match': '*' }),
    create: async (client) => (n) => building(`${client} ${n}`),
    'create once': async (client) => (n) => building(`${client} ${n}`, { 'Idempotency-Key': `${client} ${n}` }),
    batch: async () => (n) =>
      app.put(`${asset.path}/units/reference-groups/${group}/references`, {
        data: asset.units.map((unit) => ({ group_id: group, unit_id: unit, value: `${unit} ${n}` })),
      }),
    ingest: async () => {
      const process = await givenProcess(app, asset);
      return (n) => app.post(`${process}/ingest?commit=1`, entries(5, n));
    },
    'ingest of a large body': async () => {
      const process = await givenProcess(app, asset);
      return (n) => app.post(`${process}/ingest?commit=1`, entries(3_000, n));
    },
    'ingest in parts': async () => {
      const process = await givenProcess(app, asset);
      let transaction: string | undefined;
      return async (n) => {
        const path = transaction ? `${new URL(transaction).pathname}?commit=1` : `${process}/ingest`;
        const answer = await app.post(path, entries(5, n));
        if (answer.status === 200) transaction = transaction ? undefined : answer.body.transaction_ingest_url;
        // A write with status 503 may have happened: a commit ends the transaction, an opening leaves it open.
        const link = /<([^>]+)>/.exec(answer.headers.get('link') ?? '')?.[1];
        if (answer.status === 409) transaction = transaction ? undefined : `${link}/ingest`;
        return answer;
      };
    },
  };

  it('fail requests with 503, but lose no acknowledged write', async () => {
    const answers: { kind: string; client: string; n: number; answer: TestResponse }[] = [];
    const clients = Object.entries(kinds).flatMap(([kind, start]) =>
      Array.from({ length: CLIENTS_OF_A_KIND }, async (_, at) => {
        const client = `${kind} ${at}`;
        const send = await start(client);
        for (let n = 0; n < REQUESTS; n++) {
          if (n % 3 === 0) await terminate();
          answers.push({ kind, client, n, answer: await send(n) });
        }
      }),
    );
    await Promise.all(clients);

    const strange = answers.filter(({ kind, answer: { status } }) => {
      const expected = kind === 'ingest in parts' ? [200, 409, 503] : [200, 201, 204, 503];
      return !expected.includes(status);
    });
    expect(strange.slice(0, 5).map(({ kind, answer }) => [kind, answer.status, answer.text])).toEqual([]);
    const refused = answers.filter(({ answer }) => answer.status === 503);
    expect(refused.length).toBeGreaterThan(10);
    expect(refused.filter(({ answer }) => !(Number(answer.headers.get('retry-after')) > 0))).toEqual([]);

    const made = answers.filter(({ answer }) => answer.status === 201).map(({ client, n }) => `${client} ${n}`);
    const stored = (await allOf<{ name: string }>(app, `${asset.path}/buildings`)).map(({ name }) => name);
    expect(made.length).toBeGreaterThan(10);
    expect(made.filter((name) => !stored.includes(name))).toEqual([]);
    expect(new Set(stored).size).toBe(stored.length);
  }, 300_000);

  it('leave no connection in use', async () => {
    const { pool } = app.app.get(Database);
    expect((await rename('Level 1')).status).toBe(200);
    const inUse = () => pool.totalCount - pool.idleCount + pool.waitingCount;
    for (let looks = 0; inUse() > 0 && looks < 1_000; looks++) await app.sql('select pg_sleep(0.01)'); // jobs use them too
    expect(inUse()).toBe(0);
  });
});
