import { DeclaredRows, type Gone } from '@app/catalog/contract';
import { UnitOfWork } from '@app/kernel';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';

/** Deletes the asset's processes beyond these ids, with all their prices. */
export class PruneProcesses extends Command<Gone[]> {
  constructor(
    readonly assetId: string,
    readonly keep: readonly string[],
  ) {
    super();
  }
}

@CommandHandler(PruneProcesses)
export class PruneProcessesHandler implements ICommandHandler<PruneProcesses> {
  constructor(
    private readonly work: UnitOfWork,
    private readonly declared: DeclaredRows,
  ) {}

  execute({ assetId, keep }: PruneProcesses): Promise<Gone[]> {
    return this.work.run(() => this.declared.prune({ table: 'pricing.process', key: ['name'] }, assetId, keep));
  }
}
