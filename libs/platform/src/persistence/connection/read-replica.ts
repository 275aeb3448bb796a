import { setTimeout as sleep } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import pg from 'pg';
import { SingleFlight } from './single-flight.js';
import { ConnectionError, isConnectionError, isTransientError, translateErrors } from './postgres-errors.js';

/** Milliseconds: how long a read waits for the replica to catch up, and how often it checks. */
const CATCH_UP_TIMEOUT = 25;
const CHECK_EVERY = 1;
/** How long the replica is skipped when it lags behind, and when it is unreachable. */
const LAG_PAUSE = 250;
const OUTAGE_PAUSE = 5_000;
/** A connection idle for this long is probed first, with this timeout. */
const IDLE = 1_000;
const PROBE_TIMEOUT = 500;
/** Statement timeout on the replica; then the primary serves the read. */
const STATEMENT_TIMEOUT = 3_000;

/** A WAL position in bytes. An acknowledged commit is before the flush position of the primary. */
interface WalPosition {
  at: bigint;
  /** system identifier, which tells replicas of another cluster apart */
  system: string;
}

const NEWEST = `select (case when current_setting('synchronous_commit') = 'off' then pg_current_wal_insert_lsn()
  else pg_current_wal_flush_lsn() end - '0/0')::text as at, (select system_identifier::text from pg_control_system()) as system`;
const REPLAYED = `select (pg_last_wal_replay_lsn() - '0/0')::text as at`;
const SYSTEM = `select case when pg_is_in_recovery() then (select system_identifier::text from pg_control_system()) end as system`;

/** State of the server behind one connection, because one address may lead to several servers. */
interface ServerState {
  replayed: bigint;
  lastSeenAt: number;
}

/**
 * Reads from a replica that include every acknowledged commit (docs/decisions/0018-read-replicas.md): each read queries the WAL
 * position of the primary first, and the replica serves it only after it has replayed up to there.
 */
export class ReadReplica {
  private readonly logger = new Logger(ReadReplica.name);
  readonly pool: pg.Pool;
  /** reads since the start: served by the replica, left to the primary */
  served = 0;
  fallbacks = 0;
  private readonly states = new WeakMap<pg.PoolClient, ServerState>();
  private readonly newest = new SingleFlight(() => this.walPosition());
  private pausedUntil = 0;
  /** Whether the last read found it unreachable: then one read tries again, and the others do not wait for it. */
  private isUnreachable = false;

  /** @param primary runs a statement on the primary */
  constructor(
    config: pg.PoolConfig,
    private readonly primary: (text: string) => Promise<unknown[]>,
  ) {
    this.pool = new pg.Pool({
      ...config,
      connectionTimeoutMillis: 1_000,
      statement_timeout: STATEMENT_TIMEOUT,
      query_timeout: STATEMENT_TIMEOUT + 500,
    });
    this.pool.on('error', () => undefined);
    this.pool.on('connect', (client) => client.on('error', () => undefined));
  }

  /** @returns undefined when the primary must serve the read: the replica lags, is unreachable or fails */
  async query(query: pg.QueryConfig): Promise<pg.QueryResult | undefined> {
    const result = await this.tryQuery(query);
    if (result) this.served += 1;
    else this.fallbacks += 1;
    return result;
  }

  private async tryQuery(query: pg.QueryConfig): Promise<pg.QueryResult | undefined> {
    if (performance.now() < this.pausedUntil) return undefined;
    if (this.isUnreachable) this.pauseReads(OUTAGE_PAUSE);
    const newest = await this.newest.run();
    const client = await this.pool
      .connect()
      .catch((error: unknown) => (this.isFull ? undefined : this.onOutage(error)));
    if (!client) return undefined;
    try {
      if (this.isUnreachable) this.pausedUntil = 0;
      this.isUnreachable = false;
      const result = (await this.hasReplayed(client, newest)) ? await translateErrors(client.query(query)) : undefined;
      client.release();
      if (result) this.states.get(client)!.lastSeenAt = performance.now();
      else this.pauseReads(LAG_PAUSE);
      return result;
    } catch (error) {
      const isGone = isConnectionError(error);
      client.release(isGone);
      if (isGone) this.onOutage(error);
      if (isGone || isTransientError(error)) return undefined; // includes reads cancelled by WAL replay
      throw error;
    }
  }

  /** A timeout while the pool is full means that the replica is busy, not unreachable. */
  private get isFull(): boolean {
    return this.pool.totalCount >= this.pool.options.max;
  }

  end(): Promise<void> {
    return this.pool.end();
  }

  private async walPosition(): Promise<WalPosition> {
    const [row] = (await this.primary(NEWEST)) as { at: string; system: string }[];
    return { at: BigInt(row!.at), system: row!.system };
  }

  private async hasReplayed(client: pg.PoolClient, { at, system }: WalPosition): Promise<boolean> {
    const state = this.states.get(client) ?? (await this.identify(client, system));
    const until = performance.now() + CATCH_UP_TIMEOUT;
    while (state.replayed < at || performance.now() - state.lastSeenAt > IDLE) {
      state.replayed = BigInt((await probe<{ at: string | null }>(client, REPLAYED)).at ?? -1);
      state.lastSeenAt = performance.now();
      if (state.replayed >= at) return true;
      if (performance.now() >= until) return false;
      await sleep(CHECK_EVERY);
    }
    return true;
  }

  /** @throws ConnectionError when the server is not a replica of this primary */
  private async identify(client: pg.PoolClient, system: string): Promise<ServerState> {
    const found = await probe<{ system: string | null }>(client, SYSTEM);
    if (found.system !== system) throw new ConnectionError('The server is not a replica of the primary');
    const state = { replayed: -1n, lastSeenAt: 0 };
    this.states.set(client, state);
    return state;
  }

  private onOutage(error: unknown): undefined {
    if (!this.isUnreachable)
      this.logger.warn({ text: String(error) }, 'The read replica is unavailable: reads go to the primary');
    this.isUnreachable = true;
    this.pauseReads(OUTAGE_PAUSE);
  }

  private pauseReads(time: number): void {
    this.pausedUntil = Math.max(this.pausedUntil, performance.now() + time);
  }
}

async function probe<Row>(client: pg.PoolClient, text: string): Promise<Row> {
  const query: pg.QueryConfig & { query_timeout: number } = { text, query_timeout: PROBE_TIMEOUT };
  return (await translateErrors(client.query(query))).rows[0] as Row;
}
