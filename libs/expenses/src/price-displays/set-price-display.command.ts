import { Database, UnitOfWork } from '@app/platform/persistence';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { PriceDisplayed } from './price-display.dto.js';

/** Sets which price an asset advertises. @returns whether it changed */
export class SetPriceDisplay extends Command<boolean> {
  constructor(
    readonly assetId: string,
    readonly priceDisplay: PriceDisplayed,
  ) {
    super();
  }
}

const SET = `insert into expenses.price_display as stored (asset_id, price_display, updated_at) values (:asset, :display, now())
  on conflict (asset_id) do update set price_display = excluded.price_display, updated_at = excluded.updated_at
  where stored.price_display <> excluded.price_display`;

@CommandHandler(SetPriceDisplay)
export class SetPriceDisplayHandler implements ICommandHandler<SetPriceDisplay> {
  constructor(
    private readonly work: UnitOfWork,
    private readonly database: Database,
  ) {}

  execute({ assetId, priceDisplay }: SetPriceDisplay): Promise<boolean> {
    return this.work.run(async () => (await this.database.execute(SET, { asset: assetId, display: priceDisplay })) > 0);
  }
}
