import { invalid } from '@app/platform/core';
import { Database, type Deleted, UnitOfWork } from '@app/platform/persistence';
import { PruneResources } from '@app/platform/resources';
import { Command, CommandBus, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Building } from '../buildings/building.aggregate.js';
import { FloorPlan } from '../floor-plans/floor-plan.aggregate.js';
import { Floor } from '../floors/floor.aggregate.js';

/** Deletes the other buildings, floors or floor plans of the asset, unless units use one. */
export class PruneParts extends Command<Deleted[]> {
  constructor(
    readonly assetId: string,
    readonly part: 'buildings' | 'floors' | 'floor_plans',
    /** ids of the records */
    readonly keep: readonly string[],
  ) {
    super();
  }
}

const PARTS = {
  buildings: { entity: Building, table: 'catalog.building', column: 'building_id' },
  floors: { entity: Floor, table: 'catalog.floor', column: 'floor_id' },
  floor_plans: { entity: FloorPlan, table: 'catalog.floor_plan', column: 'floor_plan_id' },
};

@CommandHandler(PruneParts)
export class PrunePartsHandler implements ICommandHandler<PruneParts> {
  constructor(
    private readonly work: UnitOfWork,
    private readonly database: Database,
    private readonly commands: CommandBus,
  ) {}

  /** @throws Problem invalid when a unit uses a record to delete */
  execute({ assetId, part, keep }: PruneParts): Promise<Deleted[]> {
    const { entity, table, column } = PARTS[part];
    return this.work.run(async () => {
      const used = await this.database.rows<{ name: string }>(
        `select name from ${table} part where part.asset_id = :assetId and not part.id = any (:keep::bigint[])
           and exists (select from catalog.unit where unit.asset_id = :assetId and unit.${column} = part.id) order by id`,
        { assetId, keep },
      );
      const names = used.map(({ name }) => `"${name}"`).join(', ');
      if (used.length > 0) throw invalid({ '': [`lacks ${names}, which cannot be deleted: units use it`] });
      return this.commands.execute(new PruneResources<Building | Floor | FloorPlan>(entity, { assetId }, keep, 'name'));
    });
  }
}
