import { Ctx, Operation, type RequestContext, Resource, returns } from '@app/platform/rest';
import { QueryBus } from '@nestjs/cqrs';
import { UnmatchedEntryDto } from './unmatched.dto.js';
import { ListUnmatched } from './unmatched.queries.js';

@Resource('assets/:asset/multifamily/pricing/:process/unmatched', {
  tag: 'Pricing',
  tables: { process: 'pricing.process' },
})
export class UnmatchedController {
  constructor(private readonly queries: QueryBus) {}

  @Operation('GET', '', {
    id: 'list-unmatched-entries',
    extension: true,
    description:
      'Lists the published entries that match no unit, one for each provider id, with the units that it may mean. Give a unit that `provider_id` with Update pricing unit: its entries take effect at once.',
    permission: 'pricing.read',
    returns: returns.list(UnmatchedEntryDto),
  })
  list(@Ctx() { actor, ids, page }: RequestContext<'asset' | 'process'>) {
    return this.queries.execute(new ListUnmatched(actor, ids, page));
  }
}
