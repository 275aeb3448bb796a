import {
  Database,
  type ProvisionRow,
  matchParameters,
  matchByIdOrName,
  UnitOfWork,
  type UpsertResult,
} from '@app/platform/persistence';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { PricingProcess } from '../processes/process.aggregate.js';
import type { CreatePricingProcessDto } from '../processes/process.dto.js';
import { Processes } from '../processes/process.repository.js';

/** Creates or updates a process, matched by name. */
export class UpsertProcess extends Command<UpsertResult> {
  constructor(
    readonly assetId: string,
    readonly declared: CreatePricingProcessDto & ProvisionRow,
  ) {
    super();
  }
}

const FIND = `select id::text from pricing.process where asset_id = :assetId and ${matchByIdOrName('name')}`;

@CommandHandler(UpsertProcess)
export class UpsertProcessHandler implements ICommandHandler<UpsertProcess> {
  constructor(
    private readonly work: UnitOfWork,
    private readonly database: Database,
    private readonly processes: Processes,
  ) {}

  execute({ assetId, declared }: UpsertProcess): Promise<UpsertResult> {
    const { id: _, otherIds: __, ...fields } = declared;
    const { name } = fields;
    return this.work.run(async () => {
      const [found] = await this.database.rows<{ id: string }>(FIND, {
        assetId,
        ...matchParameters(declared, name),
      });
      if (!found) {
        const { id } = await this.processes.add(new PricingProcess(assetId, fields), declared.id);
        return { id, outcome: 'created' };
      }
      const process = await this.processes.lock({ assetId, id: found.id });
      process.revise(fields);
      return { id: found.id, outcome: (await this.processes.save(process)) ? 'changed' : 'unchanged' };
    });
  }
}
