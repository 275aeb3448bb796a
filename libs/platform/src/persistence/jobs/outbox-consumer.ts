import { applyDecorators, Inject, SetMetadata } from '@nestjs/common';
import { EventBus, QueryBus } from '@nestjs/cqrs';
import type { Lag } from '../../core/model/jobs.js';
import { Outbox, OUTBOX_BATCH } from './outbox.js';
import { isConnectionError } from '../connection/postgres-errors.js';
import { Scheduled } from './scheduled-job.js';
import { TriggeredJob } from './triggered-job.js';
import type { AssetEvent, PoolPartition } from '../aggregates/unit-of-work.js';

const EVERY_MS = 5_000;
const EVENTS = 'events of an outbox consumer';

/**
 * Declares an `OutboxConsumer`, and makes it injectable.
 * @param name of the consumer in the outbox, and of its job in metrics and the audit trail: rows of another name are not consumed
 */
export const Consumer = (name: string, ...events: readonly [AssetEvent, ...AssetEvent[]]): ClassDecorator =>
  applyDecorators(Scheduled(name, EVERY_MS), SetMetadata(EVENTS, events));

/**
 * Reacts to events of other contexts without losing any: the transaction that causes an event inserts the asset into the outbox. The
 * consumer runs after the commit, and at an interval for entries left by a killed process. Declare it with `@Consumer`.
 */
export abstract class OutboxConsumer extends TriggeredJob {
  /** for the contracts of other contexts */
  @Inject(QueryBus) protected readonly queries: QueryBus;
  @Inject(Outbox) private readonly outbox: Outbox;
  @Inject(EventBus) private readonly bus: EventBus;
  /** For work that takes long: each asset has a transaction of its own, in this part of the pool. Without it, many assets share one. */
  protected readonly partition: PoolPartition | undefined;

  /** Handles assets with new events, in the transaction that removes these from the outbox: a failure keeps them there. */
  protected abstract consume(assets: string[]): Promise<void>;

  /** Runs after the commit of `consume`. */
  protected consumed(): void {}

  override onModuleInit(): void {
    const events = Reflect.getMetadata(EVENTS, this.constructor) as readonly AssetEvent[] | undefined;
    if (!events) throw new Error(`${this.constructor.name} needs @Consumer('name', Event)`);
    super.onModuleInit();
    this.outbox.subscribe(this.name, events);
    this.bus.subscribe((event) => {
      if (events.some((type) => event instanceof type)) this.trigger();
    });
  }

  override async run(): Promise<void> {
    const found = await (this.partition ? this.consumeEach() : this.consumeTogether());
    if (found === OUTBOX_BATCH) this.trigger();
  }

  protected override lag(): Promise<Lag[]> {
    return this.outbox.lag(this.name);
  }

  /** @returns the number of entries found */
  private async consumeTogether(): Promise<number> {
    try {
      const found = await this.work.run(() => this.consumeBatch());
      if (found > 0) this.consumed();
      return found;
    } catch (error) {
      if (isConnectionError(error)) throw error;
      return this.consumeEach();
    }
  }

  /** One asset at a time, so that one that cannot be consumed does not keep the others waiting. @returns the number of entries found */
  private async consumeEach(): Promise<number> {
    const found = await this.outbox.find(this.name);
    const failures: unknown[] = [];
    let consumed = 0;
    for (const asset of new Set(found.map((entry) => entry.asset))) {
      if (this.isClosed) break;
      try {
        consumed += await this.work.run(() => this.consumeBatch(asset), this.partition);
      } catch (error) {
        failures.push(error);
        if (isConnectionError(error)) break;
      }
    }
    if (consumed > 0) this.consumed();
    if (failures.length > 0) throw failures[0];
    return found.length;
  }

  /** If two replicas find the same entries, the second waits at the delete and then finds none. @returns the number of entries found */
  private async consumeBatch(asset?: string): Promise<number> {
    const found = await this.outbox.find(this.name, asset);
    const assets = await this.outbox.remove(found);
    if (assets.length > 0) await this.consume(assets);
    return found.length;
  }
}
