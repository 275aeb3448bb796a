import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { EventBus } from '@nestjs/cqrs';
import type pg from 'pg';
import type { QueryRunner } from 'typeorm';
import type { Aggregate, DomainEvent } from '../core/aggregate.js';
import { Problem } from '../core/errors.js';
import type { Tracing } from '../core/tracing.js';
import { Database, LIMITS } from './database.js';
import { answered, connectionErrorOf, isConnectionFault, sqlState } from './postgres-errors.js';

const RETRIES = 3;
/** Of work that begins anew when anything of what it looked at is changed by others. */
const RETRIES_OF_SNAPSHOT = 12;
const DEADLOCK_OR_SERIALIZATION = new Set(['40001', '40P01']);

/** A kind of writing: what it may take of the pool, how long it may wait for that (ms), how long its statements may last (ms). */
export interface Lane {
  name: string;
  share: number;
  wait: number;
  limit: number;
}

const WRITES: Lane = { name: 'writes', share: 1 / 4, wait: LIMITS.connection, limit: LIMITS.statement };

export type Isolation = 'READ COMMITTED' | 'REPEATABLE READ';

/** Of these, the writers of one kind of thing: while its table is locked, others still write. */
const OF_ONE_KIND = 1 / 7;

const kind = new AsyncLocalStorage<{ name: string }>();

/** Runs what a request does; `writesTo` may then say what it writes. */
export const writing = (work: () => void): void => kind.run({ name: 'others' }, work);

/** Whether the request that is answered is one that may write. */
export const isWriting = (): boolean => kind.getStore() !== undefined;

export function writesTo(name: string): void {
  const current = kind.getStore();
  if (current) current.name = name;
}

/** What TypeORM sends is told, too. */
function traced(runner: QueryRunner, tracing: Tracing): void {
  const query = runner.query.bind(runner) as (sql: string, ...rest: unknown[]) => Promise<unknown>;
  const told = (sql: string, ...rest: unknown[]) => tracing.statement(sql, () => query(sql, ...rest));
  runner.query = told as QueryRunner['query'];
}

/** The class of an event that is of one asset. */
type Change = abstract new (...values: never[]) => { readonly assetId: string };

/** Writes, in the transaction itself, what must not be lost of its events. */
type Note = (events: readonly DomainEvent[]) => Promise<void>;

/**
 * One database transaction: all of it or nothing; a deadlock is tried again; events go out after the commit, and are lost when
 * the process dies just then (`beforeCommit` is for those who must know).
 */
@Injectable()
export class UnitOfWork {
  private readonly touched = new WeakMap<QueryRunner, Set<Aggregate>>();
  private readonly notes: Note[] = [];
  private readonly beginnings: (() => string)[] = [];

  constructor(
    private readonly database: Database,
    private readonly events: EventBus,
  ) {}

  /** From now on, for transactions that have events. One that fails makes the transaction fail. */
  beforeCommit(note: Note): void {
    this.notes.push(note);
  }

  /** From now on, SQL that every transaction begins with, of what is known when it begins. */
  onBegin(sql: () => string): void {
    this.beginnings.push(sql);
  }

  /** From now on, the assets of these events are noted in a table of the context that follows them. */
  noteAssets(table: string, changes: readonly Change[]): void {
    const note = `insert into ${table} (asset_id) select unnest(:assets::bigint[])`;
    this.beforeCommit(async (events) => {
      const assets = new Set<string>();
      for (const event of events) for (const change of changes) if (event instanceof change) assets.add(event.assetId);
      if (assets.size > 0) await this.database.execute(note, { assets: [...assets] });
    });
  }

  async run<T>(work: () => Promise<T>, lane: Lane = WRITES): Promise<T> {
    if (this.database.inTransaction) return this.database.isWhole ? this.part(work) : work();
    return this.enter(lane, () => this.tried(() => this.once(work, lane.limit)));
  }

  /** As `run`, for work that has units of work in it which may fail without failing the whole. */
  whole<T>(work: () => Promise<T>, lane: Lane = WRITES, isolation: Isolation = 'READ COMMITTED'): Promise<T> {
    const retries = isolation === 'REPEATABLE READ' ? RETRIES_OF_SNAPSHOT : RETRIES;
    return this.enter(lane, () => this.tried(() => this.once(work, lane.limit, isolation, true), retries));
  }

  private enter<T>(lane: Lane, work: () => Promise<T>): Promise<T> {
    const { tracing } = this.database;
    return tracing.part('unit of work', { 'app.lane': lane.name }, () => this.queue(lane, work));
  }

  private queue<T>(lane: Lane, work: () => Promise<T>): Promise<T> {
    const enter = () => this.database.turnstile(lane.name, lane.share, lane.wait).run(work);
    if (lane !== WRITES) return enter();
    return this.database.turnstile(`writes: ${kind.getStore()?.name}`, OF_ONE_KIND, lane.wait).run(enter);
  }

  private async part<T>(work: () => Promise<T>): Promise<T> {
    const runner = this.database.manager.queryRunner!;
    const touched = new Set(this.touched.get(runner));
    await runner.query('savepoint part');
    try {
      const result = await work();
      await runner.query('release savepoint part');
      return result;
    } catch (error) {
      this.touched.set(runner, touched);
      if (!isConnectionFault(error)) await runner.query('rollback to savepoint part').catch(() => undefined);
      throw error;
    }
  }

  private async tried<T>(work: () => Promise<T>, retries = RETRIES): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await work();
      } catch (error) {
        if (attempt > retries || !DEADLOCK_OR_SERIALIZATION.has(sqlState(error) ?? '')) throw error;
        await pause(Math.random() * 20 * attempt);
      }
    }
  }

  /** Aggregates that repositories saved: their events are published when the transaction is committed. */
  track(aggregate: Aggregate): void {
    const runner = this.database.manager.queryRunner!;
    const touched = this.touched.get(runner) ?? new Set();
    this.touched.set(runner, touched.add(aggregate));
  }

  private async once<T>(work: () => Promise<T>, limit: number, isolation?: Isolation, whole = false): Promise<T> {
    const runner = this.database.source.createQueryRunner();
    if (this.database.tracing.isOn) traced(runner, this.database.tracing);
    try {
      await answered(runner.connect());
      await runner.startTransaction(isolation);
      await runner.query(this.begin(limit));
      const context = { runner, limit, whole };
      const result = await this.database.within(context, work);
      const events = [...(this.touched.get(runner) ?? [])].flatMap((aggregate) => aggregate.takeEvents());
      if (events.length > 0) for (const note of this.notes) await this.database.within(context, () => note(events));
      await runner.commitTransaction();
      if (events.length > 0) this.events.publishAll(events);
      return result;
    } catch (error) {
      // A runner that is released before its time has lost its connection: whatever failed then failed by that.
      const fault = runner.isReleased && !(error instanceof Problem) ? connectionErrorOf(error) : error;
      if (isConnectionFault(fault)) await this.cut(runner);
      else if (runner.isTransactionActive) await runner.rollbackTransaction().catch(() => this.cut(runner));
      throw fault;
    } finally {
      await runner.release().catch(() => undefined);
    }
  }

  private begin(limit: number): string {
    const settings = `set local plan_cache_mode = auto; set local statement_timeout = ${Math.round(limit)}`;
    return [settings, ...this.beginnings.map((sql) => sql())].join('; ');
  }

  /** A connection in an unknown state must not go back to the pool as usable. */
  private async cut(runner: QueryRunner): Promise<void> {
    const client = (await runner.connect().catch(() => undefined)) as
      (pg.PoolClient & { connection?: { stream?: { destroy(): void } } }) | undefined;
    client?.connection?.stream?.destroy();
  }
}
