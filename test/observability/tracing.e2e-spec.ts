import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { JsonLog } from '@app/platform/runtime';
import { readSettings, Tracing } from '@app/platform/core';
import { PurgeEntriesJob } from '../../libs/pricing/src/transactions/purge-entries.job.js';
import { Wire } from '../platform/wire.js';
import { TestApp } from '../support/app.js';
import { type GivenAsset, givenAsset, givenProcess } from '../support/given.js';
import { TIME_FACTOR } from '../support/time-factor.js';
import { built, Service } from '../support/service.mjs';
import { freePort } from '../support/free-port.mjs';
import { Collector, type SentSpan } from './collector.js';

const SERVER = 2;
const CLIENT = 3;
const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const SENDER = '00f067aa0ba902b7';

const written: string[] = [];

let collector: Collector;
let app: TestApp;
let asset: GivenAsset;

/** Sets `process.env`, which the OpenTelemetry packages read themselves. */
function environment(names: Record<string, string>): NodeJS.ProcessEnv {
  for (const name of Object.keys(process.env)) if (name.startsWith('OTEL_')) delete process.env[name];
  Object.assign(process.env, names);
  return names;
}

beforeAll(async () => {
  collector = await Collector.start();
  const env = environment({
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_BSP_SCHEDULE_DELAY: '50',
    OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test,service.name=overruled',
    OTEL_SERVICE_NAME: 'maps',
  });
  app = await TestApp.start({ ...env, LOG_LEVEL: 'info' });
  app.app.useLogger(new JsonLog('trace', { write: (text) => void written.push(text) }));
  asset = await givenAsset(app);
});
afterAll(async () => {
  await app?.close();
  collector?.close();
  environment({});
});

let traces = 0;
/** A new trace for each call, as its client would begin it. */
function begun(): { traceId: string; traceparent: string } {
  const traceId = (++traces).toString(16).padStart(32, 'a');
  return { traceId, traceparent: `00-${traceId}-${SENDER}-01` };
}

async function traced(method: string, path: string, body?: unknown): Promise<{ root: SentSpan; all: SentSpan[] }> {
  const { traceId, traceparent } = begun();
  await app.request(method, path, { body, headers: { traceparent } });
  const all = await collector.trace(traceId);
  return { root: all.find(({ kind }) => kind === SERVER)!, all };
}

const childrenOf = (span: SentSpan, all: SentSpan[]) => all.filter(({ parentSpanId }) => parentSpanId === span.spanId);

describe('A request', () => {
  it('is a span named after its operation, in the trace of its sender', async () => {
    const { root } = await traced('GET', `${asset.path}/units?per-page=2&total=1`);
    expect(root).toMatchObject({
      name: 'GET /v1/assets/{asset}/multifamily/units',
      parentSpanId: SENDER,
      failed: false,
      resource: { 'service.name': 'maps', 'deployment.environment.name': 'test', 'telemetry.sdk.language': 'nodejs' },
    });
    expect(root.attributes).toEqual({
      'http.request.method': 'GET',
      'http.route': '/v1/assets/{asset}/multifamily/units',
      'http.response.status_code': 200,
      'url.path': `${asset.path}/units`,
      'url.scheme': 'http',
      'network.protocol.version': '1.1',
      'app.operation': 'list-units',
      'app.request_id': expect.stringMatching(/^[\da-f-]{36}$/),
    });
    expect(root.ms).toBeGreaterThan(0);
  });

  it.each<[string, string, string, number, string?]>([
    ['HEAD', '/v1/assets', 'HEAD /v1/assets', 200],
    ['GET', '/v1/assets/987654321', 'GET /v1/assets/{asset}', 404],
    ['GET', '/nowhere', 'GET', 404],
    ['GET', '/health/ready', 'GET /health/ready', 200],
    ['OPTIONS', '/v1/assets', 'OPTIONS', 204],
    ['GET', '/files/x', 'GET /files/{name}', 404],
  ])('%s %s is named %s', async (method, path, name, status) => {
    const { root } = await traced(method, path);
    expect([root.name, root.attributes['http.response.status_code'], root.failed]).toEqual([name, status, false]);
  });

  it('that fails with a 5xx has status error', async () => {
    await app.sql(
      `create function public.fail() returns trigger language plpgsql as $$ begin raise exception 'hush'; end $$`,
    );
    await app.sql('create trigger fail before update on catalog.floor for each row execute function public.fail()');
    const path = `${asset.path}/floors/${asset.floor}`;
    const { root, all } = await traced('PUT', path, { id: asset.floor, asset_id: asset.id, name: 'hush' });
    await app.sql('drop trigger fail on catalog.floor');

    expect([root.failed, root.attributes['error.type']]).toEqual([true, '500']);
    const failed = all.filter((span) => span.failed && span.kind === CLIENT);
    expect(failed.map(({ attributes }) => attributes['error.type'])).toEqual(['P0001']);
    expect(JSON.stringify(all)).not.toContain('hush');
  });

  it('whose client disconnects is marked', async () => {
    const blocker = await app.sqlPool.connect();
    await blocker.query('begin; lock table catalog.asset in access exclusive mode');
    const { traceId, traceparent } = begun();
    const asked = { headers: { traceparent }, signal: AbortSignal.timeout(200) };
    await app.get('/v1/assets?per-page=5', asked).catch(() => undefined); // a page size of its own, because a cached response would not wait for the table
    const root = (await collector.trace(traceId)).find(({ kind }) => kind === 2);
    await blocker.query('rollback');
    blocker.release();
    expect(root!.attributes).toMatchObject({ 'error.type': 'unfinished', 'app.operation': 'list-assets' });
  });

  it('logs its trace id', async () => {
    written.splice(0);
    const { traceId, traceparent } = begun();
    await app.get('/v1/assets', { headers: { traceparent } });
    await collector.trace(traceId);
    const lines = written.map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(lines.filter(({ msg }) => msg === 'Request completed')).toEqual([expect.objectContaining({ traceId })]);
  });

  it.each([
    'nonsense',
    `00-${TRACE}-${SENDER}-01-more`,
    `ff-${TRACE}-${SENDER}-01`,
    `00-${'0'.repeat(32)}-${SENDER}-01`,
    `00-${TRACE}-${'0'.repeat(16)}-01`,
    `00-${TRACE.toUpperCase()}-${SENDER}-01`,
  ])('starts a new trace when `traceparent` is invalid: %s', async (traceparent) => {
    const unique = `/nowhere-${++traces}`;
    await app.get(unique, { headers: { traceparent } });
    const root = await collector.span(({ attributes }) => attributes['url.path'] === unique);
    expect([root.traceId === TRACE, root.parentSpanId]).toEqual([false, '']);
  });

  it('that its sender does not sample is not sampled', async () => {
    const { traceId } = begun();
    await app.get('/v1/assets', { headers: { traceparent: `00-${traceId}-${SENDER}-00` } });
    await traced('GET', '/v1/assets'); // arrives after it
    expect(collector.spans.filter((span) => span.traceId === traceId)).toEqual([]);
  });
});

describe('The work of a request', () => {
  it('is a child span: a read has one for its statement', async () => {
    const { root, all } = await traced('GET', `${asset.path}/units`);
    const statements = childrenOf(root, all).filter(({ kind }) => kind === CLIENT);
    expect(statements.length).toBeGreaterThan(0);
    for (const { attributes } of statements) expect(attributes['db.system.name']).toBe('postgresql');
    expect(statements.map(({ name }) => name)).toContain('SELECT catalog.unit');
  });

  it('is a child span: a write has a unit of work with its statements, including COPY and those of the ORM', async () => {
    const prices = await givenProcess(app, asset);
    const { root, all } = await traced('POST', `${prices}/ingest?commit=1`, [
      { unit_number: '101', provider_id: 'hush-1', price: 4_711, available_on: '2027-01-01' },
    ]);
    expect(root.attributes['http.response.status_code']).toBe(200);
    const [unit, ...others] = childrenOf(root, all).filter(({ name }) => name === 'unit of work');
    expect([others, unit!.attributes]).toEqual([[], { 'app.pool_partition': 'ingest' }]);
    const names = childrenOf(unit!, all).map(({ name }) => name);
    for (const name of ['START', 'INSERT pricing.transaction', 'COPY pricing.entry', 'COMMIT'])
      expect(names).toContain(name);
    expect(names.indexOf('START')).toBeLessThan(names.indexOf('COMMIT'));
    const texts = all.map(({ attributes }) => String(attributes['db.query.text'] ?? ''));
    expect(texts.join('\n')).not.toMatch(/hush|4711|'/);
    expect(Math.max(...texts.map((text) => text.length))).toBeLessThanOrEqual(300);
  });

  it('belongs to that request, and not to a concurrent one', async () => {
    // different requests, because the cache would answer repeated ones
    const asked = Array.from({ length: 40 }, (_, at) => traced('GET', `${asset.path}/units?per-page=${at + 1}`));
    const all = await Promise.all(asked);
    for (const { root, all: spans } of all) {
      expect(spans.filter(({ name }) => name === 'SELECT catalog.unit')).toHaveLength(1);
      for (const span of spans) if (span !== root) expect(span.parentSpanId).toBe(root.spanId);
    }
  });
});

describe('A job', () => {
  it('starts a trace that contains its work', async () => {
    await app.app.get(PurgeEntriesJob, { strict: false }).tick();
    const job = await collector.span(({ name }) => name === 'job purge-entries');
    expect(job.parentSpanId).toBe('');
    const below = collector.spans.filter(({ traceId }) => traceId === job.traceId);
    expect(childrenOf(job, below).map(({ name }) => name)).toContain('unit of work');
    expect(below.map(({ name }) => name)).toContain('UPDATE pricing.transaction');
  });
});

describe('A key', () => {
  it('is never exported, wherever a client sends it', async () => {
    const secret = await app.key();
    const places: [string, string, Record<string, string>][] = [
      ['GET', `/v1/assets?api-key=${secret}`, {}],
      ['GET', `/v1/assets%3Fapi-key=${secret}`, { 'API-Key': secret }],
      ['GET', `/v1/assets/${secret}`, { 'API-Key': secret }],
      ['GET', `/${secret}#${secret}`, { Referer: `https://a.example/?api-key=${secret}` }],
      ['GET', `/v1/assets;api-key=${secret}`, { Authorization: `Bearer ${secret}`, Cookie: secret, Host: secret }],
      ['TRACE', '/v1/assets', { 'API-Key': secret, 'User-Agent': secret }],
      [
        'GET',
        '/v1/assets',
        { traceparent: `00-${TRACE}-${SENDER}-01`, tracestate: `k=${secret}`, baggage: `k=${secret}` },
      ],
    ];
    for (const [method, path, headers] of places) {
      const wire = await Wire.to(app.base);
      const named = Object.entries({ Host: 'a', ...headers }).map(([name, value]) => `${name}: ${value}`);
      await wire.head(`${method} ${path} HTTP/1.1`, ...named).answer();
      wire.close();
    }
    await app.post('/v1/assets', { [secret]: secret, name: secret }, { key: secret });
    await app.post(`${asset.path}/buildings`, { name: secret }, { key: secret });
    await traced('GET', '/v1/assets');

    await collector.span(({ traceId }) => traceId === TRACE);
    expect(collector.spans.filter(({ name }) => name === 'POST /v1/assets/{asset}/multifamily/buildings')).toHaveLength(
      1,
    );
    expect(collector.raw).not.toContain(secret.slice(4));
  });
});

describe('A collector', () => {
  const silence: { server: Server; sockets: Set<Socket> } = { server: createServer(), sockets: new Set() };

  beforeAll(async () => {
    silence.server.on('connection', (socket) => silence.sockets.add(socket.on('error', () => undefined)));
    await once(silence.server.listen(0, '127.0.0.1'), 'listening');
  });
  afterAll(() => {
    silence.server.close();
    for (const socket of silence.sockets) socket.destroy();
  });

  const silent = () => `http://127.0.0.1:${(silence.server.address() as { port: number }).port}`;

  it.each([
    ['refuses', async () => `http://127.0.0.1:${await freePort()}`],
    ['says nothing', async () => silent()],
  ])('that %s does not affect the service', async (_, address) => {
    const env = environment({
      OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: await address(),
      OTEL_BSP_SCHEDULE_DELAY: '20',
      OTEL_EXPORTER_OTLP_TIMEOUT: '300',
    });
    const lonely = await app.replica({ ...env, LOG_LEVEL: 'warn' });
    const lines: string[] = [];
    lonely.app.useLogger(new JsonLog('trace', { write: (text) => void lines.push(text) }));
    const times: number[] = [];
    for (let n = 0; n < 30; n++) {
      const since = performance.now();
      expect((await lonely.get('/v1/assets')).status).toBe(200);
      times.push(performance.now() - since);
      await sleep(20);
    }
    expect(Math.max(...times)).toBeLessThan(200 * TIME_FACTOR);
    const warnings = () =>
      lines.map((line) => JSON.parse(line) as Record<string, unknown>).filter(({ level }) => level !== 'info');
    for (let tries = 0; warnings().length === 0 && tries < 100 * TIME_FACTOR; tries++) await sleep(20);
    expect(warnings()).toEqual([
      expect.objectContaining({ level: 'warn', context: 'Tracing', spans: expect.any(Number) }),
    ]);

    const since = performance.now();
    await lonely.app.get(Tracing).onApplicationShutdown();
    expect(performance.now() - since).toBeLessThan(2_000 + 200 * TIME_FACTOR);
  });
});

describe('Tracing', () => {
  it.each<[string, Record<string, string>, object | undefined]>([
    ['nothing', {}, undefined],
    ['an endpoint', { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://a' }, { exporter: 'otlp', continued: true, ignored: [] }],
    ['an endpoint for traces only', { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://a' }, { exporter: 'otlp' }],
    ['an empty endpoint', { OTEL_EXPORTER_OTLP_ENDPOINT: '' }, undefined],
    ['an exporter', { OTEL_TRACES_EXPORTER: 'otlp' }, { exporter: 'otlp' }],
    [
      'the console',
      { OTEL_TRACES_EXPORTER: 'console', OTEL_EXPORTER_OTLP_ENDPOINT: 'http://a' },
      { exporter: 'console' },
    ],
    ['no exporter', { OTEL_TRACES_EXPORTER: 'none', OTEL_EXPORTER_OTLP_ENDPOINT: 'http://a' }, undefined],
    [
      'an unsupported exporter',
      { OTEL_TRACES_EXPORTER: 'zipkin' },
      { exporter: undefined, ignored: ['OTEL_TRACES_EXPORTER=zipkin'] },
    ],
    [
      'an unsupported protocol',
      { OTEL_TRACES_EXPORTER: 'otlp', OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' },
      { ignored: ['OTEL_EXPORTER_OTLP_PROTOCOL=grpc'] },
    ],
    ['no propagation of traces', { OTEL_TRACES_EXPORTER: 'otlp', OTEL_PROPAGATORS: 'b3' }, { continued: false }],
    ['a disabled SDK', { OTEL_SDK_DISABLED: 'TRUE', OTEL_EXPORTER_OTLP_ENDPOINT: 'http://a' }, undefined],
  ])('follows the standard variables: %s', (_, env, wanted) => {
    const { tracing } = readSettings({ DATABASE_URL: 'postgres://a/b', ...env });
    if (wanted) expect(tracing).toMatchObject(wanted);
    else expect(tracing).toBeUndefined();
  });

  it('samples as configured', async () => {
    const env = environment({
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_BSP_SCHEDULE_DELAY: '20',
      OTEL_TRACES_SAMPLER: 'always_off',
    });
    const off = await app.replica(env);
    const before = collector.spans.length;
    const { traceId, traceparent } = begun();
    expect((await off.get('/v1/assets', { headers: { traceparent } })).status).toBe(200);
    await sleep(200);
    expect(collector.spans.slice(before).filter((span) => span.traceId === traceId)).toEqual([]);
  });

  it('exports the last span before the program exits, and loads no package when disabled', async () => {
    environment({});
    built();
    const countAtExit = `import { createRequire } from 'node:module';
      const { cache } = createRequire('/');
      const isLoaded = (file) => /@opentelemetry.(sdk|exporter|otlp)/.test(file);
      process.on('exit', () => console.log('loaded: ' + Object.keys(cache).filter(isLoaded).length));`;
    const start = (more: NodeJS.ProcessEnv) =>
      Service.start('api', {
        ...{ DATABASE_URL: app.databaseUrl, DATA_DIR: app.dataDir },
        NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(countAtExit)}`,
        ...more,
      });
    /** @returns the number of files of OpenTelemetry that it loaded */
    const stopped = async (service: Service) => {
      service.signal('SIGTERM');
      expect(await service.ended()).toBe(0);
      return Number(/loaded: (\d+)/.exec(service.output)?.[1]);
    };

    const traced = await start({
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_BSP_SCHEDULE_DELAY: '600000',
    });
    const { traceId, traceparent } = begun();
    await fetch(`${traced.base}/last-words`, { headers: { traceparent } });
    expect(collector.spans.filter((span) => span.traceId === traceId)).toEqual([]);
    expect(await stopped(traced)).toBeGreaterThan(10);
    const paths = (await collector.trace(traceId)).flatMap(({ attributes }) => attributes['url.path'] ?? []);
    expect(paths).toEqual(['/last-words']); // the other statement counts the client's requests

    expect(await stopped(await start({}))).toBe(0);
  }, 300_000);
});
