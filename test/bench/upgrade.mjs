/**
 * `node test/bench/upgrade.mjs [--entries 1000000] [--terms 10]`: migrates a database in place from the schema before
 * publications, while a reader and a writer go on, and says how long it took and how long they stood still at most.
 * `--terms`: entries of each pricing unit. Then it does so once more and ends the migration's session half way: the old
 * schema must be there, whole.
 */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { prepare } from '../../apps/cli/bootstrap.mjs';
import { ASSETS, beforePublications, rowsOf } from './old-prices.mjs';
import { source } from './source.mjs';

const { values: options } = parseArgs({
  options: { entries: { type: 'string', default: '1000000' }, terms: { type: 'string', default: '10' } },
});
const ENTRIES = Number(options.entries);
const TERMS = Number(options.terms);
const UNITS = Math.ceil(ENTRIES / ASSETS / TERMS);

/** What servers of the old version do, as long as they may. */
const READ = `select count(*) from pricing.entry where asset_id = 7 and provider_id = (select provider_id from pricing.unit where asset_id = 7 limit 1)`;
const WRITE =
  'update pricing.unit set price = price where asset_id = 8 and id = (select min(id) from pricing.unit where asset_id = 8)';

prepare();
const { startEmbeddedPostgres } = await source('apps/cli/src/embedded-postgres/embedded-postgres.ts');
const { migrate } = await source('libs/platform/src/runtime/index.ts');
const { ALL_PERSISTENCE } = await source('apps/cli/src/contexts.ts');

const directory = mkdtempSync(join(tmpdir(), 'pms-upgrade-'));
chmodSync(directory, 0o755);
const postgres = await startEmbeddedPostgres(directory, { database: 'old' });
const admin = new pg.Client({ connectionString: postgres.url });
await admin.connect();
try {
  await migrate({ url: postgres.url, poolSize: 2, contexts: beforePublications(ALL_PERSISTENCE) });
  for (const sql of rowsOf(UNITS, TERMS)) await admin.query(sql);
  const [{ entries }] = (await admin.query('select count(*)::int as entries from pricing.entry')).rows;
  console.log(`${entries} entries of ${UNITS * ASSETS} units, ${ASSETS} processes`);
  await failing();
  const stalls = [longest(READ), longest(WRITE)];
  const from = performance.now();
  const ran = await migrate({ url: postgres.url, poolSize: 2, contexts: ALL_PERSISTENCE });
  const took = performance.now() - from;
  const [read, write] = await Promise.all(stalls.map((stall) => stall.end()));
  console.log(`migrated in ${ms(took)}: ${ran.join(', ')}`);
  console.log(
    `longest read meanwhile ${ms(read.longest)} of ${read.count}, longest write ${ms(write.longest)} of ${write.count}`,
  );
  const { rows } = await admin.query('select count(*)::int as n, min(entry_count) as entries from pricing.publication');
  if (rows[0].n !== ASSETS || rows[0].entries !== UNITS * TERMS) throw new Error('Publications are missing');
} finally {
  await admin.end();
  await postgres.stop();
  rmSync(directory, { recursive: true, force: true });
}

/** Asks again and again, over a connection of its own. */
function longest(sql) {
  let isOver = false;
  const asking = (async () => {
    const client = new pg.Client({ connectionString: postgres.url });
    await client.connect();
    let [most, count] = [0, 0];
    for (; !isOver; count++) {
      const from = performance.now();
      await client.query(sql);
      most = Math.max(most, performance.now() - from);
    }
    await client.end();
    return { longest: most, count };
  })();
  return { end: () => ((isOver = true), asking) };
}

/** A migration whose session is ended while it waits for a reader changes nothing. */
async function failing() {
  const reader = new pg.Client({ connectionString: postgres.url });
  await reader.connect();
  await reader.query('begin');
  await reader.query('select from pricing.entry limit 1');
  const migrating = migrate({ url: postgres.url, poolSize: 2, contexts: ALL_PERSISTENCE }).then(
    () => 'succeeded',
    (error) => error.message,
  );
  const WAITING = `select pg_terminate_backend(pid) from pg_stat_activity where wait_event_type = 'Lock' and query like '%pricing.entry%' and pid <> pg_backend_pid()`;
  while ((await admin.query(WAITING)).rowCount === 0) await sleep(10);
  console.log(`ended half way: ${await migrating}`);
  await reader.query('rollback');
  await reader.end();
  const { rows } = await admin.query(`select to_regclass('pricing.publication') as publication,
    (select count(*)::int from pg_attribute where attrelid = 'pricing.entry'::regclass and attname = 'since') as columns`);
  if (rows[0].publication !== null || rows[0].columns !== 0) throw new Error('Something of the new schema is there');
}

function ms(time) {
  return `${Math.round(time)} ms`;
}
