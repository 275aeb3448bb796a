import { Ctx, json, list, one, Operation, type RequestContext, Resource } from '@app/platform/rest';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { PricingUnitDto, UpdatePricingUnitDto } from './pricing-unit.dto.js';
import { ListPricingUnits, ViewPricingUnit } from './pricing-unit.queries.js';
import { UpdatePricingUnit } from './update-pricing-unit.command.js';

@Resource('assets/:asset/multifamily/pricing/:process/units', {
  tag: 'Pricing',
  tables: { process: 'pricing.process', unit: { table: 'catalog.unit_v1', parents: ['asset'] } },
})
export class PricingUnitController {
  constructor(
    private readonly queries: QueryBus,
    private readonly commands: CommandBus,
  ) {}

  @Operation('GET', '', { id: 'list-pricing-units', summary: 'List pricing units', returns: list(PricingUnitDto) })
  list(@Ctx() { actor, ids, page }: RequestContext<'asset' | 'process'>) {
    return this.queries.execute(new ListPricingUnits(actor, ids, page));
  }

  @Operation('GET', ':unit', { id: 'view-pricing-unit', summary: 'View pricing unit', returns: one(PricingUnitDto) })
  view(@Ctx() { actor, ids }: RequestContext<'asset' | 'process' | 'unit'>) {
    return this.queries.execute(new ViewPricingUnit(actor, ids));
  }

  @Operation('PUT', ':unit', {
    id: 'update-pricing-unit',
    summary: 'Update pricing unit',
    description: 'A new `provider_id` takes the published entries of that id at once.',
    permission: 'pricing.create-entries',
    body: json(UpdatePricingUnitDto),
    returns: one(PricingUnitDto),
    conflicts: true,
  })
  async update(@Ctx() { actor, ids, body }: RequestContext<'asset' | 'process' | 'unit', UpdatePricingUnitDto>) {
    await this.commands.execute(new UpdatePricingUnit(ids, body));
    return this.queries.execute(new ViewPricingUnit(actor, ids));
  }
}
