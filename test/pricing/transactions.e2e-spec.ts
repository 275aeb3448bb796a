import { request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { Database } from '@app/platform/persistence';
import { PruneProcesses } from '@app/pricing/provisioning';
import { CommandBus } from '@nestjs/cqrs';
import { TestApp } from '../support/app.js';
import { type GivenAsset, givenAsset, givenProcess } from '../support/given.js';

let app: TestApp;
let asset: GivenAsset;
let process: string;

beforeAll(async () => (app = await TestApp.start()));
afterAll(() => app?.close());
beforeEach(async () => {
  asset = await givenAsset(app);
  process = await givenProcess(app, asset);
});
afterEach(() => app.advance(0));

const entry = (unit: string, more: object = {}) => ({
  unit_number: unit,
  provider_id: `P-${unit}`,
  price: 2000,
  available_on: '2026-12-01',
  ...more,
});

const linkOf = (answer: { headers: Headers }) =>
  /<([^>]+)>; rel="transaction"/.exec(answer.headers.get('link') ?? '')?.[1];

describe('The list of transactions', () => {
  it('has the latest first, with the totals of commits and the refusals of the guard', async () => {
    await app.put(process, { guard: { max_removed_percent: 10 } });
    await app.post(`${process}/ingest?commit=1`, [entry('101'), entry('102')]);
    await app.post(`${process}/ingest?commit=1`, [entry('101')]);
    await app.advance(31);
    await app.post(`${process}/ingest?commit=0`, [entry('103')]);

    const { body } = await app.get(`${process}/transactions?per-page=2`);
    expect(body.data).toMatchObject([
      { status: 'pending', entry_count: 1, publication: null, expires_in: expect.any(Number) },
      { status: 'expired', entry_count: 1, publication: null, guard: 'refused', report: null },
    ]);
    expect((await app.get(body.paging.next_url)).body.data).toMatchObject([
      { status: 'finished', entry_count: 2, publication: 1, guard: null, report: { received: 2 } },
    ]);
    await app.advance(62);
    expect((await app.get(`${process}/transactions?per-page=1`)).body.data).toMatchObject([
      { status: 'expired', expires_in: null },
    ]);
  });

  it('shows only the process in the path', async () => {
    const other = await givenProcess(app, asset);
    await app.post(`${other}/ingest?commit=0`, [entry('101')]);
    expect((await app.get(`${process}/transactions`)).body.data).toEqual([]);
  });
});

describe('Opening a transaction', () => {
  it('accepts a first array and stays open', async () => {
    const answer = await app.post(`${process}/ingest?commit=0`, [entry('101')]);

    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      transaction_url: expect.stringMatching(/\/transactions\/\d+$/),
      transaction_ingest_url: `${answer.body.transaction_url}/ingest`,
      transaction_id: expect.stringMatching(/^\d+$/),
      transaction_uuid: expect.stringMatching(/^[0-9a-f-]{36}$/),
      status: 'pending',
      expires_in: 1800,
      entry_count: 1,
      report: expect.objectContaining({ outcome: 'staged' }),
    });
    expect(linkOf(answer)).toBe(answer.body.transaction_url);
    expect((await app.get(answer.body.transaction_url)).body).toMatchObject({
      id: answer.body.transaction_id,
      uuid: answer.body.transaction_uuid,
      asset_id: asset.id,
      pricing_strategy: 'flat_pricing',
      status: 'pending',
      source_count: 1,
      expires_in: expect.any(Number),
      queued_at: null,
      started_at: null,
      ended_at: null,
    });
    expect((await app.get(`${process}/entries`)).body.data).toEqual([]);
  });

  it('requires no body, returns 202, and is the default', async () => {
    const answer = await app.request('POST', `${process}/ingest`, { headers: { 'Content-Type': 'application/json' } });

    expect(answer.status).toBe(202);
    expect(answer.body).toMatchObject({ status: 'pending', entry_count: 0 });
    expect((await app.get(answer.body.transaction_url)).body.source_count).toBe(0);
  });

  it('with commit=1 publishes a complete data set', async () => {
    const answer = await app.post(`${process}/ingest?commit=1`, [entry('101')]);

    expect(answer.body).toMatchObject({ status: 'finished', expires_in: null });
    expect((await app.get(`${process}/entries`)).body.data).toHaveLength(1);
    const { body } = await app.get(answer.body.transaction_url);
    for (const time of ['created_at', 'queued_at', 'started_at', 'ended_at'])
      expect(body[time]).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00$/);
  });

  it('is rejected while one is open, and names that one', async () => {
    const first = await app.post(`${process}/ingest`, []);
    const second = await app.post(`${process}/ingest?commit=1`, [entry('101')]);

    expect(second.status).toBe(409);
    expect(linkOf(second)).toBe(first.body.transaction_url);
    expect((await app.get(`${process}/entries`)).body.data).toEqual([]);
  });

  it.each([
    ['an invalid entry', 422, JSON.stringify([{}]), {}],
    ['a body that is not JSON', 400, '[', {}],
    ['another type', 415, 'a,b', { 'Content-Type': 'text/csv' }],
    ['a commit without entries', 422, undefined, {}],
  ])('while one is open also names it to %s', async (_, status, raw, headers) => {
    const { transaction_url: open } = (await app.post(`${process}/ingest`)).body;
    const refused = await app.request('POST', `${process}/ingest?commit=1`, {
      ...(raw !== undefined && { raw }),
      headers: { 'Content-Type': 'application/json', ...headers },
    });

    expect([refused.status, linkOf(refused)]).toEqual([status, open]);
    const stranger = await app.key(['service.*'], []);
    const hidden = await app.request('POST', `${process}/ingest`, { raw: '[', key: stranger });
    expect([hidden.status, linkOf(hidden)]).toEqual([404, undefined]);
  });

  it('accepts an empty chunked body', async () => {
    const key = await app.key();
    const chunked = (url: string) =>
      new Promise<[number, { transaction_ingest_url: string; status: string }]>((resolve, reject) => {
        const headers = { 'API-Key': key, 'Content-Type': 'application/json', 'Transfer-Encoding': 'chunked' };
        const sent = request(url, { method: 'POST', headers }, (answer) => {
          let text = '';
          answer.on('data', (part) => (text += String(part)));
          answer.on('end', () => resolve([answer.statusCode!, JSON.parse(text)]));
        });
        sent.on('error', reject).end();
      });
    const [opened, { transaction_ingest_url: ingest }] = await chunked(`${app.base}${process}/ingest`);
    expect(opened).toBe(202);
    await app.post(ingest, [entry('101')]);
    expect(await chunked(`${ingest}?commit=1`)).toEqual([200, expect.objectContaining({ status: 'finished' })]);
    expect((await app.get(`${process}/entries`)).body.data).toHaveLength(1);
  });

  it('is independent for each process', async () => {
    const other = await givenProcess(app, asset);

    expect((await app.post(`${process}/ingest`, [])).status).toBe(200);
    expect((await app.post(`${other}/ingest`, [])).status).toBe(200);
  });

  it.each([
    ['commit=2', [], 'commit'],
    ['commit=true', [], 'commit'],
    ['commit=', [], 'commit'],
    ['commit=1&commit=1', [], 'commit'],
    ['commit[]=1', [], 'commit'],
    ['', {}, 'body'],
    ['', 'text', 'body'],
    ['', [{}], '0.price'],
  ])('with ?%s and %j returns 422 and opens nothing', async (query, body, field) => {
    const answer = await app.post(`${process}/ingest?${query}`, body);

    expect(answer.status).toBe(422);
    expect(answer.body.fields).toHaveProperty([field]);
    expect(answer.headers.get('link')).toBeNull();
    expect((await app.post(`${process}/ingest`, [])).status).toBe(200);
  });

  it('with a commit but no array returns 422 and opens nothing', async () => {
    expect((await app.post(`${process}/ingest?commit=1`)).status).toBe(422);
    expect((await app.post(`${process}/ingest`)).status).toBe(202);
  });

  it('while another is open causes no error in the Postgres log', async () => {
    await app.post(`${process}/ingest`);
    const { source } = app.app.get(Database);
    const { logger } = source;
    const logged: unknown[] = [];
    source.logger = {
      ...logger,
      logQuery: () => undefined,
      logQueryError: (error) => logged.push(error),
    } as typeof logger;
    for (const body of [undefined, [entry('101')]])
      expect((await app.post(`${process}/ingest?commit=0`, body)).status).toBe(409);
    source.logger = logger;

    expect(logged).toEqual([]);
  });
});

describe('An open transaction', () => {
  const opened = async () => (await app.post(`${process}/ingest`, [])).body.transaction_ingest_url as string;

  it('collects entries until it is committed', async () => {
    const url = await opened();
    expect((await app.post(url, [entry('101')])).body).toMatchObject({ status: 'pending', entry_count: 1 });
    expect((await app.post(`${url}?commit=0`, [entry('102'), entry('103')])).body.entry_count).toBe(3);
    expect((await app.get(`${process}/entries`)).body.data).toEqual([]);

    const last = await app.post(`${url}?commit=1`);
    expect(last).toMatchObject({ status: 200, body: { status: 'finished', entry_count: 3 } });
    expect((await app.get(`${process}/entries`)).body.data).toHaveLength(3);
    expect((await app.get(last.body.transaction_url)).body.source_count).toBe(3);
  });

  it('accepts the last entries with the commit', async () => {
    const url = await opened();
    await app.post(`${url}?commit=1`, [entry('101')]);

    expect((await app.get(`${process}/entries`)).body.data[0][0]).toMatchObject({
      unit_id: asset.units[0],
      price: 2000,
    });
  });

  it('names every invalid entry and stays unchanged', async () => {
    const url = await opened();
    const bad = [
      entry('101'),
      entry('102', { price: '12' }),
      entry('103', { available_on: '2024-02-30', colour: 'red' }),
      7,
    ];
    const answer = await app.post(`${url}?commit=1`, bad);

    expect(answer.status).toBe(422);
    expect(answer.body.fields).toEqual({
      '1.price': ['must be an integer'],
      '2.available_on': ['must be a calendar date, YYYY-MM-DD'],
      '2.colour': ['is not a known field'],
      '3': ['must be an object'],
    });
    expect(answer.body.fault_count).toBe(4);
    expect(linkOf(answer)).toBe(url.replace(/\/ingest$/, ''));
    expect((await app.get(url.replace(/\/ingest$/, ''))).body).toMatchObject({
      status: 'pending',
      entry_count: 0,
      source_count: 1,
    });
  });

  it('lists a hundred errors and counts all', async () => {
    const url = await opened();
    const answer = await app.post(
      url,
      Array.from({ length: 1000 }, () => entry('101', { price: -1 })),
    );

    expect(Object.keys(answer.body.fields)).toHaveLength(100);
    expect(answer.body.fields).toHaveProperty(['99.price']);
    expect(answer.body.fault_count).toBe(1000);
  });

  it.each([['['], ['[1,]'], ['{"a":'], ['[{}] x'], ['\ufeff[}']])('answers %s with 400 and stays open', async (raw) => {
    const url = await opened();
    const answer = await app.request('POST', url, { raw, headers: { 'Content-Type': 'application/json' } });

    expect(answer.status).toBe(400);
    expect(linkOf(answer)).toBe(url.replace(/\/ingest$/, ''));
    expect((await app.post(`${url}?commit=1`, [])).status).toBe(200);
  });

  it('expires by the clock, and publishes nothing', async () => {
    const url = await opened();
    await app.post(url, [entry('101')]);
    await app.advance(29.9);
    expect((await app.get(url.replace(/\/ingest$/, ''))).body).toMatchObject({
      status: 'pending',
      expires_in: expect.any(Number),
    });

    await app.advance(30.1);
    const late = await app.post(`${url}?commit=1`);
    expect(late.status).toBe(409);
    expect(linkOf(late)).toBe(url.replace(/\/ingest$/, ''));
    expect((await app.post(url, [entry('102')])).status).toBe(409);
    expect((await app.get(url.replace(/\/ingest$/, ''))).body).toMatchObject({
      status: 'expired',
      expires_in: null,
      ended_at: expect.any(String),
    });
    expect((await app.get(`${process}/entries`)).body.data).toEqual([]);
    expect((await app.post(`${process}/ingest`, [])).status).toBe(200);
  });

  it('can be aborted, which frees the process', async () => {
    const url = (await opened()).replace(/\/ingest$/, '');

    expect((await app.delete(url)).body).toMatchObject({ status: 'expired', expires_in: null });
    expect((await app.delete(url)).status).toBe(409);
    expect((await app.post(`${process}/ingest`)).status).toBe(202);
  });

  it('returns 404 under another process or asset', async () => {
    const url = await opened();
    const path = new URL(url).pathname;
    const other = await givenProcess(app, asset);
    const stranger = await givenAsset(app);

    expect((await app.post(path.replace(process, other), [])).status).toBe(404);
    expect((await app.post(path.replace(asset.path, stranger.path), [])).status).toBe(404);
    expect((await app.get(path.replace(/\d+\/ingest/, '999999'))).status).toBe(404);
    expect((await app.get(path.replace(/\d+\/ingest/, 'abc'))).status).toBe(404);
  });
});

describe('A closed transaction', () => {
  it('rejects further data and a second commit', async () => {
    const { transaction_ingest_url: url } = (await app.post(`${process}/ingest?commit=1`, [])).body;

    for (const answer of [await app.post(url, [entry('101')]), await app.post(`${url}?commit=1`)]) {
      expect(answer.status).toBe(409);
      expect(answer.body.message).toContain('is finished');
      expect(linkOf(answer)).toBe(url.replace(/\/ingest$/, ''));
    }
  });

  it('reports an invalid body first', async () => {
    const { transaction_ingest_url: url } = (await app.post(`${process}/ingest?commit=1`, [])).body;

    expect((await app.post(url, [{}])).status).toBe(422);
  });
});

describe('A client that follows only the specification', () => {
  it('opens an empty transaction, reads its id from the Location, sends, commits, and gets 409 for a second commit', async () => {
    const processes = (await app.get(`${asset.path}/pricing/`)).body.data as { id: string; type: string }[];
    const { id } = processes.find((each) => each.type === 'push')!;
    const opened = await app.post(`${asset.path}/pricing/${id}/ingest?commit=0`);
    expect(opened.status).toBe(202);
    const transaction = opened.body.transaction_url.split('/').pop();
    const ingest = `${asset.path}/pricing/${id}/transactions/${transaction}/ingest`;

    expect((await app.post(`${ingest}?commit=0`, [entry('101')])).status).toBe(200);
    expect((await app.post(`${ingest}?commit=1`)).status).toBe(200);
    expect((await app.post(`${ingest}?commit=1`)).status).toBe(409);
    expect((await app.get(`${asset.path}/pricing/${id}/entries/`)).body.data).toHaveLength(1);
  });
});

describe('A deleted process', () => {
  it('is deleted with its entries, published or not, and no others', async () => {
    const kept = await givenProcess(app, asset);
    for (const each of [process, kept]) {
      await app.post(`${each}/ingest?commit=1`, [entry('101')]);
      await app.post(`${each}/ingest`, [entry('101'), entry('102')]);
    }
    const stored = async () =>
      Number(
        (await app.sql<{ n: string }>('select count(*) as n from pricing.entry where asset_id = $1', [asset.id]))[0]!.n,
      );
    expect(await stored()).toBe(6);
    await app.app.get(CommandBus).execute(new PruneProcesses(asset.id, [kept.split('/').at(-1)!]));
    expect(await stored()).toBe(3);
    expect((await app.get(`${process}/entries`)).status).toBe(404);
    expect((await app.get(`${kept}/entries`)).body.data).toHaveLength(1);
  });

  it('is deleted with entries that are added concurrently', async () => {
    const { transaction_id: id } = (await app.post(`${process}/ingest`)).body;
    const adding = await app.sqlPool.connect();
    await adding.query('begin');
    await adding.query('select from pricing.transaction where id = $1 for update', [id]);
    await adding.query(
      `insert into pricing.entry (asset_id, transaction_id, unit_number, provider_id, price, available_on, hash)
       values ($1, $2, '101', 'P-101', 2000, '2026-12-01', 1)`,
      [asset.id, id],
    );
    const pruned = app.app.get(CommandBus).execute(new PruneProcesses(asset.id, []));
    const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    while ((await app.sql(waiting)).length === 0) await sleep(5);
    await adding.query('commit');
    adding.release();
    await pruned;

    expect(await app.sql('select from pricing.entry where asset_id = $1', [asset.id])).toEqual([]);
  });
});
