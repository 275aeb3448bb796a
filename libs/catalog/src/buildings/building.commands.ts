import { Repository, UnitOfWork } from '@app/platform/persistence';
import { type Scope } from '@app/platform/auth';
import { Injectable } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Building } from './building.aggregate.js';
import type { BuildingChanges, NewBuilding } from './building.dto.js';

@Injectable()
export class Buildings extends Repository<Building> {
  protected readonly entity = Building;
}

/** Answers the new building's id. */
export class CreateBuilding extends Command<string> {
  constructor(
    readonly scope: Scope,
    readonly fields: NewBuilding,
  ) {
    super();
  }
}

export class UpdateBuilding extends Command<void> {
  constructor(
    readonly scope: Scope,
    readonly changes: BuildingChanges,
  ) {
    super();
  }
}

@CommandHandler(CreateBuilding)
export class CreateBuildingHandler implements ICommandHandler<CreateBuilding> {
  constructor(
    private readonly work: UnitOfWork,
    private readonly buildings: Buildings,
  ) {}

  execute({ scope, fields }: CreateBuilding): Promise<string> {
    return this.work.run(async () => (await this.buildings.add(new Building(scope.asset, fields))).id);
  }
}

@CommandHandler(UpdateBuilding)
export class UpdateBuildingHandler implements ICommandHandler<UpdateBuilding> {
  constructor(
    private readonly work: UnitOfWork,
    private readonly buildings: Buildings,
  ) {}

  execute({ scope, changes }: UpdateBuilding): Promise<void> {
    return this.work.run(async () => {
      const building = await this.buildings.lock({ assetId: scope.asset, id: scope.id('building') });
      building.revise(changes);
      await this.buildings.save(building);
    });
  }
}
