import { DeclaredRows, type Gone } from '@app/catalog/contract';
import { UnitOfWork } from '@app/platform/persistence';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { type Part, TABLES } from './declared-tables.value.js';

/** Deletes what the asset, or one of its groups or filters, has of a part beyond these ids. */
export class PruneMerchandise extends Command<Gone[]> {
  constructor(
    readonly assetId: string,
    readonly part: Part,
    readonly keep: readonly string[],
    /** of descriptions their group, of options their filter */
    readonly within: { group_id?: string; filter_id?: string } = {},
  ) {
    super();
  }
}

@CommandHandler(PruneMerchandise)
export class PruneMerchandiseHandler implements ICommandHandler<PruneMerchandise> {
  constructor(
    private readonly work: UnitOfWork,
    private readonly declared: DeclaredRows,
  ) {}

  execute({ assetId, part, keep, within }: PruneMerchandise): Promise<Gone[]> {
    return this.work.run(() => this.declared.prune(TABLES[part], assetId, keep, { ...within }));
  }
}
