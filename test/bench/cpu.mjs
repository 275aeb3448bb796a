/** CPU time, from /proc: on Linux only. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Of a tick of the kernel's clock, as /proc counts. */
const TICK_MS = 10;

/** Milliseconds that a process and those that it started have used, those that have ended included. */
export function cpuOf(pid) {
  const processes = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap(read);
  const children = (parent) => processes.filter((each) => each.parent === parent);
  const sum = (each) => each.ms + children(each.pid).reduce((total, child) => total + sum(child), 0);
  return sum(processes.find((each) => each.pid === pid));
}

/** The process that all of a measurement's Postgres descend from. */
export const postmasterOf = ({ directory }) =>
  Number(readFileSync(join(directory, 'postgres/postmaster.pid'), 'utf8').split('\n')[0]);

/** None of a process that has ended meanwhile. */
function read(pid) {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const [, parent, , , , , , , , , , ...times] = text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
    return [{ pid: Number(pid), parent, ms: times.slice(0, 4).reduce((sum, time) => sum + time) * TICK_MS }];
  } catch {
    return [];
  }
}
