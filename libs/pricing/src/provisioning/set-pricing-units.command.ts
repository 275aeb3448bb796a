import type { Ids } from '@app/platform/core';
import { Database, UnitOfWork } from '@app/platform/persistence';
import { Command, CommandBus, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { type PricingUnitSettings, SavePricingUnits } from '../units/save-pricing-units.command.js';

/** Sets how units are matched and shown in a process. @returns whether anything changed */
export class SetPricingUnits extends Command<boolean> {
  constructor(
    readonly ids: Ids<'asset' | 'process'>,
    /** unique by unit */
    readonly units: readonly ({ unitId: string } & PricingUnitSettings)[],
    /** whether other units lose their settings */
    readonly prune: boolean,
  ) {
    super();
  }
}

/** What a unit has that nobody has changed. */
const UNSET = { providerId: null, showPricing: true, showOnlineLeasing: true };

const OTHERS = `select id::text as "unitId" from pricing.unit where asset_id = :asset and process_id = :process
    and not id = any (:units::bigint[]) and (provider_id is not null or not show_pricing or not show_online_leasing)`;

@CommandHandler(SetPricingUnits)
export class SetPricingUnitsHandler implements ICommandHandler<SetPricingUnits> {
  constructor(
    private readonly work: UnitOfWork,
    private readonly database: Database,
    private readonly commands: CommandBus,
  ) {}

  execute({ ids, units, prune }: SetPricingUnits): Promise<boolean> {
    const named = units.map(({ unitId }) => unitId);
    return this.work.run(async () => {
      const values = { asset: ids.assetId, process: ids.processId, units: named };
      const others = prune ? await this.database.rows<{ unitId: string }>(OTHERS, values) : [];
      const items = [...units, ...others.map((other) => ({ ...other, ...UNSET }))];
      const saved = await this.commands.execute(new SavePricingUnits(ids, { by: 'id' }, items, false));
      return saved.some(({ outcome }) => outcome !== 'unchanged');
    });
  }
}
