/**
 * `npm test [-- <options of jest>]`: installs what is missing, runs jest, and ends with the line `N passed, N failed`, and
 * `, N skipped` if any were: those that need a browser, where there is none. Jest loads this file too (jest.config.mjs),
 * as the reporter that hands the counts to the process which prints them.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT, isProgram, prepare, runMain } from '../apps/cli/bootstrap.mjs';

/** A suite that cannot be loaded, or fails outside its tests, counts as one failed test. */
export default class CountingReporter {
  onRunComplete(_contexts, { numPassedTests, numFailedTests, numRuntimeErrorTestSuites, numPendingTests }) {
    const failed = numFailedTests + numRuntimeErrorTestSuites;
    const counts = { passed: numPassedTests, failed, skipped: numPendingTests };
    if (process.env.TEST_COUNTS_FILE) writeFileSync(process.env.TEST_COUNTS_FILE, JSON.stringify(counts));
  }
}

async function run(options) {
  prepare();
  const folder = mkdtempSync(join(tmpdir(), 'test-counts-'));
  const file = join(folder, 'counts.json');
  try {
    const code = await jest(options, file);
    return totals(file, code);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function jest(options, countsFile) {
  // The workers, which get the same options, allocate much that dies young, and leave no core for collecting it beside them.
  const node = [
    '--experimental-vm-modules',
    '--disable-warning=ExperimentalWarning',
    '--max-semi-space-size=32',
    '--single-threaded-gc',
  ];
  const program = join(ROOT, 'node_modules', 'jest', 'bin', 'jest.js');
  const env = { ...process.env, TEST_COUNTS_FILE: countsFile };
  const child = spawn(process.execPath, [...node, program, ...options], {
    cwd: ROOT,
    env,
    stdio: 'inherit',
  });
  // Ctrl-C reaches jest by itself; this process stays to print the last line.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  return new Promise((settle) => child.once('error', () => settle(1)).once('close', settle));
}

/** No counts means that jest crashed; no test, or a failure that no test shows (a teardown, a threshold), is one failed. */
function totals(file, code) {
  let counts = { passed: 0, failed: 0 };
  try {
    counts = JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return { passed: 0, failed: 1 };
  }
  const sound = code === 0 && counts.passed > 0;
  return { ...counts, failed: Math.max(counts.failed, sound ? 0 : 1) };
}

if (isProgram(import.meta.url)) {
  let result = { passed: 0, failed: 1 };
  try {
    await runMain(async () => {
      result = await run(process.argv.slice(2));
    });
  } catch (error) {
    console.error(error);
  }
  const skipped = result.skipped ? `, ${result.skipped} skipped` : '';
  console.log(`\n${result.passed} passed, ${result.failed} failed${skipped}`);
  process.exitCode = result.failed === 0 ? 0 : 1;
}
