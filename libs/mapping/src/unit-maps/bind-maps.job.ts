import { type Job, Jobs } from '@app/kernel';
import { Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { Interval } from '@nestjs/schedule';
import { BindMaps } from './bind-maps.command.js';
import { Placement } from './placement.js';

/** Milliseconds that further changes of the same asset may take to count as one. */
const SETTLE_MS = 300;
const EVERY_MS = 60_000;

/** Binds maps again in the background: each asset once for all changes that come together, one asset at a time. */
@Injectable()
export class BindMapsJob implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly logger = new Logger(BindMapsJob.name);
  private readonly wanted = new Set<string>();
  private readonly job: Job;
  private looking: Promise<void> | undefined;
  private running: Promise<void> | undefined;
  private timer: NodeJS.Timeout | undefined;
  private closed = false;

  constructor(
    private readonly commands: CommandBus,
    private readonly placement: Placement,
    jobs: Jobs,
  ) {
    this.job = jobs.watch('bind-maps');
  }

  request(assetId: string): void {
    this.wanted.add(assetId);
    this.schedule();
  }

  onApplicationBootstrap(): void {
    void this.tick();
  }

  /** Finds what no event told of: of a process that was killed, of SQL. */
  @Interval(EVERY_MS)
  async tick(): Promise<void> {
    this.looking = this.look();
    await this.looking;
  }

  async onModuleDestroy(): Promise<void> {
    this.closed = true;
    clearTimeout(this.timer);
    await this.looking;
    await this.running;
  }

  private async look(): Promise<void> {
    try {
      for (const { asset } of await this.job.run(() => this.placement.stale())) this.wanted.add(asset);
      this.schedule();
    } catch (error) {
      this.logger.warn({ text: String(error) }, 'Looking for unbound maps failed; it is tried again');
    }
  }

  private schedule(): void {
    if (this.closed || this.timer || this.running || this.wanted.size === 0) return;
    this.timer = setTimeout(() => {
      this.timer = undefined;
      this.running = this.run().finally(() => {
        this.running = undefined;
        this.schedule();
      });
    }, SETTLE_MS);
  }

  private async run(): Promise<void> {
    const assets = [...this.wanted];
    this.wanted.clear();
    for (const asset of assets) {
      if (this.closed) return;
      try {
        await this.job.run(() => this.commands.execute(new BindMaps(asset)));
      } catch (error) {
        this.logger.warn({ asset, text: String(error) }, 'Maps could not be bound; it is tried again');
      }
    }
  }
}
