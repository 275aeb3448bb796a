import { body, Ctx, Operation, type RequestContext, Resource, returns } from '@app/platform/rest';
import { UnitOfWork } from '@app/platform/persistence';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { PriceDisplayDto, UpdatePriceDisplayDto } from './price-display.dto.js';
import { ViewPriceDisplay } from './price-display.queries.js';
import { SetPriceDisplay } from './set-price-display.command.js';

@Resource('assets/:asset/multifamily/price-display', { tag: 'Expenses', flag: 'expenses', extension: true })
export class PriceDisplayController {
  constructor(
    private readonly queries: QueryBus,
    private readonly commands: CommandBus,
    private readonly work: UnitOfWork,
  ) {}

  @Operation('GET', '', {
    id: 'view-price-display',
    description: 'Returns which price of a home the asset advertises: the base rent or the total price.',
    permission: 'expenses.read',
    returns: returns.one(PriceDisplayDto),
  })
  view(@Ctx() { actor, ids }: RequestContext<'asset'>) {
    return this.queries.execute(new ViewPriceDisplay(actor, ids.assetId));
  }

  @Operation('PUT', '', {
    id: 'update-price-display',
    description: 'Sets which price of a home the asset advertises. Maps follow within seconds.',
    permission: 'expenses.update',
    body: body.json(UpdatePriceDisplayDto),
    returns: returns.one(PriceDisplayDto),
  })
  async update(@Ctx() { actor, ids, body }: RequestContext<'asset', UpdatePriceDisplayDto>) {
    return this.work.run(async () => {
      await this.commands.execute(new SetPriceDisplay(ids.assetId, body.priceDisplay));
      return this.queries.execute(new ViewPriceDisplay(actor, ids.assetId));
    });
  }
}
