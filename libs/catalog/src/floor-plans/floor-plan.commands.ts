import { conflict } from '@app/platform/core';
import { Database, Repository, UnitOfWork } from '@app/platform/persistence';
import { Files } from '@app/platform/files';
import { type Scope } from '@app/platform/auth';
import { Injectable } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { FloorPlan } from './floor-plan.aggregate.js';
import type { FloorPlanChanges, NewFloorPlan } from './floor-plan.dto.js';

@Injectable()
export class FloorPlans extends Repository<FloorPlan> {
  protected readonly entity = FloorPlan;
}

/** Answers the new floor plan's id. */
export class CreateFloorPlan extends Command<string> {
  constructor(
    readonly scope: Scope,
    readonly fields: NewFloorPlan,
  ) {
    super();
  }
}

export class UpdateFloorPlan extends Command<void> {
  constructor(
    readonly scope: Scope,
    readonly changes: FloorPlanChanges,
  ) {
    super();
  }
}

export class DeleteFloorPlan extends Command<void> {
  constructor(readonly scope: Scope) {
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

  execute({ scope, fields }: CreateFloorPlan): Promise<string> {
    return this.work.run(async () => {
      const { id } = await this.floorPlans.add(new FloorPlan(scope.asset, fields));
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

  execute({ scope, changes }: UpdateFloorPlan): Promise<void> {
    return this.work.run(async () => {
      const floorPlan = await this.floorPlans.lock({ assetId: scope.asset, id: scope.id('floorPlan') });
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

  /** The lock comes first: a unit that is being created with the plan is waited for, and then seen. */
  execute({ scope }: DeleteFloorPlan): Promise<void> {
    return this.work.run(async () => {
      const floorPlan = await this.floorPlans.lock({ assetId: scope.asset, id: scope.id('floorPlan') });
      const used = await this.database.rows(USED, { asset: scope.asset, floorPlan: floorPlan.id });
      if (used.length > 0) throw conflict('floor_plan_in_use', 'The floor plan is used by units');
      await this.floorPlans.remove(floorPlan);
    });
  }
}
