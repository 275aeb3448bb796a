import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { type Settings } from '../core/settings.js';
import { passOn } from './worker-metrics.js';
import { JsonLog } from './logging.js';

/** A worker that lives so long has started well; one that does not is followed by the next a little later each time. Milliseconds. */
const SETTLED = 60_000;
const AGAIN = 500;
const AGAIN_MOST = 10_000;
/** What a worker does when it is sent. */
export const STOP = 'stop';

/** The first worker has not started, and has said why. */
export class NotStarted extends Error {
  constructor(readonly exitCode: number) {
    super('The servers do not start');
  }
}

/** A program that is run several times, for more than one core. `file` is for a primary that is another program. */
export interface Program {
  file?: string;
  env?: NodeJS.ProcessEnv;
}

/**
 * Several processes that answer on one port: this one accepts the connections and hands them out in turn. They share nothing
 * but the database, as servers on several machines do. One that dies is replaced.
 */
export class Workers {
  private readonly log: JsonLog;
  private readonly timers = new Set<NodeJS.Timeout>();
  private readonly running = new Set<Worker>();
  private early = 0;
  private stopping = false;

  constructor(
    private readonly settings: Settings,
    private readonly program: Program = {},
  ) {
    this.log = new JsonLog(settings.logLevel);
    for (const text of settings.deprecations) this.log.warn(text, 'Settings');
  }

  /**
   * Resolves when all listen; the first one alone at first, so that what keeps it from starting is told once.
   * @returns the port
   * @throws NotStarted when the first one does not
   */
  async start(): Promise<number> {
    const { file } = this.program;
    if (file) cluster.setupPrimary({ exec: file, args: [] });
    const first = this.fork();
    const port = await this.listening(first);
    if (port === undefined) {
      await this.stop();
      throw new NotStarted(first.process.exitCode || 1);
    }
    const others = Array.from({ length: this.settings.workers - 1 }, () => this.fork());
    await Promise.all(others.map((worker) => this.listening(worker)));
    return port;
  }

  /** Each answers what it has begun; resolves when all have ended. */
  async stop(): Promise<void> {
    this.stopping = true;
    for (const timer of this.timers) clearTimeout(timer);
    const ended = [...this.running].map((worker) => once(worker, 'exit'));
    for (const worker of this.running) if (worker.isConnected()) worker.send(STOP);
    await Promise.all(ended);
  }

  /** Its port; undefined when it ends before it listens. */
  private listening(worker: Worker): Promise<number | undefined> {
    return new Promise((resolve) => {
      worker.once('listening', ({ port }) => resolve(port));
      worker.once('exit', () => resolve(undefined));
    });
  }

  private fork(): Worker {
    const worker = cluster.fork(this.program.env);
    const { pid } = worker.process;
    const startedAt = performance.now();
    let listened = false;
    this.running.add(worker);
    passOn(worker, this.running);
    worker.once('listening', () => {
      listened = true;
      this.log.log({ pid }, 'A worker listens', Workers.name);
    });
    worker.on('error', () => undefined); // it was gone when something was sent to it
    worker.once('exit', (code: number | null, signal: string | null) => {
      this.running.delete(worker);
      if (this.stopping) return;
      const settled = listened && performance.now() - startedAt > SETTLED;
      this.early = settled ? 0 : this.early + 1;
      this.replace({ pid, code, signal });
    });
    return worker;
  }

  private replace(ended: object): void {
    const after = this.early === 0 ? 0 : Math.min(AGAIN * 2 ** (this.early - 1), AGAIN_MOST);
    this.log.warn({ ...ended, afterMs: after }, 'A worker has ended; another takes its place', Workers.name);
    const timer = setTimeout(() => {
      this.timers.delete(timer);
      this.fork();
    }, after);
    this.timers.add(timer);
  }
}

/** Settings of one of the workers: what all together may have is divided, connections to Postgres into parts of at least 4. */
export const shareOf = (settings: Settings): Settings => ({
  ...settings,
  poolSize: Math.max(4, Math.floor(settings.poolSize / settings.workers)),
  responseCacheMb: settings.responseCacheMb / settings.workers,
  deprecations: [], // the primary reports them
});
