import { Scheduled, TriggeredJob } from '@app/platform/persistence';
import { CommandBus } from '@nestjs/cqrs';
import { MatchUnits } from './match-units.command.js';
import { UnitMatcher } from './unit-matcher.js';

const EVERY_MS = 60_000;
/** Assets compared with their units per run. */
const BATCH_SIZE = 100;

/** Rebinds maps after changes without an event, such as those by SQL: some assets per run. */
@Scheduled('find-unbound-maps', EVERY_MS)
export class FindUnboundMapsJob extends TriggeredJob {
  /** id of the last compared asset */
  private compared = '0';

  constructor(
    private readonly commands: CommandBus,
    private readonly matcher: UnitMatcher,
  ) {
    super();
  }

  override onApplicationBootstrap(): void {
    super.onApplicationBootstrap();
    this.trigger();
  }

  override async run(): Promise<void> {
    const assets = await this.matcher.mapped(this.compared, BATCH_SIZE);
    this.compared = assets.length < BATCH_SIZE ? '0' : assets.at(-1)!;
    const stale = new Set((await this.matcher.stale(assets)).map(({ asset }) => asset));
    for (const asset of stale)
      if (!this.isClosed)
        await this.commands.execute(new MatchUnits(asset)).catch((error: unknown) => this.logFailure(error)); // the others can be bound
  }
}
