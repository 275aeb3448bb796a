import { type DeletionContext, DeleteOperation, Ctx, Resource, ResourceController } from '@app/platform/rest';
import { DeleteProcess } from './delete-process.command.js';
import { PricingProcess } from './process.aggregate.js';
import { CreatePricingProcessDto, PricingProcessDto, UpdatePricingProcessDto } from './process.dto.js';
import { PROCESSES } from './process.queries.js';

const permission = 'pricing.manage';

@Resource('assets/:asset/multifamily/pricing', { tag: 'Pricing', tables: { process: 'pricing.process' } })
export class ProcessController extends ResourceController({
  name: 'pricing-process',
  plural: 'pricing-processes',
  parameter: 'process',
  permission: 'pricing',
  entity: PricingProcess,
  create: CreatePricingProcessDto,
  update: UpdatePricingProcessDto,
  dto: PricingProcessDto,
  rows: PROCESSES,
  descriptions: {
    list: 'Lists the pricing processes of an asset. You send prices to a process, and read them from it, by its id.',
    view: 'Returns the type, strategy and limits of one process.',
    create: 'Adds a source of prices. Send prices to it next, with Ingest.',
    update:
      'Changes the name, limits or retention of a process. The strategy cannot be changed once prices are published.',
  },
  operations: {
    view: { permission: undefined },
    create: { permission, extension: true },
    update: { permission, extension: true },
  },
}) {
  @DeleteOperation(':process', {
    id: 'delete-pricing-process',
    what: 'a pricing process',
    permission,
    details:
      'With `cascade=1`, its transactions, publications and prices are deleted; embeds that used it then show the latest publication. This cannot be undone.',
  })
  override delete(@Ctx() { ids, query }: DeletionContext<'asset' | 'process'>) {
    return this.commands.execute(new DeleteProcess(ids, query));
  }
}
