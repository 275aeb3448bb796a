import { appendFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { dataSourceOptions } from '@app/platform/persistence';
import { provideFiles, WHOLE } from '../cli/example.js';
import { Operator } from '../cli/run.js';

let operator: Operator;
let archive: string;

beforeAll(async () => {
  operator = await Operator.withMigratedDatabase();
  await provideFiles(operator);
  await operator.do('provision', operator.file('file.yaml', WHOLE));
  archive = join(operator.dataDir, 'whole.backup');
  await operator.do('backup', archive);
});
afterAll(() => operator?.leave());

const replace = (env: NodeJS.ProcessEnv = {}) => operator.run(['restore', archive, '--replace'], env);
const names = () => operator.rows('select name from catalog.asset');

describe('restore --replace', () => {
  it('keeps an intact file whose copy in the backup is damaged', async () => {
    const folder = join(operator.dataDir, 'files');
    const name = readdirSync(folder).find((each) => /^[0-9a-f]{64}\./.test(each))!;
    const whole = readFileSync(join(folder, name));
    appendFileSync(join(folder, name), 'x');
    const damaged = join(operator.dataDir, 'damaged.backup');
    expect(await operator.run(['backup', damaged])).toMatchObject({ code: 1, err: expect.stringContaining(name) });
    writeFileSync(join(folder, name), whole);

    const ran = await operator.run(['restore', damaged, '--replace']);

    expect(ran).toMatchObject({ code: 0, err: expect.stringContaining(name) });
    expect(readFileSync(join(folder, name))).toEqual(whole);
  });

  it('refuses to drop foreign objects that depend on its tables', async () => {
    await operator.rows(`create view public.report as select name from catalog.asset;
      create materialized view public.counted as select count(*) from catalog.asset;
      create table public.note (asset_id bigint references catalog.asset)`);
    const before = await names();

    const ran = await replace();

    const text = expect.stringContaining('public.counted, public.note, public.report');
    expect(ran).toMatchObject({ code: 1, err: text });
    expect(await operator.rows('select * from public.report')).toEqual(before);
    await operator.rows('drop view public.report; drop materialized view public.counted; drop table public.note');
  });

  it('invalidates the caches of servers that are not connected', async () => {
    await operator.rows('delete from platform.change_log');

    expect(await replace()).toMatchObject({ code: 0 });

    expect(await operator.rows('select asset::int from platform.change_log')).toContainEqual({ asset: 0 });
  });

  it('detects connected servers by any form of the database address', async () => {
    const address = new URL(operator.databaseUrl);
    address.searchParams.set('application_name', 'other');
    const { url, extra } = dataSourceOptions({
      url: address.href,
      poolSize: 1,
      contexts: [],
    }) as unknown as { url: string; extra: pg.ClientConfig };
    const session = new pg.Client({ ...extra, connectionString: url });
    await session.connect();
    try {
      expect(await replace()).toMatchObject({ code: 1, err: expect.stringContaining('stop its servers') });
    } finally {
      await session.end();
    }
  });
});
