import { invalid } from '@app/platform/core';
import { Database, type Deleted, InjectRepository, prune, Repository, UnitOfWork } from '@app/platform/persistence';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Building } from '../buildings/building.aggregate.js';
import { FloorPlan } from '../floor-plans/floor-plan.aggregate.js';
import { Floor } from '../floors/floor.aggregate.js';
import { Unit } from '../units/unit.aggregate.js';

/** Deletes all other records of a part of the asset. Foreign keys cascade to the data of other contexts. */
export class PruneParts extends Command<Deleted[]> {
  constructor(
    readonly assetId: string,
    readonly part: 'buildings' | 'floors' | 'floor_plans' | 'units',
    /** ids of the records */
    readonly keep: readonly string[],
  ) {
    super();
  }
}

const UNITS_USE = {
  buildings: ['catalog.building', 'building_id'],
  floors: ['catalog.floor', 'floor_id'],
  floor_plans: ['catalog.floor_plan', 'floor_plan_id'],
};

@CommandHandler(PruneParts)
export class PrunePartsHandler implements ICommandHandler<PruneParts> {
  constructor(
    private readonly work: UnitOfWork,
    private readonly database: Database,
    @InjectRepository(Building) private readonly buildings: Repository<Building>,
    @InjectRepository(Floor) private readonly floors: Repository<Floor>,
    @InjectRepository(FloorPlan) private readonly plans: Repository<FloorPlan>,
    @InjectRepository(Unit) private readonly units: Repository<Unit>,
  ) {}

  /** @throws Problem invalid when a unit uses a record to delete */
  execute({ assetId, part, keep }: PruneParts): Promise<Deleted[]> {
    const of = { assetId };
    return this.work.run(async () => {
      if (part === 'units')
        return prune(
          this.units,
          of,
          keep,
          ({ unitNumber }) => unitNumber,
          (unit) => unit.remove(),
        );
      await this.requireUnused(assetId, part, keep);
      if (part === 'buildings') return prune(this.buildings, of, keep, ({ name }) => name);
      if (part === 'floors') return prune(this.floors, of, keep, ({ name }) => name);
      return prune(this.plans, of, keep, ({ name }) => name);
    });
  }

  private async requireUnused(assetId: string, part: keyof typeof UNITS_USE, keep: readonly string[]): Promise<void> {
    const [table, column] = UNITS_USE[part];
    const used = await this.database.rows<{ name: string }>(
      `select name from ${table} part where part.asset_id = :assetId and not part.id = any (:keep::bigint[])
         and exists (select from catalog.unit where unit.asset_id = :assetId and unit.${column} = part.id) order by id`,
      { assetId, keep },
    );
    const names = used.map(({ name }) => `"${name}"`).join(', ');
    if (used.length > 0) throw invalid({ '': [`lacks ${names}, which cannot be deleted: units use it`] });
  }
}
