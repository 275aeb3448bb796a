import { Ctx, Operation, type RequestContext, Resource, returns } from '@app/platform/rest';
import { QueryBus } from '@nestjs/cqrs';
import { PricingProcessDto } from './process.dto.js';
import { ListProcesses, ViewProcess } from './process.queries.js';

@Resource('assets/:asset/multifamily/pricing', { tag: 'Pricing', tables: { process: 'pricing.process' } })
export class ProcessController {
  constructor(private readonly queries: QueryBus) {}

  @Operation('GET', '', {
    id: 'list-pricing-processes',
    description:
      'Lists the pricing processes of an asset. You send prices to a process, and read them from it, by its id.',
    permission: 'pricing.read',
    returns: returns.list(PricingProcessDto),
  })
  list(@Ctx() { actor, ids, page }: RequestContext<'asset'>) {
    return this.queries.execute(new ListProcesses(actor, ids.assetId, page));
  }

  @Operation('GET', ':process', {
    id: 'view-pricing-process',
    description: 'Returns the type, strategy and limits of one process.',
    returns: returns.one(PricingProcessDto),
  })
  view(@Ctx() { actor, ids }: RequestContext<'asset' | 'process'>) {
    return this.queries.execute(new ViewProcess(actor, ids));
  }
}
