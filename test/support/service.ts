import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from './free-port.mjs';
import { TIME_FACTOR } from './time-factor.js';

/** The built program of an API as a process of its own, as an operator runs it. Build first: `built()`. */
export class Service {
  output = '';

  private constructor(
    readonly child: ChildProcess,
    readonly base: string,
  ) {
    for (const stream of [child.stdout!, child.stderr!])
      stream.setEncoding('utf8').on('data', (text: string) => (this.output += text));
  }

  static async spawn(app: 'api' | 'data-models-api', env: NodeJS.ProcessEnv): Promise<Service> {
    const port = await freePort();
    const usual = { PORT: `${port}`, AI_PORT: `${port}`, LOG_LEVEL: 'silent', RATE_LIMIT_PER_MINUTE: '0' };
    const child = spawn(process.execPath, [`dist/apps/${app}/src/main.js`], {
      env: { ...process.env, ...usual, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    return new Service(child, `http://127.0.0.1:${port}`);
  }

  /** Resolves when it is ready. */
  static async start(app: 'api' | 'data-models-api', env: NodeJS.ProcessEnv): Promise<Service> {
    for (;;) {
      const service = await Service.spawn(app, env);
      if (await service.becomesReady()) return service;
      await service.kill();
      // Another process may take the port before this one listens.
      if (/^Port \d+ is in use/m.test(service.output) && !env['PORT']) continue;
      throw new Error(`It does not start: ${service.output}`);
    }
  }

  private async becomesReady(): Promise<boolean> {
    for (let tries = 0; tries <= 300 * TIME_FACTOR && this.isRunning; tries++) {
      const answer = await fetch(`${this.base}/health/ready`).catch(() => undefined);
      if (answer?.ok && this.isRunning) return true;
      await sleep(50);
    }
    return false;
  }

  get isRunning(): boolean {
    return this.child.exitCode === null && this.child.signalCode === null;
  }

  /** Memory in use, in MiB. */
  get memory(): number {
    return kibibytesOf(this.child.pid!) / 1024;
  }

  signal(signal: NodeJS.Signals): void {
    this.child.kill(signal);
  }

  /** Its exit code, or the signal that ended it. */
  async ended(): Promise<number | NodeJS.Signals | null> {
    if (this.isRunning) await once(this.child, 'close');
    return this.child.exitCode ?? this.child.signalCode;
  }

  async kill(): Promise<void> {
    this.signal('SIGKILL');
    await this.ended();
  }
}

/** Resident memory of a process. Starting `ps` costs more than what is measured, so it is for systems without `/proc`. */
function kibibytesOf(pid: number): number {
  const status = `/proc/${pid}/status`;
  if (existsSync(status)) return Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(status, 'utf8'))?.[1]);
  return Number(execFileSync('ps', ['-o', 'rss=', '-p', `${pid}`], { encoding: 'utf8' }));
}

/** Brings dist/ up to date with the sources. */
export async function built(): Promise<void> {
  const bootstrap = '../../apps/cli/bootstrap.mjs';
  const { prepare } = (await import(bootstrap)) as { prepare(): void };
  prepare();
}
