import { CreatePricingProcessDto } from '@app/pricing/contract';
import { PruneProcesses, UpsertProcess } from '@app/pricing/provisioning';
import { CommandBus } from '@nestjs/cqrs';
import { eachBeside, fieldsOfCreate, type Section } from './section.js';

type Process = Pick<CreatePricingProcessDto, 'name' | 'type'> & {
  pricing_strategy: CreatePricingProcessDto['pricingStrategy'];
};

const processes: Section = {
  path: 'assets.pricing_processes',
  item: fieldsOfCreate(CreatePricingProcessDto),
  table: 'pricing.process',
  key: ['name'],
  declare: (app, items, { ids: [asset] }) =>
    eachBeside(items, (item, declaredAs) => {
      const { name, type, pricing_strategy: pricingStrategy } = item as unknown as Process;
      return app.get(CommandBus).execute(new UpsertProcess(asset!, { ...declaredAs, name, type, pricingStrategy }));
    }),
  prune: (app, keep, { ids: [asset] }) => app.get(CommandBus).execute(new PruneProcesses(asset!, keep)),
};

export const pricingSections = [processes];
