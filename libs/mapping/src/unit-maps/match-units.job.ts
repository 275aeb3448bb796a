import { setTimeout as sleep } from 'node:timers/promises';
import { UnitsChanged } from '@app/catalog/contract';
import { Consumer, OutboxConsumer } from '@app/platform/persistence';
import { CommandBus } from '@nestjs/cqrs';
import { BINDING, MatchUnits } from './match-units.command.js';
import { UnitMapsChanged } from './unit-map.events.js';

/** Milliseconds within which changes of an asset are combined. */
const SETTLE_MS = 300;

/** Rebinds maps after changes of units or maps. */
@Consumer('match-units', UnitsChanged, UnitMapsChanged)
export class MatchUnitsJob extends OutboxConsumer {
  protected override readonly partition = BINDING;

  constructor(private readonly commands: CommandBus) {
    super();
  }

  override async run(): Promise<void> {
    await sleep(SETTLE_MS);
    await super.run();
  }

  protected async consume(assets: string[]): Promise<void> {
    for (const asset of assets) await this.commands.execute(new MatchUnits(asset));
  }
}
