import { Injectable, Logger, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { EventBus } from '@nestjs/cqrs';
import { type Job, Jobs, type Lag } from '../core/jobs.js';
import { TriggeredJob } from '../core/triggered-job.js';
import { Database } from './database.js';
import { type AssetEvent, UnitOfWork } from './unit-of-work.js';

const BATCH = 1_000;

/**
 * Reacts to events of other contexts without losing any: the transaction that causes an event inserts the asset into a table of the
 * consumer, the outbox. The consumer runs after the commit, and at an interval for rows left by a killed process.
 */
@Injectable()
export abstract class OutboxConsumer extends TriggeredJob implements OnModuleInit, OnModuleDestroy {
  /** name of the job, in metrics and the audit trail */
  protected abstract readonly name: string;
  /** its table: `asset_id`, an identity `id`, `noted_at` */
  protected abstract readonly outbox: string;
  protected abstract readonly events: readonly AssetEvent[];
  private readonly logger = new Logger(OutboxConsumer.name);
  private job: Job;
  private unsubscribe: () => void = () => undefined;

  constructor(
    protected readonly database: Database,
    private readonly work: UnitOfWork,
    private readonly bus: EventBus,
    private readonly jobs: Jobs,
  ) {
    super();
  }

  /** Handles assets with new events, in the transaction that removes these from the outbox: a failure keeps them there. */
  protected abstract consume(assets: string[]): Promise<void>;

  /** Runs after the commit of `consume`. */
  protected consumed(): void {}

  onModuleInit(): void {
    const lag = `select extract(epoch from kernel.now() - min(noted_at))::float8 as lag from ${this.outbox}`;
    this.job = this.jobs.register(this.name, () => this.database.rows<Lag>(lag));
    this.work.writeOutbox(this.outbox, this.events);
    const subscription = this.bus.subscribe((event) => {
      if (this.events.some((type) => event instanceof type)) this.trigger();
    });
    this.unsubscribe = () => subscription.unsubscribe();
  }

  override onModuleDestroy(): Promise<void> {
    this.unsubscribe();
    return super.onModuleDestroy();
  }

  override async run(): Promise<void> {
    try {
      const found = await this.job.run(() => this.work.run(() => this.consumeBatch()));
      if (found > 0) this.consumed();
      if (found === BATCH) this.trigger();
    } catch (error) {
      this.logger.warn({ job: this.name, text: String(error) }, 'Events could not be consumed; retrying');
    }
  }

  /** If two replicas find the same rows, the second waits at the delete and then finds none. @returns the number of rows found */
  private async consumeBatch(): Promise<number> {
    const found = await this.database.rows<{ asset: string; id: string }>(
      `select asset_id::text as asset, id::text from ${this.outbox} order by asset_id, id limit ${BATCH}`,
    );
    if (found.length === 0) return 0;
    const claimed = await this.database.rows<{ asset: string }>(
      `delete from ${this.outbox} where asset_id = any (:assets::bigint[]) and id = any (:ids::bigint[])
        returning asset_id::text as asset`,
      { assets: found.map(({ asset }) => asset), ids: found.map(({ id }) => id) },
    );
    const assets = new Set(claimed.map(({ asset }) => asset));
    if (assets.size > 0) await this.consume([...assets]);
    return found.length;
  }
}
