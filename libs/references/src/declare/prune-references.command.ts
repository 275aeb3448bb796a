import { DeclaredRows, type Gone } from '@app/catalog/contract';
import { UnitOfWork } from '@app/platform/persistence';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { type Part, TABLES } from './declared-tables.value.js';

/** Deletes what the asset has of a part beyond these ids. */
export class PruneReferences extends Command<Gone[]> {
  constructor(
    readonly assetId: string,
    readonly part: Part,
    readonly keep: readonly string[],
  ) {
    super();
  }
}

@CommandHandler(PruneReferences)
export class PruneReferencesHandler implements ICommandHandler<PruneReferences> {
  constructor(
    private readonly work: UnitOfWork,
    private readonly declared: DeclaredRows,
  ) {}

  execute({ assetId, part, keep }: PruneReferences): Promise<Gone[]> {
    return this.work.run(() => this.declared.prune(TABLES[part], assetId, keep));
  }
}
