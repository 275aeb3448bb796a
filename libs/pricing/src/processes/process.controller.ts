import { Call, list, one, Operation, Resource } from '@app/platform/rest';
import { QueryBus } from '@nestjs/cqrs';
import { PricingProcessDto } from './process.dto.js';
import { ListProcesses, ViewProcess } from './process.queries.js';

@Resource('assets/:asset/multifamily/pricing', { tag: 'Pricing', places: { process: 'pricing.process' } })
export class ProcessController {
  constructor(private readonly queries: QueryBus) {}

  @Operation('GET', '', {
    id: 'list-pricing-processes',
    summary: 'List pricing processes',
    permission: 'pricing.read',
    returns: list(PricingProcessDto),
  })
  list(@Call() { scope, page }: Call) {
    return this.queries.execute(new ListProcesses(scope, page));
  }

  @Operation('GET', ':process', {
    id: 'view-pricing-process',
    summary: 'View pricing process',
    returns: one(PricingProcessDto),
  })
  view(@Call() { scope }: Call) {
    return this.queries.execute(new ViewProcess(scope));
  }
}
