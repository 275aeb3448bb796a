import { Ctx, type Envelope, Operation, param, type RequestContext, Resource, returns } from '@app/platform/rest';
import { QueryBus } from '@nestjs/cqrs';
import { TotalPriceBreakdownDto, TotalPriceDto } from './total-price.dto.js';
import { ListTotalPrices, type Moment, ViewTotalPrice } from './total-price.queries.js';

const MOMENT = [
  param.id('publication', 'Total prices as of the time of the publication with this id.'),
  param.instant(
    'at',
    'Total prices as visitors saw them at this time. The response is 410 if the publications of that time are no longer kept.',
  ),
].map((each) => param.permitted('pricing.read', each));

const FORGOTTEN = {
  publication_forgotten: 'The earliest publication kept is 7, published at 2026-11-20T11:21:15+00:00',
};

/** Members that the lists of pricing units have too. */
const ENVELOPE: Envelope = {
  properties: {
    publication: {
      type: ['integer', 'null'],
      description: 'The publication that this page and all following pages show; null if nothing is published',
    },
    as_of: { type: ['string', 'null'], format: 'date-time', description: 'Time of publication' },
  },
  example: { publication: 8, as_of: '2026-11-20T11:21:15+00:00' },
};

/** The pricing context, whose tables are its own, answers 404 for other processes. */
const CHECKED_BY_PRICING = '(select :process::bigint as id, :asset::bigint as asset_id)';

@Resource('assets/:asset/multifamily/total-pricing/:process/units', {
  tag: 'Expenses',
  tables: { process: CHECKED_BY_PRICING, unit: { table: 'catalog.unit_v1', parents: ['asset'] } },
  flag: 'all-in-pricing',
  extension: true,
})
export class TotalPriceController {
  constructor(private readonly queries: QueryBus) {}

  @Operation('GET', '', {
    id: 'list-total-prices',
    description:
      'Lists all units of the asset with their total prices: the base rent with every required monthly expense of the asset, the floor plan and the unit. Pages are those of the pricing units.',
    permission: 'expenses.read',
    query: MOMENT,
    returns: returns.list(TotalPriceDto, ENVELOPE),
    isPosition: (text) => /^(\d{1,18}(\.\d{1,18})?)?(@\d{1,18})?$/.test(text) && text !== '',
    errors: { 410: FORGOTTEN },
  })
  list(@Ctx() { actor, ids, page, query }: RequestContext<'asset' | 'process', undefined, Moment>) {
    return this.queries.execute(new ListTotalPrices(actor, ids, query, page));
  }

  @Operation('GET', ':unit', {
    id: 'view-total-price',
    description:
      'Returns the total price of one unit with its breakdown: each expense that the unit has, and why it is or is not counted.',
    permission: 'expenses.read',
    query: MOMENT,
    returns: returns.one(TotalPriceBreakdownDto),
    errors: { 410: FORGOTTEN },
  })
  view(@Ctx() { actor, ids, query }: RequestContext<'asset' | 'process' | 'unit', undefined, Moment>) {
    return this.queries.execute(new ViewTotalPrice(actor, ids, query));
  }
}
