import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ROOT } from '../../../apps/cli/bootstrap.mjs';
import { freePort } from '../../support/free-port.mjs';

const children = new Set();
process.once('exit', () => children.forEach((child) => child.kill('SIGKILL')));

/** The built program of an API as a process of its own, as an operator runs it. */
export class Service {
  /** what must never stand in its output */
  secrets = [];
  leaks = [];
  /** lines that are no JSON: something forged them, or printed beside the log */
  forged = [];
  lines = [];
  begun = '';

  constructor(child, port) {
    this.child = child;
    this.port = port;
    this.base = `http://127.0.0.1:${port}`;
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => this.hear(text));
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

  /**
   * Resolves when it is ready.
   * @param app `api` or `data-models-api`
   * @param dist folder of the build
   * @param preload modules that Node loads before it
   */
  static async start(app, env, { dist, port, preload = [] }) {
    const at = port ?? (await freePort());
    const usual = {
      PORT: `${at}`,
      AI_PORT: `${at}`,
      LOG_LEVEL: 'info',
      RATE_LIMIT_PER_MINUTE: '0',
      RATE_LIMIT_UNKNOWN_KEYS: '0',
      RATE_LIMIT_PUBLIC: '0',
    };
    const child = spawn(
      process.execPath,
      [...preload.map((file) => `--import=${file}`), join(dist, `apps/${app}/src/main.js`)],
      { cwd: ROOT, env: { ...process.env, ...usual, ...env }, stdio: ['ignore', 'pipe', 'pipe'] },
    );
    children.add(child);
    child.once('close', () => children.delete(child));
    const service = new Service(child, at);
    for (let tries = 0; ; tries++) {
      const answer = await fetch(`${service.base}/health/ready`).catch(() => undefined);
      await answer?.text();
      if (answer?.ok) return service;
      if (tries > 600 || !service.isRunning) throw new Error(`The service does not start: ${service.output}`);
      await sleep(50);
    }
  }

  get isRunning() {
    return this.child.exitCode === null && this.child.signalCode === null;
  }

  /** Memory in use, in MiB. */
  get memory() {
    return Number(execFileSync('ps', ['-o', 'rss=', '-p', `${this.child.pid}`], { encoding: 'utf8' })) / 1024;
  }

  /** Open file descriptors; undefined where the system does not tell. */
  get descriptors() {
    try {
      return readdirSync(`/proc/${this.child.pid}/fd`).length;
    } catch {
      return undefined;
    }
  }

  /** Its exit code, or the signal that ended it. */
  async ended() {
    if (this.isRunning) await once(this.child, 'close');
    return this.child.exitCode ?? this.child.signalCode;
  }

  signal(signal) {
    this.child.kill(signal);
  }

  async kill() {
    this.signal('SIGKILL');
    await this.ended();
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
