import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { prepare, ROOT } from '../../apps/cli/bootstrap.mjs';
import { freePort } from './free-port.mjs';

const BETWEEN_MS = 50;
/** On a busy machine. */
const READY_WITHIN_MS = 75_000;

/** The built program of an API as a process of its own, as an operator runs it. Jest builds before it: `built()`. */
export class Service {
  text = '';

  constructor(child, port) {
    this.child = child;
    this.port = port;
    this.base = `http://127.0.0.1:${port}`;
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => this.hear(text));
  }

  hear(text) {
    this.text += text;
  }

  /** What it wrote. */
  get output() {
    return this.text;
  }

  /**
   * @param app `api` or `data-models-api`
   * @param dist folder of the build
   * @param preload modules that Node loads before it
   */
  static async spawn(app, env, { dist = join(ROOT, 'dist'), port, preload = [] } = {}) {
    const at = port ?? (await freePort());
    const usual = { PORT: `${at}`, AI_PORT: `${at}`, LOG_LEVEL: 'silent', RATE_LIMIT_PER_MINUTE: '0' };
    const program = join(dist, `apps/${app}/src/main.js`);
    const child = spawn(process.execPath, [...preload.map((file) => `--import=${file}`), program], {
      cwd: ROOT,
      env: { ...process.env, ...usual, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    return new this(child, at);
  }

  /** Resolves when it is ready. */
  static async start(app, env, options = {}) {
    for (;;) {
      const service = await this.spawn(app, env, options);
      if (await service.becomesReady()) return service;
      await service.kill();
      // Another process may take the port before this one listens.
      if (/^Port \d+ is in use/m.test(service.output) && !env.PORT && !options.port) continue;
      throw new Error(`The service does not start: ${service.output}`);
    }
  }

  async becomesReady() {
    for (let waited = 0; waited <= READY_WITHIN_MS && this.isRunning; waited += BETWEEN_MS) {
      const answer = await fetch(`${this.base}/health/ready`).catch(() => undefined);
      await answer?.text();
      if (answer?.ok && this.isRunning) return true;
      await sleep(BETWEEN_MS);
    }
    return false;
  }

  get isRunning() {
    return this.child.exitCode === null && this.child.signalCode === null;
  }

  /** Memory in use, in MiB. */
  get memory() {
    return kibibytesOf(this.child.pid) / 1024;
  }

  signal(signal) {
    this.child.kill(signal);
  }

  /** Its exit code, or the signal that ended it. */
  async ended() {
    if (this.isRunning) await once(this.child, 'close');
    return this.child.exitCode ?? this.child.signalCode;
  }

  async kill() {
    this.signal('SIGKILL');
    await this.ended();
  }
}

/** Resident memory of a process. Starting `ps` costs more than what is measured, so it is for systems without `/proc`. */
function kibibytesOf(pid) {
  const status = `/proc/${pid}/status`;
  if (existsSync(status)) return Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(status, 'utf8'))?.[1]);
  return Number(execFileSync('ps', ['-o', 'rss=', '-p', `${pid}`], { encoding: 'utf8' }));
}

/** Brings dist/ up to date with the sources. */
export function built() {
  prepare();
}
