import { Database, UnitOfWork } from '@app/platform/persistence';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { PricingProcess } from './process.aggregate.js';
import type { PricingStrategy, ProcessType } from './process.dto.js';
import { Processes } from './process.repository.js';

export interface Declared {
  id: string;
  made: 'created' | 'changed' | 'unchanged';
}

/** Makes a process of this name be as declared; processes have no create operation in the API. */
export class DeclareProcess extends Command<Declared> {
  constructor(
    readonly assetId: string,
    readonly declared: { name: string; type: ProcessType; pricingStrategy: PricingStrategy },
  ) {
    super();
  }
}

const FIND = 'select id::text from pricing.process where asset_id = :assetId and name = :name order by id limit 1';

@CommandHandler(DeclareProcess)
export class DeclareProcessHandler implements ICommandHandler<DeclareProcess> {
  constructor(
    private readonly work: UnitOfWork,
    private readonly database: Database,
    private readonly processes: Processes,
  ) {}

  execute({ assetId, declared }: DeclareProcess): Promise<Declared> {
    const { name, type, pricingStrategy } = declared;
    return this.work.run(async () => {
      const [found] = await this.database.rows<{ id: string }>(FIND, { assetId, name });
      if (!found) {
        const { id } = await this.processes.add(new PricingProcess(assetId, name, type, pricingStrategy));
        return { id, made: 'created' };
      }
      const process = await this.processes.lock({ assetId, id: found.id });
      if (!process.declare(type, pricingStrategy)) return { id: found.id, made: 'unchanged' };
      await this.processes.save(process);
      return { id: found.id, made: 'changed' };
    });
  }
}
