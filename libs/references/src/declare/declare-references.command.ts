import { type Declared, type DeclaredRow, DeclaredRows } from '@app/catalog/contract';
import { UnitOfWork } from '@app/platform/persistence';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { type Part, TABLES } from './declared-tables.value.js';

/** Makes declared references of an asset, or groups of unit references, true; found by name. Answers one `Declared` for each. */
export class DeclareReferences extends Command<Declared[]> {
  constructor(
    readonly assetId: string,
    readonly part: Part,
    /** valid, no name twice */
    readonly rows: readonly DeclaredRow[],
  ) {
    super();
  }
}

@CommandHandler(DeclareReferences)
export class DeclareReferencesHandler implements ICommandHandler<DeclareReferences> {
  constructor(
    private readonly work: UnitOfWork,
    private readonly declared: DeclaredRows,
  ) {}

  execute({ assetId, part, rows }: DeclareReferences): Promise<Declared[]> {
    return this.work.run(() => this.declared.declare(TABLES[part], assetId, rows));
  }
}
