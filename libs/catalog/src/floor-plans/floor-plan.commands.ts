import { conflict, type Ids } from '@app/platform/core';
import { Files } from '@app/platform/files';
import { Database, Repository, UnitOfWork } from '@app/platform/persistence';
import { Injectable } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { FloorPlan } from './floor-plan.aggregate.js';
import type { UpdateFloorPlanDto, CreateFloorPlanDto } from './floor-plan.dto.js';

@Injectable()
export class FloorPlans extends Repository<FloorPlan> {
  protected readonly entity = FloorPlan;
}

/** Creates a floor plan. @returns its id */
export class CreateFloorPlan extends Command<string> {
  constructor(
    readonly assetId: string,
    readonly fields: CreateFloorPlanDto,
  ) {
    super();
  }
}

export class UpdateFloorPlan extends Command<void> {
  constructor(
    readonly ids: Ids<'asset' | 'floorPlan'>,
    readonly changes: UpdateFloorPlanDto,
  ) {
    super();
  }
}

export class DeleteFloorPlan extends Command<void> {
  constructor(readonly ids: Ids<'asset' | 'floorPlan'>) {
    super();
  }
}

@CommandHandler(CreateFloorPlan)
export class CreateFloorPlanHandler implements ICommandHandler<CreateFloorPlan> {
  constructor(
    private readonly work: UnitOfWork,
    private readonly floorPlans: FloorPlans,
    private readonly files: Files,
  ) {}

  execute({ assetId, fields }: CreateFloorPlan): Promise<string> {
    return this.work.run(async () => {
      const { id } = await this.floorPlans.add(new FloorPlan(assetId, fields));
      await this.files.keep(fields.image, fields.secondaryImage);
      return id;
    });
  }
}

@CommandHandler(UpdateFloorPlan)
export class UpdateFloorPlanHandler implements ICommandHandler<UpdateFloorPlan> {
  constructor(
    private readonly work: UnitOfWork,
    private readonly floorPlans: FloorPlans,
    private readonly files: Files,
  ) {}

  execute({ ids, changes }: UpdateFloorPlan): Promise<void> {
    return this.work.run(async () => {
      const floorPlan = await this.floorPlans.lock({ assetId: ids.assetId, id: ids.floorPlanId });
      floorPlan.revise(changes);
      await this.floorPlans.save(floorPlan);
      await this.files.keep(changes.image, changes.secondaryImage);
    });
  }
}

const USED = 'select from catalog.unit where asset_id = :asset and floor_plan_id = :floorPlan limit 1';

@CommandHandler(DeleteFloorPlan)
export class DeleteFloorPlanHandler implements ICommandHandler<DeleteFloorPlan> {
  constructor(
    private readonly work: UnitOfWork,
    private readonly floorPlans: FloorPlans,
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
