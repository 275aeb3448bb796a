import * as fs from 'node:fs';
import { join } from 'node:path';
import { belongsToAnother, codeOf } from './errors.js';
import { isLinux } from './system.js';

/** The running server of `data` according to postmaster.pid; undefined if the file is stale. */
export function livePostmaster(data: string): { pid: number; port: number; ready: boolean } | undefined {
  const lines = pidFile(data);
  const pid = Number(lines?.[0]);
  if (!lines || !isAlive(pid) || isForeign(pid, data)) return undefined;
  return { pid, port: Number(lines[3]), ready: lines[7]?.trim() === 'ready' };
}

/** Removes a pid file whose pid now belongs to another process, which PostgreSQL would mistake for its server. */
export function removeForeignPidFile(data: string): void {
  const pid = Number(pidFile(data)?.[0]);
  if (isAlive(pid) && isForeign(pid, data)) fs.rmSync(join(data, 'postmaster.pid'), { force: true });
}

export function isAlive(pid: number): boolean {
  try {
    return pid > 0 && process.kill(pid, 0);
  } catch (error) {
    return codeOf(error) === 'EPERM';
  }
}

function pidFile(data: string): string[] | undefined {
  try {
    return fs.readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n');
  } catch (error) {
    if (codeOf(error) === 'EACCES') throw belongsToAnother(data);
    return undefined;
  }
}

/** Whether a process is certainly not the server of `data`: it reuses the pid, or is a zombie. */
function isForeign(pid: number, data: string): boolean {
  if (!isLinux) return false;
  try {
    const [cwd, own] = [fs.statSync(`/proc/${pid}/cwd`), fs.statSync(data)];
    return cwd.ino !== own.ino || cwd.dev !== own.dev;
  } catch (error) {
    return codeOf(error) === 'ENOENT'; // a zombie has no working directory
  }
}
