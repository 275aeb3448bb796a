import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { provideFiles, WHOLE } from './example.js';
import { Operator } from './run.js';

interface Finding {
  check: string;
  level: string;
}

let operator: Operator;

beforeAll(async () => {
  operator = await Operator.withMigratedDatabase();
  await provideFiles(operator);
  await operator.do('provision', operator.file('file.yaml', WHOLE));
});
afterAll(() => operator.leave());

describe('The lists', () => {
  it('contain the ids that other commands require', async () => {
    expect(await operator.json('assets', 'list')).toEqual([
      { id: '1', name: 'Rope Works', market: 'multifamily', city: 'New York', units: 1, accounts: ['Harbour Living'] },
    ]);
    expect(await operator.json('processes', 'list', '--asset', '1')).toMatchObject([
      { id: '1', asset: '1', asset_name: 'Rope Works', name: 'Nightly feed', publication: null, published_at: null },
    ]);
    expect(await operator.json('embeds', 'list', '--account', '1')).toMatchObject([
      {
        account_name: 'Harbour Living',
        name: 'Website map',
        page: expect.stringMatching(/^\/embed\/\w+/),
        assets: ['1'],
      },
    ]);
    expect(await operator.json('maps', 'list', '--asset', '1')).toMatchObject([
      { id: '1', asset: '1', asset_name: 'Rope Works', name: 'Level 1', bound: 1, unbound: 0, stray_labels: 0 },
    ]);
  });

  it('contain what drawings show without a unit, and why', async () => {
    expect(await operator.json('unbound', 'list')).toEqual([]);
    const shapes = '<path id="Room-101" d="M0 0H10V10H0Z"/><path id="Office" d="M10 0H20V5H10Z"/>';
    const text = '<text x="12" y="9" font-size="2">102</text>';
    const drawing = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 10">${shapes}${text}</svg>`;
    operator.file('maps/level-1.svg', drawing);
    await operator.do('provision', operator.file('file.yaml', WHOLE));
    const map = { asset: '1', map: '1', name: 'Level 1', y: expect.any(Number) };
    expect(await operator.json('unbound', 'list', '--asset', '1')).toEqual([
      { ...map, reason: 'no_such_unit', x: 15, shape: 'Office', labels: ['Office'] },
      { ...map, reason: 'outside_any_area', x: expect.any(Number), shape: null, labels: ['102'] },
    ]);
  });

  it('are tables for people', async () => {
    const [names, row] = (await operator.do('assets', 'list')).split('\n');
    expect(names).toMatch(/^id +name +market +city +units +accounts$/);
    expect(row!.indexOf('Rope Works')).toBe(names!.indexOf('name'));
  });

  it('say when they are empty, and reject an invalid id', async () => {
    expect(await operator.run(['transactions', 'list'])).toMatchObject({
      code: 0,
      err: 'There are no transactions.\n',
    });
    expect(await operator.run(['processes', 'list', '--asset', 'x'])).toMatchObject({ code: 2 });
    expect(await operator.run(['assets', 'list', '--limit', '0'])).toMatchObject({ code: 2 });
  });
});

describe('The commands that create', () => {
  it('make an account, a process and an embed as the API does, and print their ids', async () => {
    const account = await operator.json<{ id: string }>('accounts', 'create', '--name', 'Quay', '--assets', '1');
    expect(account).toEqual({ id: expect.stringMatching(/^\d+$/), name: 'Quay', assets: ['1'] });
    const process = await operator.json<{ id: string; path: string }>(
      ...['processes', 'create', '--asset', '1', '--name', 'Weekly', '--strategy', 'flat_pricing'],
      ...['--history-days', '30', '--expected-every', '168'],
    );
    expect(process).toMatchObject({ asset: '1', path: `/v1/assets/1/multifamily/pricing/${process.id}` });
    const [map] = await operator.rows<{ id: string }>('select id::text from mapping.unit_map where asset_id = 1');
    const embed = await operator.json<{ id: string; page: string }>(
      ...['embeds', 'create', '--account', account.id, '--name', 'Site', '--maps', `1/${map!.id}`],
      ...['--process', process.id, '--tags', 'web', '--origins', 'https://www.example.com'],
    );
    expect(await operator.json('embeds', 'list', '--account', account.id)).toMatchObject([
      { id: embed.id, name: 'Site', page: embed.page, tags: ['web'], assets: ['1'] },
    ]);
    expect(
      await operator.rows(`select history_days, expected_every_hours, type from pricing.process where name = 'Weekly'`),
    ).toEqual([{ history_days: 30, expected_every_hours: 168, type: 'push' }]);
    expect(await operator.do('audit', '--writes', '--json')).toContain('accounts create');
  });

  const embed = ['embeds', 'create', '--name', 'Site', '--account'];
  const process = ['processes', 'create', '--name', 'Weekly', '--asset'];
  it.each([
    [['accounts', 'create', '--name', ' '], 2, /^--name must .*\n$/],
    [['accounts', 'create', '--name', 'A', '--assets', 'x'], 2, /^--assets must be ids such as 1,2, not "x"/],
    [['accounts', 'create', '--name', 'A', '--assets', '77'], 1, /^There is no asset with the id 77\n$/],
    [[...process, '77', '--strategy', 'flat_pricing'], 1, /^There is no asset with the id 77\n$/],
    [[...process, '1', '--strategy', 'flat'], 2, /^--strategy must be /],
    [[...process, '1', '--strategy', 'flat_pricing', '--expected-every', '0'], 2, /^--expected-every must be /],
    [[...embed, '77', '--maps', '1/1'], 1, /^There is no account with the id 77\n$/],
    [[...embed, '1', '--maps', '1'], 2, /^--maps must be ids of assets and maps such as 1\/1,1\/2, not "1"/],
    [[...embed, '1', '--maps', '1/1', '--origins', 'example.com'], 2, /^--origins must be the origin of a web page/],
    [[...embed, '1', '--maps', '1/77'], 1, /^--maps: service_maps\.0\.id is not known in its asset\n$/],
  ])('reject %j, and create nothing', async (args, code, error) => {
    const count = `select (select count(*) from catalog.account)::int, (select count(*) from pricing.process)::int as processes, (select count(*) from mapping.embed)::int as embeds`;
    const before = await operator.rows(count);
    expect(await operator.run(args)).toEqual({ code, out: '', err: expect.stringMatching(error) });
    expect(await operator.rows(count)).toEqual(before);
  });
});

describe('status', () => {
  it.each(['status', 'assets list'])('reports an unreachable database in one line (%s)', async (command) => {
    const DATABASE_URL = 'postgres://127.0.0.1:9/none';
    const ran = await operator.run(command.split(' '), { DATABASE_URL });
    expect(ran).toMatchObject({ code: 1, out: '' });
    expect(ran.err).toMatch(/^The database cannot be reached: .*ECONNREFUSED 127\.0\.0\.1:9\n$/);
  });

  it('prints the installation, without the password of the database', async () => {
    const text = await operator.do('status');
    expect(text).toMatch(/^Migrations +\d+ applied$/m);
    expect(text).toMatch(/^Contents +2 accounts, 1 asset, 1 unit, 2 processes/m);
    expect(text).toMatch(/^Last backup +none/m);
    expect(text).not.toContain(new URL(operator.databaseUrl).password || '\0');
    expect(await operator.json('status')).toMatchObject({ node: process.versions.node, migrations: { pending: [] } });
  });

  it('works before the first migration', async () => {
    const empty = await Operator.create();
    expect(await empty.do('status')).toMatch(/^Migrations +0 applied, \d+ pending: run `migrate`$/m);
    await empty.leave();
  });
});

describe('doctor', () => {
  const levels = (findings: Finding[]) => Object.fromEntries(findings.map(({ check, level }) => [check, level]));
  const examined = async (env: NodeJS.ProcessEnv = {}) => {
    const { code, out } = await operator.run(['doctor', '--json'], { PORT: '1', ...env });
    return { code, levels: levels(JSON.parse(out) as Finding[]) };
  };

  it('reports no problem for a sound installation', async () => {
    const { code, levels: found } = await examined();
    expect(code).toBe(0);
    expect(found).toMatchObject({
      settings: 'ok',
      files: 'ok',
      database: 'ok',
      migrations: 'ok',
      keys: 'ok',
      backup: 'warning',
    });
  });

  it('warns when Postgres allows fewer connections than both APIs may open', async () => {
    const { out } = await operator.run(['doctor', '--json'], { PORT: '1', DATABASE_POOL: '1000', WORKERS: '3' });
    expect((JSON.parse(out) as Finding[]).find(({ check }) => check === 'connections')).toEqual({
      check: 'connections',
      level: 'warning',
      text: expect.stringMatching(/^Postgres allows \d+, both APIs of this machine may open 2003$/),
      remedy: 'raise max_connections, or lower DATABASE_POOL: see docs/operations/database.md',
    });
    expect((await examined()).levels).toMatchObject({ connections: 'ok' });
  });

  it('reports missing files, invalid settings, and an unreachable or outdated database', async () => {
    const elsewhere = await Operator.create();
    expect(await examined({ DATA_DIR: elsewhere.dataDir })).toMatchObject({ code: 1, levels: { files: 'error' } });
    expect(await examined({ RATE_LIMIT_PER_MINUTE: 'x' })).toMatchObject({ code: 1, levels: { settings: 'error' } });
    expect(await examined({ DEMO: 'no' })).toMatchObject({ code: 1, levels: { settings: 'error' } });
    expect(await examined({ DATABASE_URL: 'postgres://127.0.0.1:1/x' })).toMatchObject({
      levels: { database: 'error' },
    });
    expect(await examined({ DATABASE_URL: elsewhere.databaseUrl })).toMatchObject({ levels: { migrations: 'error' } });
    await elsewhere.leave();
  });
});

describe('doctor with LOG_FILE', () => {
  const logOf = async (file: string) => {
    const { out } = await operator.run(['doctor', '--json'], { PORT: '1', LOG_FILE: file });
    return (JSON.parse(out) as Finding[]).find(({ check }) => check === 'log')!;
  };

  it('says whether the log can be written, and does not create it', async () => {
    const folder = join(operator.dataDir, 'logs');
    const file = join(folder, 'service.log');
    expect(await logOf(file)).toEqual({ check: 'log', level: 'ok', text: `can be written to ${file}` });
    expect(existsSync(folder)).toBe(false);
  });

  it('explains why the log cannot be written', async () => {
    const file = operator.file('no-folder', '');
    const remedy = { check: 'log', level: 'error', remedy: 'check LOG_FILE' };
    expect(await logOf(operator.dataDir)).toEqual({
      ...remedy,
      text: `cannot be written: ${operator.dataDir} is a folder`,
    });
    expect(await logOf(join(file, 'service.log'))).toEqual({
      ...remedy,
      text: `cannot be written: ${file} is no folder`,
    });
  });
});

describe('open', () => {
  it('prints the address of the map', async () => {
    const text = await operator.do('open', 'map', '--print');
    expect(text).toMatch(/^http:\/\/localhost:3000\/embed\/\w+$/m);
    expect((await operator.run(['open', 'x', '--print'])).code).toBe(2);
    expect(await operator.json('open', 'docs', '--print')).toEqual({
      page: 'docs',
      address: 'http://localhost:3000/docs',
    });
  });
});

it.each(['status', 'assets list', 'doctor'])('%s does not create a database', async (command) => {
  const DATA_DIR = join(operator.dataDir, `empty ${command}`);
  const { code, out, err } = await operator.run(command.split(' '), { DATABASE_URL: '', DATA_DIR });
  expect(code).toBe(1);
  expect(out + err).toContain(`There is no database in ${DATA_DIR}`);
  expect(existsSync(join(DATA_DIR, 'postgres'))).toBe(false);
});

it('--version prints the version of package.json', async () => {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
  expect(await operator.do('--version')).toBe(`${version}\n`);
});
