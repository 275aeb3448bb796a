import { existsSync, readdirSync, readFileSync, truncateSync, statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { SchedulerRegistry } from '@nestjs/schedule';
import { BackupJob, createBackup, openBackup, restoreBackup } from '@app/backup';
import { COLLECTING_FILES, type FileStore, fileStoreOf } from '@app/platform/files';
import { readSettings } from '@app/platform/core';
import pg from 'pg';
import type { QueryRunner } from 'typeorm';
import { ALL_PERSISTENCE } from '../../apps/cli/src/contexts.js';
import { BuildDocumentsJob } from '../../libs/viewer/src/builds/build-documents.job.js';
import { provideFiles, WHOLE } from '../cli/example.js';
import { Operator } from '../cli/run.js';
import { TestApp } from '../support/app.js';
import { everyRead } from './every-read.js';

let source: Operator;
let service: TestApp;
let key: string;
let asset: string;
let process: string;
let archive: string;

const WAITING = `select from pg_locks where locktype = 'advisory' and not granted
  and database = (select oid from pg_database where datname = current_database())`;

const gone = { size: () => Promise.reject(new Error('The store is gone')) } as unknown as FileStore;

const others: Operator[] = [];
const servers: TestApp[] = [];

async function another(): Promise<Operator> {
  const operator = await Operator.create();
  others.push(operator);
  return operator;
}

async function serve(operator: Operator, env: NodeJS.ProcessEnv = {}): Promise<TestApp> {
  const app = await TestApp.on(operator.databaseUrl, { DATA_DIR: operator.dataDir, ...env });
  app.stopJobs();
  servers.push(app);
  return app;
}

const schemas = (operator: Operator) =>
  operator.rows(`select nspname from pg_namespace where nspname in ('catalog', 'platform', 'audit')`);

/** Without the times of last use, which keep changing at the source. */
const keysOf = async (operator: Operator) =>
  (await operator.json<{ last_used_at: string | null }[]>('keys', 'list')).map((key) => ({
    ...key,
    last_used_at: undefined,
  }));

const building = (name: string) => ({ asset_id: asset.split('/')[3], name });
const entry = (price: number) => ({
  unit_number: '101',
  provider_id: 'north-101',
  price,
  available_on: '2030-01-01',
  status: 'available',
});

const showsPrices = async () => {
  const documents = Object.values(await everyRead(service, key)).filter((answer) => answer.includes('"kind":"embed"'));
  return documents.length > 0 && documents.every((document) => document.includes('"price":200000'));
};

beforeAll(async () => {
  source = await Operator.withMigratedDatabase();
  await provideFiles(source);
  await source.do('provision', source.file('file.yaml', WHOLE));
  key = (await source.do('keys', 'create', '--name', 'x', '--permissions', 'service.*', '--accounts', 'all')).trim();
  service = await TestApp.on(source.databaseUrl, { DATA_DIR: source.dataDir });
  service.stopJobs();
  asset = `/v1/assets/${(await service.get('/v1/assets', { key })).body.data[0].id}/multifamily`;
  process = `${asset}/pricing/${(await service.get(`${asset}/pricing`)).body.data[0].id}`;
  await service.post(`${process}/ingest?commit=1`, [entry(200_000)]);
  // A build that is running at the commit shows the previous state; the commit requests another one, which follows.
  while (!(await showsPrices())) await service.run(BuildDocumentsJob);
  archive = join(source.dataDir, 'whole.backup');
  await source.do('backup', archive);
});
afterEach(async () => {
  for (const app of servers.splice(0)) await app.close();
  for (const operator of others.splice(0)) await operator.leave();
});
afterAll(async () => {
  await service.close();
  await source.leave();
});

describe('A restored backup', () => {
  it('answers every read like the source, with the same keys, and assigns unused ids', async () => {
    const target = await another();

    expect(await target.run(['restore', archive])).toMatchObject({ code: 0, err: '' });

    const app = await serve(target);
    const [expected, found] = [await everyRead(service, key), await everyRead(app, key)];
    expect(Object.values(expected).filter((answer) => answer.startsWith('200')).length).toBeGreaterThan(60);
    expect(found).toEqual(expected);
    expect(await imageOf(app)).toEqual(await imageOf(service));
    const { cursor } = (await service.get('/v1/events?after=latest')).body as { cursor: string };
    const expired = await app.get(`/v1/events?after=${cursor}`, { key });
    expect([expired.status, expired.body.code]).toEqual([410, 'cursor_expired']);
    expect((await app.post(`${asset}/buildings`, building('South'), { key })).status).toBe(201);
    expect((await app.post(`${process}/ingest?commit=1`, [entry(210_000)], { key })).status).toBe(200);
  });

  it('is consistent while others write', async () => {
    const target = await another();
    let stop = false;
    const write = async (): Promise<void> => {
      for (let at = 0; !stop; at++) {
        const made = await service.post(`${asset}/buildings`, building(`B${at}`));
        if (at % 2) await service.delete(`${asset}/buildings/${made.body.id}`);
        await service.post(`${process}/ingest?commit=1`, [entry(200_000 + at)]);
      }
    };
    const writing = Promise.all([write(), write()]);
    const path = join(source.dataDir, 'busy.backup');
    await source.do('backup', path);
    stop = true;
    await writing;

    expect(await target.run(['restore', path])).toMatchObject({ code: 0 });

    // Foreign keys were checked when they were created. Rows of one transaction are either all there or all missing.
    expect(
      await target.rows(`select process.id from pricing.process join pricing.transaction
        on transaction.id = published_transaction_id where status <> 'finished' or entry_count <>
        (select count(*) from pricing.entry where transaction_id = transaction.id)`),
    ).toEqual([]);
  });

  it('answers every read as the source did at the time of the backup, even if others write during it', async () => {
    const target = await another();
    const path = join(source.dataDir, 'moment.backup');
    const holder = new pg.Client({ connectionString: source.databaseUrl });
    await holder.connect();
    await holder.query('select pg_advisory_lock($1)', [COLLECTING_FILES]);
    const made = source.do('backup', path);
    while ((await source.rows(WAITING)).length === 0) continue; // its snapshot is taken now
    const expected = await everyRead(service, key);
    let stop = false;
    let written = 0;
    const write = async (): Promise<void> => {
      for (; !stop; written++) {
        const [id, renamed] = [asset.split('/')[3], `Renamed ${written}`];
        expect((await service.put(`/v1/assets/${id}`, { id, name: renamed })).status).toBe(200);
        expect((await service.post(`${asset}/buildings`, building(`C${written}`))).status).toBe(201);
        expect((await service.post(`${process}/ingest?commit=1`, [entry(300_000 + written)])).status).toBe(200);
        if (written === 5) await holder.end(); // the copy starts
      }
    };
    const writing = write();
    await made;
    stop = true;
    await writing;

    expect(await target.run(['restore', path])).toMatchObject({ code: 0 });

    expect(await everyRead(await serve(target), key)).toEqual(expected);
    expect(written).toBeGreaterThan(5);
    expect(await everyRead(service, key)).not.toEqual(expected);
  });

  it('of an earlier version is migrated', async () => {
    class Next9999999999999 {
      async up(runner: QueryRunner): Promise<void> {
        await runner.query(`alter table platform.api_key add column owner text not null default 'nobody'`);
      }
    }
    const [old, target] = [await Operator.withMigratedDatabase(), await another()];
    others.push(old);
    await old.do('keys', 'create', '--name', 'old', '--permissions', 'service.*', '--accounts', 'all');
    const path = join(old.dataDir, 'old.backup');
    await old.do('backup', path);
    const contexts = ALL_PERSISTENCE.map((each) =>
      each.schema === 'platform' ? { ...each, migrations: [...each.migrations, Next9999999999999] } : each,
    );
    const { databaseUrl, dataDir } = target;
    const store = await fileStoreOf(readSettings({ DATABASE_URL: databaseUrl, DATA_DIR: dataDir }));
    const backup = await openBackup(path, contexts);
    await restoreBackup({ backup, contexts, databaseUrl, store, mayReplace: false });
    await backup.archive.close();

    expect(await target.rows('select name, owner from platform.api_key')).toEqual([{ name: 'old', owner: 'nobody' }]);
  });
});

const imageOf = async (app: TestApp): Promise<string> => {
  const [plan] = (await app.get(`${asset}/floor-plans`, { key })).body.data as { image_url: string }[];
  const image = await fetch(plan!.image_url);
  return `${image.status} ${Buffer.from(await image.arrayBuffer()).toString('base64')}`;
};

describe('A restore changes nothing', () => {
  it('when any byte of the file was changed', async () => {
    const target = await another();
    const bytes = readFileSync(archive);
    // in a header, a name, padding, rows, the manifest, the end of the tar, the checksum, and at other places
    const places = [0, 124, 400, 600, bytes.length - 2_000, bytes.length - 100, bytes.length - 30];
    for (let at = 1; at < 50; at++) places.push(Math.floor((bytes.length * at) / 50));
    for (const place of places) {
      const broken = Buffer.from(bytes);
      broken[place]! ^= 1 << (place % 8);
      const ran = await target.run(['restore', target.file('broken.backup', broken)]);
      expect(ran).toMatchObject({ code: 1, err: expect.stringContaining('its checksum does not match') });
    }
    expect(await schemas(target)).toEqual([]);
  });

  it('when the file is truncated, missing or not a backup', async () => {
    const target = await another();
    const path = target.file('short.backup', readFileSync(archive));
    for (const size of [readFileSync(path).length - 1, 100_000, 1, 0]) {
      truncateSync(path, size);
      expect(await target.run(['restore', path])).toMatchObject({
        code: 1,
        err: expect.stringContaining('not a backup'),
      });
    }
    expect(await target.run(['restore', join(target.dataDir, 'none')])).toMatchObject({
      code: 1,
      err: expect.stringContaining('There is no file'),
    });
    expect(await target.run(['restore', target.dataDir])).toMatchObject({
      code: 1,
      err: expect.stringContaining('is not a file'),
    });
    expect(await schemas(target)).toEqual([]);
  });

  it('when a signal stops it while it checks the file', async () => {
    const target = await another();
    const stop = new AbortController();
    stop.abort('SIGINT');
    const damaged = target.file('damaged.backup', readFileSync(archive).subarray(1)); // rejected if read to its end

    expect(await target.run(['restore', damaged], {}, stop.signal)).toEqual({ code: 130, out: '', err: 'Stopped.\n' });
    expect(await schemas(target)).toEqual([]);
  });

  it('when the schema is newer than the program', async () => {
    const [newer, target] = [await Operator.withMigratedDatabase(), await another()];
    others.push(newer);
    await newer.rows(`insert into schema_migration (timestamp, name) values (9, 'catalog.Later9')`);
    const path = join(newer.dataDir, 'newer.backup');
    await newer.do('backup', path);

    expect(await target.run(['restore', path])).toMatchObject({
      code: 1,
      err: expect.stringContaining('catalog.Later9'),
    });
    expect(await schemas(target)).toEqual([]);
  });

  it('when the database is not empty, unless --replace is given', async () => {
    const target = await another();
    await target.do('migrate');
    const named = ['--permissions', 'service.*', '--accounts', 'all', '--name'];
    await target.do('keys', 'create', ...named, 'kept');

    const refused = await target.run(['restore', archive]);
    expect(refused).toMatchObject({ code: 1, err: expect.stringContaining('not empty') });
    expect(await target.json('keys', 'list')).toMatchObject([{ name: 'kept' }]);

    await target.do('restore', archive, '--replace');
    expect(await keysOf(target)).toEqual(await keysOf(source));
  });

  it('when the database has schemas of another application', async () => {
    const target = await another();
    await target.rows('create schema catalog; create table catalog.of_others ()');

    const ran = await target.run(['restore', archive, '--replace']);

    expect(ran).toMatchObject({ code: 1, err: expect.stringContaining('does not belong to this service') });
    expect(await target.rows('select * from catalog.of_others')).toEqual([]);
  });

  it('when it fails halfway', async () => {
    const target = await another();
    await target.do('restore', archive);
    const before = await target.rows('select * from audit.event order by id');
    const backup = await openBackup(archive, ALL_PERSISTENCE);
    const restoring = restoreBackup({
      databaseUrl: target.databaseUrl,
      store: gone,
      contexts: ALL_PERSISTENCE,
      backup,
      mayReplace: true,
    });

    await expect(restoring).rejects.toThrow('The store is gone');
    await backup.archive.close();
    expect(await target.rows('select * from audit.event order by id')).toEqual(before);
  });

  it('when its process is killed halfway; then it can be repeated', async () => {
    const target = await another();
    await target.do('restore', archive);
    const before = await target.rows('select * from audit.event order by id');
    const end =
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()';
    const killing = {
      size: () => Promise.resolve(undefined),
      put: () => target.rows(end), // to the database, killing a process ends its session
    } as unknown as FileStore;
    const backup = await openBackup(archive, ALL_PERSISTENCE);
    const options = { databaseUrl: target.databaseUrl, contexts: ALL_PERSISTENCE, backup, mayReplace: true };

    await expect(restoreBackup({ ...options, store: killing })).rejects.toThrow();
    await backup.archive.close();

    expect(await target.rows('select * from audit.event order by id')).toEqual(before);
    await target.do('restore', archive, '--replace');
  });
});

describe('A backup', () => {
  it('rejects a folder, and a path in a folder that does not exist', async () => {
    expect(await source.run(['backup', source.dataDir])).toMatchObject({
      code: 1,
      err: expect.stringContaining('is not a file'),
    });
    const path = join(source.dataDir, 'none', 'x.backup');
    expect(await source.run(['backup', path])).toMatchObject({
      code: 1,
      err: expect.stringContaining(`There is no folder ${join(source.dataDir, 'none')}`),
    });
  });

  it('replaces an existing file only when it is complete', async () => {
    const path = source.file('kept.backup', 'before');

    const making = createBackup({ databaseUrl: source.databaseUrl, store: gone, path });

    await expect(making).rejects.toThrow('The store is gone');
    expect(readFileSync(path, 'utf8')).toBe('before');
    expect(existsSync(`${path}.part`)).toBe(false);
  });

  it('removes its file when the disk is full', async () => {
    const path = join(source.dataDir, 'full.backup');
    const probe = await open(source.file('probe', ''));
    const full = Object.assign(new Error('ENOSPC: no space left on device, write'), {
      code: 'ENOSPC',
      syscall: 'write',
    });
    const append = jest.spyOn(Object.getPrototypeOf(probe) as typeof probe, 'appendFile').mockRejectedValue(full);
    try {
      expect(await source.run(['backup', path])).toEqual({
        code: 1,
        out: '',
        err: `${path} cannot be written: ${full.message}\n`,
      });
    } finally {
      append.mockRestore();
      await probe.close();
    }
    expect(readdirSync(source.dataDir).filter((name) => name.startsWith('full'))).toEqual([]);
  });

  it('names the files that are missing from the store', async () => {
    const target = await another();
    const env = { DATABASE_URL: source.databaseUrl }; // with the data folder of another operator
    const ran = await target.run(['backup', join(target.dataDir, 'x.backup')], env);

    expect(ran).toMatchObject({
      code: 1,
      err: expect.stringMatching(/The file store lacks .*\n.*The backup is incomplete/s),
    });
  });
});

describe('A scheduled backup', () => {
  const settings = (operator: Operator): NodeJS.ProcessEnv => ({
    ...{ BACKUP_SCHEDULE: '0 3 * * *', BACKUP_KEEP: '2', BACKUP_DIR: join(operator.dataDir, 'kept') },
  });
  const metric = async (app: TestApp) =>
    /^backup_last_success_timestamp_seconds (.+)$/m.exec((await app.get('/metrics')).text)?.[1];

  it('keeps the newest backups, and reports when the last one succeeded or failed', async () => {
    const target = await another();
    await target.do('restore', archive);
    const env = settings(target);
    const app = await serve(target, env);
    const replica = await app.replica({ ...env, DATA_DIR: target.dataDir });
    const jobs = [app, replica].map((each) => each.app.get(BackupJob, { strict: false }));
    const { backup } = readSettings({ DATABASE_URL: target.databaseUrl, ...env });
    expect(await metric(app)).toBeUndefined();

    for (const day of [1, 2, 3])
      await Promise.all(jobs.map((job) => job.run(backup!, new Date(Date.UTC(2030, 0, day)))));

    expect(readdirSync(env.BACKUP_DIR!)).toEqual(['backup-20300102T0000Z.backup', 'backup-20300103T0000Z.backup']);
    expect(Number(await metric(replica))).toBeGreaterThan(1.7e9);

    const said = jest.spyOn(Logger.prototype, 'error').mockReturnValue();
    await jobs[0]!.run({ ...backup!, dir: target.file('no-folder', '') }, new Date());
    expect(said).toHaveBeenCalledWith(expect.anything(), 'The scheduled backup failed');
    await target.rows(`insert into platform.stored_file (name) values ('${'0'.repeat(64)}.png')`);
    await jobs[0]!.run(backup!, new Date(Date.UTC(2030, 0, 4)));
    expect(said).toHaveBeenLastCalledWith(
      { text: expect.stringContaining('incomplete') },
      'The scheduled backup failed',
    );
    expect(readdirSync(env.BACKUP_DIR!)).toEqual([
      'backup-20300102T0000Z.backup',
      'backup-20300103T0000Z.backup',
      'incomplete.backup',
    ]);
    said.mockClear();
    await jobs[1]!.run(backup!, statSync(join(env.BACKUP_DIR!, 'incomplete.backup')).mtime);
    expect(said).not.toHaveBeenCalled(); // another process made it in the same minute
    said.mockRestore();

    const refused = await target.run(['restore', join(env.BACKUP_DIR!, 'backup-20300103T0000Z.backup'), '--replace']);
    expect(refused).toMatchObject({ code: 1, err: expect.stringContaining('stop its servers') });
  });

  it('is skipped while another is running', async () => {
    const target = await another();
    await target.do('restore', archive);
    const app = await serve(target, settings(target));
    let end = () => {};
    const running = new Promise<void>((resolve) => (end = resolve));
    const run = jest.spyOn(app.app.get(BackupJob, { strict: false }), 'run').mockReturnValue(running);
    const schedule = app.app.get(SchedulerRegistry, { strict: false }).getCronJob('backup');

    const fired = [schedule.fireOnTick(), schedule.fireOnTick()];
    expect(run).toHaveBeenCalledTimes(1);
    end();
    await Promise.all(fired);
    await schedule.fireOnTick();
    expect(run).toHaveBeenCalledTimes(2);
  });

  it('is scheduled by a cron expression', () => {
    for (const schedule of ['daily', '0 0 30 2 *'])
      expect(() => readSettings({ DATABASE_URL: 'postgres://x', BACKUP_SCHEDULE: schedule })).toThrow(
        'BACKUP_SCHEDULE must be a cron expression',
      );
  });
});
