import { type BatchQuery, MATCH_UNITS, matchOf } from '@app/catalog/contract';
import {
  body,
  Ctx,
  DRY_RUN,
  Operation,
  param,
  type RequestContext,
  Resource,
  returns,
  SAVED_BATCH,
} from '@app/platform/rest';
import { UnitOfWork } from '@app/platform/persistence';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { FORGOTTEN, type Moment } from '../entries/past-publications.js';
import { momentOf, PUBLICATION_ENVELOPE } from '../entries/moment.dto.js';
import { isPublicationPosition } from '../entries/publication-page.js';
import { PricingUnitDto, PricingUnitStateDto, SavePricingUnitDto, UpdatePricingUnitDto } from './pricing-unit.dto.js';
import { ListPricingUnits, ListUnitHistory, ViewPricingUnit } from './pricing-unit.queries.js';
import { SavePricingUnits } from './save-pricing-units.command.js';
import { UpdatePricingUnit } from './update-pricing-unit.command.js';

const MOMENT = momentOf('Units');

@Resource('assets/:asset/multifamily/pricing/:process/units', {
  tag: 'Pricing',
  tables: { process: 'pricing.process', unit: { table: 'catalog.unit_v1', parents: ['asset'] } },
})
export class PricingUnitController {
  constructor(
    private readonly queries: QueryBus,
    private readonly commands: CommandBus,
    private readonly work: UnitOfWork,
  ) {}

  @Operation('GET', '', {
    id: 'list-pricing-units',
    description:
      'Lists all units of the asset with their prices. All pages that `next_url` leads to show the same publication, whatever is published in the meantime.',
    query: MOMENT,
    returns: returns.list(PricingUnitDto, PUBLICATION_ENVELOPE),
    isPosition: isPublicationPosition,
    errors: { 410: FORGOTTEN },
  })
  list(@Ctx() { actor, ids, page, query }: RequestContext<'asset' | 'process', undefined, Moment>) {
    return this.queries.execute(new ListPricingUnits(actor, ids, query, page));
  }

  @Operation('GET', ':unit', {
    id: 'view-pricing-unit',
    description:
      'Returns the price of one unit as visitors see it now, or as they saw it at an earlier time (`at`, `publication`).',
    query: MOMENT,
    returns: returns.one(PricingUnitDto),
    errors: { 410: FORGOTTEN },
  })
  view(@Ctx() { actor, ids, query }: RequestContext<'asset' | 'process' | 'unit', undefined, Moment>) {
    return this.queries.execute(new ViewPricingUnit(actor, ids, query));
  }

  @Operation('GET', ':unit/history', {
    id: 'list-pricing-unit-history',
    summary: 'List history of a pricing unit',
    extension: true,
    description: "Lists each change of the unit's price and availability that visitors saw, the latest first.",
    permission: 'pricing.read',
    query: [
      param.instant('from', 'Only changes that were visible at this time or later.'),
      param.instant('to', 'Only changes that were visible at this time or earlier.'),
    ],
    returns: returns.list(PricingUnitStateDto),
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

  @Operation('PUT', 'batch', {
    id: 'save-pricing-units',
    extension: true,
    description:
      'Maps up to 5,000 units to a `provider_id` in one request: all of them, or none. Each takes over the published entries of its id at once. Ids must be unique once all items are stored, so two units can swap theirs.',
    permission: 'pricing.create-entries',
    query: [...MATCH_UNITS, DRY_RUN],
    body: body.batch(SavePricingUnitDto),
    returns: SAVED_BATCH,
    errors: { 409: { provider_id_taken: 'Another unit of the process has this provider_id' } },
  })
  async save(@Ctx() { ids, body, query }: RequestContext<'asset' | 'process', SavePricingUnitDto[], BatchQuery>) {
    const { dryRun = false } = query;
    return { data: await this.commands.execute(new SavePricingUnits(ids, matchOf(query), body, dryRun)) };
  }

  @Operation('PUT', ':unit', {
    id: 'update-pricing-unit',
    description:
      'Changes the `provider_id` or the flags of a unit. With a new `provider_id`, the unit takes over the published entries of that id at once.',
    permission: 'pricing.create-entries',
    body: body.json(UpdatePricingUnitDto),
    returns: returns.one(PricingUnitDto),
    errors: { 409: { provider_id_taken: 'Another unit of the process has this provider_id' } },
  })
  async update(@Ctx() { actor, ids, body }: RequestContext<'asset' | 'process' | 'unit', UpdatePricingUnitDto>) {
    return this.work.run(async () => {
      await this.commands.execute(new UpdatePricingUnit(ids, body));
      return this.queries.execute(new ViewPricingUnit(actor, ids));
    });
  }
}
