import { Outbox, Scheduled, ScheduledJob } from '@app/platform/persistence';
import { Logger, type OnModuleDestroy } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { MatchUnits } from './match-units.command.js';
import { UnitMatcher } from './unit-matcher.js';

/** The job, and the consumer in the outbox. */
export const BIND_MAPS = 'bind-maps';
/** Milliseconds within which changes of an asset are combined. */
const SETTLE_MS = 300;
const EVERY_MS = 60_000;
/** Assets compared with their units per run, whether or not a change is queued. */
const BATCH_SIZE = 100;

/** Rebinds maps in the background, one asset at a time, combining changes that arrive together. */
@Scheduled(BIND_MAPS, EVERY_MS)
export class MatchUnitsJob extends ScheduledJob implements OnModuleDestroy {
  private readonly logger = new Logger(MatchUnitsJob.name);
  private readonly wanted = new Set<string>();
  private binding: Promise<void> | undefined;
  private timer: NodeJS.Timeout | undefined;
  private closed = false;
  /** id of the last compared asset */
  private compared = '0';

  constructor(
    private readonly commands: CommandBus,
    private readonly matcher: UnitMatcher,
    private readonly outbox: Outbox,
  ) {
    super();
  }

  request(assetId: string): void {
    this.wanted.add(assetId);
    this.schedule();
  }

  override onApplicationBootstrap(): void {
    super.onApplicationBootstrap();
    void this.tick();
  }

  async onModuleDestroy(): Promise<void> {
    this.closed = true;
    clearTimeout(this.timer);
    await this.running;
    await this.binding;
  }

  /** Finds changes without an event: those queued by a killed process, and those made with SQL, some assets per run. */
  override async run(): Promise<void> {
    const entries = await this.outbox.find(BIND_MAPS);
    const assets = await this.matcher.mapped(this.compared, BATCH_SIZE);
    this.compared = assets.length < BATCH_SIZE ? '0' : assets.at(-1)!;
    for (const { asset } of [...entries, ...(await this.matcher.stale(assets))]) this.wanted.add(asset);
    this.schedule();
  }

  protected override logFailure(error: unknown): void {
    this.logger.warn({ text: String(error) }, 'Unbound maps could not be found; retrying');
  }

  private schedule(): void {
    if (this.closed || this.timer || this.binding || this.wanted.size === 0) return;
    this.timer = setTimeout(() => {
      this.timer = undefined;
      this.binding = this.bindAll().finally(() => {
        this.binding = undefined;
        this.schedule();
      });
    }, SETTLE_MS);
  }

  private async bindAll(): Promise<void> {
    const assets = [...this.wanted];
    this.wanted.clear();
    for (const asset of assets) {
      if (this.closed) return;
      try {
        await this.job.run(() => this.bind(asset));
      } catch (error) {
        this.logger.warn({ asset, text: String(error) }, 'Maps could not be bound; retrying');
      }
    }
  }

  /** Changes queued during the run stay queued. */
  private async bind(asset: string): Promise<void> {
    const entries = await this.outbox.find(BIND_MAPS, asset);
    await this.commands.execute(new MatchUnits(asset));
    if (entries.length > 0) await this.work.run(() => this.outbox.remove(entries));
  }
}
