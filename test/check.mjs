/**
 * `npm run check`: checks rules that the compiler does not know. Prints one line for each check with its
 * duration, and the output of failed checks. The exit code is 1 if any failed.
 * `--without-specs` omits the checks that `npm test` runs too.
 */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { BootstrapError, ROOT, install, isInstalled, prepare, runMain } from '../apps/cli/bootstrap.mjs';

const AT_ONCE = 2;

const tool = (path, ...options) => program(join('node_modules', path), ...options);
const jest = ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning', 'node_modules/jest/bin/jest.js'];

/** Title and command of each check; the slowest first. */
const CHECKS = [
  ['specs: architecture', program(...jest, '--verbose', 'test/architecture/'), 'spec'],
  ['OpenAPI documents are up to date', program('apps/cli/bootstrap.mjs', 'openapi', '--check')],
  ['OpenAPI documents by the rules of Redocly', program('test/openapi-lint.mjs')],
  ['OpenAPI documents by the rules of Spectral', spectral],
  ['Kubernetes manifests by the types of its API', program('test/kubernetes-lint.mjs')],
  ['compose file by the schema of its specification', program('test/compose-lint.mjs')],
  ['generated part of the SDK is up to date', program('libs/sdk/generate.mjs', '--check')],
  ['types', tool('typescript-native/bin/tsc', '--noEmit')],
  ['types of the viewer', tool('typescript-native/bin/tsc', '-p', 'test/viewer-app')],
  ['types of the console', tool('typescript-native/bin/tsc', '-p', 'apps/console')],
  ['types of the SDK', tool('typescript-native/bin/tsc', '-p', 'libs/sdk', '--noEmit')],
  ['formatting', tool('oxfmt/bin/oxfmt', '--check')],
  ['lint', tool('oxlint/bin/oxlint', '--type-aware', '--deny-warnings')],
  ['module boundaries', tool('dependency-cruiser/bin/dependency-cruise.mjs', '-T', 'err-long', 'apps', 'libs', 'test')],
  ['lock file is complete', lockFiles],
];

/** A check that runs a program in the root, with its output and whether it succeeded. */
function program(...command) {
  return () =>
    new Promise((settle) => {
      const child = spawn(process.execPath, command, { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'] });
      let output = '';
      for (const stream of [child.stdout, child.stderr])
        stream.setEncoding('utf8').on('data', (text) => (output += text));
      child.once('error', (error) => settle({ passed: false, output: error.message }));
      child.once('close', (code) => settle({ passed: code === 0, output }));
    });
}

/** Spectral requires over a hundred packages that nothing else needs. They are installed here, with a lock file of their own. */
async function spectral() {
  const folder = join('tools', 'spectral');
  if (!isInstalled(join(ROOT, folder))) install(join(ROOT, folder));
  return program(join(folder, 'lint.mjs'), 'apps/api/openapi.json', 'apps/data-models-api/openapi.json')();
}

/** Folders with a lock file of their own. */
const LOCKED = ['.', 'tools/generators', 'tools/site', 'tools/spectral'];

function lockFiles() {
  const faults = LOCKED.flatMap(lockFaults);
  return { passed: faults.length === 0, output: faults.join('\n') };
}

/** `npm ci` rejects a lock file that differs from package.json, or lacks a package of another platform. */
function lockFaults(folder) {
  const read = (name) => JSON.parse(readFileSync(join(ROOT, folder, name), 'utf8'));
  const { packages } = read('package-lock.json');
  const wanted = read('package.json');
  const faults = ['dependencies', 'devDependencies', 'optionalDependencies']
    .filter((kind) => !isSame(wanted[kind], packages[''][kind]))
    .map((kind) => `${kind} of package.json are not those of package-lock.json`);
  for (const [path, { optionalDependencies = {} }] of Object.entries(packages))
    for (const [name, version] of Object.entries(optionalDependencies))
      if (!isLocked(packages, path, name))
        faults.push(`${name}@${version} is missing, wanted by ${path || 'package.json'}`);
  return faults.map((fault) => `${folder}: ${fault}`);
}

const isSame = (a = {}, b = {}) =>
  JSON.stringify(Object.entries(a).sort()) === JSON.stringify(Object.entries(b).sort());

/** Looks where Node would: beside the package that requires it, then in each parent. */
function isLocked(packages, path, name) {
  if (packages[`${path && `${path}/`}node_modules/${name}`]) return true;
  return path !== '' && isLocked(packages, path.slice(0, Math.max(0, path.lastIndexOf('/node_modules/'))), name);
}

async function report([title, check]) {
  const startedAt = Date.now();
  const { passed, output } = await check();
  const seconds = ((Date.now() - startedAt) / 1000).toFixed(1);
  console.log(`${passed ? 'ok  ' : 'FAIL'}  ${title} (${seconds} s)`);
  const remark = /(omit \d+ of \d+, which are not built yet)/.exec(output)?.[1];
  if (passed && remark) console.log(`      operations ${remark}`);
  const faults = output.replace(/^PASS .*\n( .*\n)*\n?|^ +✓.*\n/gm, '').trimEnd(); // jest --verbose also lists what passed
  if (!passed) console.log(faults.replace(/^(?=.)/gm, '      '));
  return passed;
}

async function run(options) {
  const withoutSpecs = options.includes('--without-specs');
  if (options.length > (withoutSpecs ? 1 : 0)) throw new BootstrapError('usage: npm run check [-- --without-specs]');
  prepare();
  const waiting = CHECKS.filter(([, , kind]) => kind !== 'spec' || !withoutSpecs);
  const results = [];
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) results.push(await report(next));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  const failed = results.filter((passed) => !passed).length;
  console.log(failed === 0 ? `${results.length} checks passed` : `${failed} of ${results.length} checks failed`);
  if (failed > 0) process.exitCode = 1;
}

await runMain(() => run(process.argv.slice(2)));
