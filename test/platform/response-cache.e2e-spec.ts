import { gzipSync } from 'node:zlib';
import { jest } from '@jest/globals';
import { Database, PurgeChangeLogJob } from '@app/platform/persistence';
import { TestApp } from '../support/app.js';
import { type GivenAsset, givenAccount, givenAsset } from '../support/given.js';

let app: TestApp;
let other: TestApp;
let plain: TestApp;
let asset: GivenAsset;

async function begin(): Promise<void> {
  app = await TestApp.start();
  other = await app.replica();
  plain = await app.replica({ RESPONSE_CACHE_MB: '0' });
  asset = await givenAsset(
    app,
    Array.from({ length: 40 }, (_, at) => `${100 + at}`),
  );
}

const unit = () => `${asset.path}/units/${asset.units[0]}`;
const update = (area: number, on = app) => on.put(unit(), { id: asset.units[0], asset_id: asset.id, area });
const same = (text: string, from: TestApp) => text.replaceAll(from.base, 'BASE');

/** One server with a response cache and one without: their responses must not differ, whatever changes between two requests. */
describe('Cached responses', () => {
  beforeAll(begin);
  afterAll(() => app.close());

  it('are equal to uncached ones', async () => {
    for (const path of [
      unit(),
      `${asset.path}/units`,
      `${asset.path}/units?per-page=7&page=2`,
      `${asset.path}/floors`,
    ]) {
      for (let time = 0; time < 3; time++) {
        const [kept, made] = [await app.get(path), await plain.get(path)];
        expect(same(kept.text, app)).toBe(same(made.text, plain));
        expect([...kept.headers.keys()].sort()).toEqual([...made.headers.keys()].sort());
      }
    }
  });

  it('include each write at once, on every replica', async () => {
    for (let area = 600; area < 620; area++) {
      await Promise.all([app.get(unit()), other.get(unit())]);
      expect((await update(area, area % 2 ? app : other)).body.area).toBe(area);
      const seen = await Promise.all([app, other, plain].map(async (each) => (await each.get(unit())).body.area));
      expect(seen).toEqual([area, area, area]);
    }
  });

  it('include each write for all later readers, however many read concurrently', async () => {
    const readers = [app, other].flatMap((each) => Array.from({ length: 8 }, () => each));
    let [written, isOver] = [500, false];
    const read = async (from: TestApp): Promise<string[]> => {
      const wrong: string[] = [];
      while (!isOver) {
        const before = written;
        const { area } = (await from.get(unit())).body;
        if (area < before) wrong.push(`${area}, not ${before}`);
      }
      return wrong;
    };
    const reading = readers.map(read);
    for (let area = 501; area <= 540; area++) {
      await update(area, area % 2 ? app : other);
      written = area;
    }
    isOver = true;

    expect((await Promise.all(reading)).flat()).toEqual([]);
  });

  it('share one query for changes while nothing is written', async () => {
    const looks: number[] = [];
    for (let time = 0; time < 5; time++) {
      // a job may write between two requests
      for (let before = 0; before < 3; before++) await app.get(unit());
      const statements = jest.spyOn(app.app.get(Database), 'rows');
      const answers = await Promise.all(Array.from({ length: 30 }, () => app.get(unit())));
      looks.push(statements.mock.calls.filter(([sql]) => sql.includes('pg_current_snapshot()')).length);
      statements.mockRestore();
      expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    }
    expect(Math.min(...looks)).toBeGreaterThan(0);
    expect(Math.min(...looks)).toBeLessThan(30);
  });

  it('include writes of other programs', async () => {
    await app.get(unit());
    await app.sql('update catalog.unit set area = 777 where id = $1', [asset.units[0]]);
    expect((await app.get(unit())).body.area).toBe(777);
  });

  it('include transactions that were in progress during the read', async () => {
    await update(777);
    const writer = await app.sqlPool.connect();
    try {
      await writer.query('begin');
      await writer.query('update catalog.unit set area = 888 where id = $1', [asset.units[0]]);
      expect([(await app.get(unit())).body.area, (await app.get(unit())).body.area]).toEqual([777, 777]);
      await writer.query('commit');
      expect((await app.get(unit())).body.area).toBe(888);
    } finally {
      writer.release();
    }
  });

  it('are separated by visibility', async () => {
    const account = await givenAccount(app);
    const stranger = await app.key(['service.*'], [account]);
    expect((await app.get(unit())).status).toBe(200);
    expect((await app.get(unit(), { key: stranger })).status).toBe(404);
    await app.sql('insert into catalog.account_asset (account_id, asset_id) values ($1, $2)', [account, asset.id]);
    expect((await app.get(unit(), { key: stranger })).status).toBe(200);
    await app.sql('delete from catalog.account_asset where account_id = $1', [account]);
    expect((await app.get(unit(), { key: stranger })).status).toBe(404);
  });

  it('contain no key in their links', async () => {
    const key = await app.key();
    const list = (secret: string) => app.get(`${asset.path}/units?per-page=5&api-key=${secret}`, { key: null });
    const texts = [(await list(key)).text, (await list(key)).text, (await list(await app.key())).text];
    expect(new Set(texts).size).toBe(1);
    expect(texts[0]).not.toContain('pms_');
  });

  it('are returned as 304 and compressed, like the first time', async () => {
    const list = `${asset.path}/units`;
    for (let time = 0; time < 3; time++) {
      const { headers, text } = await app.get(list);
      expect((await app.get(list, { headers: { 'If-None-Match': headers.get('etag')! } })).status).toBe(304);
      const zipped = await app.get(list, { headers: { 'Accept-Encoding': 'gzip' } });
      expect([zipped.headers.get('content-encoding'), zipped.text]).toEqual(['gzip', text]);
    }
    await update(901);
    const zipped = await app.get(list, { headers: { 'Accept-Encoding': 'gzip' } });
    expect(zipped.body.data[0].area).toBe(901);
  });

  it('rely on change records kept for ten minutes', async () => {
    const job = app.app.get(PurgeChangeLogJob);
    await job.run();
    const [change] = await app.sql<{ id: string }>(
      `with changed as (update catalog.unit set area = 912 where id = $1 returning id)
       select pg_current_xact_id()::text as id from changed`,
      [asset.units[0]],
    );
    const notes = () => app.sql('select from platform.change_log where transaction_id = $1', [change!.id]);
    for (let minute = 1; minute <= 10; minute++) await job.run();
    expect(await notes()).toHaveLength(1);
    // An open transaction in any database of the server delays it.
    for (let tries = 0; tries < 400 && (await notes()).length > 0; tries++) {
      await job.run();
      await new Promise((resolve) => setTimeout(resolve, 25));
    }
    expect(await notes()).toHaveLength(0);
  });
});

/** These tests change what the cache relies on. */
describe('The response cache of a server', () => {
  beforeEach(begin);
  afterEach(() => app.close());

  it('is limited in bytes, including compressed copies', async () => {
    const small = await app.replica({ RESPONSE_CACHE_MB: '1' });
    const held = async () => {
      await new Promise((resolve) => setTimeout(resolve, 1_050)); // a result is reused for a second
      const { text } = await small.get('/metrics', { key: null, flags: null });
      return Number(/^response_cache_bytes (\d+)$/m.exec(text)![1]);
    };
    const list = (query = '') => `${asset.path}/units?per-page=40${query}`;
    const plain = await small.get(list(), { headers: { 'Accept-Encoding': 'identity' } });
    const ascii = await held();
    expect(ascii - plain.text.length).toBeGreaterThan(1_000);
    expect(ascii - plain.text.length).toBeLessThan(1_500);

    await small.get(list(), { headers: { 'Accept-Encoding': 'gzip' } });
    await small.get(list(), { headers: { 'Accept-Encoding': 'gzip' } });
    const { length: zipped } = gzipSync(plain.text, { level: 3 });
    expect((await held()) - ascii).toBe(zipped);

    await app.sql(`update catalog.unit set unit_number = repeat('室', 200) || unit_number where asset_id = $1`, [
      asset.id,
    ]);
    const { text } = await small.get(list(), { headers: { 'Accept-Encoding': 'identity' } });
    expect((await held()) - 2 * text.length).toBeGreaterThan(1_000);

    for (let n = 1; n <= 78; n++) {
      const path = `${asset.path}/units?per-page=${Math.ceil(n / 2)}&page=${1 + (n % 2)}`;
      await small.get(path, { headers: { 'Accept-Encoding': n % 3 ? 'gzip' : 'identity' } });
    }
    const most = 1024 * 1024;
    const full = await held();
    expect([full <= most, full > 0.9 * most]).toEqual([true, true]);
  });

  it('is dropped after a long idle time, when change records may be deleted', async () => {
    const quiet = await app.replica();
    for (let time = 0; time < 2; time++) await quiet.get(unit());
    await app.sql('update catalog.unit set area = 911 where id = $1', [asset.units[0]]);
    await app.sql('truncate platform.change_log'); // as if the changes were long ago
    expect((await quiet.get(unit())).body.area).not.toBe(911);
    const now = performance.now.bind(performance);
    const later = jest.spyOn(performance, 'now').mockImplementation(() => now() + 301_000);
    expect((await quiet.get(unit())).body.area).toBe(911);
    later.mockRestore();
  });

  it('is disabled without change triggers', async () => {
    await app.sql('drop trigger log_update on platform.stored_file');
    await app.sql('drop trigger log_insert on platform.stored_file');
    const untold = await app.replica();
    for (let time = 0; time < 2; time++) await untold.get(unit());
    await app.sql('alter table catalog.unit disable trigger log_update');
    await app.sql('update catalog.unit set area = 913 where id = $1', [asset.units[0]]);
    expect((await untold.get(unit())).body.area).toBe(913);
  });
});
