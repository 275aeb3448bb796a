import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { findEmbeddedPostgres, startEmbeddedPostgres, stopUnusedEmbeddedPostgres } from './embedded-postgres.js';
import type { EmbeddedDatabase } from './embedded-postgres.js';

let folder: string;
let users: EmbeddedDatabase[];
let others: ChildProcess[];

beforeAll(() => {
  folder = newFolder();
});

beforeEach(() => {
  users = [];
  others = [];
});

afterEach(async () => {
  for (const other of others) other.kill('SIGKILL');
  for (const user of users) await user.stop();
  await eventually(async () => expect(await stopUnusedEmbeddedPostgres(folder)).toBe(true));
});

afterAll(() => rmSync(folder, { recursive: true }));

function newFolder(): string {
  return mkdtempSync(join(tmpdir(), 'embedded-postgres-'));
}

async function start(onProgress?: (text: string) => void, logCheckMs?: number): Promise<EmbeddedDatabase> {
  const user = await startEmbeddedPostgres(folder, { onProgress, logCheckMs });
  users.push(user);
  return user;
}

async function query(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

/** Asks until it works, for at most 20 s. */
async function eventually<T>(ask: () => Promise<T>): Promise<T> {
  for (const deadline = Date.now() + 20_000; ; await sleep(50)) {
    try {
      return await ask();
    } catch (error) {
      if (Date.now() > deadline) throw error;
    }
  }
}

function serverPid(): number {
  return Number(readFileSync(join(folder, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]);
}

/** Another Node process that starts or joins the same server; resolves with its process and url. */
async function startElsewhere(): Promise<{ url: string; child: ChildProcess }> {
  const launcher = new URL('../../../../dist/apps/cli/src/embedded-postgres/embedded-postgres.js', import.meta.url)
    .href;
  const script = `
    const { startEmbeddedPostgres } = await import(${JSON.stringify(launcher)});
    const { url } = await startEmbeddedPostgres(${JSON.stringify(folder)});
    console.log(url);
    setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  others.push(child);
  const url = await new Promise<string>((found, failed) => {
    child.stdout!.once('data', (text: Buffer) => found(text.toString().trim()));
    child.once('exit', (code) => failed(new Error(`ended with ${code}`)));
  });
  return { url, child };
}

describe('The embedded PostgreSQL', () => {
  it('is shared by concurrent starts, and stops with the last of them', async () => {
    const all = await Promise.all([start(), start(), startElsewhere()]);
    expect(new Set(all.map(({ url }) => url)).size).toBe(1);
    const { url } = all[0];

    await users[0]!.stop();
    await users[1]!.stop();
    expect(await findEmbeddedPostgres(folder)).toBe(url);
    expect(await stopUnusedEmbeddedPostgres(folder)).toBe(false);

    others[0]!.kill('SIGKILL');
    await eventually(async () => expect(await stopUnusedEmbeddedPostgres(folder)).toBe(true));
    expect(await findEmbeddedPostgres(folder)).toBeUndefined();
    expect(readdirSync(folder).sort()).toEqual(['postgres', 'postgres.log']);
  });

  it('connects the service as an ordinary role that owns its database', async () => {
    const { url } = await start();
    const role = `select rolsuper, rolcreaterole, rolcreatedb, rolreplication, rolbypassrls,
      (select datdba::regrole::text from pg_database where datname = current_database()) as owner
      from pg_roles where rolname = current_user`;

    expect(await query(url, role)).toEqual([
      {
        rolsuper: false,
        rolcreaterole: false,
        rolcreatedb: false,
        rolreplication: false,
        rolbypassrls: false,
        owner: 'app',
      },
    ]);
    await query(url, 'create schema owned; create table owned.things (); drop schema owned cascade');
    for (const sql of [
      `copy (select 1) to program 'true'`,
      `select pg_read_file('PG_VERSION')`,
      `select rolpassword from pg_authid`,
      `set log_min_messages = debug5`,
    ])
      await expect(query(url, sql)).rejects.toThrow('permission denied');
  });

  it('creates the role that a killed start left out', async () => {
    const { url, superuserUrl } = await start();
    const server = new URL('/postgres', superuserUrl).href;
    await query(server, 'drop database app');
    await query(server, 'drop role app');
    await users.pop()!.stop();

    expect((await start()).url).toBe(url);
    expect(await query(url, 'select 1 as n')).toEqual([{ n: 1 }]);
  });

  it('stops on a signal during initdb, and leaves nothing behind', async () => {
    const other = newFolder();
    const stop = new AbortController();
    const creating = startEmbeddedPostgres(other, { fast: true, signal: stop.signal });
    await eventually(async () => expect(readdirSync(other)).toHaveLength(1));
    await sleep(100);
    stop.abort();

    await expect(creating).rejects.toThrow();
    expect(readdirSync(other)).toEqual([]);
    const user = await startEmbeddedPostgres(other, { fast: true });
    expect(await query(user.url, 'select 1 as n')).toEqual([{ n: 1 }]);
    await user.stop();
    rmSync(other, { recursive: true });
  });

  it('stops on a signal during startup, and leaves no server running', async () => {
    await start();
    await users.pop()!.stop();
    const stop = new AbortController();
    const starting = startEmbeddedPostgres(folder, { signal: stop.signal });
    // The server is ready within milliseconds of writing the file.
    while (!existsSync(join(folder, 'postgres', 'postmaster.pid'))) await setImmediate();
    stop.abort();

    await expect(starting).rejects.toThrow();
    expect(() => serverPid()).toThrow('ENOENT');
  });

  it('keeps its data and URL across starts', async () => {
    const first = await start();
    await query(first.url, 'create table kept as select 1 as n');
    await first.stop();

    const second = await start();
    expect(second).toMatchObject({ url: first.url, adopted: false });
    expect(await query(second.url, 'select n from kept')).toEqual([{ n: 1 }]);
  });

  it('is durable by default, and uses UTF-8 and UTC', async () => {
    const { url } = await start();
    const sql = `select current_setting('fsync') as fsync, current_setting('synchronous_commit') as commit,
      current_setting('full_page_writes') as pages, current_setting('timezone') as zone, lower('ÄÖ') as lower`;

    expect(await query(url, sql)).toEqual([{ fsync: 'on', commit: 'on', pages: 'on', zone: 'UTC', lower: 'äö' }]);
  });

  it('is adopted when the process that started it was killed', async () => {
    const { url, child } = await startElsewhere();
    const pid = serverPid();
    child.kill('SIGKILL');

    expect(await start()).toMatchObject({ url, adopted: true });
    expect(serverPid()).toBe(pid);
  });

  it('recovers at the same URL with all acknowledged writes when it is killed in use', async () => {
    const said: string[] = [];
    const { url } = await start((text) => said.push(text));
    await query(url, 'create table acknowledged as select 1 as n');
    const pid = serverPid();
    process.kill(pid, 'SIGKILL');

    expect(await eventually(() => query(url, 'select n from acknowledged'))).toEqual([{ n: 1 }]);
    expect(serverPid()).not.toBe(pid);
    const slow = 'PostgreSQL is recovering ...'; // after three seconds
    expect(said.filter((text) => text !== slow)).toEqual(['PostgreSQL is gone: starting it again ...']);
  });

  it('can be released while it is down', async () => {
    const user = await start();
    process.kill(serverPid(), 'SIGKILL');
    await user.stop();

    await eventually(async () => expect(await stopUnusedEmbeddedPostgres(folder)).toBe(true));
    expect(await findEmbeddedPostgres(folder)).toBeUndefined();
  });

  it('is not replaced by an empty one when its files are removed while it is in use', async () => {
    const other = newFolder();
    const said: string[] = [];
    const user = await startEmbeddedPostgres(other, { fast: true, onProgress: (text) => said.push(text) });
    const pid = Number(readFileSync(join(other, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]);
    renameSync(join(other, 'postgres'), join(other, 'gone'));
    process.kill(pid, 'SIGKILL');

    await eventually(async () => expect(said.at(-1)).toMatch(/was removed: PostgreSQL is not started again\.$/));
    await user.stop();
    rmSync(other, { recursive: true });
  });

  it('starts again after it and its user were killed', async () => {
    const { url, child } = await startElsewhere();
    await query(url, 'create table survived as select 1 as n');
    child.kill('SIGKILL');
    process.kill(serverPid(), 'SIGKILL');

    expect((await start()).url).toBe(url);
    expect(await query(url, 'select n from survived')).toEqual([{ n: 1 }]);
  });

  it('ignores the pid of a dead server when another program has it', async () => {
    const { url } = await start();
    const file = join(folder, 'postgres', 'postmaster.pid');
    const left = readFileSync(file, 'utf8').split('\n');
    await users.pop()!.stop();
    writeFileSync(file, [process.pid, ...left.slice(1)].join('\n'));

    expect(await findEmbeddedPostgres(folder)).toBeUndefined();
    expect(await start()).toMatchObject({ url, adopted: false });
  });

  it('takes another port when another program uses its own', async () => {
    const { url } = await start();
    await users.pop()!.stop();
    const stranger = createServer().listen(Number(new URL(url).port), '127.0.0.1');
    await once(stranger, 'listening');

    const moved = await start();
    stranger.close();
    expect(moved.url).not.toBe(url);
    expect(await query(moved.url, 'select 1 as n')).toEqual([{ n: 1 }]);
  });

  it('runs in a folder that only its owner may enter', async () => {
    expect(statSync(folder).mode & 0o777).toBe(0o700);

    expect(await query((await start()).url, 'select 1 as n')).toEqual([{ n: 1 }]);
  });

  it('hides its files from other users', async () => {
    const home = join(newFolder(), 'data');
    const user = await startEmbeddedPostgres(home, { fast: true });
    await user.stop();

    const modeOf = (name: string) => (statSync(join(home, name)).mode & 0o777).toString(8);
    expect(['.', 'postgres', 'postgres.log'].map(modeOf)).toEqual(['700', '700', '600']);
    rmSync(home, { recursive: true });
  });

  it('logs messages of the server, but not conflicts that clients receive', async () => {
    const { url } = await start();
    await query(url, 'create table taken as select 1 as n; create unique index on taken (n)');
    const log = join(folder, 'postgres.log');
    const before = readFileSync(log, 'utf8').length;

    await expect(query(url, 'insert into taken values (1)')).rejects.toThrow('duplicate key');
    await expect(query(url, 'select pg_terminate_backend(pg_backend_pid())')).rejects.toThrow();
    const said = await eventually(async () => {
      const text = readFileSync(log, 'utf8').slice(before);
      expect(text).toContain('terminating connection');
      return text;
    });
    expect(said).not.toContain('duplicate key');
  });

  it('rotates a long log while it runs and when it starts, and keeps the last four', async () => {
    const log = join(folder, 'postgres.log');
    const fill = (text: string) => appendFileSync(log, text.repeat(10_000_001));
    const firstOf = (name: string) => readFileSync(join(folder, name), 'utf8')[0];
    fill('0');
    await start(undefined, 10);
    for (const text of '12345') {
      fill(text);
      await eventually(async () => expect(statSync(log).size).toBe(0));
    }

    const kept = readdirSync(folder).filter((name) => name.startsWith('postgres.log'));
    expect(kept.sort()).toEqual(['postgres.log', ...[1, 2, 3, 4].map((at) => `postgres.log.${at}`)]);
    expect(kept.slice(1).map(firstOf)).toEqual(['5', '4', '3', '2']);
    expect(kept.map((name) => statSync(join(folder, name)).mode & 0o777)).toEqual(Array(5).fill(0o600));
    await query((await start()).url, 'select pg_terminate_backend(pg_backend_pid())').catch(() => undefined);
    await eventually(async () => expect(readFileSync(log, 'utf8')).toMatch(/^\d.*terminating connection/));
    for (const name of kept.slice(1)) rmSync(join(folder, name));
  });

  it('removes the remains of a start that was killed', async () => {
    const draft = join(folder, 'postgres.new-4194305-x'); // above the highest pid there is
    mkdirSync(join(draft, 'data', 'base'), { recursive: true });

    await start();
    expect(readdirSync(folder).sort()).toEqual(['postgres', 'postgres.log']);
  });

  it('leaves files of others alone', async () => {
    const other = newFolder();
    mkdirSync(join(other, 'postgres'));
    writeFileSync(join(other, 'postgres', 'letter.txt'), 'dear');

    await expect(startEmbeddedPostgres(other)).rejects.toThrow('contains something other than this service');
    expect(readdirSync(join(other, 'postgres'))).toEqual(['letter.txt']);
    rmSync(other, { recursive: true });
  });

  it.each(['', 'null', '{"port":20000}', '{"password":"x"'])('reports its own damaged file: %j', async (text) => {
    await start();
    await users.pop()!.stop();
    const file = join(folder, 'postgres', 'embedded.json');
    const whole = readFileSync(file, 'utf8');
    writeFileSync(file, text);

    await expect(start()).rejects.toThrow(/^\S+embedded\.json is damaged; .*Restore it from a backup.*\.$/);
    writeFileSync(file, whole);
  });

  it('reports in one line why PostgreSQL does not start', async () => {
    await start();
    await users.pop()!.stop();
    const file = join(folder, 'postgres', 'PG_VERSION');
    const version = readFileSync(file, 'utf8');
    writeFileSync(file, '9.6\n');

    await expect(start()).rejects.toThrow(/^PostgreSQL does not start in .*incompatible with server.*\(log: .*\)\.$/);
    writeFileSync(file, version);
  });
});
