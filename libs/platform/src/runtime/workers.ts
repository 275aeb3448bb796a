import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { type Settings } from '../core/settings/settings.js';
import { relayMetrics } from './observe/worker-metrics.js';
import { JsonLog } from './observe/logging.js';
import { logOutput } from './observe/log-output.js';

/** Milliseconds. A worker that exits before `STABLE_AFTER_MS` is replaced with growing delay. */
const STABLE_AFTER_MS = 60_000;
const RETRY_DELAY = 500;
const MAX_RETRY_DELAY = 10_000;
export const STOP = 'stop';

/** The first worker failed to start and has reported why. */
export class WorkerStartError extends Error {
  constructor(readonly exitCode: number) {
    super('The servers failed to start');
  }
}

/** The program of the workers. @property file needed when the primary is another program */
export interface Program {
  file?: string;
  env?: NodeJS.ProcessEnv;
}

/**
 * Runs several processes on one port. The primary accepts connections and distributes them in turn. Workers share only the
 * database, like servers on several machines. A worker that dies is replaced.
 */
export class Workers {
  private readonly log: JsonLog;
  private readonly timers = new Set<NodeJS.Timeout>();
  private readonly running = new Set<Worker>();
  private earlyExits = 0;
  private stopping = false;

  constructor(
    private readonly settings: Settings,
    private readonly program: Program = {},
  ) {
    this.log = new JsonLog(settings.logLevel, logOutput(settings.logFile));
  }

  /**
   * Resolves when all workers listen. The first one starts alone, so that a failure is reported once.
   * @returns the port
   * @throws WorkerStartError when the first worker fails to start
   */
  async start(): Promise<number> {
    const { file } = this.program;
    if (file) cluster.setupPrimary({ exec: file, args: [] });
    const first = this.fork();
    const port = await this.listening(first);
    if (port === undefined) {
      await this.stop();
      throw new WorkerStartError(first.process.exitCode || 1);
    }
    const others = Array.from({ length: this.settings.workers - 1 }, () => this.fork());
    await Promise.all(others.map((worker) => this.listening(worker)));
    return port;
  }

  /** Stops all workers gracefully; resolves when all have exited. */
  async stop(): Promise<void> {
    this.stopping = true;
    for (const timer of this.timers) clearTimeout(timer);
    const ended = [...this.running].map((worker) => once(worker, 'exit'));
    for (const worker of this.running) if (worker.isConnected()) worker.send(STOP);
    await Promise.all(ended);
  }

  /** The port of a worker; undefined when it exits before it listens. */
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
    relayMetrics(worker, this.running);
    closeUnacceptedConnections(worker);
    worker.once('listening', () => {
      listened = true;
      this.log.log({ pid }, 'A worker listens', Workers.name);
    });
    worker.on('error', () => undefined); // it exited before a message reached it
    worker.once('exit', (code: number | null, signal: string | null) => {
      this.running.delete(worker);
      if (this.stopping) return;
      const isStable = listened && performance.now() - startedAt > STABLE_AFTER_MS;
      this.earlyExits = isStable ? 0 : this.earlyExits + 1;
      this.replace({ pid, code, signal });
    });
    return worker;
  }

  private replace(ended: object): void {
    const after = this.earlyExits === 0 ? 0 : Math.min(RETRY_DELAY * 2 ** (this.earlyExits - 1), MAX_RETRY_DELAY);
    this.log.warn({ ...ended, afterMs: after }, 'A worker exited and will be replaced', Workers.name);
    const timer = setTimeout(() => {
      this.timers.delete(timer);
      this.fork();
    }, after);
    this.timers.add(timer);
  }
}

/** A message with which Node's `cluster` hands a connection to a worker, and its reply. */
interface ClusterMessage {
  act?: string;
  seq?: number;
  ack?: number;
}

/**
 * Closes the connections that a worker was given and did not take before it died. Node forgets them without closing them, so
 * their clients would wait until their own timeouts.
 */
function closeUnacceptedConnections(worker: Worker): void {
  const given = new Map<number, { close(): void }>();
  const { process: child } = worker;
  const send = child.send.bind(child) as (...parameters: unknown[]) => boolean;
  child.send = (message: unknown, ...rest: unknown[]): boolean => {
    const { act, seq } = message as ClusterMessage;
    if (act === 'newconn') given.set(seq!, rest[0] as { close(): void });
    return send(message, ...rest);
  };
  child.on('internalMessage', ({ ack }: ClusterMessage) => void (ack !== undefined && given.delete(ack)));
  worker.once('exit', () => {
    for (const handle of given.values()) handle.close();
  });
}

/** The settings of one worker: its share of connections, at least 4, and of cache memory. */
export const shareOf = (settings: Settings): Settings => ({
  ...settings,
  poolSize: Math.max(4, Math.floor(settings.poolSize / settings.workers)),
  responseCacheMb: settings.responseCacheMb / settings.workers,
});
