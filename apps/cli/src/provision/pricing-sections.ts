import { CreatePricingProcessDto } from '@app/pricing/contract';
import { PruneProcesses, UpsertProcess } from '@app/pricing/provisioning';
import { CommandBus } from '@nestjs/cqrs';
import { eachMatched, modelOf, type Section } from './section.js';
import { createBody } from './create-body.js';

const processes: Section = {
  path: 'assets.pricing_processes',
  ...createBody(CreatePricingProcessDto),
  table: 'pricing.process',
  key: ['name'],
  apply: (app, items, { ids: [asset] }) =>
    eachMatched(items, (item, declaredAs) => {
      const declared = modelOf<UpsertProcess['declared']>({ ...item, ...declaredAs });
      return app.get(CommandBus).execute(new UpsertProcess(asset!, declared));
    }),
  prune: (app, keep, { ids: [asset] }) => app.get(CommandBus).execute(new PruneProcesses(asset!, keep)),
};

export const pricingSections = [processes];
