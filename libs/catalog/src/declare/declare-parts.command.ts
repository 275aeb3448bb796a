import { UnitOfWork } from '@app/platform/persistence';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Declared, DeclaredRow } from './declared.value.js';
import { DeclaredRows } from './declared-rows.repository.js';
import { type Part, TABLES } from './declared-tables.value.js';

/** Makes declared buildings, floors or floor plans of an asset true; found by name. Answers one `Declared` for each. */
export class DeclareParts extends Command<Declared[]> {
  constructor(
    readonly assetId: string,
    readonly part: Exclude<Part, 'units'>,
    /** valid, no name twice */
    readonly rows: readonly DeclaredRow[],
  ) {
    super();
  }
}

@CommandHandler(DeclareParts)
export class DeclarePartsHandler implements ICommandHandler<DeclareParts> {
  constructor(
    private readonly work: UnitOfWork,
    private readonly declared: DeclaredRows,
  ) {}

  execute({ assetId, part, rows }: DeclareParts): Promise<Declared[]> {
    return this.work.run(() => this.declared.declare(TABLES[part], assetId, rows));
  }
}
