/**
 * `node test/bench/backup.mjs URL [--entries 2000000] [--rounds 5]`: fills the database, which must be empty, and makes backups of
 * it in turns with `pg_dump -Fc`, which must know this version of Postgres. Prints how much longer ours take, the CPU time of
 * the programs (on Linux; without the one of Postgres) and the sizes.
 */
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import pg from 'pg';
import { prepare, ROOT } from '../../apps/cli/bootstrap.mjs';
import { ASSETS, rowsOf } from './many-prices.mjs';
import { source } from './source.mjs';

const execute = promisify(execFile);
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { entries: { type: 'string', default: '2000000' }, rounds: { type: 'string', default: '5' } },
});
const [url] = positionals;
if (url === undefined) throw new Error('usage: node test/bench/backup.mjs URL [--entries N] [--rounds N]');
const TERMS = 10;

prepare();
await fill(Math.ceil(Number(values.entries) / ASSETS / TERMS));
const folder = mkdtempSync(join(tmpdir(), 'pms-backup-'));
const [dump, backup] = [join(folder, 'prices.dump'), join(folder, 'prices.backup')];
const rounds = [];
try {
  for (let round = 0; round < Number(values.rounds); round++) {
    const theirs = await measured('pg_dump', ['-Fc', '-f', dump, url]);
    const ours = await measured(process.execPath, ['dist/apps/cli/src/main.js', 'backup', backup]);
    rounds.push({ time: ours.time / theirs.time, cpu: ours.cpu / theirs.cpu });
    console.log(`pg_dump ${seconds(theirs)}; backup ${seconds(ours)}`);
  }
  console.log(`time ${spread('time')} of pg_dump -Fc, CPU time ${spread('cpu')}`);
  console.log(`size ${(statSync(backup).size / statSync(dump).size).toFixed(2)} of it`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function fill(units) {
  const { migrate } = await source('libs/platform/src/runtime/index.ts');
  const { ALL_PERSISTENCE } = await source('apps/cli/src/contexts.ts');
  const admin = new pg.Client({ connectionString: url });
  await admin.connect();
  const { rows } = await admin.query(`select from pg_namespace where nspname = 'catalog'`);
  if (rows.length > 0) throw new Error('The database is not empty');
  await migrate({ url, poolSize: 2, contexts: ALL_PERSISTENCE });
  for (const sql of rowsOf(units, TERMS)) await admin.query(sql);
  await admin.query('vacuum analyze');
  await admin.end();
  console.log(`${units * ASSETS * TERMS} entries of ${units * ASSETS} units`);
}

async function measured(program, words) {
  const [from, cpu] = [performance.now(), cpuOfChildren()];
  await execute(program, words, { cwd: ROOT, env: { ...process.env, DATABASE_URL: url, DATA_DIR: folder } });
  return { time: performance.now() - from, cpu: cpuOfChildren() - cpu };
}

/** Of those that have ended, in seconds; NaN where there is no /proc. */
function cpuOfChildren() {
  try {
    const fields = readFileSync('/proc/self/stat', 'utf8').split(') ')[1].split(' ');
    return (Number(fields[13]) + Number(fields[14])) / 100;
  } catch {
    return Number.NaN;
  }
}

function seconds({ time, cpu }) {
  return `${(time / 1000).toFixed(1)} s, CPU ${cpu.toFixed(1)} s`;
}

/** Median (lowest to highest) over the rounds. */
function spread(of) {
  const sorted = rounds.map((round) => round[of]).sort((one, other) => one - other);
  const [least, median, most] = [0, Math.floor(sorted.length / 2), sorted.length - 1].map((at) =>
    sorted[at].toFixed(2),
  );
  return `${median} (${least} to ${most})`;
}
