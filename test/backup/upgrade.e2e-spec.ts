import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { migrate } from '@app/platform/runtime';
import type { QueryRunner } from 'typeorm';
import { ALL_PERSISTENCE } from '../../apps/cli/src/contexts.js';
import { provideFiles, WHOLE } from '../cli/example.js';
import { Operator } from '../cli/run.js';
import { BuildDocumentsJob } from '../../libs/viewer/src/builds/build-documents.job.js';
import { TestApp } from '../support/app.js';
import { everyRead } from './every-read.js';

/**
 * Backups of this and older versions, and the responses of their servers to every read. Each release adds those of its version with
 * `RECORD_VERSION=1.1.0 npm test -- test/backup/upgrade`.
 */
const FOLDER = join(import.meta.dirname, '../data/upgrades');
const RECORD = process.env['RECORD_VERSION'];
if (RECORD) mkdirSync(FOLDER, { recursive: true });
const RECORDED = readdirSync(FOLDER).flatMap((file) => /^(.+)\.backup$/.exec(file)?.[1] ?? []);
const VERSIONS = [...new Set([...RECORDED, ...(RECORD ? [RECORD] : [])])];
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

/** Changes what the example declares, so that the backup has publications, past states and images. */
async function publishPrices(service: TestApp): Promise<void> {
  const [asset] = (await service.get('/v1/assets', { key: KEY })).body.data;
  const path = `/v1/assets/${asset.id}/multifamily`;
  const [feed] = (await service.get(`${path}/pricing`, { key: KEY })).body.data;
  for (const price of [2_000, 2_100]) {
    const entry = { unit_number: '101', provider_id: 'P-101', price, available_on: '2030-01-01', lease_term: 12 };
    const ingested = await service.post(`${path}/pricing/${feed.id}/ingest?commit=1`, [entry], { key: KEY });
    expect(ingested.status).toBe(200);
  }
}

if (RECORD)
  it(`records the data of ${RECORD}`, async () => {
    await operator.do('migrate');
    await provideFiles(operator);
    await operator.do('provision', operator.file('file.yaml', WHOLE));
    const hash = createHash('sha256').update(KEY).digest();
    await operator.rows(
      `insert into platform.api_key (name, hash, permissions) values ('clients', '\\x${hash.toString('hex')}', '{service.*}')`,
    );
    app = await TestApp.on(operator.databaseUrl, { DATA_DIR: operator.dataDir });
    await publishPrices(app);
    await app.run(BuildDocumentsJob);
    app.stopJobs();
    await operator.do('backup', backupOf(RECORD));
    const reads = gzipSync(JSON.stringify(await everyRead(app, KEY)), { level: 9 });
    writeFileSync(join(FOLDER, `${RECORD}.json.gz`), reads);
  });

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

describe('A version that is older than the database', () => {
  it('changes nothing, and says which is newer', async () => {
    class Next9999999999999 {
      async up(runner: QueryRunner): Promise<void> {
        await runner.query('create table pricing.next (id bigint)');
      }
    }
    const newer = ALL_PERSISTENCE.map((context) =>
      context.schema === 'pricing' ? { ...context, migrations: [...context.migrations, Next9999999999999] } : context,
    );
    await migrate({ url: operator.databaseUrl, poolSize: 2, contexts: newer });

    const { code, err } = await operator.run(['migrate']);
    expect([code, err]).toEqual([
      1,
      expect.stringMatching(/^The database is newer than this program, .*Next9999999999999/),
    ]);
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
    for (const command of [['migrate'], ['start']])
      expect(await operator.run(command, { PORT: '0', AI_PORT: '0' })).toEqual({
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

it('The fixture of each version has its recorded responses', () => {
  expect(VERSIONS).toContain('1.0.0');
  expect(VERSIONS.filter((version) => !existsSync(join(FOLDER, `${version}.json.gz`)))).toEqual([]);
});
