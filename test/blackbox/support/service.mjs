import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Service } from '../../support/service.mjs';

const children = new Set();
process.once('exit', () => children.forEach((child) => child.kill('SIGKILL')));

const USUAL = { LOG_LEVEL: 'info', RATE_LIMIT_UNKNOWN_KEYS: '0', RATE_LIMIT_PUBLIC: '0' };

/** A service whose log is watched, and which does not outlive this program. */
export class WatchedService extends Service {
  /** what must never stand in its output */
  secrets = [];
  leaks = [];
  /** lines that are no JSON: something forged them, or printed beside the log */
  forged = [];
  lines = [];
  begun = '';

  constructor(child, port) {
    super(child, port);
    children.add(child);
    child.once('close', () => children.delete(child));
  }

  static spawn(app, env, options) {
    return super.spawn(app, { ...USUAL, ...env }, options);
  }

  hear(text) {
    const lines = (this.begun + text).split('\n');
    this.begun = lines.pop();
    for (const line of lines) {
      if (line.includes('pms_') && this.secrets.some((secret) => line.includes(secret))) this.leaks.push(line);
      if (!isJson(line)) this.forged.push(line);
      this.lines.push(line);
    }
    if (this.lines.length > 400) this.lines.splice(0, this.lines.length - 200);
  }

  /** The last of what it wrote. */
  get output() {
    return [...this.lines, this.begun].join('\n');
  }

  /** Open file descriptors; undefined where the system does not tell. */
  get descriptors() {
    try {
      return readdirSync(`/proc/${this.child.pid}/fd`).length;
    } catch {
      return undefined;
    }
  }
}

function isJson(line) {
  try {
    return typeof JSON.parse(line) === 'object';
  } catch {
    return false;
  }
}

/** The process id of the Postgres that keeps its files in a directory. */
export const postmaster = (directory) => Number(readFileSync(join(directory, 'postmaster.pid'), 'utf8').split('\n')[0]);
