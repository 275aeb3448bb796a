import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { isSecret, newSecret } from '@app/platform/auth';
import { MIGRATION_LOCK } from '@app/platform/persistence';
import pg from 'pg';
import { TestApp } from '../support/app.js';
import { built } from '../support/service.mjs';
import { Operator } from './run.js';

let operator: Operator;

beforeAll(async () => {
  operator = await Operator.create();
});
afterAll(() => operator.leave());

describe('The command line', () => {
  it('prints its commands, and the options of each, on standard output', async () => {
    const overall = await operator.run(['--help']);
    expect(overall).toMatchObject({ code: 0, err: '' });
    for (const name of ['start', 'migrate', 'keys create', 'keys list', 'keys revoke', 'provision', 'demo']) {
      expect(overall.out).toContain(`  ${name} `);
      const own = await operator.run([...name.split(' '), '--help']);
      expect(own).toMatchObject({ code: 0, err: '' });
      expect(own.out).toContain(`npm run cli -- ${name}`);
    }
  });

  it('prints its version, and its help without a command', async () => {
    const version = await operator.run(['--version']);
    expect(version).toEqual({ code: 0, out: expect.stringMatching(/^\d+\.\d+\.\d+\n$/) as string, err: '' });
    const none = await operator.run([]);
    expect(none).toMatchObject({ code: 2, out: '' });
    expect(none.err).toBe((await operator.run(['--help'])).out);
    expect(none.err).not.toContain('openapi');
  });

  it.each([
    [['nonsense'], "Unknown command 'nonsense' (see: npm run cli -- --help)"],
    [['provison', 'x.yaml'], "Unknown command 'provison' (Did you mean provision?)"],
    [['asset', 'list'], "Unknown command 'asset' (Did you mean assets?)"],
    [['keys', 'steal'], "Unknown command 'steal' (see: npm run cli -- keys --help)"],
    [['migrate', '--fast'], "Unknown option '--fast' (see: npm run cli -- migrate --help)"],
    [['keys', 'list', '--jsn'], "Unknown option '--jsn' (Did you mean --json?)"],
    [['migrate', 'now'], "Too many arguments for 'migrate'. Expected 0 arguments but got 1"],
    [['provision'], "Missing required argument 'FILE'"],
    [['keys', 'create', '--name', 'me', '--accounts', 'all'], "Required option '--permissions <a,b>' not specified"],
    [['keys', 'create', '--name'], "Option '--name <N>' argument missing"],
    [['keys', 'create', '--name', '--permissions', '*', '--accounts', 'all'], "argument '--permissions' is invalid"],
    [['import', 'csv', 'x', '--rejects', '--dry-run'], "argument '--dry-run' is invalid. Its value is missing."],
    [['keys', 'create', '--name', 'me', '--permissions', '', '--accounts', 'all'], 'It must not be empty.'],
    [['keys', 'create', '--name', ' ', '--permissions', '*', '--accounts', 'all'], '--name must be'],
    [['keys', 'create', '--name', 'a', '--permissions', 'units.steal', '--accounts', 'all'], 'There is no permission'],
    [['keys', 'create', '--name', 'a', '--permissions', '*', '--accounts', '1,x'], '--accounts must be all, or ids'],
    [['keys', 'create', '--name', 'a', '--permissions', '*', '--accounts', ','], '--accounts must be all, or ids'],
    [
      ['keys', 'create', '--name', 'a', '--permissions', '*', '--accounts', 'all', '--expires', '2027-02-30'],
      '--expires must be a date',
    ],
    [
      ['keys', 'create', '--name', 'a', '--permissions', '*', '--accounts', 'all', '--expires', '2020-01-01'],
      'is in the past',
    ],
    [['demo', '--server', 'localhost:3000'], '--server must be an http(s) address'],
  ])('rejects %j in one line, with exit code 2', async (args, text) => {
    const { code, out, err } = await operator.run(args);

    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toContain(text);
    expect(err.trim().split('\n')).toHaveLength(1);
  });

  it.each([
    [{ DATABASE_URL: 'postgres://app@127.0.0.1:1/app' }, 1, 'The database cannot be reached'],
    [{ DATABASE_URL: 'mysql://app@127.0.0.1/app' }, 2, 'DATABASE_URL must begin with postgres://'],
    [{ DATABASE_POOL: 'many' }, 2, 'DATABASE_POOL must be a whole number'],
  ])('explains in one line why %j fails, with exit code %i', async (env, exit, text) => {
    const { code, out, err } = await operator.run(['keys', 'list'], env);

    expect({ code, out }).toEqual({ code: exit, out: '' });
    expect(err).toContain(text);
    expect(err.trim().split('\n')).toHaveLength(1);
  });

  it('says in one line that the database of DATABASE_URL does not exist', async () => {
    const url = new URL(process.env['TEST_DATABASE_URL']!);
    url.pathname = '/nowhere';

    expect(await operator.run(['keys', 'list'], { DATABASE_URL: url.href })).toEqual({
      code: 2,
      out: '',
      err: expect.stringMatching(
        /DATABASE_URL names a database that does not exist: create it, .*"nowhere" does not exist\)\n$/,
      ) as string,
    });
  });

  it('migrates once', async () => {
    const empty = await Operator.create();
    try {
      expect((await empty.run(['migrate'])).out).toContain('Ran Platform');
      expect((await empty.run(['migrate'])).out).toBe('The database is up to date.\n');
    } finally {
      await empty.leave();
    }
  });
});

interface Key {
  id: string;
  key: string;
  permissions: string[];
  accounts: 'all' | string[];
  expires_at: string | null;
  rate_limit: number | null;
}

const create = (...more: string[]) =>
  operator.json<Key>('keys', 'create', '--name', 'feed', '--permissions', 'pricing.read,service.units.*', ...more);

describe('keys', () => {
  beforeAll(async () => {
    await operator.do('migrate');
    await operator.rows(`insert into catalog.account (name) values ('Harbour Living')`);
  });

  it('are created with a secret that is printed but not stored', async () => {
    const made = await create('--accounts', 'all', '--expires', '2027-12-31');

    expect(isSecret(made.key)).toBe(true);
    expect(made).toMatchObject({
      permissions: ['service.pricing.read', 'service.units.*'],
      accounts: 'all',
      expires_at: '2028-01-01T00:00:00+00:00',
    });
    const stored = await operator.rows(`select row_to_json(api_key)::text as key from platform.api_key`);
    expect(JSON.stringify(stored)).not.toContain(made.key.slice(4));
    expect((await operator.run(['keys', 'list'])).out).not.toContain(made.key.slice(4));
  });

  it('see the accounts that they name, which must exist', async () => {
    expect((await create('--accounts', '1')).accounts).toEqual(['1']);
    const { code, err } = await operator.run([
      'keys',
      'create',
      '--name',
      'a',
      '--permissions',
      '*',
      '--accounts',
      '1,77',
    ]);
    expect([code, err]).toEqual([1, 'There is no account with the id 77\n']);
  });

  it('have the rate limit that they were given, by default that of the server', async () => {
    expect((await create('--accounts', 'all')).rate_limit).toBeNull();
    const made = await create('--accounts', 'all', '--rate-limit', '3000');
    const { id } = await operator.json<Key>('keys', 'rotate', made.id);
    const listed = await operator.json<Key[]>('keys', 'list');
    expect(listed.filter((key) => [made.id, id].includes(key.id)).map((key) => key.rate_limit)).toEqual([3000, 3000]);
    expect((await operator.run(['keys', 'list'])).out).toMatch(
      /^id +name +key +status +accounts +assets +rate_limit .*\n(.*\n)*.* 3000 per minute /,
    );

    for (const limit of ['-1', '1.5', 'many', '', '1000000001']) {
      const ran = await operator.run([
        ...['keys', 'create', '--name', 'a', '--permissions', '*'],
        ...['--accounts', 'all', `--rate-limit=${limit}`],
      ]);
      expect([limit, ran.code, ran.err]).toEqual([limit, 2, expect.stringContaining('--rate-limit must be')]);
    }
  });

  it('are rotated with an overlap', async () => {
    const old = await create('--accounts', '1');
    const renewed = await operator.json<Key>('keys', 'rotate', old.id, '--overlap', '2');

    expect(renewed.key).not.toBe(old.key);
    expect(renewed).toMatchObject({ permissions: old.permissions, accounts: ['1'], expires_at: null });
    const [{ hours }] = (await operator.rows(
      `select round(extract(epoch from expires_at - now()) / 3600)::int as hours from platform.api_key where id = ${old.id}`,
    )) as [{ hours: number }];
    expect(hours).toBe(2);
  });

  it('are revoked, and listed as revoked', async () => {
    const { id } = await create('--accounts', 'all');
    expect((await operator.run(['keys', 'revoke', id])).code).toBe(0);

    const listed = await operator.json<{ id: string; status: string }[]>('keys', 'list');
    expect(listed.find((key) => key.id === id)).toMatchObject({ status: 'revoked' });
    expect((await operator.run(['keys', 'revoke', '999'])).err).toBe('There is no key with the id 999\n');
    expect((await operator.run(['keys', 'rotate', id])).err).toContain('is revoked');
  });

  it('are recognised by their first and last characters, and revoked by the key itself', async () => {
    const { id, key } = await create('--accounts', 'all');
    const listed = (await operator.run(['keys', 'list'])).out;
    expect(listed).toContain(`${key.slice(0, 8)}…${key.slice(-4)}`);
    const { code, out } = await operator.run(['keys', 'revoke', key]);
    expect([code, out]).toEqual([0, expect.stringMatching(`^Key ${id} .* was revoked`)]);
    expect(out).not.toContain(key);
    const unknown = await operator.run(['keys', 'revoke', newSecret()]);
    expect([unknown.code, unknown.err]).toEqual([1, 'This key is not known in this database\n']);
  });

  it('may see chosen assets only, which must exist, and may only read', async () => {
    const [{ id }] = (await operator.rows(
      `insert into catalog.asset (market, name, display_name, address_line1, address_city, address_state, address_country, address_postal_code)
       values ('multifamily', 'Chosen', 'Chosen', '1 Way', 'Town', 'NY', 'USA', '10001') returning id::text`,
    )) as [{ id: string }];
    const made = await create('--accounts', 'all', '--assets', id, '--read-only');
    expect(made).toMatchObject({ assets: [id], is_read_only: true });
    const wrong = ['keys', 'create', '--name', 'a', '--permissions', '*', '--accounts', 'all', '--assets'];
    expect((await operator.run([...wrong, '777'])).err).toBe('There is no asset with the id 777\n');
    expect((await operator.run([...wrong, 'x'])).code).toBe(2);
    await operator.rows(`delete from catalog.asset where id = ${id}`);
  });
});

describe('keys create --key', () => {
  it('accepts the existing key of clients, once', async () => {
    const key = 'of-another-service-0123456789abcdef';
    expect((await create('--accounts', 'all', '--key', key)).key).toBe(key);

    const again = ['keys', 'create', '--name', 'x', '--permissions', '*', '--accounts', 'all', '--key'];
    expect(await operator.run([...again, key])).toMatchObject({ code: 1, err: 'This key already exists\n' });
    for (const wrong of [key.slice(0, 31), `pms_${key}`, `${key} `])
      expect(await operator.run([...again, wrong])).toMatchObject({ code: 2 });
    const app = await TestApp.on(operator.databaseUrl);
    expect((await app.get('/v1/assets', { key })).status).toBe(200);
    expect((await app.get('/v1/assets', { key: `${key}x` })).status).toBe(403);
    await app.close();
  });
});

describe('webhooks', () => {
  const made = () =>
    operator.json<{ id: string; secret: string }>(
      ...[
        'webhooks',
        'create',
        '--name',
        'Website',
        '--url',
        'https://10.0.0.1/',
        '--types',
        'unit.*',
        '--accounts',
        'all',
      ],
    );

  it('are created with a secret, listed without it, and rotated', async () => {
    const { id, secret } = await made();
    expect(secret).toMatch(/^whsec_/);
    const listed = (await operator.run(['webhooks', 'list'])).out;
    expect(listed).toContain('https://10.0.0.1/');
    expect(listed).not.toContain(secret);
    const rotated = await operator.json<{ id: string; secret: string }>('webhooks', 'rotate', id);
    expect([rotated.id, rotated.secret === secret]).toEqual([id, false]);
    expect((await operator.run(['webhooks', 'rotate', '999'])).err).toBe('There is no webhook with the id 999\n');
  });

  it('are pinged, and sent failures again', async () => {
    const { id } = await made();
    const { code, err } = await operator.run(['webhooks', 'ping', id]);
    expect([code, err]).toEqual([1, expect.stringContaining('10.0.0.1 is not a public address')]);
    expect((await operator.run(['webhooks', 'replay', id])).out).toContain('1 delivery is sent again');
    expect((await operator.run(['webhooks', 'ping', '999'])).code).toBe(1);
  });

  it.each([
    [['--url', 'mailto:me', '--accounts', 'all'], '--url must be a full https URL'],
    [['--url', 'http://example.com/', '--accounts', 'all'], 'must begin with https://'],
    [['--url', 'https://example.com/', '--accounts', 'x'], '--accounts must be all, or ids'],
    [['--url', 'https://example.com/', '--accounts', '77'], 'There is no account with the id 77'],
    [
      ['--url', 'https://example.com/', '--accounts', 'all', '--types', 'unit.painted'],
      'There is no type "unit.painted"',
    ],
  ])('are not created with %j', async (options, error) => {
    const { code, err } = await operator.run(['webhooks', 'create', '--name', 'a', ...options]);
    expect([code, err]).toEqual([expect.any(Number), expect.stringContaining(error)]);
    expect(code).not.toBe(0);
  });
});

describe('demo --server', () => {
  const demo = (server: string) => operator.run(['demo', '--server', server]);

  it('checks first that the server is reachable and uses the same database', async () => {
    expect(await demo('http://127.0.0.1:1')).toMatchObject({
      code: 1,
      err: expect.stringContaining('does not answer'),
    });

    const elsewhere = await TestApp.start();
    expect(await demo(elsewhere.base)).toMatchObject({ code: 1, err: expect.stringContaining('another database') });
    await elsewhere.close();
    expect(await operator.rows('select from catalog.asset')).toEqual([]);
  });
});

describe('The built program', () => {
  const run = (...args: string[]) =>
    spawnSync(process.execPath, ['dist/apps/cli/src/main.js', ...args], { encoding: 'utf8' });

  const children: ChildProcess[] = [];
  afterEach(() => children.splice(0).forEach((child) => child.kill('SIGKILL')));

  const start = (...args: string[]) => {
    const own = { DATABASE_URL: operator.databaseUrl, DATA_DIR: operator.dataDir, PORT: '0', AI_PORT: '0' };
    const env = { ...process.env, ...own };
    const child = spawn(process.execPath, ['dist/apps/cli/src/main.js', ...args], { env });
    children.push(child);
    let output = '';
    let isOver = false;
    const ended = once(child, 'close').then(([code]) => {
      isOver = true;
      return code as number;
    });
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text));
    const says = async (text: string): Promise<void> => {
      while (!output.includes(text)) {
        if (isOver) throw new Error(`It ended without "${text}": ${output}`);
        await sleep(20);
      }
    };
    return Object.assign(child, { ended, says });
  };
  const waitFor = async (client: pg.Client, sql: string): Promise<void> => {
    while ((await client.query(sql)).rowCount === 0) await sleep(20);
  };
  /** In this database: other suites use the same server. */
  const WAITING = `select from pg_locks join pg_database on pg_database.oid = database
    where datname = current_database() and locktype = 'advisory' and not granted`;
  const MIGRATING = `select from pg_stat_activity
    where datname = current_database() and query like 'select pg_try_advisory_lock%'`;
  /** The lock for which documents wait inside their transaction (provision.ts). */
  const PROVISION_LOCK = 4_711_202_320;

  beforeAll(() => built(), 300_000);

  it.each([[['--help']], [['keys', 'create', '--help']], [['nonsense']]])(
    'answers %j like the command line in this process',
    async (args) => {
      const { code, out, err } = await operator.run(args);
      const { status, stdout, stderr } = run(...args);
      expect({ code: status, out: stdout, err: stderr }).toEqual({ code, out, err });
    },
  );

  it('stops following the log when nothing reads it: `logs --follow | head -1`', async () => {
    const line = '{"time":"2026-11-26T12:00:00.000Z","level":"warn"}\n';
    const file = operator.file('service.log', line);
    const child = start('logs', '--follow');
    await child.says('WARN');
    child.stdout.destroy();
    for (let isOver = false; !isOver; isOver = (await Promise.race([child.ended, sleep(20)])) !== undefined)
      appendFileSync(file, line);
    expect(await child.ended).toBe(0);
  });

  it('continues when nothing reads its progress', async () => {
    operator.file('service.log', '');
    const child = start('logs');
    child.stderr.destroy(); // before it says that there are no entries
    expect(await child.ended).toBe(0);
  });

  it('changes nothing after it has reported that it was stopped', async () => {
    await operator.do('migrate');
    const file = operator.file('file.yaml', 'accounts: [{name: Never}]');
    const locker = new pg.Client({ connectionString: operator.databaseUrl });
    await locker.connect();
    await locker.query('select pg_advisory_lock($1)', [PROVISION_LOCK]);
    const child = start('provision', file);
    await waitFor(locker, WAITING);

    child.kill('SIGINT');
    await child.says('Stopped.');
    await locker.end(); // lets the document proceed
    expect(await child.ended).toBe(130);

    expect(await operator.rows(`select from catalog.account where name = 'Never'`)).toEqual([]);
  });

  it('stops at SIGTERM while another process migrates', async () => {
    const other = new pg.Client({ connectionString: operator.databaseUrl });
    await other.connect();
    await other.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    const child = start('start');
    await waitFor(other, MIGRATING);

    child.kill('SIGTERM');
    await child.says('Stopped.');
    expect(await child.ended).toBe(130);
    await other.end();
  });
});
