import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { EventBus } from '@nestjs/cqrs';
import type pg from 'pg';
import type { QueryRunner } from 'typeorm';
import type { Aggregate, DomainEvent } from '../../core/model/aggregate.js';
import { Problem } from '../../core/model/errors.js';
import type { Tracing } from '../../core/telemetry/tracing.js';
import { LIMITS } from '../connection/data-source-options.js';
import { Database, type Transaction } from '../connection/database.js';
import { connectionErrorOf, isConnectionError, sqlState, translateErrors } from '../connection/postgres-errors.js';
import { writeTarget } from './write-request.js';

const RETRIES = 3;
/** Under REPEATABLE READ, where a concurrent change of a row aborts the transaction. */
const REPEATABLE_READ_RETRIES = 12;
const DEADLOCK_OR_SERIALIZATION = new Set(['40001', '40P01']);

/** A share of the connection pool: its size, how long work queues for it (ms), and how long its statements may run (ms). */
export interface PoolPartition {
  name: string;
  share: number;
  wait: number;
  limit: number;
}

const WRITES: PoolPartition = { name: 'writes', share: 1 / 4, wait: LIMITS.connection, limit: LIMITS.statement };

/** Share of the pool for writes to one resource, so that a locked table does not stop writes to the others. */
const ONE_RESOURCE = 1 / 7;

/** How a transaction differs from Postgres's default, READ COMMITTED without savepoints. */
interface TransactionMode {
  hasSavepoints?: boolean;
  isolation?: 'REPEATABLE READ' | undefined;
}

/** The class of an event about one asset. */
export type AssetEvent = abstract new (...values: never[]) => { readonly assetId: string };

/** Runs in the transaction, before it commits. */
type BeforeCommitHook = (events: readonly DomainEvent[]) => Promise<void>;

/**
 * One database transaction. Deadlocks are retried. Events are published after the commit and are lost when the process dies
 * in between; a consumer that must not miss one uses `beforeCommit` or the outbox.
 */
@Injectable()
export class UnitOfWork {
  private readonly beforeCommitHooks: BeforeCommitHook[] = [];
  private readonly beginHooks: (() => string)[] = [];

  constructor(
    private readonly database: Database,
    private readonly events: EventBus,
  ) {}

  /** Registers a hook for transactions that have events. When it fails, the transaction fails. */
  beforeCommit(hook: BeforeCommitHook): void {
    this.beforeCommitHooks.push(hook);
  }

  /** Registers SQL that every transaction starts with, evaluated when it starts. */
  onBegin(sql: () => string): void {
    this.beginHooks.push(sql);
  }

  async run<T>(work: () => Promise<T>, partition: PoolPartition = WRITES): Promise<T> {
    const { transaction } = this.database;
    if (!transaction) return this.transact(work, partition);
    return transaction.hasSavepoints ? this.savepoint(work) : work();
  }

  /** Like `run`, but nested units of work run in savepoints, so that one may fail without failing the whole. */
  runWithSavepoints<T>(
    work: () => Promise<T>,
    partition: PoolPartition = WRITES,
    isolation?: TransactionMode['isolation'],
  ): Promise<T> {
    return this.transact(work, partition, { hasSavepoints: true, isolation });
  }

  /** Runs part of the open transaction in a savepoint: when it fails, only its changes and events are dropped. */
  async savepoint<T>(work: () => Promise<T>): Promise<T> {
    const transaction = this.database.openTransaction;
    const aggregates = new Set(transaction.aggregates);
    // Of two savepoints with one name, only the newer can be rolled back to.
    const name = `nested_${++transaction.savepoints}`;
    await transaction.runner.query(`savepoint ${name}`);
    try {
      const result = await work();
      await transaction.runner.query(`release savepoint ${name}`);
      return result;
    } catch (error) {
      transaction.aggregates = aggregates;
      if (!isConnectionError(error))
        await transaction.runner.query(`rollback to savepoint ${name}`).catch(() => undefined);
      throw error;
    }
  }

  /** Tracks an aggregate that a repository saved: its events are published after the commit. */
  track(aggregate: Aggregate): void {
    this.database.openTransaction.aggregates.add(aggregate);
  }

  private transact<T>(work: () => Promise<T>, partition: PoolPartition, mode: TransactionMode = {}): Promise<T> {
    const retries = mode.isolation ? REPEATABLE_READ_RETRIES : RETRIES;
    const attempts = () => withRetry(() => this.runOnce(work, partition.limit, mode), retries);
    const attributes = { 'app.pool_partition': partition.name };
    return this.database.tracing.span('unit of work', attributes, () => this.queue(partition, attempts));
  }

  private queue<T>(partition: PoolPartition, work: () => Promise<T>): Promise<T> {
    const { name, share, wait } = partition;
    const enter = () => this.database.bulkhead(name, share, wait).run(work);
    if (partition !== WRITES) return enter();
    return this.database.bulkhead(`writes: ${writeTarget() ?? 'background'}`, ONE_RESOURCE, wait).run(enter);
  }

  private async runOnce<T>(
    work: () => Promise<T>,
    limit: number,
    { hasSavepoints = false, isolation }: TransactionMode,
  ): Promise<T> {
    const { source, tracing } = this.database;
    const runner = source.createQueryRunner();
    if (tracing.isOn) traceStatements(runner, tracing);
    const transaction: Transaction = { runner, limit, hasSavepoints, savepoints: 0, aggregates: new Set() };
    try {
      await translateErrors(runner.connect());
      await runner.startTransaction(isolation);
      await runner.query(this.beginSql(limit));
      const [result, events] = await this.database.runIn(transaction, async () => {
        const result = await work();
        const events = takeEvents(transaction.aggregates);
        if (events.length > 0) for (const hook of this.beforeCommitHooks) await hook(events);
        return [result, events] as const;
      });
      await runner.commitTransaction();
      this.events.publishAll(events);
      return result;
    } catch (error) {
      // TypeORM releases a runner early only when its connection broke, so that is the cause of any error here.
      const cause = runner.isReleased && !(error instanceof Problem) ? connectionErrorOf(error) : error;
      await rollBack(runner, cause);
      throw cause;
    } finally {
      await runner.release().catch(() => undefined);
    }
  }

  private beginSql(limit: number): string {
    const settings = `set local plan_cache_mode = auto; set local statement_timeout = ${Math.round(limit)}`;
    return [settings, ...this.beginHooks.map((sql) => sql())].join('; ');
  }
}

async function withRetry<T>(work: () => Promise<T>, retries: number): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (attempt > retries || !DEADLOCK_OR_SERIALIZATION.has(sqlState(error) ?? '')) throw error;
      await sleep(Math.random() * 20 * attempt);
    }
  }
}

/** The events of the aggregates; equal events of different aggregates count once. */
function takeEvents(aggregates: ReadonlySet<Aggregate>): DomainEvent[] {
  const events = [...aggregates].flatMap((aggregate) => aggregate.takeEvents());
  const byContent = new Map(events.map((event) => [`${event.constructor.name} ${JSON.stringify(event)}`, event]));
  return [...byContent.values()];
}

async function rollBack(runner: QueryRunner, cause: unknown): Promise<void> {
  if (isConnectionError(cause)) await destroyConnection(runner);
  else if (runner.isTransactionActive) await runner.rollbackTransaction().catch(() => destroyConnection(runner));
}

/** A connection in an unknown state must not return to the pool as usable. */
async function destroyConnection(runner: QueryRunner): Promise<void> {
  const client = (await runner.connect().catch(() => undefined)) as
    | (pg.PoolClient & { connection?: { stream?: { destroy(): void } } })
    | undefined;
  client?.connection?.stream?.destroy();
}

/** Traces the statements that TypeORM sends. */
function traceStatements(runner: QueryRunner, tracing: Tracing): void {
  const query = runner.query.bind(runner) as (sql: string, ...rest: unknown[]) => Promise<unknown>;
  const traced = (sql: string, ...rest: unknown[]) => tracing.statement(sql, () => query(sql, ...rest));
  runner.query = traced as QueryRunner['query'];
}
