import { conflict, type Ids } from '@app/platform/core';
import { Database, InjectRepository, type Json, Repository, UnitOfWork } from '@app/platform/persistence';
import type { ViewResource } from '@app/platform/resources';
import { Command, CommandHandler, type ICommandHandler, QueryBus } from '@nestjs/cqrs';
import { FloorPlan } from './floor-plan.aggregate.js';

/** @returns the floor plan as it was */
export class DeleteFloorPlan extends Command<Json> {
  constructor(
    readonly ids: Ids<'asset' | 'floorPlan'>,
    readonly view: ViewResource,
    readonly isDryRun: boolean,
  ) {
    super();
  }
}

const USED = `select count(*)::int as count from catalog.unit where asset_id = :asset and floor_plan_id = :floorPlan`;

@CommandHandler(DeleteFloorPlan)
export class DeleteFloorPlanHandler implements ICommandHandler<DeleteFloorPlan> {
  constructor(
    private readonly work: UnitOfWork,
    @InjectRepository(FloorPlan) private readonly floorPlans: Repository<FloorPlan>,
    private readonly database: Database,
    private readonly queries: QueryBus,
  ) {}

  /** Locks the plan first, so that concurrently created units that use it are seen. */
  execute({ ids, view, isDryRun }: DeleteFloorPlan): Promise<Json> {
    return this.work.run(async () => {
      const floorPlan = await this.floorPlans.lock({ assetId: ids.assetId, id: ids.floorPlanId });
      const deleted = await this.queries.execute(view);
      const values = { asset: ids.assetId, floorPlan: floorPlan.id };
      const [used] = await this.database.rows<{ count: number }>(USED, values);
      if (used!.count > 0) throw inUse(used!.count);
      if (isDryRun) return deleted;
      await this.floorPlans.remove(floorPlan);
      return deleted;
    });
  }
}

function inUse(count: number) {
  const problem = conflict('floor_plan_in_use', 'The floor plan is used by units');
  problem.details = { referred_by: [{ resource: 'unit', count }] };
  return problem;
}
