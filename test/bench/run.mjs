/**
 * `npm run bench`: starts its own Postgres, loads data, and measures the service beside its yardsticks in the same run, in
 * alternating rounds. What it prints are ratios: they say something on any machine, the times behind them do not.
 *   npm run bench -- [--quick] [--rounds N] [--seconds S] [--only reads|ingest|repeats|audit|observe|peers|growth|workers|cost|provision] [--growth-size small] [--save] [--against CHECKOUT]
 * `--against`: measures the build of another checkout in turns with this one, each on a Postgres of its own, and prints the ratios.
 * Without --only: reads, ingest and peers; with --quick no peers, which come from npm. `--save` writes the table into docs/benchmarks.md.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { ROOT } from '../../apps/cli/bootstrap.mjs';
import { alternate, Bench } from './bench.mjs';
import { cost } from './cost.mjs';
import { load } from './data.mjs';
import { growth } from './growth.mjs';
import { audited, ingest, repeats } from './ingest.mjs';
import { peers } from './peers.mjs';
import { provision } from './provision.mjs';
import { observed, reads, workers } from './reads.mjs';

const { values: options } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    rounds: { type: 'string' },
    seconds: { type: 'string' },
    only: { type: 'string' },
    'growth-size': { type: 'string', default: 'full' },
    save: { type: 'boolean', default: false },
    against: { type: 'string' },
  },
});
const MEASURED = { reads, ingest, repeats, audit: audited, observe: observed, peers, workers, cost, provision };
const usual = options.quick ? ['reads', 'ingest'] : ['reads', 'ingest', 'peers'];
const chosen = options.only?.split(',') ?? usual;
const unknown = chosen.find((name) => name !== 'growth' && !(name in MEASURED));
if (unknown !== undefined) throw new Error(`There is nothing called ${unknown} to measure`);

const extent = {
  rounds: Number(options.rounds ?? (options.quick ? 3 : 7)),
  seconds: Number(options.seconds ?? (options.quick ? 1 : 2)),
};
const bench = await Bench.start(extent);
const other = options.against && (await Bench.start({ ...extent, root: resolve(options.against) }));
const { rows } = await bench.db.query('show server_version');
const machine = `Node ${process.version}, Postgres ${rows[0].server_version}, ${cpus().length} cores (${cpus()[0].model.trim()}), ${Math.round(totalmem() / 2 ** 30)} GiB; ${bench.rounds} rounds`;
try {
  console.log(`${machine}. Median (lowest to highest), goal.\n`);
  await (other ? alternate(bench, other, measure) : measure(bench));
  if (options.save) save(bench.lines);
} finally {
  await other?.stop();
  await bench.stop();
}

async function measure(measured) {
  if (chosen.includes('growth')) await growth(measured, options['growth-size']);
  else await load(measured);
  for (const name of chosen) await MEASURED[name]?.(measured);
}

/** Between the marks in docs/benchmarks.md. */
function save(lines) {
  const path = join(ROOT, 'docs/benchmarks.md');
  const date = new Date().toISOString().slice(0, 10);
  const table = [
    ['What', 'Measured', 'Median', 'Lowest to highest', 'Goal'],
    ['---', '---', '---', '---', '---'],
    ...lines,
  ];
  const command = ['npm run bench --', ...process.argv.slice(2)].join(' ');
  const text = `<!-- bench -->\n\n\`${command}\`: ${machine}, ${date}.\n\n${table.map((cells) => `| ${cells.join(' | ')} |`).join('\n')}\n\n<!-- /bench -->`;
  writeFileSync(path, readFileSync(path, 'utf8').replace(/<!-- bench -->[^]*<!-- \/bench -->/, text));
}
