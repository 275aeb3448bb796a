import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { Header } from 'tar';
import type { Manifest } from '@app/backup';
import { MiB } from '@app/platform/core';
import { provideFiles, WHOLE } from '../cli/example.js';
import { Operator } from '../cli/run.js';

let source: Operator;
let target: Operator;
let archive: Buffer;

/** The members of a backup, by path, without the manifest. */
type Members = Map<string, Buffer>;

beforeAll(async () => {
  source = await Operator.withMigratedDatabase();
  await provideFiles(source);
  await source.do('provision', source.file('file.yaml', WHOLE));
  const path = join(source.dataDir, 'whole.backup');
  await source.do('backup', path);
  archive = readFileSync(path);
  target = await Operator.create();
});
afterEach(() => rmSync(join(target.dataDir, 'files'), { recursive: true, force: true }));
afterAll(async () => {
  await source.leave();
  await target.leave();
});

function membersOf(bytes: Buffer): Members {
  const members: Members = new Map();
  for (let at = 0; ;) {
    const { path, size } = new Header(bytes, at) as { path: string; size: number };
    members.set(path, bytes.subarray(at + 512, at + 512 + size));
    if (path === 'manifest.json') return members;
    at += 512 + Math.ceil(size / 512) * 512;
  }
}

const digest = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

/** A tar with its checksum, as the format demands. */
function sealed(members: Iterable<[string, Buffer]>): Buffer {
  const blocks: Buffer[] = [];
  for (const [path, content] of members) {
    const header = Buffer.alloc(512);
    new Header({ path, size: content.length, mode: 0o600, type: 'File' }).encode(header, 0);
    blocks.push(header, content, Buffer.alloc((512 - (content.length % 512)) % 512));
  }
  const tar = Buffer.concat([...blocks, Buffer.alloc(1024)]);
  return Buffer.concat([tar, Buffer.from(`${digest(tar)}\n`)]);
}

/** A backup with changed members and manifest, whose checksums match. */
function forged(change: (manifest: Manifest, members: Members) => void): Buffer {
  const members = membersOf(archive);
  const manifest = JSON.parse(members.get('manifest.json')!.toString()) as Manifest;
  members.delete('manifest.json');
  change(manifest, members);
  for (const member of manifest.members ?? []) {
    const content = members.get(member.path);
    if (content) Object.assign(member, { size: content.length, sha256: digest(content) });
  }
  return sealed([...members, ['manifest.json', Buffer.from(JSON.stringify(manifest))]]);
}

const tableOf = ({ tables }: Manifest, name: string) =>
  tables.find(({ schema, table }) => `${schema}.${table}` === name)!;

const restoring = (bytes: Buffer, ...options: string[]) =>
  target.run(['restore', target.file('forged.backup', bytes), ...options]);

const stored = () => {
  const folder = join(target.dataDir, 'files');
  return existsSync(folder) ? readdirSync(folder, { recursive: true }).filter((name) => name !== 'drafts') : [];
};

/** All tables of the service, and what the attacks below would write. */
const state = () =>
  target.rows(`select count(*)::int from pg_class where relkind = 'r' and relnamespace::regnamespace::text
  not in ('pg_catalog', 'information_schema') union all select count(*)::int from pg_authid`);

const FORGERIES: [string, string, (manifest: Manifest, members: Members) => void][] = [
  [
    'a column that is a statement',
    'names a column that catalog.asset does not have',
    (manifest) => {
      const columns = tableOf(manifest, 'catalog.asset').columns;
      columns[0] = `${columns[0]}) from stdin; create table public.injected (); --`;
    },
  ],
  [
    'a column that is a quoted statement',
    'names a column that catalog.asset does not have',
    (manifest) =>
      (tableOf(manifest, 'catalog.asset').columns[0] = `"id") from stdin; create table public.injected (); --"`),
  ],
  [
    'a table of Postgres',
    'names a table that its version does not have: pg_catalog.pg_authid',
    (manifest) => manifest.tables.push({ schema: 'pg_catalog', table: 'pg_authid', columns: ['rolname'], rows: 0 }),
  ],
  [
    'a table whose name is a statement',
    'belongs to no table',
    (manifest) =>
      (tableOf(manifest, 'catalog.building').table = 'building" (id) from stdin; create table injected (); --'),
  ],
  [
    'no table of buildings',
    'lacks the table catalog.building',
    (manifest, members) => {
      const table = tableOf(manifest, 'catalog.building');
      manifest.tables.splice(manifest.tables.indexOf(table), 1);
      manifest.members = manifest.members.filter(({ path }) => !path.startsWith('tables/catalog.building/'));
      for (const path of members.keys()) if (path.startsWith('tables/catalog.building/')) members.delete(path);
    },
  ],
  ['a repeated table', 'names a table twice', ({ tables }) => tables.push(tables[0]!)],
  [
    'a missing column',
    'does not have each column of catalog.asset once',
    (manifest) => tableOf(manifest, 'catalog.asset').columns.pop(),
  ],
  [
    'a repeated column',
    'does not have each column of catalog.asset once',
    (manifest) => {
      const { columns } = tableOf(manifest, 'catalog.asset');
      columns[1] = columns[0]!;
    },
  ],
  [
    'another number of rows',
    'rows of catalog.building instead of',
    (manifest) => (tableOf(manifest, 'catalog.building').rows += 1),
  ],
  [
    'an unknown sequence',
    'names a sequence that its version does not have',
    ({ sequences }) => sequences.push({ name: 'public.of_others', lastValue: '1' }),
  ],
  ['an invalid number', 'sequences.0.last', ({ sequences }) => (sequences[0]!.lastValue = '1; drop table x')],
  [
    'a number beyond bigint',
    'content of the backup is invalid',
    ({ sequences }) => (sequences[0]!.lastValue = '9'.repeat(19)),
  ],
  [
    'rows of another table',
    'content of the backup is invalid',
    ({ members: [...list] }, members) => {
      const [buildings] = list.filter(({ path }) => path.startsWith('tables/catalog.building/'));
      members.set(buildings!.path, gzipSync('1\tx\n'));
    },
  ],
  [
    'rows without their parents',
    'content of the backup is invalid',
    (manifest, members) => {
      const assets = manifest.members.find(({ path }) => path.startsWith('tables/catalog.asset/'))!;
      members.set(assets.path, gzipSync(''));
      tableOf(manifest, 'catalog.asset').rows = 0;
    },
  ],
  [
    'rows that are not compressed',
    'is damaged',
    (manifest, members) =>
      members.set(manifest.members.find(({ path }) => path.startsWith('tables/'))!.path, Buffer.from('x')),
  ],
  [
    'a member that belongs to no table',
    'belongs to no table',
    ({ members: list }, members) => {
      members.set('tables/pg_catalog.pg_authid/000001.copy.gz', gzipSync(''));
      list.push({ path: 'tables/pg_catalog.pg_authid/000001.copy.gz', size: 0, sha256: '' });
    },
  ],
  [
    'a file outside of the store',
    'belongs to no table',
    ({ members: list }, members) => {
      const path = `files/../../${digest(Buffer.from('x'))}.png`;
      members.set(path, Buffer.from('x'));
      list.push({ path, size: 0, sha256: '' });
    },
  ],
  [
    'a file that no row names',
    'has a file that none of its rows names',
    ({ members: list }, members) => {
      const path = `files/${digest(Buffer.from('x'))}.html`;
      members.set(path, Buffer.from('x'));
      list.push({ path, size: 0, sha256: '' });
    },
  ],
  [
    'a member that it does not list',
    'does not list each member',
    (_, members) => members.set('files/x', Buffer.from('x')),
  ],
  ['a repeated member', 'does not list each member', ({ members }) => members.push(members[0]!)],
  ['an unknown migration', 'newer version', ({ migrations }) => migrations.push('public.Evil1999999999999')],
  [
    'no list of tables',
    'manifest of the backup is invalid: tables is required',
    (manifest) => delete (manifest as Partial<Manifest>).tables,
  ],
  ['an invalid table', 'manifest of the backup is invalid: tables.0', ({ tables }) => (tables[0] = null as never)],
  ['another version', 'format 1.5', (manifest) => (manifest.version = 1.5)],
];

describe('A restore reports one line and changes nothing if the backup has', () => {
  it.each(FORGERIES)('%s', async (_, message, change) => {
    const before = await state();

    const { code, out, err } = await restoring(forged(change));

    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(err).toContain(message);
    expect(err.trimEnd().split('\n')).toHaveLength(1);
    expect(await state()).toEqual(before);
    expect(stored()).toEqual([]);
  });

  it.each([
    ['a manifest that is not JSON', sealed([['manifest.json', Buffer.from('{"format":')]])],
    ['a manifest that is null', sealed([['manifest.json', Buffer.from('null')]])],
    ['nothing', sealed([])],
    ['a member of a negative size', withSize(-1024)],
    ['a member larger than the file', withSize(2 ** 40)],
  ])('%s', async (_, bytes) => {
    const { code, err } = await restoring(bytes);

    expect({ code, lines: err.trimEnd().split('\n').length }).toEqual({ code: 1, lines: 1 });
    expect(err).toMatch(/backup/);
  });

  it('rows that decompress to more than the available memory', async () => {
    const rows = gzipSync(Buffer.alloc(128 * MiB, '\\N\t'));
    const bytes = forged((manifest, members) => {
      const buildings = manifest.members.find(({ path }) => path.startsWith('tables/catalog.building/'))!;
      members.set(buildings.path, rows);
    });
    const { maxRSS: before } = process.resourceUsage();

    expect(await restoring(bytes)).toMatchObject({
      code: 1,
      err: expect.stringContaining('content of the backup is invalid'),
    });
    expect(process.resourceUsage().maxRSS - before).toBeLessThan((64 * MiB) / 1024);
  });
});

/** A tar with a size in its header that its content does not have. */
function withSize(size: number): Buffer {
  const header = Buffer.alloc(512);
  new Header({ path: 'tables/x/000001.copy.gz', size, mode: 0o600, type: 'File' }).encode(header, 0);
  const tar = Buffer.concat([header, Buffer.alloc(2048)]);
  return Buffer.concat([tar, Buffer.from(`${digest(tar)}\n`)]);
}

describe('A failed restore', () => {
  it('removes only the files that it has stored', async () => {
    await target.do('restore', target.file('whole.backup', archive));
    const [kept, ...others] = stored();
    expect(others.length).toBeGreaterThan(0);
    for (const name of others) rmSync(join(target.dataDir, 'files', String(name)));
    const blocked = String(others.at(-1));
    mkdirSync(join(target.dataDir, 'files', blocked)); // no file can be renamed to it

    const { code, err } = await target.run(['restore', join(target.dataDir, 'whole.backup'), '--replace']);

    rmSync(join(target.dataDir, 'files', blocked), { recursive: true });
    expect(code).toBe(1);
    expect(err).toMatch(/^The file [\w-]+\.\w+ cannot be stored: .*\n$/);
    expect(stored()).toEqual([kept]);
    expect(await target.run(['restore', join(target.dataDir, 'whole.backup'), '--replace'])).toMatchObject({ code: 0 });
    expect(stored()).toHaveLength(others.length + 1);
  });
});
