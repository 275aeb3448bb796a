import { spawn } from 'node:child_process';
import * as fs from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathFor, runAs, serverAccount } from './account.js';
import { binaries } from './binaries.js';
import { EmbeddedPostgresError } from './errors.js';
import { openLog } from './log.js';
import type { EmbeddedOptions } from './options.js';
import { livePostmaster, removeForeignPidFile } from './pid-file.js';
import type { ServerPaths } from './server-paths.js';
import { execute, isWindows } from './system.js';

const SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_checkpoints: 'off',
  log_min_error_statement: 'panic', // statements may contain confidential data
  shared_buffers: '128MB',
  max_wal_size: '2GB',
  checkpoint_timeout: '15min',
  wal_compression: 'on',
  random_page_cost: '1.1',
  jit: 'off',
};

const FAST_SETTINGS = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  autovacuum: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  checkpoint_timeout: '1h',
};

export const RECOVERY_MS = 10 * 60_000;

/** Starts the server. @returns undefined when it is ready, or the reason for a retry @throws if a retry is useless */
export async function launch(paths: ServerPaths, port: number, options: EmbeddedOptions): Promise<string | undefined> {
  const account = serverAccount(paths.data);
  const programs = await binaries(account);
  removeForeignPidFile(paths.data);
  const settings = { ...SETTINGS, ...(options.fast && FAST_SETTINGS), max_connections: options.maxConnections ?? 100 };
  const flags = Object.entries({ port, ...settings }).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const { log, logStart } = openLog(paths.log);
  const child = isWindows
    ? // drops administrator privileges, with which PostgreSQL refuses to run
      spawn(programs.pg_ctl, ['start', '-W', '-D', paths.data, '-o', flags.join(' ')], {
        ...runAs(account, paths.data),
        stdio: ['ignore', log, log],
      })
    : spawn(programs.postgres, ['-D', pathFor(account, paths.data), ...flags], {
        ...runAs(account, paths.data),
        detached: true, // shields the server from the terminal's Ctrl-C, because it must outlive the last request
        stdio: ['ignore', log, log],
      });
  fs.closeSync(log);
  let ending: string | undefined;
  child.once('error', (error) => (ending = error.message));
  child.once('exit', (code, signal) => {
    if (!isWindows || code !== 0) ending ??= `it ended with ${signal ?? `code ${code}`}`;
  });
  child.unref();
  const notice = setTimeout(() => options.onProgress?.('PostgreSQL is recovering ...'), 3000);
  for (const deadline = Date.now() + RECOVERY_MS; ending === undefined && Date.now() < deadline; await sleep(10)) {
    if (options.signal?.aborted) {
      clearTimeout(notice);
      await shutDown(paths, child.pid!).catch(() => undefined); // it may have ended
      return 'a signal stopped it';
    }
    const running = livePostmaster(paths.data);
    if (!running?.ready) continue;
    clearTimeout(notice);
    return isWindows || running.pid === child.pid ? undefined : 'another process started it';
  }
  clearTimeout(notice);
  return startErrorOf(paths, fs.readFileSync(paths.log).subarray(logStart).toString(), ending ?? 'it takes too long');
}

/** Requests a fast shutdown, and after 30 s an immediate one, which makes the next start recover. */
export async function shutDown({ data }: ServerPaths, pid: number): Promise<void> {
  for (const mode of ['fast', 'immediate']) {
    if (isWindows)
      await execute((await binaries()).pg_ctl, ['stop', '-W', '-D', data, '-m', mode]).catch(() => undefined);
    else process.kill(pid, mode === 'fast' ? 'SIGINT' : 'SIGQUIT');
    for (const deadline = Date.now() + 30_000; Date.now() < deadline; await sleep(10)) {
      if (livePostmaster(data)?.pid !== pid) return;
    }
  }
  throw new EmbeddedPostgresError(`PostgreSQL in ${data} does not stop (process ${pid}).`);
}

/** The reason why PostgreSQL did not start, from its output. @throws EmbeddedPostgresError unless the problem is temporary */
function startErrorOf({ data, log }: ServerPaths, said: string, ending: string): string {
  const fatal = /(?:FATAL|PANIC):\s+(.*)(?:\n.*DETAIL:\s+(.*))?/.exec(said)?.slice(1).filter(Boolean).join(' ');
  if (/postmaster\.pid|still in use|could not create any TCP/.test(said)) return fatal ?? ending;
  throw new EmbeddedPostgresError(`PostgreSQL does not start in ${data}: ${fatal ?? ending} (log: ${log}).`);
}
