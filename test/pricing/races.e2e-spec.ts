import { setTimeout as sleep } from 'node:timers/promises';
import { TestApp } from '../support/app.js';
import { type GivenAsset, givenAsset, givenProcess } from '../support/given.js';

let app: TestApp;
let other: TestApp;
let asset: GivenAsset;
let process: string;

beforeAll(async () => {
  app = await TestApp.start({ PRICE_HISTORY_DAYS: '0' });
  other = await app.replica({ PRICE_HISTORY_DAYS: '0' });
});
afterAll(() => app?.close());
beforeEach(async () => {
  asset = await givenAsset(app);
  process = await givenProcess(app, asset);
});
afterEach(() => app.advance(0));

const entry = (unit: string, price = 2000) => ({
  unit_number: unit,
  provider_id: `P-${unit}`,
  price,
  available_on: '2026-12-01',
});
const count = (answers: { status: number }[], status: number) =>
  answers.filter((answer) => answer.status === status).length;
const all = <T>(times: number, work: (at: number) => Promise<T>) =>
  Promise.all(Array.from({ length: times }, (_, at) => work(at)));

/** Units with a price but no published entry, or with an entry but no price. */
const MISPRICED = `select unit.* from pricing.unit unit join pricing.process process
    on process.asset_id = unit.asset_id and process.id = unit.process_id
  where (unit.price is not null) <> exists (select from pricing.entry entry where entry.asset_id = unit.asset_id
    and entry.transaction_id = process.published_transaction_id and entry.until is null and entry.provider_id = unit.provider_id)`;

/** Pricing units of deleted units. */
const UNITLESS = `select priced.* from pricing.unit priced left join catalog.unit on unit.asset_id = priced.asset_id and unit.id = priced.id
  where unit.id is null`;

const WAITING = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;

/** Deletes a unit; repeats the request while a busy server responds with 503, which changes nothing. */
async function deleteUnit(path: string): Promise<number> {
  for (;;) {
    const { status } = await other.delete(path);
    if (status !== 503) return status;
    await sleep(20);
  }
}

async function someoneWaits(): Promise<void> {
  while ((await app.sql(WAITING)).length === 0) await sleep(5);
}

describe('Two servers on one database', () => {
  afterEach(async () => expect(await app.sql(MISPRICED)).toEqual([]));

  it.each([2, 5, 20, 50])(
    'let exactly one of %i requests open a transaction, and name it to the others',
    async (opens) => {
      for (let round = 0; round < 6; round++) {
        const answers = await all(opens, (at) =>
          (at % 2 ? app : other).post(`${process}/ingest`, at % 3 ? [entry('101')] : undefined),
        );
        const winners = answers.filter((answer) => answer.status < 300);
        expect(winners).toHaveLength(1);
        // On a busy machine, some wait too long for a connection and get 503.
        expect(count(answers, 409) + count(answers, 503)).toBe(opens - 1);
        const id = winners[0]!.body.transaction_id as string;
        for (const answer of answers.filter(({ status }) => status !== 503))
          expect(answer.headers.get('link')).toMatch(new RegExp(`/transactions/${id}>; rel="transaction"`));
        await app.delete(`${process}/transactions/${id}`);
      }
    },
  );

  it('name the open transaction to rejected requests, even if transactions end quickly', async () => {
    const answers = await all(6, async (at) => {
      const seen: string[] = [];
      for (let turn = 0; turn < 15; turn++) {
        const { status, headers, body } = await (at % 2 ? app : other).post(`${process}/ingest`);
        seen.push(`${status} ${headers.has('link')}`);
        if (status === 202) await app.delete(`${process}/transactions/${body.transaction_id}`);
      }
      return seen;
    });
    expect([...new Set(answers.flat())].toSorted()).toEqual(['202 true', '409 true']);
  });

  it('let exactly one of many commits succeed', async () => {
    for (let round = 0; round < 5; round++) {
      const { transaction_id: id } = (await app.post(`${process}/ingest`, [entry('101', round)])).body;
      const answers = await all(20, (at) =>
        (at % 2 ? app : other).post(`${process}/transactions/${id}/ingest?commit=1`),
      );
      expect(count(answers, 200)).toBe(1);
      expect(count(answers, 409)).toBe(19);
      expect((await other.get(`${process}/units/${asset.units[0]}`)).body.price).toBe(round);
    }
  });

  it('let a commit or its expiry win, never both', async () => {
    for (let round = 0; round < 10; round++) {
      const { transaction_id: id } = (await app.post(`${process}/ingest`, [entry('101', 7000 + round)])).body;
      const url = `${process}/transactions/${id}`;
      const [committed] = await Promise.all([other.post(`${url}/ingest?commit=1`), app.advance(31 * (round + 1))]);
      const { status } = (await app.get(url)).body;
      const shown = (await app.get(`${process}/units/${asset.units[0]}`)).body.price === 7000 + round;
      expect([committed.status, status, shown]).toEqual(
        committed.status === 200 ? [200, 'finished', true] : [409, 'expired', false],
      );
    }
  });

  it('lose no entry of concurrent senders, and accept none after the commit', async () => {
    const { transaction_id: id } = (await app.post(`${process}/ingest`)).body;
    const url = `${process}/transactions/${id}/ingest`;
    const sent = all(20, (at) => (at % 2 ? app : other).post(url, [entry(String(at))]));
    const committed = await sent.then(() => app.post(`${url}?commit=1`));
    const late = await all(5, () => other.post(url, [entry('999')]));

    expect(count(await sent, 200)).toBe(20);
    expect(committed.body.entry_count).toBe(20);
    expect(count(late, 409)).toBe(5);
  });

  it('show the old set or the new one, never a mixture', async () => {
    const set = (price: number) => ['101', '102', '103'].map((unit) => entry(unit, price));
    await app.post(`${process}/ingest?commit=1`, set(0));
    let pushing = true;
    const pushes = (async () => {
      for (let price = 1; price <= 40; price++)
        expect((await app.post(`${process}/ingest?commit=1`, set(price))).status).toBe(200);
      pushing = false;
    })();
    let reads = 0;
    while (pushing) {
      const [entries, units] = await Promise.all([other.get(`${process}/entries`), other.get(`${process}/units`)]);
      for (const prices of [entries.body.data.flat(), units.body.data].map((rows: { price: number }[]) =>
        rows.map((row) => row.price),
      )) {
        expect(prices).toHaveLength(3);
        expect(new Set(prices).size).toBe(1);
      }
      reads++;
    }
    await pushes;
    expect(reads).toBeGreaterThan(3);
  });

  it('map only one of two units to a provider id', async () => {
    for (let round = 0; round < 10; round++) {
      const id = `X${round}`;
      const map = (server: TestApp, unit: string) =>
        server.put(`${process}/units/${unit}`, { id: unit, provider_id: id });
      const answers = await Promise.all([map(app, asset.units[0]!), map(other, asset.units[1]!)]);
      expect(answers.map((answer) => answer.status).toSorted()).toEqual([200, 409]);
    }
  });

  it('map units while sets are published, and end with the last publication', async () => {
    const push = (price: number) =>
      app.post(`${process}/ingest?commit=1`, [{ ...entry('nobody', price), provider_id: 'X' }]);
    await push(1);
    for (let round = 2; round < 12; round++) {
      const id = asset.units[0]!;
      await other.put(`${process}/units/${id}`, { id, provider_id: null });
      const [pushed, mapped] = await Promise.all([
        push(round),
        other.put(`${process}/units/${id}`, { id, provider_id: 'X' }),
      ]);
      expect([pushed.status, mapped.status]).toEqual([200, 200]);
      expect((await app.get(`${process}/units/${id}`)).body.price).toBe(round);
    }
  });

  it('tolerate units that are deleted during a commit', async () => {
    for (let round = 0; round < 5; round++) {
      const doomed = await givenAsset(
        app,
        Array.from({ length: 20 }, (_, n) => `D${n}`),
      );
      const feed = await givenProcess(app, doomed);
      const [pushed, ...deletions] = await Promise.all([
        app.post(
          `${feed}/ingest?commit=1`,
          doomed.units.map((_, n) => entry(`D${n}`)),
        ),
        ...doomed.units.slice(0, 10).map((unit) => deleteUnit(`${doomed.path}/units/${unit}`)),
      ]);
      expect(deletions).toEqual(Array(10).fill(200));
      expect(pushed.status).toBe(200);
      expect((await app.get(`${feed}/entries`)).body.data).toHaveLength(10);
      expect(await app.sql(UNITLESS)).toEqual([]);
    }
  });

  it('publish no price of a unit whose deletion has begun', async () => {
    const deletion = await app.sqlPool.connect();
    await deletion.query('begin');
    await deletion.query('delete from catalog.unit where asset_id = $1 and id = $2', [asset.id, asset.units[0]]);
    const pushed = app.post(`${process}/ingest?commit=1`, [entry('101'), entry('102')]);
    await someoneWaits();
    await deletion.query('commit');
    deletion.release();

    expect((await pushed).body.report.totals).toMatchObject({ matched: 1, unmatched: 1 });
    expect(await app.sql(UNITLESS)).toEqual([]);
  });

  it('delete a unit with If-Match together with its concurrent price', async () => {
    await app.post(`${process}/ingest?commit=1`, [entry('unmatched')]);
    const [unit] = asset.units;
    const { headers } = await app.get(`${asset.path}/units/${unit}`);
    const update = await app.sqlPool.connect();
    await update.query('begin');
    await update.query('select from catalog.unit where asset_id = $1 and id = $2 for no key update', [asset.id, unit]);
    const deleted = other.delete(`${asset.path}/units/${unit}`, { headers: { 'If-Match': headers.get('etag')! } });
    await someoneWaits();
    const mapped = await app.put(`${process}/units/${unit}`, { id: unit, provider_id: 'P-unmatched' });
    await update.query('commit');
    update.release();

    expect([mapped.status, (await deleted).status]).toEqual([200, 200]);
    expect(await app.sql(UNITLESS)).toEqual([]);
    const kinds = `select kind, count from audit.event where asset_id = $1 and relation = 'pricing.unit' order by id`;
    expect(await app.sql(kinds, [asset.id])).toEqual(
      ['created', 'updated', 'deleted'].map((kind) => ({ kind, count: 1 })),
    );
  });

  it('return 404 for a process that is removed while prices are sent', async () => {
    await app.post(`${process}/ingest?commit=1`, [entry('101')]);
    const removal = await app.sqlPool.connect();
    await removal.query('begin');
    await removal.query('delete from pricing.process where asset_id = $1', [asset.id]);
    const sent = [
      app.post(`${process}/ingest?commit=1`, [entry('101')]),
      app.post(`${process}/ingest`),
      other.post(`${process}/publications/1/restore`),
      other.put(`${process}/units/${asset.units[0]}`, { id: asset.units[0], status: 'Held' }),
    ];
    while ((await app.sql(WAITING)).length < sent.length) await sleep(5);
    await removal.query('commit');
    removal.release();

    expect((await Promise.all(sent)).map(({ status }) => status)).toEqual(sent.map(() => 404));
  });

  it('delete a unit only after a commit that prices it', async () => {
    const commit = await app.sqlPool.connect();
    await commit.query('begin');
    await commit.query(
      'insert into pricing.unit (asset_id, process_id, id) select asset_id, id, $2 from pricing.process where asset_id = $1',
      [asset.id, asset.units[0]],
    );
    const deleted = other.delete(`${asset.path}/units/${asset.units[0]}`);
    await someoneWaits();
    await commit.query('commit');
    commit.release();

    expect((await deleted).status).toBe(200);
    expect(await app.sql(UNITLESS)).toEqual([]);
  });
});

describe('The job that deletes obsolete entries', () => {
  const runs = async (times = 4) => {
    const { PurgePublicationsJob } = await import('../../libs/pricing/src/publications/purge-publications.job.js');
    const { ExpireTransactionsJob } = await import('../../libs/pricing/src/transactions/expire-transactions.job.js');
    const { PurgeEntriesJob } = await import('../../libs/pricing/src/transactions/purge-entries.job.js');
    return all(times, async (at) => {
      for (const job of [PurgePublicationsJob, ExpireTransactionsJob, PurgeEntriesJob])
        await (at % 2 ? app : other).app.get(job, { strict: false }).run();
    });
  };
  const entries = async () =>
    Number(
      (await app.sql<{ n: string }>('select count(*) as n from pricing.entry where asset_id = $1', [asset.id]))[0]!.n,
    );
  const ended = () =>
    app.sql(
      `select status, ended_at = expires_at as on_time, holds_entries, needs_sweep
       from pricing.transaction where asset_id = $1 order by id`,
      [asset.id],
    );

  beforeAll(async () => {
    for (const server of [app, other]) server.stopJobs();
    await runs(); // a scheduled run finds nothing left to do
  });

  it('records expired transactions and deletes obsolete entries, on several replicas at once', async () => {
    await app.post(`${process}/ingest?commit=1`, [entry('101'), entry('102')]);
    await app.post(`${process}/ingest?commit=1`, [entry('101')]);
    await app.post(`${process}/ingest`, [entry('101'), entry('103')]);
    expect(await entries()).toBe(4);

    await runs();
    expect(await entries()).toBe(3);

    await app.advance(31);
    await runs();
    expect(await entries()).toBe(1);
    const statuses = await ended();
    expect(statuses.map((row) => row['status'])).toEqual(['finished', 'finished', 'expired']);
    expect(statuses[2]!['on_time']).toBe(true);
    expect((await app.get(`${process}/entries`)).body.data).toHaveLength(1);
  });

  it('keeps published entries, and then has nothing to do', async () => {
    await app.post(`${process}/ingest?commit=1`, [entry('101')]);
    const { transaction_id: id } = (await app.post(`${process}/ingest`, [entry('101')])).body;
    await app.delete(`${process}/transactions/${id}`);
    await app.post(`${process}/ingest?commit=1`, [entry('102')]);
    expect((await ended()).map((row) => row['needs_sweep'])).toEqual([true, true, true]);

    await runs(1);
    expect((await ended()).map((row) => [row['holds_entries'], row['needs_sweep']])).toEqual([
      [false, false],
      [false, false],
      [true, false],
    ]);
    expect(await entries()).toBe(1);
  });

  it('retries entries of a locked transaction', async () => {
    const { transaction_id: id } = (await app.post(`${process}/ingest?commit=1`, [entry('101')])).body;
    await app.post(`${process}/ingest?commit=1`, [entry('102')]);
    const client = await app.sqlPool.connect();
    await client.query('begin');
    await client.query('select from pricing.transaction where id = $1 for update', [id]);
    await runs();
    expect(await entries()).toBe(2);
    await client.query('commit');
    client.release();

    await runs();
    expect(await entries()).toBe(1);
    expect((await ended()).filter((row) => row['needs_sweep'])).toEqual([]);
  });

  it('deletes entries that are replaced while it runs', async () => {
    const sets = all(12, (at) => (at % 2 ? app : other).post(`${process}/ingest?commit=1`, [entry(`${at}`)]));
    await all(6, () => runs(2));
    expect(count(await sets, 200)).toBeGreaterThan(0);
    await runs();
    expect(await entries()).toBe(1);
    expect((await ended()).filter((row) => row['needs_sweep'])).toEqual([]);
  });
});
