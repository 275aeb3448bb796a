/**
 * `npm run bench`: starts its own Postgres, loads data, and measures the service and its yardsticks in alternating rounds of one
 * run. It prints ratios, which are comparable between machines. `npm run bench -- --help` lists the options.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { join, resolve } from 'node:path';
import { InvalidArgumentError, Option, program } from 'commander';
import { ROOT } from '../../apps/cli/bootstrap.mjs';
import { alternate, Bench } from './bench.mjs';
import { cascade } from './cascade.mjs';
import { cost } from './cost.mjs';
import { load } from './data.mjs';
import { events } from './events.mjs';
import { growth } from './growth.mjs';
import { audited, ingest, repeats } from './ingest.mjs';
import { pages } from './pages.mjs';
import { peers } from './peers.mjs';
import { provision } from './provision.mjs';
import { observed, reads, workers } from './reads.mjs';

const MEASURED = {
  reads,
  ingest,
  repeats,
  audit: audited,
  observe: observed,
  events,
  pages,
  peers,
  growth,
  workers,
  cost,
  provision,
  cascade,
};
const USUAL = ['reads', 'ingest', 'peers'];

const options = program
  .name('npm run bench --')
  .option('--only <names>', `some of ${Object.keys(MEASURED).join(',')}; default: ${USUAL.join(',')}`, chosenNames)
  .option('--quick', 'three rounds of one second, and by default without peers, which are installed from npm')
  .option('--rounds <n>', 'rounds of each measurement (default: 7)', positive)
  .option('--seconds <n>', 'length of a measurement of throughput (default: 2)', positive)
  .addOption(
    new Option('--growth-size <size>', 'how much data growth loads').choices(['full', 'small']).default('full'),
  )
  .option('--against <checkout>', 'measure another built checkout in turns with this one, and print the ratios')
  .option('--save', 'write the table into docs/benchmarks.md')
  .parse()
  .opts();
const { only, quick, rounds = quick ? 3 : 7, seconds = quick ? 1 : 2 } = options;
const chosen = only ?? USUAL.filter((name) => !quick || name !== 'peers');

const bench = await Bench.start({ rounds, seconds });
const other = options.against && (await Bench.start({ rounds, seconds, root: resolve(options.against) }));
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
  if (!chosen.includes('growth')) await load(measured); // growth loads its own
  for (const name of chosen) await MEASURED[name](measured, options);
}

function chosenNames(text) {
  const names = text.split(',');
  const unknown = names.find((name) => !(name in MEASURED));
  if (unknown !== undefined) throw new InvalidArgumentError(`There is no measurement ${unknown}.`);
  return names;
}

function positive(text) {
  if (!(Number(text) > 0)) throw new InvalidArgumentError('It must be a number above 0.');
  return Number(text);
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
