import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { isCluster } from './cluster.js';
import { EmbeddedPostgresError } from './errors.js';
import { isLong, rotateLog } from './log.js';
import type { EmbeddedOptions } from './options.js';
import { ROLE, type ServerPaths, SUPERUSER, urlOf } from './server-paths.js';
import { asSuperuser, enter, IN_USE, type Share, stopUnused, unlessExists } from './share.js';

export interface EmbeddedDatabase {
  /** connects as an ordinary role that owns the database */
  readonly url: string;
  /** connects as the superuser, for tests and benchmarks */
  readonly superuserUrl: string;
  /** folder of the database files */
  readonly directory: string;
  /** whether the server was already running */
  readonly adopted: boolean;
  /** Leaves the server and stops it if it has no other users. Close your connections first. */
  stop(): Promise<void>;
}

/** Advisory lock of the process that rotates the log. */
const ROTATION = IN_USE + 1;

/** The membership of a process in a shared server: holds the shared lock and restarts the server if it is killed. */
export class SharedServer implements EmbeddedDatabase {
  readonly directory: string;
  private readonly logCheck: NodeJS.Timeout;
  private rotation?: Promise<void>;
  private leaving?: Promise<void>;
  private recovery?: Promise<void>;

  private constructor(
    private readonly paths: ServerPaths,
    private readonly options: EmbeddedOptions,
    readonly url: string,
    readonly superuserUrl: string,
    readonly adopted: boolean,
    private readonly port: number,
    private share: Share,
  ) {
    this.directory = paths.data;
    this.logCheck = setInterval(() => this.boundLog(), options.logCheckMs ?? 60_000).unref();
    this.watch(share);
  }

  static async join(paths: ServerPaths, options: EmbeddedOptions): Promise<SharedServer> {
    const database = options.database ?? 'app';
    const { client, port, launched } = await enter(paths, options);
    await ensureDatabase(client, database, paths, port).catch(async (error) => {
      await client.end();
      throw error;
    });
    const url = urlOf(paths, port, database);
    const superuserUrl = urlOf(paths, port, database, SUPERUSER);
    return new SharedServer(paths, options, url, superuserUrl, !launched, port, client);
  }

  stop(): Promise<void> {
    return (this.leaving ??= this.leave());
  }

  private async leave(): Promise<void> {
    clearInterval(this.logCheck);
    const waiting = new AbortController();
    const enough = sleep(3000, undefined, { signal: waiting.signal }).catch(() => undefined);
    await Promise.race([this.recovery, enough]);
    waiting.abort();
    this.share.ref();
    await this.rotation;
    await this.share.query('select pg_advisory_unlock_shared($1)', [IN_USE]).catch(() => undefined);
    await this.share.end().catch(() => undefined);
    await stopUnused(this.paths);
  }

  /** Runs one rotation at a time, because they share a connection. */
  private boundLog(): void {
    if (this.leaving || this.rotation || !isLong(this.paths.log)) return;
    this.rotation = this.rotate().finally(() => delete this.rotation);
  }

  /** Rotates the log unless another user of the server is doing so. */
  private async rotate(): Promise<void> {
    const { share } = this;
    try {
      const { rows } = await share.query('select pg_try_advisory_lock($1) as alone', [ROTATION]);
      if (!rows[0].alone) return;
      rotateLog(this.paths.log);
    } catch (error) {
      this.options.onProgress?.(`The log of PostgreSQL grows: ${(error as Error).message}.`);
    } finally {
      await share.query('select pg_advisory_unlock($1)', [ROTATION]).catch(() => undefined);
    }
  }

  private watch(share: Share): void {
    this.share = share;
    share.unref();
    share.once('end', () => {
      if (!this.leaving) this.recovery = this.recover();
    });
  }

  private async recover(): Promise<void> {
    const { paths, options } = this;
    const cancelled = () => this.leaving !== undefined;
    const report = (text: string) => options.onProgress?.(text);
    while (!cancelled()) {
      try {
        if (!isCluster(paths.data)) return report(`${paths.data} was removed: PostgreSQL is not started again.`);
        report('PostgreSQL is gone: starting it again ...');
        const { client, port } = await enter(paths, options, { port: this.port, cancelled });
        if (port === this.port && !cancelled()) return this.watch(client);
        await client.end();
        throw new EmbeddedPostgresError(`PostgreSQL came back on port ${port}: start this process again.`);
      } catch (error) {
        report((error as Error).message);
        await sleep(5000, undefined, { ref: false });
      }
    }
  }
}

async function ensureDatabase(client: pg.Client, name: string, paths: ServerPaths, port: number): Promise<void> {
  const { rowCount } = await client.query('select from pg_database where datname = $1', [name]);
  if (rowCount) return;
  await asSuperuser(paths, port, (superuser) =>
    superuser.query(`create database ${superuser.escapeIdentifier(name)} owner ${ROLE}`).catch(unlessExists),
  );
}
