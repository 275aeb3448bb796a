import { Database, UnitOfWork } from '@app/platform/persistence';
import { CollectFilesJob, FileContent, Files, FileStore } from '@app/platform/files';
import { jest } from '@jest/globals';
import { TestApp } from '../support/app.js';
import { type GivenAsset, givenAsset } from '../support/given.js';
import { TIME_FACTOR } from '../support/time-factor.js';

let app: TestApp;
let asset: GivenAsset;
beforeAll(async () => {
  app = await TestApp.start();
  asset = await givenAsset(app);
});
afterAll(() => app.close());

const stored = async (words: string): Promise<string> => {
  const file = await FileContent.of(Buffer.from(words), 'png');
  await app.app.get(UnitOfWork).run(() => app.app.get(Files).keep(file));
  return file.name;
};
/** Runs the collector often enough for all unused files. */
const collect = async (): Promise<void> => {
  await app.app.get(CollectFilesJob).run();
  await app.advance(61);
  await app.app.get(CollectFilesJob).run();
  await app.advance(0);
};
const status = async (name: string) => (await fetch(`${app.base}/files/${name}`)).status;

describe('The file collector', () => {
  it('keeps files referenced by an array of names until they are removed from it', async () => {
    const [first, second, none] = [await stored('first'), await stored('second'), await stored('none')];
    await app.sql(`insert into merchandising.gallery (asset_id, name, images, alts) values ($1, 'Lobby', $2, $3)`, [
      asset.id,
      [first, second],
      ['', ''],
    ]);
    await collect();
    expect([await status(first), await status(second), await status(none)]).toEqual([200, 200, 404]);

    await app.sql(`update merchandising.gallery set images = $1, alts = '{""}'`, [[second]]);
    await collect();
    expect([await status(first), await status(second)]).toEqual([404, 200]);
  });

  it('covers every column with file names: each has the foreign key or the comment', async () => {
    const named = await app.sql<{ name: string }>(
      `select format('%s.%s', attrelid::regclass, attname) as name from pg_attribute join pg_class on pg_class.oid = attrelid
       where relkind = 'r' and attnum > 0 and attname ~ '(^|_)(image|images|file|source|picture|logo)$'
         and relnamespace not in ('pg_catalog'::regnamespace, 'information_schema'::regnamespace)
         and not exists (select from pg_constraint where conrelid = attrelid and conkey = array[attnum]
           and confrelid = 'platform.stored_file'::regclass)
         and coalesce(col_description(attrelid, attnum), '') <> 'names of stored files'`,
    );
    expect(named).toEqual([]);
  });

  it('collects hundreds, and tolerates missing files', async () => {
    const names = await Promise.all(Array.from({ length: 90 }, (_, at) => stored(`many ${at}`)));
    await collect();

    expect(await app.sql('select name from platform.stored_file where name = any ($1)', [names.slice(0, 60)])).toEqual(
      [],
    );
    expect(await status(names[0]!)).toBe(404);
    await collect();
    expect(await app.sql('select from platform.stored_file where name = any ($1)', [names])).toEqual([]);
  });
});

describe('A file that the store fails to remove', () => {
  it('is retried later, and the others are removed', async () => {
    const names = await Promise.all(Array.from({ length: 50 }, (_, at) => stored(`unremovable ${at}`)));
    const [stuck] = names;
    const store = app.app.get(FileStore);
    const remove = store.remove.bind(store);
    const removing = jest
      .spyOn(store, 'remove')
      .mockImplementation((name) => (name === stuck ? Promise.reject(new Error('forbidden')) : remove(name)));
    try {
      await app.app.get(CollectFilesJob).run();
      await app.advance(61);
      await expect(app.app.get(CollectFilesJob).run()).rejects.toThrow('forbidden');
      await app.app.get(CollectFilesJob).run();
      expect(await app.sql('select name from platform.stored_file where name = any ($1)', [names])).toEqual([
        { name: stuck },
      ]);
    } finally {
      removing.mockRestore();
    }
    await app.advance(122);
    await app.app.get(CollectFilesJob).run();
    await app.advance(0);
    expect(await status(stuck!)).toBe(404);
  });
});

describe('A file that is kept concurrently', () => {
  it('causes no serialization failure', async () => {
    const [unit, files, database] = [app.app.get(UnitOfWork), app.app.get(Files), app.app.get(Database)];
    const file = await FileContent.of(Buffer.from('kept by many'), 'png');
    const keep = () => unit.run(() => files.keep(file));
    await keep();
    let begin = (): void => undefined;
    const kept = new Promise<void>((resolve) => (begin = resolve)).then(keep); // outside the transaction below
    let tries = 0;
    await unit.runWithSavepoints(
      async () => {
        tries++;
        await database.rows('select'); // takes the snapshot now
        begin();
        await kept;
        await files.keep(file);
      },
      undefined,
      'REPEATABLE READ',
    );

    expect(tries).toBe(1);
  });
});

describe('The file collector, on a database of its own', () => {
  const large = TestApp.forSuite();

  it('checks 100,000 files quickly', async () => {
    await large.sql(
      `insert into platform.stored_file (name) select md5(n::text) || md5(n::text) || '.png' from generate_series(1, 100000) n`,
    );
    await large.sql(
      `insert into catalog.floor_plan (asset_id, name, bedroom_count, bathroom_count, filter_label, image)
       select $1, 'P', 1, 1, 'P', md5(n::text) || md5(n::text) || '.png' from generate_series(1, 100000) n`,
      [(await givenAsset(large)).id],
    );
    const begun = performance.now();
    await large.app.get(CollectFilesJob).run();

    expect(performance.now() - begun).toBeLessThan(10_000 * TIME_FACTOR);
    expect(await large.sql('select from platform.stored_file where unnamed_since is not null')).toEqual([]);
  });
});
