import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { TestApp } from '../support/app.js';
import { createTestDatabase } from '../support/database.js';
import { type GivenAsset, givenAsset } from '../support/given.js';
import { PATIENCE } from '../support/patience.js';
import { built, Service } from '../support/service.js';

let app: TestApp;
let asset: GivenAsset;
let key: string;
let service: Service;

beforeAll(async () => {
  await built();
  app = await TestApp.start();
  asset = await givenAsset(app);
  key = await app.key();
}, 120_000);
afterAll(() => app?.close());
beforeEach(async () => {
  service = await start();
  await until(() => pidsOf('A worker listens').length === 2);
});
afterEach(() => service.kill());

const start = (env: NodeJS.ProcessEnv = {}): Promise<Service> =>
  Service.start('api', {
    DATABASE_URL: app.databaseUrl,
    DATA_DIR: app.dataDir,
    LOG_LEVEL: 'info',
    WORKERS: '2',
    ...env,
  });

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

/** Who answered, of so many requests that each come over a connection of their own. */
async function answering(count = 20): Promise<Set<number>> {
  const before = pidsOf('Answered').length;
  for (let at = 0; at < count; at++) expect((await ask('GET', `${asset.path}/units`)).status).toBe(200);
  await until(() => pidsOf('Answered').length >= before + count);
  return new Set(pidsOf('Answered').slice(before));
}

async function until(condition: () => boolean): Promise<void> {
  for (let tries = 0; !condition(); tries++) {
    if (tries > 100 * PATIENCE) throw new Error(`In vain:\n${service.output}`);
    await pause(50);
  }
}

interface Answer {
  status: number;
  headers: IncomingMessage['headers'];
}

async function ask(method: string, path: string, body?: Promise<string>): Promise<Answer> {
  const headers = { 'API-Key': key, ...(body && { 'Content-Type': 'application/json' }) };
  const asking = request(`${service.base}${path}`, { method, headers, agent: false });
  if (body) asking.flushHeaders();
  asking.end(await body);
  const [response] = (await once(asking, 'response')) as [IncomingMessage];
  response.resume();
  await once(response, 'end');
  return { status: response.statusCode!, headers: response.headers };
}

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

describe('WORKERS', () => {
  it('answers by so many processes on one port, and tells clients nothing of them', async () => {
    const pids = await answering();

    expect(pids.size).toBe(2);
    expect(pids).not.toContain(service.child.pid);
    const { headers } = await ask('GET', `${asset.path}/units`);
    for (const pid of [...pids, service.child.pid!]) expect(JSON.stringify(headers)).not.toContain(String(pid));
  });

  it('replaces a process that dies, later each time when it dies soon', async () => {
    const [first, second] = pidsOf('A worker listens');
    process.kill(first!, 'SIGKILL');
    await until(() => pidsOf('A worker listens').length === 3);
    const third = pidsOf('A worker listens')[2]!;

    expect(await answering()).toEqual(new Set([second, third]));
    process.kill(third, 'SIGKILL');
    await until(() => pidsOf('A worker listens').length === 4);
    const ended = lines().filter(({ msg }) => msg === 'A worker has ended; another takes its place');
    expect(ended).toEqual([
      expect.objectContaining({ pid: first, signal: 'SIGKILL', afterMs: 500 }),
      expect.objectContaining({ pid: third, signal: 'SIGKILL', afterMs: 1000 }),
    ]);
  });

  it.each([
    ['SIGTERM', false],
    ['SIGINT of the terminal, which reaches all of them', true],
  ])('answers everything that has begun after %s', async (_, everybody) => {
    const workers = pidsOf('A worker listens');
    let send = (_text: string): void => undefined;
    const body = new Promise<string>((resolve) => (send = resolve));
    const begun = Array.from({ length: 10 }, () => ask('POST', `${asset.path}/buildings`, body));
    await pause(300);

    for (const pid of everybody ? [...workers, service.child.pid!] : [service.child.pid!])
      process.kill(pid, everybody ? 'SIGINT' : 'SIGTERM');
    await pause(300);
    send(JSON.stringify({ asset_id: asset.id, name: 'Late' }));

    expect((await Promise.all(begun)).map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 201));
    expect(await service.ended()).toBe(0);
    expect(workers.filter(isAlive)).toEqual([]);
  });

  it('leaves no process behind when it is killed', async () => {
    const workers = pidsOf('A worker listens');
    await service.kill();

    await until(() => !workers.some(isAlive));
    expect(workers).toHaveLength(2);
  });

  it('tells once what keeps all of them from starting', async () => {
    const empty = await createTestDatabase();
    const failing = await Service.spawn('api', { DATABASE_URL: empty.url, DATA_DIR: app.dataDir, WORKERS: '3' });
    const code = await failing.ended();
    await empty.drop();

    expect(code).toBe(1);
    expect(failing.output).toMatch(/^The database lacks \d+ migrations, [\w.]+ first: run `migrate`\n$/);
  });

  it('is a number', async () => {
    const failing = await Service.spawn('api', { DATABASE_URL: app.databaseUrl, WORKERS: 'many' });

    expect(await failing.ended()).toBe(2);
    expect(failing.output).toBe('WORKERS must be a whole number from 1 to 256, not "many"\n');
  });
});
