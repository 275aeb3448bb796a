/**
 * Generates clients of a running service with hey-api, openapi-fetch and orval, as docs/integrating.md says, compiles them
 * strictly, and runs twelve calls with each. calls.ts names the environment variables. Exit code 1 if anything fails.
 */
import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';

const HERE = import.meta.dirname;
const GENERATED = join(HERE, 'generated');
const GUIDE = readFileSync(join(HERE, '../../docs/integrating.md'), 'utf8');
const ADDRESS = 'http://localhost:3000';
const PROGRAMS = ['hey-api', 'openapi-fetch', 'orval'];

/** The code blocks of the guide that begin with a file name, for the service at `url`. */
const filesOfGuide = (url) =>
  [...GUIDE.matchAll(/^```\w+\n(\/\/ (\S+)\n[^]*?)^```$/gm)].map(([, code, name]) => [
    name,
    code.replaceAll(ADDRESS, url),
  ]);

const node = (cwd, ...words) => promisify(execFile)(process.execPath, words, { cwd, maxBuffer: 1e8 });
const tool = (path) => join(HERE, 'node_modules', path);

async function generate(api, url) {
  const folder = join(GENERATED, api);
  mkdirSync(folder, { recursive: true });
  for (const [name, code] of filesOfGuide(url)) writeFileSync(join(folder, name), code);
  await node(folder, tool('@hey-api/openapi-ts/bin/run.js'), '-f', 'openapi-ts.config.js');
  await node(folder, tool('orval/dist/bin/orval.mjs'), '--config', 'orval.config.js');
  await node(folder, tool('openapi-typescript/bin/cli.js'), `${url}/openapi.json`, '-o', 'schema.ts');
}

async function run(name) {
  const outfile = join(GENERATED, `${name}.mjs`);
  const entryPoints = [join(HERE, `${name}.ts`)];
  await build({ entryPoints, outfile, bundle: true, format: 'esm', platform: 'node', logLevel: 'error' });
  const { stdout } = await node(HERE, outfile);
  process.stdout.write(stdout.replace(/^(?=.)/gm, `${name}: `));
}

try {
  rmSync(GENERATED, { recursive: true, force: true });
  await Promise.all([generate('main', process.env.MAIN_URL), generate('second', process.env.SECOND_URL)]);
  await node(HERE, tool('typescript/bin/tsc'), '-p', '.');
  for (const name of PROGRAMS) await run(name);
} catch (error) {
  console.error(error.stdout, error.stderr ?? error);
  process.exitCode = 1;
}
