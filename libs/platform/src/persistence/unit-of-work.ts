import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { EventBus } from '@nestjs/cqrs';
import type pg from 'pg';
import type { QueryRunner } from 'typeorm';
import type { Aggregate, DomainEvent } from '../core/aggregate.js';
import { Problem } from '../core/errors.js';
import type { Tracing } from '../core/tracing.js';
import { LIMITS } from './data-source-options.js';
import { Database } from './database.js';
import { answered, connectionErrorOf, isConnectionError, sqlState } from './postgres-errors.js';

const RETRIES = 3;
/** Under REPEATABLE READ, where a concurrent change of a row aborts the transaction. */
const RETRIES_OF_SNAPSHOT = 12;
const DEADLOCK_OR_SERIALIZATION = new Set(['40001', '40P01']);

/** A share of the connection pool: its size, how long work queues for it (ms), and how long its statements may run (ms). */
export interface PoolPartition {
  name: string;
  share: number;
  wait: number;
  limit: number;
}

const WRITES: PoolPartition = { name: 'writes', share: 1 / 4, wait: LIMITS.connection, limit: LIMITS.statement };

type Isolation = 'READ COMMITTED' | 'REPEATABLE READ';

/** Share of the pool for writes to one resource, so that a locked table does not stop writes to the others. */
const ONE_RESOURCE = 1 / 7;

const writeTarget = new AsyncLocalStorage<{ name: string }>();

/** Runs a request that writes; `setWriteTarget` then names the resource. */
export const runAsWrite = (work: () => void): void => writeTarget.run({ name: 'others' }, work);

/** Whether the current request may write. */
export const isWriteRequest = (): boolean => writeTarget.getStore() !== undefined;

export function setWriteTarget(name: string): void {
  const current = writeTarget.getStore();
  if (current) current.name = name;
}

/** Traces the statements that TypeORM sends. */
function traceStatements(runner: QueryRunner, tracing: Tracing): void {
  const query = runner.query.bind(runner) as (sql: string, ...rest: unknown[]) => Promise<unknown>;
  const traced = (sql: string, ...rest: unknown[]) => tracing.statement(sql, () => query(sql, ...rest));
  runner.query = traced as QueryRunner['query'];
}

/** Drops equal events of different aggregates. */
function dedupeEvents(events: readonly DomainEvent[]): DomainEvent[] {
  const byContent = new Map(events.map((event) => [`${event.constructor.name} ${JSON.stringify(event)}`, event]));
  return [...byContent.values()];
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
  private readonly tracked = new WeakMap<QueryRunner, Set<Aggregate>>();
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
    if (this.database.inTransaction) return this.database.hasSavepoints ? this.savepoint(work) : work();
    return this.runInPartition(partition, () => this.withRetry(() => this.runOnce(work, partition.limit)));
  }

  /** Like `run`, but nested units of work run in savepoints, so that one may fail without failing the whole. */
  runWithSavepoints<T>(
    work: () => Promise<T>,
    partition: PoolPartition = WRITES,
    isolation: Isolation = 'READ COMMITTED',
  ): Promise<T> {
    const retries = isolation === 'REPEATABLE READ' ? RETRIES_OF_SNAPSHOT : RETRIES;
    return this.runInPartition(partition, () =>
      this.withRetry(() => this.runOnce(work, partition.limit, isolation, true), retries),
    );
  }

  private runInPartition<T>(partition: PoolPartition, work: () => Promise<T>): Promise<T> {
    const { tracing } = this.database;
    return tracing.span('unit of work', { 'app.pool_partition': partition.name }, () => this.queue(partition, work));
  }

  private queue<T>(partition: PoolPartition, work: () => Promise<T>): Promise<T> {
    const enter = () => this.database.bulkhead(partition.name, partition.share, partition.wait).run(work);
    if (partition !== WRITES) return enter();
    return this.database.bulkhead(`writes: ${writeTarget.getStore()?.name}`, ONE_RESOURCE, partition.wait).run(enter);
  }

  /** Runs part of the current transaction in a savepoint: when it fails, only its own changes are undone. */
  async savepoint<T>(work: () => Promise<T>): Promise<T> {
    const runner = this.database.manager.queryRunner!;
    const tracked = new Set(this.tracked.get(runner));
    await runner.query('savepoint nested');
    try {
      const result = await work();
      await runner.query('release savepoint nested');
      return result;
    } catch (error) {
      this.tracked.set(runner, tracked);
      if (!isConnectionError(error)) await runner.query('rollback to savepoint nested').catch(() => undefined);
      throw error;
    }
  }

  private async withRetry<T>(work: () => Promise<T>, retries = RETRIES): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await work();
      } catch (error) {
        if (attempt > retries || !DEADLOCK_OR_SERIALIZATION.has(sqlState(error) ?? '')) throw error;
        await sleep(Math.random() * 20 * attempt);
      }
    }
  }

  /** Tracks an aggregate that a repository saved: its events are published after the commit. */
  track(aggregate: Aggregate): void {
    const runner = this.database.manager.queryRunner!;
    const tracked = this.tracked.get(runner) ?? new Set();
    this.tracked.set(runner, tracked.add(aggregate));
  }

  private async runOnce<T>(
    work: () => Promise<T>,
    limit: number,
    isolation?: Isolation,
    hasSavepoints = false,
  ): Promise<T> {
    const runner = this.database.source.createQueryRunner();
    if (this.database.tracing.isOn) traceStatements(runner, this.database.tracing);
    try {
      await answered(runner.connect());
      await runner.startTransaction(isolation);
      await runner.query(this.begin(limit));
      const context = { runner, limit, hasSavepoints };
      const result = await this.database.runInTransaction(context, work);
      const events = dedupeEvents([...(this.tracked.get(runner) ?? [])].flatMap((aggregate) => aggregate.takeEvents()));
      if (events.length > 0)
        for (const hook of this.beforeCommitHooks) await this.database.runInTransaction(context, () => hook(events));
      await runner.commitTransaction();
      if (events.length > 0) this.events.publishAll(events);
      return result;
    } catch (error) {
      // TypeORM releases a runner early only when its connection broke, so that is the cause of any error here.
      const cause = runner.isReleased && !(error instanceof Problem) ? connectionErrorOf(error) : error;
      if (isConnectionError(cause)) await this.destroyConnection(runner);
      else if (runner.isTransactionActive)
        await runner.rollbackTransaction().catch(() => this.destroyConnection(runner));
      throw cause;
    } finally {
      await runner.release().catch(() => undefined);
    }
  }

  private begin(limit: number): string {
    const settings = `set local plan_cache_mode = auto; set local statement_timeout = ${Math.round(limit)}`;
    return [settings, ...this.beginHooks.map((sql) => sql())].join('; ');
  }

  /** A connection in an unknown state must not return to the pool as usable. */
  private async destroyConnection(runner: QueryRunner): Promise<void> {
    const client = (await runner.connect().catch(() => undefined)) as
      (pg.PoolClient & { connection?: { stream?: { destroy(): void } } }) | undefined;
    client?.connection?.stream?.destroy();
  }
}
