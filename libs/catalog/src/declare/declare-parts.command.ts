import { UnitOfWork } from '@app/kernel';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { type Declared, type DeclaredRow, DeclaredRows, type DeclaredTable } from './declared-rows.repository.js';

const TABLES = {
  buildings: {
    table: 'catalog.building',
    columns: { name: 'text', label: 'text' },
    key: ['name'],
    defaults: { label: 'given.name' },
  },
  floors: {
    table: 'catalog.floor',
    columns: { name: 'text', filter_label: 'text', filter_short_label: 'text', sort: 'integer' },
    key: ['name'],
  },
  floor_plans: {
    table: 'catalog.floor_plan',
    columns: { name: 'text', bedroom_count: 'integer', bathroom_count: 'double precision', filter_label: 'text' },
    key: ['name'],
  },
} satisfies Record<string, DeclaredTable>;

/** Makes declared buildings, floors or floor plans of an asset true; found by name. Answers one `Declared` for each. */
export class DeclareParts extends Command<Declared[]> {
  constructor(
    readonly assetId: string,
    readonly part: keyof typeof TABLES,
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
