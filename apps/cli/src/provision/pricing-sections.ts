import { DeclareProcess, PricingProcessDto } from '@app/pricing/contract';
import { CommandBus } from '@nestjs/cqrs';
import { fieldsOfCreate, type Outcome, type Section } from './section.js';

type Process = Pick<PricingProcessDto, 'name' | 'type'> & { pricing_strategy: PricingProcessDto['pricingStrategy'] };

const processes: Section = {
  path: 'assets.pricing_processes',
  item: fieldsOfCreate(PricingProcessDto),
  key: ['name'],
  async declare(app, items, { parentId }) {
    const outcomes: Outcome[] = [];
    for (const { name, type, pricing_strategy: pricingStrategy } of items as unknown as Process[])
      outcomes.push(await app.get(CommandBus).execute(new DeclareProcess(parentId, { name, type, pricingStrategy })));
    return outcomes;
  },
};

export const pricingSections = [processes];
