import { type Declared, type DeclaredRow, DeclaredRows } from '@app/catalog/contract';
import { UnitOfWork } from '@app/platform/persistence';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { type Part, TABLES } from './declared-tables.value.js';

/**
 * Makes declared links, descriptions or filters of an asset true; found by name, options by their filter and label,
 * descriptions by their group and name. Answers one `Declared` for each.
 */
export class DeclareMerchandise extends Command<Declared[]> {
  constructor(
    readonly assetId: string,
    /** markers and galleries have commands of their own */
    readonly part: Exclude<Part, 'marker_descriptions' | 'galleries'>,
    /** valid, nothing twice; ids that they name are of the asset */
    readonly rows: readonly DeclaredRow[],
  ) {
    super();
  }
}

@CommandHandler(DeclareMerchandise)
export class DeclareMerchandiseHandler implements ICommandHandler<DeclareMerchandise> {
  constructor(
    private readonly work: UnitOfWork,
    private readonly declared: DeclaredRows,
  ) {}

  execute({ assetId, part, rows }: DeclareMerchandise): Promise<Declared[]> {
    return this.work.run(() => this.declared.declare(TABLES[part], assetId, rows));
  }
}
