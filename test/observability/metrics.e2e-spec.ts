import { setTimeout as sleep } from 'node:timers/promises';
import { jest } from '@jest/globals';
import { readSettings } from '@app/platform/core';
import { createDataModelsApi } from '../../apps/data-models-api/src/create-api.js';
import { BuildDocumentsJob } from '../../libs/viewer/src/builds/build-documents.job.js';
import { PurgeEntriesJob } from '../../libs/pricing/src/transactions/purge-entries.job.js';
import { DatabaseProxy } from '../platform/database-proxy.js';
import { Wire } from '../platform/wire.js';
import { TestApp } from '../support/app.js';
import { type GivenAsset, givenAsset, givenProcess } from '../support/given.js';
import { TIME_FACTOR } from '../support/time-factor.js';
import { built, Service } from '../support/service.mjs';
import { type Family, type Line, parseExposition } from './exposition.js';

/** Milliseconds after which a scraped value, and one from the database, is no longer reused. */
const LATER = 1_050;
const MUCH_LATER = 2_050;

/** Milliseconds by which `performance.now()`, and thus the age of cached values, is ahead of the time. */
let ahead = 0;

const nobody = { key: null, flags: null };
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'other'];
const CLASSES = ['unfinished', '1xx', '2xx', '3xx', '4xx', '5xx'];

let app: TestApp;
let asset: GivenAsset;
let process: string;

beforeAll(async () => {
  const now = performance.now.bind(performance);
  jest.spyOn(performance, 'now').mockImplementation(() => now() + ahead);
  app = withoutJobs(await TestApp.start());
  asset = await givenAsset(app);
  process = await givenProcess(app, asset);
});
afterAll(async () => {
  await app?.close();
  jest.restoreAllMocks();
});

const replica = async (env: NodeJS.ProcessEnv = {}) => withoutJobs(await app.replica(env));

/** Tests run the jobs. */
function withoutJobs(of: TestApp): TestApp {
  of.stopJobs();
  return of;
}

/** A scrape after cached values have expired. */
function scrape(at = app, after = LATER): Promise<Scrape> {
  ahead += after;
  return read(at);
}

/** Scrapes until the metric has the value, or for a time. Changes no clock, so that durations of requests in progress stay right. */
async function scrapeUntil(at: TestApp, name: string, labels: Record<string, string>, value: number): Promise<Scrape> {
  const until = Date.now() + 10_000 * TIME_FACTOR;
  let scraped = await read(at);
  while (scraped.value(name, labels) !== value && Date.now() < until) {
    await sleep(20);
    scraped = await read(at);
  }
  return scraped;
}

async function read(at: TestApp): Promise<Scrape> {
  const answer = await at.get('/metrics', nobody);
  expect([answer.status, answer.headers.get('content-type')]).toEqual([
    200,
    'text/plain; version=0.0.4; charset=utf-8',
  ]);
  return new Scrape(answer.text);
}

/** Locks the assets while the work runs. */
async function whileLocked<T>(work: () => Promise<T>): Promise<T> {
  const blocker = await app.sqlPool.connect();
  try {
    await blocker.query('begin; lock table catalog.asset in access exclusive mode');
    return await work();
  } finally {
    await blocker.query('rollback');
    blocker.release();
  }
}

/** Until a statement waits for a lock. */
async function untilBlocked(): Promise<void> {
  const waiting = `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;
  while ((await app.sql(waiting)).length === 0) await sleep(5);
}

class Scrape {
  readonly families: Map<string, Family>;
  readonly lines: readonly Line[];
  private readonly byName = new Map<string, Line[]>();

  constructor(readonly text: string) {
    this.families = parseExposition(text);
    this.lines = [...this.families.values()].flatMap((family) => family.lines);
    for (const line of this.lines) {
      const named = this.byName.get(line.name);
      if (named) named.push(line);
      else this.byName.set(line.name, [line]);
    }
  }

  /** The one sample with these labels, or undefined. */
  value(name: string, labels: Record<string, string> = {}): number | undefined {
    const found = (this.byName.get(name) ?? []).filter((line) =>
      Object.entries(labels).every(([label, value]) => line.labels[label] === value),
    );
    if (found.length > 1) throw new Error(`${name} stands there ${found.length} times`);
    return found[0]?.value;
  }

  count = (operation: string, status: string, method = 'GET') =>
    this.value('http_request_duration_seconds_count', { operation, status, method }) ?? 0;

  values = (label: string) => new Set(this.lines.flatMap(({ labels }) => labels[label] ?? []));
}

const operationIds = async (of: TestApp) => {
  const { paths } = (await of.get('/openapi.json', nobody)).body as {
    paths: Record<string, Record<string, { operationId: string }>>;
  };
  return Object.values(paths).flatMap((path) => Object.values(path).map(({ operationId }) => operationId));
};

describe.each([
  ['main', undefined],
  ['second', createDataModelsApi],
])('The metrics of the %s API', (_, create) => {
  let api: TestApp;

  beforeAll(async () => {
    api = create ? await TestApp.start({}, create) : app;
  });
  afterAll(() => (create ? api?.close() : undefined));

  it('contain every operation of the OpenAPI document from the start, and no other', async () => {
    const { lines } = await scrape(api);
    const known = new Set(lines.flatMap(({ labels }) => labels['operation'] ?? []));
    expect([...known].sort()).toEqual([...(await operationIds(api)), 'none'].sort());
  });

  it('describe the process', async () => {
    const scraped = await scrape(api);
    for (const name of [
      'process_resident_memory_bytes',
      'nodejs_eventloop_lag_p99_seconds',
      'process_cpu_seconds_total',
    ])
      expect(scraped.value(name)).toBeGreaterThan(0);
  });
});

describe('A request', () => {
  it('is counted once, by operation, method and status', async () => {
    const sent: [string, string, string, string, (string | null)?][] = [
      ['list-assets', '2xx', 'GET', '/v1/assets?per-page=1'],
      ['list-assets', '2xx', 'HEAD', '/v1/assets'],
      ['list-assets', '4xx', 'GET', '/v1/assets?page=x'],
      ['list-assets', '4xx', 'GET', '/v1/assets', null],
      ['view-asset', '4xx', 'GET', '/v1/assets/987654321'],
      ['view-asset', '4xx', 'GET', '/v1/assets/1%2F2'],
      ['create-asset', '4xx', 'POST', '/v1/assets', 'pms_x'],
      ['get-file', '4xx', 'GET', '/files/x', null],
      ['check-liveness', '2xx', 'GET', '/health/live', null],
      ['none', '4xx', 'DELETE', '/files/x', null],
      ['none', '4xx', 'PUT', '/v1/assets'],
      ['none', '4xx', 'GET', '/v1/nowhere'],
      ['none', '4xx', 'GET', '/v1/assets/%'],
      ['none', '2xx', 'OPTIONS', '/v1/assets', null],
      ['none', '2xx', 'GET', '/openapi.json', null],
    ];
    const before = await scrape();
    for (const [, , method, path, key] of sent) await app.request(method, path, key === undefined ? {} : { key });
    const wire = await Wire.to(app.base);
    await wire.head('PROPFIND /v1/assets HTTP/1.1', 'Host: a').answer();
    wire.close();
    const after = await scrape();

    const scraped = 'none 2xx GET';
    const wanted = new Map([['none 4xx other', 1], [scraped, 1]]); // oxfmt-ignore
    for (const [operation, status, method] of sent) {
      const series = `${operation} ${status} ${method}`;
      wanted.set(series, (wanted.get(series) ?? 0) + 1);
    }
    const counted = new Map<string, number>();
    for (const { name, labels } of after.lines) {
      const { operation, status, method } = labels;
      const added = after.count(operation!, status!, method) - before.count(operation!, status!, method);
      if (name === 'http_request_duration_seconds_count' && added > 0)
        counted.set(`${operation} ${status} ${method}`, added);
    }
    expect(Object.fromEntries(counted)).toEqual(Object.fromEntries(wanted));
  });

  it('whose client disconnects is counted as unfinished, and no longer in flight', async () => {
    const client = new AbortController();
    const meanwhile = await whileLocked(async () => {
      const asked = app.get('/v1/assets?per-page=3', { signal: client.signal }).catch(() => undefined);
      await untilBlocked();
      const scraped = await scrapeUntil(app, 'http_requests_in_flight', {}, 2);
      client.abort();
      await asked;
      return scraped;
    });
    const after = await scrapeUntil(app, 'http_requests_in_flight', {}, 1);

    expect(meanwhile.value('http_requests_in_flight')).toBe(2); // including the scrape
    expect(after.value('http_requests_in_flight')).toBe(1);
    expect(after.count('list-assets', 'unfinished') - meanwhile.count('list-assets', 'unfinished')).toBe(1);
  });

  it('is measured with its whole duration', async () => {
    const before = await scrape();
    const [asked] = await whileLocked(async () => {
      const asking = app.get('/v1/assets?per-page=4'); // a page size of its own, because cached responses would not wait for the table
      await untilBlocked();
      await sleep(400);
      return [asking];
    });
    await asked;
    const after = await scrape();

    const labels = { operation: 'list-assets', status: '2xx', method: 'GET' };
    const grown = (name: string, more: Record<string, string> = {}) =>
      (after.value(`http_request_duration_seconds_${name}`, { ...labels, ...more }) ?? 0) -
      (before.value(`http_request_duration_seconds_${name}`, { ...labels, ...more }) ?? 0);
    expect(grown('sum')).toBeGreaterThan(0.35);
    expect(grown('sum')).toBeLessThan(0.4 + 0.5 * TIME_FACTOR);
    expect([grown('bucket', { le: '0.25' }), grown('bucket', { le: '120' })]).toEqual([0, 1]);
  });

  it('over the rate limit is counted', async () => {
    const strict = await replica({ RATE_LIMIT_PER_MINUTE: '1' });
    const key = await app.key();
    const statuses = [];
    for (let n = 0; n < 5; n++) statuses.push((await strict.get('/v1/assets', { key })).status);
    expect(statuses).toEqual([200, 200, 429, 429, 429]);
    expect((await scrape(strict)).value('http_rate_limited_total')).toBe(3);
  });
});

describe('A label', () => {
  it('never contains client input such as a key, an id or a path', async () => {
    const key = await app.key();
    const secret = 'zqx4711';
    const paths = ['/v1/assets', `/v1/${secret}`, `/${secret}`, `/v1/assets/${key}`, `${asset.path}/units/${secret}`];
    for (const path of paths)
      for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS'])
        await app.request(method, `${path}?api-key=${key}&${secret}=1`, {
          key,
          headers: { 'X-Request-Id': secret, 'User-Agent': secret, Origin: `https://${secret}` },
        });
    for (const method of ['PURGE', 'TRACE', 'M-SEARCH']) {
      const wire = await Wire.to(app.base);
      await wire.head(`${method} /v1/assets HTTP/1.1`, 'Host: a', `API-Key: ${key}`).answer();
      wire.close();
    }
    await app.post(`${process}/ingest?commit=1`, [entry(1, secret)], { key });
    await app.run(PurgeEntriesJob);

    const scraped = await scrape();
    expect(scraped.text).not.toContain(key.slice(4));
    expect(scraped.text).not.toContain(secret);
    const own = scraped.lines.filter(({ name }) => !/^(nodejs|process)_/.test(name));
    const values: Record<string, string[]> = {};
    for (const [label, value] of own.flatMap(({ labels }) => Object.entries(labels)))
      if (!values[label]?.includes(value)) (values[label] ??= []).push(value);
    expect(Object.keys(values).sort()).toEqual([
      'commit',
      'job',
      'le',
      'match',
      'method',
      'operation',
      'outcome',
      'partition',
      'state',
      'status',
    ]);
    expect(METHODS).toEqual(expect.arrayContaining(values['method']!));
    expect(CLASSES).toEqual(expect.arrayContaining(values['status']!));
    expect([...(await operationIds(app)), 'none']).toEqual(expect.arrayContaining(values['operation']!));
    expect(values['commit']!.sort()).toEqual(['no', 'yes']);
    expect(values['match']!.sort()).toEqual(['matched', 'unmatched']);
    expect(values['outcome']!.sort()).toEqual([
      ...['built', 'delivered', 'done', 'failed', 'hit', 'miss', 'nothing_sent', 'published', 'refused', 'unchanged'],
    ]);
    // Partitions are named by tables and by tags of the document; work without a request is in the background.
    expect(values['partition']).toContain('writes: background');
    expect(values['partition']!.join()).not.toContain('undefined');
    for (const value of [...values['partition']!, ...values['job']!])
      expect(value).toMatch(/^[a-z-]+(: [A-Za-z ]+)?$|^[a-z_]+\.[a-z_]+$/);
  });
});

describe('The database', () => {
  it('reports its pool, and the work that waited or was rejected', async () => {
    const small = await replica({ DATABASE_POOL: '6', RESPONSE_CACHE_MB: '0' });
    const partition = { partition: 'catalog.asset' };
    expect((await small.get('/v1/assets')).status).toBe(200);
    const before = await scrape(small);
    expect(before.value('database_pool_size')).toBe(6);
    expect(before.value('database_bulkhead_waits_total', partition)).toBe(0);

    const [meanwhile, asked] = await whileLocked(async () => {
      const asking = Array.from({ length: 4 }, () => small.get('/v1/assets'));
      const scraped = await scrapeUntil(small, 'database_bulkhead_waiting', partition, 3);
      await Promise.all(asking.slice(1));
      return [scraped, asking] as const;
    });
    const statuses = (await Promise.all(asked)).map(({ status }) => status).sort();
    const after = await scrape(small);

    expect(meanwhile.value('database_bulkhead_waiting', partition)).toBe(3);
    expect(meanwhile.value('database_pool_connections')! - meanwhile.value('database_pool_idle')!).toBeGreaterThan(0);
    expect(statuses).toEqual([200, 503, 503, 503]);
    expect(after.value('database_bulkhead_waits_total', partition)).toBe(3);
    expect(after.value('database_bulkhead_rejections_total', partition)).toBe(3);
    expect(after.value('database_bulkhead_wait_seconds_total', partition)).toBeGreaterThan(8);
    expect(after.value('database_bulkhead_waiting', partition)).toBe(0);
    expect(after.value('database_pool_waiting')).toBe(0);
  });

  it.each(['refuse', 'swallow'] as const)(
    'that is down (%s) neither fails nor delays a scrape',
    async (how) => {
      const proxy = await DatabaseProxy.to(app.databaseUrl);
      const cut = await replica({ DATABASE_URL: proxy.url });
      expect((await scrape(cut)).value('pricing_open_transactions')).toBeDefined();

      await proxy[how]();
      ahead += MUCH_LATER;
      const took: number[] = [];
      for (let times = 0; times < 2; times++) {
        const since = Date.now();
        const scraped = await scrape(cut);
        took.push(Date.now() - since);
        expect(scraped.value('pricing_open_transactions')).toBeUndefined();
        expect(scraped.value('job_lag_seconds', { job: 'expire-transactions' })).toBeUndefined();
        expect(scraped.value('job_runs_total', { job: 'purge-entries', outcome: 'done' })).toBeDefined();
      }
      expect(Math.max(...took)).toBeLessThan(1_100 + 300 * TIME_FACTOR);

      await proxy.restore();
      const until = Date.now() + 15_000 * TIME_FACTOR; // earlier requests must fail first
      while ((await scrape(cut)).value('pricing_open_transactions') === undefined) {
        expect(Date.now()).toBeLessThan(until);
        await sleep(50);
      }
      await cut.app.close(); // before the proxy that it uses
      await proxy.close();
    },
    120_000,
  );
});

const entry = (n: number, unit = 'x') => ({
  unit_number: unit,
  provider_id: `p-${n}`,
  price: n,
  available_on: '2027-01-01',
});

describe('Cached responses', () => {
  it('report how often they are still valid', async () => {
    const fresh = await replica();
    const asked = (scraped: Scrape) =>
      ['miss', 'hit'].map((outcome) => scraped.value('response_cache_requests_total', { outcome }));
    for (let n = 0; n < 4; n++) await fresh.get(`${asset.path}/units`);
    const scraped = await scrape(fresh);
    const [made, same] = asked(scraped) as [number, number];
    expect([made + same, made > 0]).toEqual([4, true]);
    expect(scraped.value('response_cache_bytes')).toBeGreaterThan(1_000);
  });
});

describe('Deliveries of prices', () => {
  it('report the age of prices of processes that expect them, and whether they are overdue', async () => {
    const own = await givenAsset(app);
    const [fed, quiet] = [await givenProcess(app, own), await givenProcess(app, await givenAsset(app))];
    const labels = (of: string) => ({ process: of.split('/').at(-1)! });
    const { process: number } = labels(fed);
    const expect24 = 'update pricing.process set expected_every_hours = 24 where asset_id = $1 and id = $2';
    await app.sql(expect24, [own.id, number]);
    /** Hours, and whether they are too many. A value from the database is missing in a scrape that would have to wait for it. */
    const seen = async () => {
      for (let tries = 0; ; tries++) {
        const scraped = await scrape(app, MUCH_LATER);
        const values = (of: string) =>
          ['pricing_last_publication_age_seconds', 'pricing_publication_overdue'].map((name) =>
            scraped.value(name, labels(of)),
          );
        expect(values(quiet)).toEqual([undefined, undefined]);
        const [age, overdue] = values(fed);
        if (age !== undefined || tries === 20) return [Math.round(age! / 3600), overdue];
      }
    };
    try {
      await app.post(`${fed}/ingest?commit=1`, [entry(1)]);
      await app.advance(60 * 23);
      expect(await seen()).toEqual([23, 0]);
      await app.advance(60 * 25);
      expect(await seen()).toEqual([25, 1]);
      await app.post(`${fed}/ingest?commit=1`, [entry(1)]); // the same prices
      await app.advance(60 * 26);
      expect(await seen()).toEqual([1, 0]);
    } finally {
      await app.advance(0);
    }
  });

  it('are counted when they are accepted, by entries, bytes and duration', async () => {
    const before = await scrape();
    const body = JSON.stringify([entry(1), entry(2), entry(3)]);
    const headers = { 'Content-Type': 'application/json' };
    expect((await app.request('POST', `${process}/ingest?commit=1`, { raw: body, headers })).status).toBe(200);
    expect((await app.post(`${process}/ingest?commit=1`, [{ ...entry(1), price: 'x' }])).status).toBe(422);
    const opened = await app.post(`${process}/ingest?commit=0`);
    expect(opened.status).toBe(202);
    const after = await scrape(app, MUCH_LATER);

    const grown = (name: string, labels = {}) => (after.value(name, labels) ?? 0) - (before.value(name, labels) ?? 0);
    expect([grown('pricing_ingest_entries_count'), grown('pricing_ingest_entries_sum')]).toEqual([1, 3]);
    expect([grown('pricing_ingest_bytes_count'), grown('pricing_ingest_bytes_sum')]).toEqual([1, body.length]);
    expect(grown('pricing_ingest_duration_seconds_count', { commit: 'yes' })).toBe(1);
    expect(grown('pricing_ingest_duration_seconds_count', { commit: 'no' })).toBe(1);
    expect(grown('pricing_commits_total', { outcome: 'published' })).toBe(1);
    const committed = ['matched', 'unmatched'].map((match) => grown('pricing_committed_entries_total', { match }));
    expect([...committed, grown('pricing_units_losing_prices_total')]).toEqual([0, 3, 0]);
    expect(after.value('pricing_open_transactions')).toBe(1);
    expect(after.value('job_lag_seconds', { job: 'expire-transactions' })).toBe(0);

    await app.advance(31);
    const expired = await scrape(app, MUCH_LATER);
    expect(expired.value('pricing_open_transactions')).toBe(0);
    await app.advance(0);
    await app.delete(new URL(opened.body.transaction_url).pathname);
  });
});

describe('A job', () => {
  const purge = (at: TestApp) => at.app.get(PurgeEntriesJob, { strict: false }).tick();
  const runs = (scraped: Scrape, outcome: string) => scraped.value('job_runs_total', { job: 'purge-entries', outcome });

  it('reports its runs, its last success and its lag', async () => {
    const fresh = await replica();
    const before = await scrape(fresh);
    expect([runs(before, 'done'), runs(before, 'failed')]).toEqual([0, 0]);
    expect(before.value('job_last_success_timestamp_seconds', { job: 'purge-entries' })).toBeUndefined();

    await purge(fresh);
    await app.sql('alter table pricing.entry rename to hidden');
    await app.sql(
      `insert into pricing.transaction (asset_id, process_id, pricing_strategy, status, source_count, entry_count,
        expires_at, created_at, holds_entries, needs_sweep)
      values ($1, $2, 'flat_pricing', 'expired', 0, 0, now(), now(), true, true)`,
      [asset.id, process.split('/').at(-1)],
    );
    await purge(fresh);
    await app.sql('alter table pricing.hidden rename to entry');
    const after = await scrape(fresh);
    expect([runs(after, 'done'), runs(after, 'failed')]).toEqual([1, 1]);
    expect(after.value('job_duration_seconds_count', { job: 'purge-entries' })).toBe(2);
    const at = after.value('job_last_success_timestamp_seconds', { job: 'purge-entries' })!;
    expect(Math.abs(Date.now() / 1000 - at)).toBeLessThan(60);
  });

  it('that does not run reports a growing lag', async () => {
    await app.sql(
      `insert into pricing.transaction (asset_id, process_id, pricing_strategy, status, source_count, entry_count,
        expires_at, created_at, holds_entries)
      values ($1, $2, 'flat_pricing', 'pending', 0, 0, now() - interval '90 seconds', now(), false)`,
      [asset.id, process.split('/').at(-1)],
    );
    const fresh = await replica();
    const lag = (await scrape(fresh)).value('job_lag_seconds', { job: 'expire-transactions' });
    expect(lag).toBeGreaterThan(90);
    expect(lag).toBeLessThan(110);
  });

  it('that removes files reports its lag', async () => {
    await app.sql(
      `insert into platform.stored_file (name, unnamed_since) values ('x', now() - interval '1 hour 5 minutes')`,
    );
    const fresh = await replica();
    const lag = (await scrape(fresh)).value('job_lag_seconds', { job: 'collect-files' });
    expect(Math.abs(lag! - 300)).toBeLessThan(30);
    await app.sql(`delete from platform.stored_file where name = 'x'`);
  });

  it('that builds documents reports its queue', async () => {
    await app.sql(
      `insert into viewer.build_request (asset_id, next_try_at, attempts) values ($1, now() + interval '1 hour', 2)`,
      [asset.id],
    );
    const fresh = await replica();
    const waiting = await scrape(fresh);
    expect([waiting.value('viewer_builds_waiting'), waiting.value('viewer_builds_failing')]).toEqual([1, 1]);
    expect(waiting.value('job_lag_seconds', { job: 'build-documents' })).toBe(0);

    await app.sql(`update viewer.build_request set next_try_at = now() - interval '70 seconds'`);
    const late = await scrape(fresh, MUCH_LATER);
    expect(late.value('job_lag_seconds', { job: 'build-documents' })).toBeGreaterThan(70);
    await fresh.run(BuildDocumentsJob);
    const done = await scrape(fresh, MUCH_LATER);
    expect(done.value('viewer_builds_total', { outcome: 'built' })).toBe(1);
    expect(done.value('viewer_builds_waiting')).toBe(0);
    expect(done.value('job_lag_seconds', { job: 'build-documents' })).toBe(0);
  });
});

describe('The metrics of several workers', () => {
  it('are aggregated, whichever worker is scraped', async () => {
    built();
    const env = { DATABASE_URL: app.databaseUrl, DATA_DIR: app.dataDir, WORKERS: '2' };
    const service = await Service.start('api', env);
    const of = async (): Promise<Scrape> => {
      await sleep(LATER);
      const scraped = await fetch(`${service.base}/metrics`, { headers: { Connection: 'close' } });
      return new Scrape(await scraped.text());
    };
    const counts = (scraped: Scrape) =>
      ['1', '2'].map(
        (worker) =>
          scraped.value('http_request_duration_seconds_count', {
            worker,
            operation: 'check-liveness',
            status: '2xx',
          }) ?? 0,
      );
    try {
      const ask = async (times: number) => {
        for (let n = 0; n < times; n++)
          await fetch(`${service.base}/health/live`, { headers: { Connection: 'close' } });
      };
      let before = await of();
      while (Math.min(...counts(before)) === 0) {
        await ask(4); // the second worker starts after the first
        before = await of();
      }
      await ask(20);
      const added = (scraped: Scrape) => counts(scraped).map((count, at) => count - counts(before)[at]!);
      for (let n = 0; n < 3; n++) {
        const [one, two] = added(await of()) as [number, number];
        expect(one + two).toBe(20);
      }
      const last = await of();
      for (const name of ['process_resident_memory_bytes', 'database_pool_size'])
        expect(last.families.get(name)!.lines.map(({ labels }) => labels)).toEqual([{ worker: '1' }, { worker: '2' }]);
    } finally {
      service.signal('SIGTERM');
      expect(await service.ended()).toBe(0);
    }
  }, 300_000);
});

describe('GET /metrics', () => {
  it('is compressed if accepted, not cached, and for GET and HEAD only', async () => {
    const plain = await app.get('/metrics', { ...nobody, headers: { 'Accept-Encoding': 'identity' } });
    const zipped = await app.get('/metrics', { ...nobody, headers: { 'Accept-Encoding': 'gzip' } });
    expect([plain.headers.get('content-encoding'), zipped.headers.get('content-encoding')]).toEqual([null, 'gzip']);
    expect([plain.headers.get('cache-control'), plain.headers.get('x-content-type-options')]).toEqual([
      'no-store',
      'nosniff',
    ]);
    parseExposition(zipped.text);
    expect((await app.request('HEAD', '/metrics', nobody)).status).toBe(200);
    const posted = await app.post('/metrics', undefined, nobody);
    expect([posted.status, posted.headers.get('allow'), posted.body.code]).toEqual([
      405,
      'GET, HEAD, OPTIONS',
      'method_not_allowed',
    ]);
    for (const path of ['/metrics/x', '/metrics/', '/metrics//'])
      expect([path, (await app.get(path, nobody)).status]).toEqual([path, 404]);
  });

  it('requires the token if one is configured', async () => {
    const closed = await replica({ METRICS_TOKEN: 'a-Token.1', REQUIRE_HTTPS: 'true' });
    const key = await app.key();
    const ask = (headers: Record<string, string>) => closed.get('/metrics', { key, headers });
    for (const headers of [
      {},
      ...['Bearer a-Token.2', 'Bearer ', 'a-Token.1', 'Basic a-Token.1', 'Bearer a-Token.1 x'].map((Authorization) => ({
        Authorization,
      })),
    ]) {
      const answer = await ask(headers as Record<string, string>);
      expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
      expect(answer.body).toEqual({
        message: 'Send the metrics token as a bearer token',
        code: 'no_metrics_token',
        request_id: expect.any(String),
      });
    }
    const answer = await ask({ Authorization: 'Bearer a-Token.1' });
    expect(answer.status).toBe(200);
    expect(answer.text).not.toContain('a-Token');
  });

  it('can be disabled', async () => {
    const off = await replica({ METRICS: 'false' });
    expect((await off.get('/metrics', nobody)).status).toBe(404);
    expect((await off.get('/v1/assets')).status).toBe(200);
  });

  it('rejects a token that headers cannot carry, without printing it', () => {
    const settings = (METRICS_TOKEN: string) => readSettings({ DATABASE_URL: 'postgres://a/b', METRICS_TOKEN });
    expect(settings('').metricsToken).toBeUndefined();
    expect(() => settings('two words')).toThrow(/^METRICS_TOKEN must consist of [^"]*$/);
  });
});
