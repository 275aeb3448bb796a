import { AsyncLocalStorage } from 'node:async_hooks';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type pg from 'pg';
import { DataSource, type EntityManager, type QueryRunner } from 'typeorm';
import type { Aggregate } from '../../core/model/aggregate.js';
import type { Tracing } from '../../core/telemetry/tracing.js';
import { Bulkhead } from './bulkhead.js';
import { type DatabaseOptions, dataSourceOptions, LIMITS, replicaPoolConfig } from './data-source-options.js';
import { translateErrors } from './postgres-errors.js';
import { ReadReplica } from './read-replica.js';

interface Statement {
  name: string;
  text: string;
  parameters: string[];
  /** whether the result depends on the current time */
  isTimed: boolean;
}

/** Share of the pool for reads of one table. */
const READERS = 1 / 6;
const OTHERS = 'other';

export interface Transaction {
  readonly runner: QueryRunner;
  /** statement timeout in milliseconds */
  readonly limit: number;
  /** whether nested units of work run in savepoints */
  readonly hasSavepoints: boolean;
  savepoints: number;
  /** saved in it; their events are published after the commit */
  aggregates: Set<Aggregate>;
}

/** The connection pool of this process. Statements run in the current transaction, otherwise on any free connection. */
@Injectable()
export class Database implements OnApplicationShutdown {
  private readonly statements = new Map<string, Statement>();
  private readonly current = new AsyncLocalStorage<Transaction>();
  /** by name; names are constants in the code */
  readonly bulkheads = new Map<string, Bulkhead>();
  readonly replica: ReadReplica | undefined;

  constructor(
    readonly source: DataSource,
    private readonly poolSize: number,
    readonly tracing: Tracing,
    readUrl: string | undefined,
  ) {
    if (!readUrl) return;
    this.replica = new ReadReplica(replicaPoolConfig(readUrl, poolSize), (text) =>
      this.rows(text, {}, 'how far the log is'),
    );
  }

  /** Connects the pool. A connection that breaks in use fails its query, not the process. */
  static async open(options: DatabaseOptions, tracing: Tracing): Promise<Database> {
    const connect = () => translateErrors(new DataSource(dataSourceOptions(options)).initialize());
    // A process that is busy loading its modules may miss the time limit of a connection, so it gets a second try.
    const source = await connect().catch((error: Error) =>
      /timeout/.test(error.message) ? connect() : Promise.reject(error),
    );
    const database = new Database(source, options.poolSize, tracing, options.readUrl);
    const guarded = new WeakSet<pg.PoolClient>();
    database.pool.on('acquire', (client) => {
      if (!guarded.has(client)) guarded.add(client.on('error', () => undefined));
    });
    return database;
  }

  get pool(): pg.Pool {
    return (this.source.driver as unknown as { master: pg.Pool }).master;
  }

  get transaction(): Transaction | undefined {
    return this.current.getStore();
  }

  get openTransaction(): Transaction {
    const { transaction } = this;
    if (!transaction) throw new Error('A write outside a unit of work: run it in UnitOfWork.run()');
    return transaction;
  }

  get inTransaction(): boolean {
    return this.transaction !== undefined;
  }

  get manager(): EntityManager {
    return this.openTransaction.runner.manager;
  }

  /**
   * Runs a named prepared statement, with parameters written as `:name`.
   * @param sql from a small set of texts, because every connection keeps each one prepared
   * @param readers bulkhead of the read: its main table, whose readers share a part of the pool
   */
  rows<Row>(sql: string, values: Record<string, unknown> = {}, readers = OTHERS): Promise<Row[]> {
    if (!this.tracing.isOn) return this.run(sql, values, readers);
    return this.tracing.statement(sql, () => this.run(sql, values, readers), readers === OTHERS ? undefined : readers);
  }

  private async run<Row>(sql: string, values: Record<string, unknown>, readers: string): Promise<Row[]> {
    const client = await this.client();
    const query = this.query(sql, values);
    const result = client
      ? await translateErrors(client.query(query))
      : await this.bulkhead(readers, READERS, LIMITS.connection).run(() => translateErrors(this.pool.query(query)));
    return result.rows as Row[];
  }

  /** Like `rows`, but an up-to-date read replica may serve the read. */
  async read<Row>(sql: string, values: Record<string, unknown> = {}, readers?: string): Promise<Row[]> {
    return (await this.fromReplica<Row>(sql, values)) ?? this.rows(sql, values, readers);
  }

  /** @returns undefined when the primary must serve the read: the replica is not ready, or has another clock */
  async fromReplica<Row>(sql: string, values: Record<string, unknown>): Promise<Row[] | undefined> {
    if (!this.replica || this.inTransaction || this.statement(sql).isTimed) return undefined;
    const { replica } = this;
    const query = this.query(sql, values);
    const result = await this.tracing.span('read replica', {}, () => replica.query(query));
    return result?.rows as Row[] | undefined;
  }

  /**
   * Limits the connections that one kind of work holds, so that a locked table cannot exhaust the pool.
   * @param share of the pool
   * @param maxWait milliseconds
   */
  bulkhead(name: string, share: number, maxWait: number): Bulkhead {
    let bulkhead = this.bulkheads.get(name);
    if (!bulkhead) this.bulkheads.set(name, (bulkhead = new Bulkhead(this.poolSize * share, maxWait)));
    return bulkhead;
  }

  /** Like `rows`, for a statement that writes. @returns the number of affected rows */
  async execute(sql: string, values: Record<string, unknown> = {}): Promise<number> {
    const client = await clientOf(this.openTransaction);
    const query = this.query(sql, values);
    const { rowCount } = await this.tracing.statement(sql, () => translateErrors(client.query(query)));
    return rowCount ?? 0;
  }

  async client(): Promise<pg.PoolClient | undefined> {
    return this.transaction && clientOf(this.transaction);
  }

  runIn<T>(transaction: Transaction, work: () => Promise<T>): Promise<T> {
    return this.current.run(transaction, work);
  }

  async onApplicationShutdown(): Promise<void> {
    await this.replica?.end();
    if (this.source.isInitialized) await this.source.destroy();
    this.current.disable(); // an enabled AsyncLocalStorage slows down every promise of the process
  }

  /** The prepared statement of a text. */
  statement(sql: string): Statement {
    return this.statements.get(sql) ?? this.prepare(sql);
  }

  private query(sql: string, values: Record<string, unknown>): pg.QueryConfig {
    const { name, text, parameters } = this.statement(sql);
    const limit = this.transaction?.limit;
    return {
      name,
      text,
      values: parameters.map((parameter) => valueOf(values, parameter)),
      ...(limit && { query_timeout: limit + 1_000 }),
    };
  }

  private prepare(sql: string): Statement {
    const parameters: string[] = [];
    const text = sql.replace(/(?<![:\w]):([a-zA-Z]\w*)/g, (_, name: string) => {
      if (!parameters.includes(name)) parameters.push(name);
      return `$${parameters.indexOf(name) + 1}`;
    });
    const isTimed = /\bnow\(\)|\bcurrent_|_timestamp\(\)/i.test(sql);
    const statement = { name: `s${this.statements.size}`, text, parameters, isTimed };
    this.statements.set(sql, statement);
    return statement;
  }
}

const clientOf = ({ runner }: Transaction): Promise<pg.PoolClient> => runner.connect() as Promise<pg.PoolClient>;

function valueOf(values: Record<string, unknown>, name: string): unknown {
  if (!(name in values)) throw new Error(`No value for the SQL parameter :${name}`);
  return values[name];
}
