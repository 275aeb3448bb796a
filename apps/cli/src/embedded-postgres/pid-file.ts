import * as fs from 'node:fs';
import { join } from 'node:path';
import { belongsToAnother, codeOf } from './errors.js';
import { isLinux } from './system.js';

/** The server that runs in `data` according to its postmaster.pid, unless that is left over from a dead one. */
export function livePostmaster(data: string): { pid: number; port: number; ready: boolean } | undefined {
  const lines = pidFile(data);
  const pid = Number(lines?.[0]);
  if (!lines || !isAlive(pid) || isForeign(pid, data)) return undefined;
  return { pid, port: Number(lines[3]), ready: lines[7]?.trim() === 'ready' };
}

/** PostgreSQL takes any living process of its user for the server; its pid file is removed in that one case only. */
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

/** Whether a living process certainly is not the server of `data`: its pid was given to another, or it is a zombie. */
function isForeign(pid: number, data: string): boolean {
  if (!isLinux) return false;
  try {
    const [place, own] = [fs.statSync(`/proc/${pid}/cwd`), fs.statSync(data)];
    return place.ino !== own.ino || place.dev !== own.dev;
  } catch (error) {
    return codeOf(error) === 'ENOENT'; // a zombie has no directory
  }
}
