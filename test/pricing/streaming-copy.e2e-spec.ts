import { once } from 'node:events';
import { type IncomingMessage, request as httpRequest } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { jest } from '@jest/globals';
import { Database, UnitOfWork } from '@app/platform/persistence';
import { type TestResponse, TestApp } from '../support/app.js';
import { type GivenAsset, givenAsset, givenProcess } from '../support/given.js';

/** Bodies that are copied while they arrive. */
describe('A large ingest request', () => {
  const COUNT = 6_000;
  let app: TestApp;
  let key: string;
  let asset: GivenAsset;
  let process: string;

  beforeAll(async () => {
    app = await TestApp.start();
    app.stopJobs();
    key = await app.key();
    asset = await givenAsset(
      app,
      Array.from({ length: 300 }, (_, at) => `${at}`),
    );
  });
  beforeEach(async () => {
    process = await givenProcess(app, asset, 'revenue_management');
  });
  afterEach(() => {
    jest.restoreAllMocks();
    return app.advance(0);
  });
  afterAll(() => app.close());

  const entries = (count = COUNT, price = 2000) =>
    Array.from({ length: count }, (_, at) => ({
      ...{ unit_number: `${at % 300}`, provider_id: `P-${at % 300}`, price, available_on: '2026-12-01' },
      ...{ lease_term: 3 + (at % 20), specials_description: 'One month free, if you sign until the end of the week' },
    }));
  const stored = async () => Number((await app.sql<{ count: string }>('select count(*) from pricing.entry'))[0]!.count);
  /** Sessions that are in a transaction or at a COPY. */
  const busy = () =>
    app.sql<{ query: string }>(
      `select query from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and state <> 'idle'`,
    );
  const rest = async () => {
    while ((await busy()).length > 0) await sleep(5);
  };
  /** Sends a body in two halves. @param between runs between them */
  async function halves(
    path: string,
    body: string,
    between: () => Promise<void>,
  ): Promise<Pick<TestResponse, 'status' | 'body'>> {
    const headers = { 'API-Key': key, 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) };
    const sending = httpRequest(app.base + path, { method: 'POST', headers });
    const half = Math.floor(body.length * 0.9);
    sending.write(body.slice(0, half));
    sending.on('error', () => undefined);
    await between().catch((error: unknown) => {
      sending.destroy();
      throw error;
    });
    const answered = once(sending, 'response');
    sending.end(body.slice(half));
    const [response] = (await answered) as [IncomingMessage];
    const text = (await response.toArray()).join('');
    return { status: response.statusCode!, body: JSON.parse(text) };
  }
  const copying = async () => {
    while (!(await busy()).some(({ query }) => /^copy (pricing\.entry|pg_temp\.staged_entry)/.test(query)))
      await sleep(5);
  };

  it('is copied while it arrives, and invisible before it is complete', async () => {
    const before = await stored();
    const body = JSON.stringify(entries());
    const answer = await halves(`${process}/ingest?commit=1`, body, async () => {
      await copying();
      expect(await stored()).toBe(before);
    });
    expect([answer.status, answer.body.status, answer.body.entry_count]).toEqual([200, 'finished', COUNT]);
    expect(await stored()).toBe(before + COUNT);
    const listed = await app.get(`${process}/entries?per-page=1000`);
    expect(listed.body.data.flat().length).toBe(COUNT);
    expect((await app.get(`${process}/units?per-page=1`)).body.data[0].price).toBe(2000);
  });

  it('to a process with prices is copied into a temporary table while it arrives', async () => {
    await halves(`${process}/ingest?commit=1`, JSON.stringify(entries()), copying);
    const before = await stored();
    const changed = entries().map((entry, at) => (at % 100 === 0 ? { ...entry, price: 2100 } : entry));
    const answer = await halves(`${process}/ingest?commit=1`, JSON.stringify(changed), async () => {
      await copying();
      expect((await busy()).map(({ query }) => query)).toContainEqual(
        expect.stringContaining('copy pg_temp.staged_entry'),
      );
    });
    const totals = { received: COUNT, added: 0, removed: 0, price_up: COUNT / 100 };
    expect(answer).toMatchObject({ status: 200, body: { report: { outcome: 'published', totals } } });
    expect(await stored()).toBe(before + COUNT / 100);
  });

  it('shows the entry that the rule selects on the day of publication', async () => {
    const days = (count: number) => new Date(Date.now() + count * 86_400_000).toISOString().slice(0, 10);
    const terms = entries().flatMap((entry, at) => [
      { ...entry, lease_term: 12, lease_starts_on: days(1), price: 1000 + (at % 300) },
      { ...entry, lease_term: 24, lease_starts_on: days(60), price: 2000 + (at % 300) },
    ]);
    const body = JSON.stringify(terms);
    const shown = async () => (await app.get(`${process}/units?per-page=1`)).body.data[0].price;
    await halves(`${process}/ingest?commit=1`, body, copying);
    expect(await shown()).toBe(1000);
    await halves(`${process}/ingest?commit=1`, body, async () => {
      await copying();
      await app.advance(3 * 24 * 60);
    });
    expect(await shown()).toBe(2000);
  });

  it('with an error at its end is rejected, and stores nothing', async () => {
    const before = await stored();
    const wrong = [...entries(), { ...entries(1)[0], price: -1 }];
    const answer = await halves(`${process}/ingest?commit=1`, JSON.stringify(wrong), copying);
    expect([answer.status, Object.keys(answer.body.fields)]).toEqual([422, [`${COUNT}.price`]]);
    await rest();
    expect([await stored(), (await app.get(`${process}/entries`)).body.data]).toEqual([before, []]);
  });

  it('with an error in its query is rejected, and stores nothing', async () => {
    const before = await stored();
    const wrong = [...entries(), { ...entries(1)[0], price: -1 }];
    const answer = await app.post(`${process}/ingest?commit=7`, wrong);
    expect([answer.status, Object.keys(answer.body.fields).sort()]).toEqual([422, [`${COUNT}.price`, 'commit']]);
    expect(await stored()).toBe(before);
  });

  it('whose client disconnects stores nothing, and releases its connection', async () => {
    const before = await stored();
    const aborted = halves(`${process}/ingest?commit=1`, JSON.stringify(entries()), async () => {
      await copying();
      throw new Error('gone');
    });
    await expect(aborted).rejects.toThrow('gone');
    await rest();
    expect(await stored()).toBe(before);
  });

  it('for an open transaction is added to it, and for a closed one is rejected', async () => {
    const opened = await app.post(`${process}/ingest`, entries(10));
    const path = new URL(opened.body.transaction_ingest_url).pathname;
    const added = await halves(path, JSON.stringify(entries()), copying);
    expect([added.status, added.body.entry_count]).toEqual([200, COUNT + 10]);
    await app.post(`${path}?commit=1`);
    const before = await stored();
    const late = await halves(path, JSON.stringify(entries()), copying);
    expect(late.status).toBe(409);
    await rest();
    expect(await stored()).toBe(before);
  });

  it('wins or is rejected with the winner named, when several run at once', async () => {
    const before = await stored();
    const sent = Array.from({ length: 6 }, () => app.post(`${process}/ingest`, entries()));
    const answers = await Promise.all(sent);
    const winners = answers.filter((answer) => answer.status === 200);
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409, 409, 409, 409, 409]);
    for (const { status, headers } of answers)
      if (status === 409) expect(headers.get('link')).toContain(winners[0]!.body.transaction_url);
    await rest();
    expect(await stored()).toBe(before + COUNT);
  });

  it('replaces an expired transaction', async () => {
    await app.post(`${process}/ingest`, entries(1));
    await app.advance(31);
    try {
      const answer = await halves(`${process}/ingest?commit=1`, JSON.stringify(entries()), copying);
      expect([answer.status, answer.body.status]).toEqual([200, 'finished']);
      expect((await app.get(`${process}/entries?per-page=1000`)).body.data.flat().length).toBe(COUNT);
    } finally {
      await app.advance(0);
    }
  });

  it('recovers when the connection of its COPY is lost', async () => {
    const answer = await halves(`${process}/ingest?commit=1`, JSON.stringify(entries()), async () => {
      await copying();
      await app.sql(
        `select pg_terminate_backend(pid, 60000) from pg_stat_activity where datname = current_database() and query like 'copy pricing.entry%' and state = 'active' and pid <> pg_backend_pid()`,
      );
    });
    expect([answer.status, answer.body.status]).toEqual([200, 'finished']);
    expect((await app.get(`${process}/entries?per-page=1000`)).body.data.flat().length).toBe(COUNT);
  });

  it('is executed once under an idempotency key', async () => {
    const send = () => app.post(`${process}/ingest?commit=1`, entries(), { headers: { 'Idempotency-Key': process } });
    const [first, second] = [await send(), await send()];
    expect([first.status, second.text, second.headers.get('idempotency-replayed')]).toEqual([200, first.text, 'true']);
  });

  it('is stored completely when its write under an idempotency key is retried', async () => {
    let faults = 1;
    app.app.get(UnitOfWork).beforeCommit(async () => {
      if (faults-- > 0) await app.app.get(Database).rows(`do $$ begin raise exception using errcode = '40P01'; end $$`);
    });
    const answer = await app.post(`${process}/ingest?commit=1`, entries(), { headers: { 'Idempotency-Key': process } });
    expect([answer.status, faults < 0, answer.body.entry_count]).toEqual([200, true, COUNT]);
    expect((await app.get(`${process}/entries?per-page=1000`)).body.data.flat().length).toBe(COUNT);
  });

  it('with options of a commit is rejected, after its entries are validated', async () => {
    const before = await stored();
    const preview = (body: unknown) => app.post(`${process}/ingest?dry-run=1`, body);
    const [sound, wrong] = [await preview(entries()), await preview([{ price: -1 }])];
    expect([sound.status, Object.keys(sound.body.fields)]).toEqual([422, ['dry-run']]);
    expect([wrong.status, Object.keys(wrong.body.fields)]).toEqual([422, expect.arrayContaining(['0.price'])]);
    await rest();
    expect(await stored()).toBe(before);
  });
});
