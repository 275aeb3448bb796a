import { Call, list, one, Operation, Resource, update } from '@app/platform/rest';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { type PricingUnitChanges, PricingUnitDto } from './pricing-unit.dto.js';
import { ListPricingUnits, ViewPricingUnit } from './pricing-unit.queries.js';
import { UpdatePricingUnit } from './update-pricing-unit.command.js';

@Resource('assets/:asset/multifamily/pricing/:process/units', {
  tag: 'Pricing',
  places: { process: 'pricing.process', unit: { table: 'catalog.unit_v1', under: ['asset'] } },
})
export class PricingUnitController {
  constructor(
    private readonly queries: QueryBus,
    private readonly commands: CommandBus,
  ) {}

  @Operation('GET', '', { id: 'list-pricing-units', summary: 'List pricing units', returns: list(PricingUnitDto) })
  list(@Call() { scope, page }: Call) {
    return this.queries.execute(new ListPricingUnits(scope, page));
  }

  @Operation('GET', ':unit', { id: 'view-pricing-unit', summary: 'View pricing unit', returns: one(PricingUnitDto) })
  view(@Call() { scope }: Call) {
    return this.queries.execute(new ViewPricingUnit(scope));
  }

  @Operation('PUT', ':unit', {
    id: 'update-pricing-unit',
    summary: 'Update pricing unit',
    description: 'A new `provider_id` takes the published entries of that id at once.',
    permission: 'pricing.create-entries',
    body: update(PricingUnitDto),
    returns: one(PricingUnitDto),
    conflicts: true,
  })
  async update(@Call() { scope, body }: Call<PricingUnitChanges>) {
    await this.commands.execute(new UpdatePricingUnit(scope, body));
    return this.queries.execute(new ViewPricingUnit(scope));
  }
}
