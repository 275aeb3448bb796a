import { UnitsChanged } from '@app/catalog/contract';
import { Database } from '@app/kernel';
import { EmbeddedAssets, UnitMapsChanged } from '@app/mapping/contract';
import { PricesPublished } from '@app/pricing/contract';
import { CommandBus, EventsHandler, type IEventHandler, QueryBus } from '@nestjs/cqrs';
import { RequestBuild } from './request-build.command.js';

const BUILT = 'select from viewer.build_request where asset_id = :asset';

/** Prices, units or maps changed: the document follows, where there is one or an embed will ask for it. */
@EventsHandler(PricesPublished, UnitsChanged, UnitMapsChanged)
export class ChangesListener implements IEventHandler<PricesPublished | UnitsChanged | UnitMapsChanged> {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
    private readonly database: Database,
  ) {}

  async handle({ assetId: asset }: { assetId: string }): Promise<void> {
    const built = (await this.database.rows(BUILT, { asset })).length > 0;
    const wanted = built || (await this.queries.execute(new EmbeddedAssets([asset]))).length > 0;
    if (wanted) await this.commands.execute(new RequestBuild([asset]));
  }
}
