/**
 * `node test/docker/stages.mjs`: builds the image of docker/Dockerfile as folders, without Docker, and runs it. It takes the stage
 * `build` from this clone (`npm run build`), runs the stage `packages` and the copies of the last stage, prints the
 * sizes, and runs migrate, demo, api, the health check and a stop as user 1000, who may write only to /tmp and /data.
 * Requires root, to run as another user. It ignores the base image with its fonts, and what the last stage removes from it.
 */
import { execFileSync, spawn } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { BootstrapError, prepare, ROOT, runMain } from '../../apps/cli/bootstrap.mjs';

const USER = { uid: 1000, gid: 1000 };
const PORT = '21397';

/** Instructions by stage, `[['COPY', 'apps apps'], ...]`, with continued lines joined. */
const stages = readFileSync(join(ROOT, 'docker/Dockerfile'), 'utf8')
  .replace(/^#.*\n/gm, '')
  .replace(/\\\n/g, ' ')
  .split(/^FROM .*?(?: AS (\w+))?$/m)
  .slice(1);
const linesOf = (name) =>
  stages[stages.indexOf(name) + 1]
    .trim()
    .split(/\n+/)
    .map((line) => line.split(/ (.*)/s));

/** Runs the instructions of a stage: copies files, and runs RUN lines in a shell in the stage's folder. */
function carryOut(name, folder, { runs }) {
  mkdirSync(folder);
  for (const [instruction, words] of linesOf(name)) {
    if (instruction === 'RUN' && runs) execFileSync('sh', ['-c', words], { cwd: folder, stdio: 'inherit' });
    if (instruction !== 'COPY') continue;
    const [, from, rest] = /^(?:--from=(\w+) )?(.*)$/.exec(words);
    if (from === 'fonts') continue;
    const paths = rest.split(/\s+/);
    const target = paths.pop();
    for (const path of paths)
      cpSync(sourceOf(from, path, folder), destinationOf(folder, target, path), { recursive: true });
  }
}

/** The path that COPY reads. The stage `build` is this clone. */
function sourceOf(from, path, folder) {
  const relative = path.replace(/^\/app\//, '');
  return join(from === undefined || from === 'build' ? ROOT : join(folder, '..', from), relative);
}

const destinationOf = (folder, target, path) =>
  join(folder, target.endsWith('/') ? join(target, path.split('/').at(-1)) : target);

/** Size of the files, in megabytes. */
function megabytes(folder) {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const bytes = files.reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0);
  return Math.round(bytes / 1e6);
}

class Container {
  constructor(app, env) {
    this.app = app;
    this.env = { PATH: process.env.PATH, NODE_ENV: 'production', ...env };
  }

  start(...words) {
    const entry = JSON.parse(linesOf(undefined).find(([name]) => name === 'ENTRYPOINT')[1]);
    return this.spawn([...entry.slice(1), ...words]);
  }

  spawn(words) {
    return spawn(process.execPath, words, {
      cwd: this.app,
      env: this.env,
      ...USER,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
  }

  /** @returns what it printed */
  async run(...words) {
    return ended(this.start(...words), words.join(' '));
  }

  async isHealthy() {
    const child = this.spawn(['docker/healthy.mjs']);
    return (await codeOf(child)) === 0;
  }
}

const codeOf = (child) => new Promise((resolve) => child.once('close', resolve));

async function ended(child, title) {
  const [said, code] = await Promise.all([text(child.stdout), codeOf(child)]);
  if (code !== 0) throw new BootstrapError(`${title} ended with ${code}\n${said}`);
  return said;
}

async function tryOut(app, folder) {
  const { startEmbeddedPostgres } = await import('../../dist/apps/cli/src/embedded-postgres/embedded-postgres.js');
  const postgres = await startEmbeddedPostgres(join(folder, 'postgres'), { database: 'image' });
  const data = join(folder, 'data');
  mkdirSync(data);
  chownSync(data, USER.uid, USER.gid);
  const container = new Container(app, { DATABASE_URL: postgres.url, DATA_DIR: data, PORT, AI_PORT: '1' });
  try {
    await container.run('migrate');
    console.log('migrate: done');
    const key = /pms_\w+/.exec(await container.run('demo', '--once'))?.[0];
    console.log(`demo --once: ${key ? 'a key' : 'no key'}`);
    await tryServer(container, key);
  } finally {
    await postgres.stop();
  }
}

async function tryServer(container, key) {
  const server = container.start('api');
  server.stdout.resume();
  const over = codeOf(server);
  while (!(await container.isHealthy())) if (server.exitCode !== null) throw new BootstrapError('The server ended');
  const { status } = await fetch(`http://127.0.0.1:${PORT}/v1/assets`, { headers: { 'API-Key': key ?? '' } });
  console.log(`api: healthy; GET /v1/assets with the key: ${status}`);
  server.kill('SIGTERM');
  const code = await over;
  const isHealthy = await container.isHealthy();
  console.log(`SIGTERM: ended with ${code}; then ${isHealthy ? 'still healthy' : 'unhealthy'}`);
  if (status !== 200 || code !== 0 || isHealthy) throw new BootstrapError('The image does not run as it should');
}

async function run() {
  if (process.getuid?.() !== 0) throw new BootstrapError('Run it as root: it starts programs as user 1000');
  prepare();
  const folder = mkdtempSync(join(tmpdir(), 'property-map-image-'));
  chmodSync(folder, 0o755);
  try {
    carryOut('packages', join(folder, 'packages'), { runs: true });
    const app = join(folder, 'app');
    carryOut(undefined, app, { runs: false });
    for (const part of ['node_modules', 'dist', '.'])
      console.log(`${part === '.' ? 'all' : part}: ${megabytes(join(app, part))} MB`);
    execFileSync('chown', ['-R', 'root:root', app]);
    execFileSync('chmod', ['-R', 'a-w,a+rX', app]);
    await tryOut(app, folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

await runMain(run);
