import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { promisify } from 'node:util';
import { ROOT } from '../../../apps/cli/bootstrap.mjs';

const VERSIONS = ['20', '22', '24', '26'];

/** In the short form: one version, and a suite of the application, one of the start by `bootstrap.mjs`, and one of connections. */
const SHORT = { versions: ['24'], suites: ['catalog/accounts', 'platform/bootstrap', 'platform/wire'] };

/** `npm test` passes on every release line of Node from the one that README names; the npm package `node` brings them, so that this needs the network. */
export async function nodes(_house, findings, { short }) {
  const { versions, suites } = short ? SHORT : { versions: VERSIONS, suites: [] };
  for (const version of versions) {
    const program = await programOf(version);
    if (!program) {
      findings.note(`Node ${version} cannot be fetched: not tried`);
      continue;
    }
    const { code, last } = await tests(program, suites);
    findings.count('versions');
    findings.note(`Node ${version}: ${last}`);
    if (code !== 0) findings.violation(`npm test fails on Node ${version}`, { detail: last });
  }
}

async function programOf(version) {
  if (process.versions.node.startsWith(`${version}.`)) return process.execPath;
  const words = ['--yes', '-p', `node@${version}`, 'node', '-p', 'process.execPath'];
  const found = await promisify(execFile)('npx', words, { cwd: ROOT, timeout: 300_000 }).catch(() => undefined);
  return found?.stdout.trim();
}

async function tests(program, suites) {
  const child = spawn(program, ['test/run.mjs', ...suites], { cwd: ROOT, stdio: ['ignore', 'pipe', 'ignore'] });
  let text = '';
  child.stdout.setEncoding('utf8').on('data', (chunk) => (text = (text + chunk).slice(-2_000)));
  const [code] = await once(child, 'close');
  return { code, last: text.trim().split('\n').at(-1) };
}
