import { setTimeout as pause } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import pg from 'pg';
import { SingleFlight } from './single-flight.js';
import { answered, ConnectionError, isConnectionFault, isDatabaseTrouble } from './postgres-errors.js';

/** Milliseconds. How long a read may wait for the replica to come up to what is committed, and how often it looks. */
const PATIENCE = 25;
const LOOK_EVERY = 1;
/** How long the replica is left alone when it has not come up in that time, and when it is not there at all. */
const BEHIND = 250;
const AWAY = 5_000;
/** A connection that has been silent for so long shows first that it still is one, and has so long to do it. */
const SILENT = 1_000;
const SIGN_OF_LIFE = 500;
/** What a read may take here; then the primary has its turn. */
const STATEMENT = 3_000;

/** Up to where a server's log is, in bytes; a commit that was acknowledged lies before where its server has flushed. */
interface Place {
  at: bigint;
  /** of which cluster, so that a replica of another is none of ours */
  system: string;
}

const NEWEST = `select (case when current_setting('synchronous_commit') = 'off' then pg_current_wal_insert_lsn()
  else pg_current_wal_flush_lsn() end - '0/0')::text as at, (select system_identifier::text from pg_control_system()) as system`;
const REPLAYED = `select (pg_last_wal_replay_lsn() - '0/0')::text as at`;
const SYSTEM = `select case when pg_is_in_recovery() then (select system_identifier::text from pg_control_system()) end as system`;

/** What is known of the server behind one connection: several may stand behind one address. */
interface Known {
  replayed: bigint;
  heardAt: number;
}

/**
 * Reads from a replica that are never older than the last commit which anybody was told of (docs/decisions/0018-read-replicas.md):
 * after a read has come in, the primary is asked how far its log is, and the replica answers only when it is as far.
 */
export class ReadReplica {
  private readonly logger = new Logger(ReadReplica.name);
  readonly pool: pg.Pool;
  /** reads since the start: answered here, left to the primary */
  answered = 0;
  passed = 0;
  private readonly known = new WeakMap<pg.PoolClient, Known>();
  private readonly newest = new SingleFlight(() => this.place());
  private restsUntil = 0;

  /** @param primary runs a statement there */
  constructor(
    config: pg.PoolConfig,
    private readonly primary: (text: string) => Promise<unknown[]>,
  ) {
    this.pool = new pg.Pool({
      ...config,
      connectionTimeoutMillis: 1_000,
      statement_timeout: STATEMENT,
      query_timeout: STATEMENT + 500,
    });
    this.pool.on('error', () => undefined);
    this.pool.on('connect', (client) => client.on('error', () => undefined));
  }

  /** @returns undefined when the primary has to answer: the replica lags, is away or is in trouble */
  async query(query: pg.QueryConfig): Promise<pg.QueryResult | undefined> {
    const result = await this.tryQuery(query);
    if (result) this.answered += 1;
    else this.passed += 1;
    return result;
  }

  private async tryQuery(query: pg.QueryConfig): Promise<pg.QueryResult | undefined> {
    if (performance.now() < this.restsUntil) return undefined;
    const newest = await this.newest.run();
    const client = await this.pool.connect().catch((error: unknown) => (this.isFull ? undefined : this.away(error)));
    if (!client) return undefined;
    try {
      const result = (await this.hasReplayed(client, newest)) ? await answered(client.query(query)) : undefined;
      client.release();
      if (result) this.known.get(client)!.heardAt = performance.now();
      else this.rest(BEHIND);
      return result;
    } catch (error) {
      const isGone = isConnectionFault(error);
      client.release(isGone);
      if (isGone) this.away(error);
      if (isGone || isDatabaseTrouble(error)) return undefined; // also what replaying the log has cancelled
      throw error;
    }
  }

  /** Who waited for a connection in vain has met a busy replica, not one that is away. */
  private get isFull(): boolean {
    return this.pool.totalCount >= this.pool.options.max;
  }

  end(): Promise<void> {
    return this.pool.end();
  }

  private async place(): Promise<Place> {
    const [row] = (await this.primary(NEWEST)) as { at: string; system: string }[];
    return { at: BigInt(row!.at), system: row!.system };
  }

  private async hasReplayed(client: pg.PoolClient, { at, system }: Place): Promise<boolean> {
    const known = this.known.get(client) ?? (await this.meet(client, system));
    const until = performance.now() + PATIENCE;
    while (known.replayed < at || performance.now() - known.heardAt > SILENT) {
      known.replayed = BigInt((await soon<{ at: string | null }>(client, REPLAYED)).at ?? -1);
      known.heardAt = performance.now();
      if (known.replayed >= at) return true;
      if (performance.now() >= until) return false;
      await pause(LOOK_EVERY);
    }
    return true;
  }

  /** @throws when it is no replica of this primary; then it is as good as away */
  private async meet(client: pg.PoolClient, system: string): Promise<Known> {
    const found = await soon<{ system: string | null }>(client, SYSTEM);
    if (found.system !== system) throw new ConnectionError('It is no replica of the primary');
    const known = { replayed: -1n, heardAt: 0 };
    this.known.set(client, known);
    return known;
  }

  private away(error: unknown): undefined {
    if (performance.now() >= this.restsUntil)
      this.logger.warn({ text: String(error) }, 'The read replica does not answer: reads go to the primary');
    this.rest(AWAY);
  }

  private rest(time: number): void {
    this.restsUntil = Math.max(this.restsUntil, performance.now() + time);
  }
}

async function soon<Row>(client: pg.PoolClient, text: string): Promise<Row> {
  const query: pg.QueryConfig & { query_timeout: number } = { text, query_timeout: SIGN_OF_LIFE };
  return (await answered(client.query(query))).rows[0] as Row;
}
