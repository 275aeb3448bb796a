import { once } from 'node:events';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { TestApp } from '../support/app.js';
import { createTestDatabase } from '../support/database.js';
import { type GivenAsset, givenAsset } from '../support/given.js';
import { TIME_FACTOR } from '../support/time-factor.js';
import { built, Service } from '../support/service.mjs';

let app: TestApp;
let asset: GivenAsset;
let key: string;
let service: Service;

beforeAll(async () => {
  built();
  app = await TestApp.start();
  asset = await givenAsset(app);
  key = await app.key();
  await app.sql('update platform.api_key set rate_limit = 0');
}, 300_000);
afterAll(() => app?.close());

/** Requests of a key in two minutes, and of an address without one in a minute. */
const LIMIT = 30;

async function start(env: NodeJS.ProcessEnv = {}): Promise<void> {
  service = await Service.start('api', {
    DATABASE_URL: app.databaseUrl,
    DATA_DIR: app.dataDir,
    LOG_LEVEL: 'info',
    WORKERS: '2',
    RATE_LIMIT_PER_MINUTE: `${LIMIT / 2}`,
    RATE_LIMIT_PUBLIC: `${LIMIT}`,
    TRUST_PROXY: 'true',
    ...env,
  });
  for (const startedAt = Date.now(); pidsOf('A worker listens').length < 2; await sleep(50))
    if (Date.now() - startedAt > 110_000) throw new Error(`The workers do not start:\n${service.output}`);
}

interface Line {
  pid?: number;
  msg: string;
  afterMs?: number;
}

const lines = (): Line[] =>
  service.output
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Line);
const pidsOf = (msg: string): number[] => lines().flatMap((line) => (line.msg === msg && line.pid ? [line.pid] : []));

/** Process ids of the workers that respond to 20 equal requests, each over a new connection, and the headers they send. */
async function answering(): Promise<{ pids: Set<number>; headers: Answer['headers'][] }> {
  const before = pidsOf('Request completed').length;
  const headers: Answer['headers'][] = [];
  while (headers.length < 20) {
    const answer = await ask('GET', `${asset.path}/units`);
    expect(answer.status).toBe(200);
    headers.push(answer.headers);
  }
  await until(() => pidsOf('Request completed').length >= before + headers.length);
  return { pids: new Set(pidsOf('Request completed').slice(before)), headers };
}

async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  for (let tries = 0; !(await condition()); tries++) {
    if (tries > 100 * TIME_FACTOR) throw new Error(`In vain:\n${service.output}`);
    await sleep(50);
  }
}

interface Answer {
  status: number;
  headers: IncomingMessage['headers'];
}

/** Sends a request over a new connection. */
async function ask(method: string, path: string, headers: Record<string, string> = { 'API-Key': key }) {
  return answerTo(request(`${service.base}${path}`, { method, headers, agent: false }).end());
}

async function answerTo(asking: ClientRequest): Promise<Answer> {
  const [response] = (await once(asking, 'response')) as [IncomingMessage];
  response.resume();
  await once(response, 'end');
  return { status: response.statusCode!, headers: response.headers };
}

/** A request that a worker has begun to process: it waits for the body. */
async function begun(): Promise<ClientRequest> {
  const headers = { 'API-Key': key, 'Content-Type': 'application/json', Expect: '100-continue' };
  const asking = request(`${service.base}${asset.path}/buildings`, { method: 'POST', headers, agent: false });
  asking.flushHeaders();
  await once(asking, 'continue');
  return asking;
}

/**
 * Whether new connections are refused. A connection that the primary hands to a worker just as the last one stops listening stays
 * open until the primary exits, because Node's cluster module queues it for the next worker. After 5 s another one is tried.
 */
const isRefused = () => {
  const answered = ask('GET', '/health/live').then(
    () => false,
    () => true,
  );
  return Promise.race([answered, sleep(5_000, false)]);
};

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

describe('WORKERS', () => {
  beforeAll(() => start({}), 120_000);
  afterAll(() => service?.kill());

  it('serve one port from several processes, transparently to clients', async () => {
    const { pids, headers } = await answering();

    expect(pids.size).toBe(2);
    expect(pids).not.toContain(service.child.pid);
    const own = headers.map(({ 'x-request-id': id, date: _date, ...same }) => ({ id, same }));
    // Whatever tells one worker from another would make these headers differ.
    for (const { same } of own) expect(same).toEqual(own[0]!.same);
    for (const { id } of own)
      expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(new Set(own.map(({ id }) => id)).size).toBe(own.length);
    // The digits of a tag or a size can be those of a pid by chance.
    const { etag: _etag, 'content-length': _size, ...others } = own[0]!.same;
    for (const pid of [...pids, service.child.pid!]) expect(JSON.stringify(others)).not.toContain(String(pid));
  });

  /**
   * How many of twice the limit of requests pass, the lowest of three tries. When the database of a busy machine is too
   * slow to count, each process counts alone and more pass; at least one of three tries is without that.
   * @param made headers that are counted separately in each try
   */
  async function passing(path: string, made: (n: number) => Promise<Record<string, string>>): Promise<number> {
    let least = Infinity;
    for (let n = 0; n < 3 && least > LIMIT; n++) {
      const headers = await made(n);
      const answers: Answer[] = [];
      for (let sent = 0; sent < 2 * LIMIT; sent++) answers.push(await ask('GET', path, headers));
      const refused = answers.filter(({ status }) => status === 429);
      expect(refused.filter((answer) => !(Number(answer.headers['retry-after']) > 0))).toEqual([]);
      least = Math.min(least, answers.length - refused.length);
    }
    return least;
  }

  it('share the rate limit of a key', async () => {
    const passed = await passing(`${asset.path}/units`, async () => ({ 'API-Key': await app.key() }));
    expect(passed).toBeLessThanOrEqual(LIMIT);
    expect(passed).toBeGreaterThan(LIMIT - 3); // one worker may reserve some that the other would have needed
  });

  it('share the rate limit of public requests', async () => {
    const from = (n: number) => Promise.resolve({ 'X-Forwarded-For': `198.51.100.${n + 1}` });
    const passed = await passing('/v1/embeds/%00/document', from);
    expect(passed).toBeLessThanOrEqual(LIMIT);
    expect(passed).toBeGreaterThan(LIMIT - 3);
  });

  it('reject requests like a single process', async () => {
    const without = (path: string) => ask('GET', path, { 'X-Forwarded-For': '203.0.113.7' });
    expect((await without('/v1/assets')).headers['www-authenticate']).toMatch(/^ApiKey /);
    const statuses = ['/v1/assets', '/v1/embeds/%00/document', '/v1/embeds/%ff/document', '/nowhere'].map(without);
    expect((await Promise.all(statuses)).map(({ status }) => status)).toEqual([401, 404, 404, 404]);
    expect((await ask('GET', '/v1/nowhere')).status).toBe(404);
    expect((await ask('PATCH', `${asset.path}/units`)).status).toBe(405);
  });

  it('lose only the connection that a killed worker had not accepted yet', async () => {
    const [dying] = pidsOf('A worker listens');
    process.kill(dying!, 'SIGSTOP');
    const asked = Array.from({ length: 6 }, () => ask('GET', '/health/live').then(({ status }) => status, String));
    const answered: unknown[] = [];
    for (const each of asked) void each.then((answer) => answered.push(answer));
    await until(() => answered.length === asked.length - 1);
    process.kill(dying!, 'SIGKILL');
    const last = Promise.race([Promise.all(asked).then(() => 'settled'), sleep(5_000, 'hangs')]);

    expect(await last).toBe('settled');
    expect(answered).toEqual([200, 200, 200, 200, 200, expect.stringMatching(/ECONNRESET|socket hang up/)]);
  });
});

describe.each(['SIGTERM', 'SIGINT'] as const)('A stop of WORKERS by %s', (signal) => {
  beforeAll(() => start({}), 120_000);
  afterAll(() => service?.kill());

  it('completes all requests in progress', async () => {
    const workers = pidsOf('A worker listens');
    const requests = await Promise.all(Array.from({ length: 10 }, begun));
    // SIGTERM to the first process, or SIGINT of a terminal, which reaches all of them
    for (const pid of signal === 'SIGTERM' ? [service.child.pid!] : [...workers, service.child.pid!])
      process.kill(pid, signal);
    await until(isRefused);
    const body = JSON.stringify({ asset_id: asset.id, name: 'Late' });
    const answers = await Promise.all(requests.map((asking) => answerTo(asking.end(body))));

    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 201));
    expect(await service.ended()).toBe(0);
    expect(workers.filter(isAlive)).toEqual([]);
  });
});

describe('A worker', () => {
  beforeAll(() => start(), 120_000);
  afterAll(() => service?.kill());

  it('is replaced when it dies, with increasing delay when it dies early', async () => {
    const [first, second] = pidsOf('A worker listens');
    process.kill(first!, 'SIGKILL');
    await until(() => pidsOf('A worker listens').length === 3);
    const third = pidsOf('A worker listens')[2]!;

    expect((await answering()).pids).toEqual(new Set([second, third]));
    process.kill(third, 'SIGKILL');
    await until(() => pidsOf('A worker listens').length === 4);
    const ended = lines().filter(({ msg }) => msg === 'A worker exited and will be replaced');
    expect(ended).toEqual([
      expect.objectContaining({ pid: first, signal: 'SIGKILL', afterMs: 500 }),
      expect.objectContaining({ pid: third, signal: 'SIGKILL', afterMs: 1000 }),
    ]);
  });

  it('exits with the primary, even when that is killed', async () => {
    const workers = pidsOf('A worker listens').filter(isAlive);
    await service.kill();

    await until(() => !workers.some(isAlive));
    expect(workers).toHaveLength(2);
  });
});

describe('A failed start', () => {
  it('is reported once', async () => {
    const empty = await createTestDatabase();
    const failing = await Service.spawn('api', { DATABASE_URL: empty.url, DATA_DIR: app.dataDir, WORKERS: '3' });
    const code = await failing.ended();
    await empty.drop();

    expect(code).toBe(1);
    expect(failing.output).toMatch(/^The database lacks \d+ migrations, [\w.]+ first: run `migrate`\n$/);
  });

  it('is caused by an invalid number of workers', async () => {
    const failing = await Service.spawn('api', { DATABASE_URL: app.databaseUrl, WORKERS: 'many' });

    expect(await failing.ended()).toBe(2);
    expect(failing.output).toBe('WORKERS must be a whole number from 1 to 256, not "many"\n');
  });
});
