import { Ctx, json, list, one, Operation, query as parameter, type RequestContext, Resource } from '@app/platform/rest';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { FORGOTTEN, type Moment } from '../entries/past-publications.js';
import { momentOf, SNAPSHOT } from '../entries/moment.dto.js';
import { PricingUnitDto, PricingUnitStateDto, UpdatePricingUnitDto } from './pricing-unit.dto.js';
import { ListPricingUnits, ListUnitHistory, ViewPricingUnit } from './pricing-unit.queries.js';
import { UpdatePricingUnit } from './update-pricing-unit.command.js';

const MOMENT = momentOf('Units');
const bound = (name: string, description: string) => ({ ...parameter.instant(name, description), example: undefined });

@Resource('assets/:asset/multifamily/pricing/:process/units', {
  tag: 'Pricing',
  tables: { process: 'pricing.process', unit: { table: 'catalog.unit_v1', parents: ['asset'] } },
})
export class PricingUnitController {
  constructor(
    private readonly queries: QueryBus,
    private readonly commands: CommandBus,
  ) {}

  @Operation('GET', '', {
    id: 'list-pricing-units',
    summary: 'List pricing units',
    description:
      'Every unit of the asset with its price. Pages that `next_url` leads to show the units of one publication, whatever is published meanwhile.',
    query: MOMENT,
    returns: list(PricingUnitDto, SNAPSHOT),
    errors: { 410: FORGOTTEN },
  })
  list(@Ctx() { actor, ids, page, query }: RequestContext<'asset' | 'process', undefined, Moment>) {
    return this.queries.execute(new ListPricingUnits(actor, ids, query, page));
  }

  @Operation('GET', ':unit', {
    id: 'view-pricing-unit',
    summary: 'View pricing unit',
    description: 'What visitors see of the price of one unit: now, or with `at` or `publication` at an earlier time.',
    query: MOMENT,
    returns: one(PricingUnitDto),
    errors: { 410: FORGOTTEN },
  })
  view(@Ctx() { actor, ids, query }: RequestContext<'asset' | 'process' | 'unit', undefined, Moment>) {
    return this.queries.execute(new ViewPricingUnit(actor, ids, query));
  }

  @Operation('GET', ':unit/history', {
    id: 'list-pricing-unit-history',
    summary: 'List history of a pricing unit',
    extension: true,
    description: 'What readers saw of the unit, each change of it, the latest first.',
    permission: 'pricing.read',
    query: [
      bound('from', 'Only what was shown at this time or later.'),
      bound('to', 'Only what was shown at this time or earlier.'),
    ],
    returns: list(PricingUnitStateDto),
  })
  history(
    @Ctx()
    {
      actor,
      ids,
      page,
      query,
    }: RequestContext<'asset' | 'process' | 'unit', undefined, { from?: string; to?: string }>,
  ) {
    return this.queries.execute(new ListUnitHistory(actor, ids, query, page));
  }

  @Operation('PUT', ':unit', {
    id: 'update-pricing-unit',
    summary: 'Update pricing unit',
    description: 'A new `provider_id` takes the published entries of that id at once.',
    permission: 'pricing.create-entries',
    body: json(UpdatePricingUnitDto),
    returns: one(PricingUnitDto),
    errors: { 409: { provider_id_taken: 'Another unit of the process has this provider_id' } },
  })
  async update(@Ctx() { actor, ids, body }: RequestContext<'asset' | 'process' | 'unit', UpdatePricingUnitDto>) {
    await this.commands.execute(new UpdatePricingUnit(ids, body));
    return this.queries.execute(new ViewPricingUnit(actor, ids));
  }
}
