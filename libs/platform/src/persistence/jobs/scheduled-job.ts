import { applyDecorators, Inject, Injectable, Logger, SetMetadata } from '@nestjs/common';
import type { OnApplicationBootstrap, OnModuleInit } from '@nestjs/common';
import { SchedulerRegistry } from '@nestjs/schedule';
import { type Job, Jobs, type Lag } from '../../core/model/jobs.js';
import { Database } from '../connection/database.js';
import { UnitOfWork } from '../aggregates/unit-of-work.js';

const SCHEDULE = 'schedule of a job';

interface Schedule {
  name: string;
  every: number;
}

/**
 * Declares a `ScheduledJob`, and makes it injectable.
 * @param name in metrics and the audit trail
 * @param every interval in milliseconds
 */
export const Scheduled = (name: string, every: number): ClassDecorator =>
  applyDecorators(Injectable(), SetMetadata(SCHEDULE, { name, every } satisfies Schedule));

const logger = new Logger('Jobs');

/** A job that every replica runs at an interval. Its runs are measured, and never overlap in one process. Declare it with `@Scheduled`. */
export abstract class ScheduledJob implements OnModuleInit, OnApplicationBootstrap {
  @Inject(Database) protected readonly database: Database;
  @Inject(UnitOfWork) protected readonly work: UnitOfWork;
  @Inject(Jobs) private readonly jobs: Jobs;
  @Inject(SchedulerRegistry) private readonly scheduler: SchedulerRegistry;
  protected name: string;
  protected running: Promise<void> | undefined;
  private every: number;
  protected job: Job;

  /** The work of one run. A failure is logged. */
  abstract run(): Promise<void>;

  /** Queries how far the job is behind. */
  protected lag?(): Promise<Lag[]>;

  onModuleInit(): void {
    const schedule = Reflect.getMetadata(SCHEDULE, this.constructor) as Schedule | undefined;
    if (!schedule) throw new Error(`${this.constructor.name} needs @Scheduled('name', milliseconds)`);
    Object.assign(this, schedule);
    this.job = this.jobs.register(this.name, this.lag && (() => this.lag!()));
  }

  onApplicationBootstrap(): void {
    this.scheduler.addInterval(
      this.name,
      setInterval(() => void this.tick(), this.every),
    );
  }

  /** Runs the job unless it is running. Never rejects. */
  tick(): Promise<void> {
    this.running ??= this.job
      .run(() => this.run())
      .catch((error: unknown) => this.logFailure(error))
      .finally(() => (this.running = undefined));
    return this.running;
  }

  protected logFailure(error: unknown): void {
    logger.warn({ job: this.name, text: String(error) }, 'A job failed; it will run again');
  }
}
