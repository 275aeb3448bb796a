/**
 * `node test/upgrade/rolling.mjs GITREF`: a rolling upgrade from an older commit to this one, under traffic. Builds the older
 * commit in a folder of its own, starts its server, migrates with the new program while clients read and write, starts the
 * new server beside the old one, compares the responses of both to every read, follows `next_url` of each at the other, and stops
 * the old one. The exit code is 1 if a client saw an error or something other than what was written, if responses differ, or if the
 * old version starts on the new schema.
 */
import { execFile, execFileSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { BootstrapError, isInstalled, prepare, ROOT, runMain } from '../../apps/cli/bootstrap.mjs';
import { WatchedService } from '../blackbox/support/service.mjs';
import { continueElsewhere } from './cursors.mjs';
import { differences, everyRead } from './reads.mjs';
import { PROPERTY, Traffic } from './traffic.mjs';

const execute = promisify(execFile);
const NEWER = join(ROOT, 'dist');
const IS_NEWER = /database is newer than this program/;

async function run([reference, ...others]) {
  if (reference === undefined || others.length > 0)
    throw new BootstrapError('usage: node test/upgrade/rolling.mjs GITREF');
  prepare();
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'property-map-rolling-'))); // programs know their own real path
  const older = join(folder, 'older');
  git('worktree', 'add', '--detach', older, reference);
  try {
    build(older);
    await onPostgres(join(folder, 'postgres'), (url) =>
      upgrade(older, folder, { DATABASE_URL: url, DATA_DIR: join(folder, 'data') }),
    );
  } finally {
    git('worktree', 'remove', '--force', older);
    rmSync(folder, { recursive: true, force: true });
  }
}

const git = (...words) => execFileSync('git', words, { cwd: ROOT, stdio: 'ignore' });

/** Uses the installed packages if the older version requires the same ones; otherwise installs its own. */
function build(older) {
  symlinkSync(join(ROOT, 'node_modules'), join(older, 'node_modules'), 'junction');
  if (!isInstalled(older)) unlinkSync(join(older, 'node_modules'));
  execFileSync(process.execPath, ['apps/cli/bootstrap.mjs', '--build'], { cwd: older, stdio: 'inherit' });
}

async function onPostgres(directory, work) {
  const { startEmbeddedPostgres } = await import('../../dist/apps/cli/src/embedded-postgres/embedded-postgres.js');
  mkdirSync(directory, { mode: 0o755 });
  const postgres = await startEmbeddedPostgres(directory, { database: 'rolling' });
  try {
    await work(postgres.url);
  } finally {
    await postgres.stop();
  }
}

async function upgrade(older, folder, env) {
  const dist = join(older, 'dist');
  const key = await seed(dist, folder, env);
  const started = [];
  const start = async (of) => started[started.push(await WatchedService.start('api', env, { dist: of })) - 1];
  try {
    const from = await start(dist);
    const traffic = await Traffic.start(from, key);
    await traffic.rounds(20, 'the old server alone');
    let ran;
    await traffic.during('the migration', async () => (ran = await cli(NEWER, env, 'migrate', '--beside-servers')));
    const to = await start(NEWER);
    traffic.servers = [from, to];
    await traffic.rounds(40, 'old and new server at once');
    await compare(older, key, from, to);
    await cursors(traffic, key, from, to);
    traffic.servers = [to];
    await traffic.during('the stop of the old server', () => (from.signal('SIGTERM'), from.ended()));
    await traffic.rounds(20, 'the new server alone');
    if (!ran.includes('up to date')) await requireRefusal(dist, env);
  } finally {
    await Promise.all(started.map((server) => server.kill()));
  }
}

/** Loads the demonstration, and a property whose prices are published repeatedly. @returns the key of the clients */
async function seed(dist, folder, env) {
  await cli(dist, env, 'demo');
  const file = join(folder, 'property.yaml');
  writeFileSync(file, PROPERTY);
  const { keys } = JSON.parse(await cli(dist, env, 'provision', file, '--json'));
  return keys[0].key;
}

async function cli(dist, env, ...words) {
  const options = { env: { ...process.env, ...env }, maxBuffer: 50_000_000 };
  return (await execute(process.execPath, [join(dist, 'apps/cli/src/main.js'), ...words], options)).stdout;
}

/** Expects that both versions respond alike to every operation of the old one; the new version may add fields. */
async function compare(older, key, from, to) {
  const { paths } = JSON.parse(readFileSync(join(older, 'apps/api/openapi.json'), 'utf8'));
  const [before, now] = [await everyRead(from.base, paths, key), await everyRead(to.base, paths, key)];
  const found = differences(before, now);
  console.log(`both answer ${Object.keys(before).length} reads, ${found.length} of them differently`);
  if (found.length > 0) throw new BootstrapError(found.slice(0, 20).join('\n'));
}

/** A client that follows `next_url` may reach either version. */
async function cursors({ path, feed }, key, from, to) {
  const lists = [
    '/v1/assets?per-page=1',
    `${path}/units?per-page=3`,
    `${feed}/units?per-page=3`,
    `${feed}/entries?per-page=3`,
  ];
  for (const [title, first, other] of [
    ['from the old server to the new one', from, to],
    ['from the new server to the old one', to, from],
  ]) {
    const { same, refused } = await continueElsewhere(first, other, lists, key);
    console.log(`next_url ${title}: ${same} pages the same, ${refused} refused`);
  }
}

async function requireRefusal(dist, env) {
  const said = await WatchedService.start('api', env, { dist }).then(
    async (service) => (await service.kill(), 'it started'),
    (error) => error.message,
  );
  if (!IS_NEWER.test(said)) throw new BootstrapError(`The old version does not refuse the new schema: ${said}`);
  console.log('the old version refuses the new schema');
}

await runMain(() => run(process.argv.slice(2)));
