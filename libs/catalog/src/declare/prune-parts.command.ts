import { Database, UnitOfWork } from '@app/platform/persistence';
import { invalid } from '@app/platform/core';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { OtherUnits } from './declare-units.command.js';
import type { Gone } from './declared.value.js';
import { DeclaredRows } from './declared-rows.repository.js';
import { type Part, TABLES } from './declared-tables.value.js';

/** Deletes what the asset has of a part beyond these. What hangs on units in other contexts goes with them. */
export class PruneParts extends Command<Gone[]> {
  constructor(
    readonly assetId: string,
    readonly part: Part,
    /** ids */
    readonly keep: readonly string[],
  ) {
    super();
  }
}

const COLUMN = { buildings: 'building_id', floors: 'floor_id', floor_plans: 'floor_plan_id' };

@CommandHandler(PruneParts)
export class PrunePartsHandler implements ICommandHandler<PruneParts> {
  constructor(
    private readonly work: UnitOfWork,
    private readonly database: Database,
    private readonly declared: DeclaredRows,
  ) {}

  /** @throws Problem invalid when units use one of them */
  execute({ assetId, part, keep }: PruneParts): Promise<Gone[]> {
    return this.work.run(async () => {
      if (part !== 'units') await this.requireUnused(assetId, part, keep);
      const gone = await this.declared.prune(TABLES[part], assetId, keep);
      if (part === 'units' && gone.length > 0) this.work.track(new OtherUnits(assetId));
      return gone;
    });
  }

  private async requireUnused(assetId: string, part: keyof typeof COLUMN, keep: readonly string[]): Promise<void> {
    const used = await this.database.rows<{ name: string }>(
      `select name from ${TABLES[part].table} part where part.asset_id = :assetId and not part.id = any (:keep::bigint[])
         and exists (select from catalog.unit where unit.asset_id = :assetId and unit.${COLUMN[part]} = part.id) order by id`,
      { assetId, keep },
    );
    const names = used.map(({ name }) => `"${name}"`).join(', ');
    if (used.length > 0) throw invalid({ '': [`lacks ${names}, which cannot be deleted: units use it`] });
  }
}
