import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { namesOf, withMigrations } from '@app/platform/persistence';
import { migrate } from '@app/platform/runtime';
import { ALL_PERSISTENCE } from '../../apps/cli/src/contexts.js';
import { Operator } from '../cli/run.js';
import { TestApp } from '../support/app.js';
import { everyRead } from './every-read.js';

/**
 * Backups of older versions, and the responses of their servers to every read. Each release adds those of its version:
 * CONTRIBUTING.md describes how.
 */
const FOLDER = join(import.meta.dirname, '../data/upgrades');
const VERSIONS = readdirSync(FOLDER).flatMap((file) => /^(.+)\.backup$/.exec(file)?.[1] ?? []);
/** The key that clients use. */
const KEY = 'a-key-that-clients-have-had-for-years';

let operator: Operator;
let app: TestApp | undefined;

beforeEach(async () => (operator = await Operator.create()));
afterEach(async () => {
  await app?.close();
  app = undefined;
  await operator.leave();
});

const backupOf = (version: string): string => join(FOLDER, `${version}.backup`);
/** Every read except for the viewer's documents, which are rebuilt and contain the day. */
const readsOf = (version: string) => {
  const all = JSON.parse(gunzipSync(readFileSync(join(FOLDER, `${version}.json.gz`))).toString()) as Record<
    string,
    string
  >;
  return Object.entries(all).filter(([path, text]) => text.startsWith('200 ') && !path.endsWith('document'));
};

/** Status and body. Fields that a version adds to a body are not a change for clients. */
function answerOf(text: string): { status: string; body: unknown } {
  const at = text.indexOf(' ');
  const body = text.slice(at + 1);
  return { status: text.slice(0, at), body: /^[{[]/.test(body) ? JSON.parse(body) : body };
}

describe.each(VERSIONS)('The data of %s', (version) => {
  it('is migrated, and reads the same with the existing key', async () => {
    await operator.do('restore', backupOf(version));
    app = await TestApp.on(operator.databaseUrl, { DATA_DIR: operator.dataDir });
    app.stopJobs();

    const before = readsOf(version);
    const now = await everyRead(app, KEY);

    expect(before.length).toBeGreaterThan(50);
    for (const [path, text] of before)
      expect({ path, ...answerOf(now[path] ?? '') }).toMatchObject({ path, ...answerOf(text) } as object);
  });
});

describe('An older version than the database', () => {
  it('changes nothing, and reports which version is newer', async () => {
    await operator.do('migrate');
    const names = namesOf(ALL_PERSISTENCE);
    const newest = names.findLast((name) => name.startsWith('pricing.'));
    const older = withMigrations(
      ALL_PERSISTENCE,
      names.filter((name) => name !== newest),
    );
    const migrating = migrate({ url: operator.databaseUrl, poolSize: 2, contexts: older });
    await expect(migrating).rejects.toThrow('The database is newer than this program');
  });
});

describe('A database of a build before version 1.0.0', () => {
  it('is rejected in one line, and stays as it is', async () => {
    await operator.rows(
      `create table schema_migration (id serial primary key, timestamp bigint not null, name text not null)`,
    );
    await operator.rows(
      `insert into schema_migration (timestamp, name) values (1763600000000, 'kernel.Kernel1763600000000'), (1763600100000, 'catalog.Catalog1763600100000')`,
    );
    for (const command of [['migrate'], ['keys', 'list'], ['start']])
      expect(await operator.run(command)).toEqual({
        code: 1,
        out: expect.any(String),
        err: expect.stringMatching(
          /^The database was created by a build before version 1\.0\.0, .*empty database.*\n$/,
        ),
      });
    expect(await operator.rows(`select nspname from pg_namespace where nspname in ('platform', 'catalog')`)).toEqual(
      [],
    );
  });
});

it('There are fixtures of every version, with their responses', () => {
  expect(VERSIONS.length).toBeGreaterThan(1);
  expect(VERSIONS.filter((version) => !existsSync(join(FOLDER, `${version}.json.gz`)))).toEqual([]);
});
