import { conflict, type Ids } from '@app/platform/core';
import { Database, InjectRepository, Repository, UnitOfWork } from '@app/platform/persistence';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { FloorPlan } from './floor-plan.aggregate.js';

export class DeleteFloorPlan extends Command<void> {
  constructor(readonly ids: Ids<'asset' | 'floorPlan'>) {
    super();
  }
}

const USED = 'select from catalog.unit where asset_id = :asset and floor_plan_id = :floorPlan limit 1';

@CommandHandler(DeleteFloorPlan)
export class DeleteFloorPlanHandler implements ICommandHandler<DeleteFloorPlan> {
  constructor(
    private readonly work: UnitOfWork,
    @InjectRepository(FloorPlan) private readonly floorPlans: Repository<FloorPlan>,
    private readonly database: Database,
  ) {}

  /** Locks the plan first, so that concurrently created units that use it are seen. */
  execute({ ids }: DeleteFloorPlan): Promise<void> {
    return this.work.run(async () => {
      const floorPlan = await this.floorPlans.lock({ assetId: ids.assetId, id: ids.floorPlanId });
      const used = await this.database.rows(USED, { asset: ids.assetId, floorPlan: floorPlan.id });
      if (used.length > 0) throw conflict('floor_plan_in_use', 'The floor plan is used by units');
      await this.floorPlans.remove(floorPlan);
    });
  }
}
