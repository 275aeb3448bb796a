/** What all measurements stand on: a Postgres of their own, processes, rounds that take turns, a table of ratios. */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { Agent, request as httpRequest } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { prepare, ROOT } from '../../apps/cli/bootstrap.mjs';
import { freePort } from '../support/free-port.mjs';

const LISTENS_WITHIN_MS = 120_000;
/** As in the image. */
const FLAGS = ['--max-semi-space-size=4', '--heap-growing-percent=50'];
const ALLOCATOR = { MALLOC_ARENA_MAX: '2' };
export const QUIET = { RATE_LIMIT_PER_MINUTE: '0', LOG_LEVEL: 'warn' };

export class Bench {
  /** what was printed: name, what it is, median, lowest, highest, goal */
  lines = [];
  /** the values of each line, by what was measured */
  results = new Map();
  /** before each round: lets the other build measure */
  giveWay = () => Promise.resolve();
  children = [];
  agent = new Agent({ keepAlive: true });

  /** @param rounds that count; one more goes before them; @param root of the checkout whose build is measured */
  static async start({ rounds, seconds, root = ROOT }) {
    if (root === ROOT) prepare();
    const { startEmbeddedPostgres } = await import('../../dist/apps/cli/src/embedded-postgres/embedded-postgres.js');
    const bench = Object.assign(new Bench(), { rounds, seconds, root });
    bench.directory = mkdtempSync(join(tmpdir(), 'pms-bench-'));
    chmodSync(bench.directory, 0o755);
    bench.postgres = await startEmbeddedPostgres(bench.directory, { database: 'bench' });
    bench.url = bench.postgres.url;
    bench.db = new pg.Client({ connectionString: bench.postgres.superuserUrl });
    await bench.db.connect();
    await bench.command('migrate');
    const all = ['--permissions', 'service.*', '--accounts', 'all'];
    bench.key = await bench.command('keys', 'create', '--name', 'bench', ...all);
    return bench;
  }

  /** A command of the command line. @returns what it prints */
  async command(...words) {
    const program = [join(this.root, 'dist/apps/cli/src/main.js'), ...words];
    const env = { ...process.env, DATABASE_URL: this.url, DATA_DIR: join(this.directory, 'files') };
    return (await promisify(execFile)(process.execPath, program, { cwd: this.root, env })).stdout.trim();
  }

  /** The main API as its own process. @returns its address */
  service = async (env = {}) => (await this.process('dist/apps/api/src/main.js', { ...QUIET, ...env })).address;

  async process(script, env, directory = this.root, node = process.execPath) {
    const port = await freePort();
    const flags = script.startsWith('dist/') ? FLAGS : [];
    const child = spawn(node, [...flags, join(directory, script)], {
      cwd: directory,
      env: { ...process.env, ...ALLOCATOR, DATABASE_URL: this.url, PORT: String(port), ...env },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    this.children.push(child);
    const address = `http://127.0.0.1:${port}`;
    const until = performance.now() + LISTENS_WITHIN_MS;
    while (performance.now() < until) {
      if (await fetch(address).then(() => true, () => false)) return { address, pid: child.pid }; // oxfmt-ignore
      await sleep(50);
    }
    throw new Error(`${script} does not answer`);
  }

  /** Runs each once a round, in turns; who goes first may have it easier, so the order changes. @returns results by name */
  async turns(runs, rounds = this.rounds) {
    const results = Object.fromEntries(Object.keys(runs).map((name) => [name, []]));
    for (let round = -1; round < rounds; round++) {
      await this.giveWay();
      const order = Object.entries(runs);
      if (round % 2 === 0) order.reverse();
      for (const [name, run] of order) {
        const result = await run(round);
        if (round >= 0) results[name].push(result);
      }
    }
    return results;
  }

  /** Asks again and again over 16 connections. @returns answers a second, median and p99 in ms */
  measure = async (urls, headers = {}, { seconds = this.seconds, ...more } = {}) => {
    const asked = JSON.stringify({ urls: [urls].flat(), key: this.key, seconds, headers, ...more });
    const { stdout } = await promisify(execFile)(process.execPath, [join(ROOT, 'test/bench/load.mjs'), asked]);
    const result = JSON.parse(stdout);
    if (result.wrong > 0) throw new Error(`${urls}: ${result.wrong} wrong answers, such as ${result.status}`);
    return result;
  };

  /** A write. @param body bytes that are made before: what a client does to make them is not measured */
  request = async (url, method, body, more = {}) => {
    const headers = { 'API-Key': this.key, 'Content-Type': 'application/json', 'Content-Length': body.length, ...more };
    const sent = httpRequest(url, { method, headers, agent: this.agent }).end(body);
    const [response] = await once(sent, 'response').catch((error) => {
      // The server closes connections that are idle while the other build measures.
      if (sent.reusedSocket && /^(EPIPE|ECONNRESET)$/.test(error.code)) return [];
      throw error;
    });
    if (!response) return this.request(url, method, body, more);
    const answer = await text(response);
    if (response.statusCode >= 300) throw new Error(`${response.statusCode} ${answer}`);
    return answer === '' ? undefined : JSON.parse(answer);
  };

  print = (name, what, values, goal = '') => {
    this.results.set(`${name.padEnd(52)} ${what}`, values);
    if (this.root !== ROOT) return;
    const [median, range] = spread(values);
    this.lines.push([name, what, median, range, goal]);
    console.log(`${name.padEnd(52)} ${what.padEnd(40)} ${median.padStart(7)}  (${range})  ${goal}`);
  };

  async stop() {
    this.agent.destroy();
    for (const child of this.children) child.kill();
    await this.db.end();
    await this.postgres.stop();
    rmSync(this.directory, { recursive: true, force: true });
  }
}

/** Measures two builds in alternating rounds, and prints the ratio of each result to the other build's. */
export async function alternate(bench, other, measure) {
  let next = bench;
  let wake = () => undefined;
  const pass = (to) => {
    next = to;
    wake();
  };
  const turnOf = async (mine) => {
    while (next !== mine) await new Promise((resolve) => (wake = resolve));
  };
  const run = async (mine, theirs) => {
    mine.giveWay = () => {
      pass(theirs);
      return turnOf(mine);
    };
    await turnOf(mine);
    await measure(mine).finally(() => {
      theirs.giveWay = () => Promise.resolve();
      pass(theirs);
    });
  };
  await Promise.all([run(bench, other), run(other, bench)]);
  console.log(`\nAgainst ${other.root}: median of the ratios (lowest to highest)\n`);
  for (const [name, values] of bench.results) {
    const [median, range] = spread(ratios(values, other.results.get(name)));
    console.log(`${name.padEnd(96)} ${median.padStart(7)}  (${range})`);
  }
}

export async function timed(work) {
  const from = performance.now();
  await work();
  return performance.now() - from;
}

/** A body as bytes. */
export const json = (value) => Buffer.from(JSON.stringify(value));

export const ratios = (ones, others) => ones.map((one, at) => one / others[at]);

/** @returns median, lowest to highest */
function spread(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const [median, lowest, highest] = [sorted[Math.floor(sorted.length / 2)], sorted[0], sorted.at(-1)].map(short);
  return [median, `${lowest} to ${highest}`];
}

const short = (value) => (value >= 100 ? Math.round(value).toLocaleString('en') : value.toFixed(2));
