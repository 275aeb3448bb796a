import { CreatePricingProcessDto } from '@app/pricing/contract';
import { type PricingUnitSettings, PruneProcesses, SetPricingUnits, UpsertProcess } from '@app/pricing/provisioning';
import { CommandBus } from '@nestjs/cqrs';
import { eachMatched, fields, FLAG, listOf, modelOf, NAME, orNull, type Section, UNIT } from './section.js';
import { createBody } from './create-body.js';
import { unitsOfItem } from './units-of-item.js';

const processes: Section = {
  path: 'assets.pricing_processes',
  ...createBody(CreatePricingProcessDto, {
    'units?': listOf(
      fields({ unit: UNIT, 'provider_id?': orNull(NAME), 'show_pricing?': FLAG, 'show_online_leasing?': FLAG }),
    ),
  }),
  table: 'pricing.process',
  key: ['name'],
  async apply(app, items, context) {
    const [asset] = context.ids as [string];
    const commands = app.get(CommandBus);
    const outcomes = await eachMatched(items, ({ units: _, ...item }, declaredAs) =>
      commands.execute(new UpsertProcess(asset, modelOf({ ...item, ...declaredAs }))),
    );
    return unitsOfItem<PricingUnitSettings>(items, outcomes, context, 'units', (processId, units) =>
      commands.execute(new SetPricingUnits({ assetId: asset, processId }, units, context.isPruning)),
    );
  },
  prune: (app, keep, { ids: [asset] }) => app.get(CommandBus).execute(new PruneProcesses(asset!, keep)),
};

export const pricingSections = [processes];
