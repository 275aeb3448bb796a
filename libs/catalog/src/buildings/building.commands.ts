import { type Ids } from '@app/platform/core';
import { Repository, UnitOfWork } from '@app/platform/persistence';
import { Injectable } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Building } from './building.aggregate.js';
import type { UpdateBuildingDto, CreateBuildingDto } from './building.dto.js';

@Injectable()
export class Buildings extends Repository<Building> {
  protected readonly entity = Building;
}

/** Creates a building. @returns its id */
export class CreateBuilding extends Command<string> {
  constructor(
    readonly assetId: string,
    readonly fields: CreateBuildingDto,
  ) {
    super();
  }
}

export class UpdateBuilding extends Command<void> {
  constructor(
    readonly ids: Ids<'asset' | 'building'>,
    readonly changes: UpdateBuildingDto,
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

  execute({ assetId, fields }: CreateBuilding): Promise<string> {
    return this.work.run(async () => (await this.buildings.add(new Building(assetId, fields))).id);
  }
}

@CommandHandler(UpdateBuilding)
export class UpdateBuildingHandler implements ICommandHandler<UpdateBuilding> {
  constructor(
    private readonly work: UnitOfWork,
    private readonly buildings: Buildings,
  ) {}

  execute({ ids, changes }: UpdateBuilding): Promise<void> {
    return this.work.run(async () => {
      const building = await this.buildings.lock({ assetId: ids.assetId, id: ids.buildingId });
      building.revise(changes);
      await this.buildings.save(building);
    });
  }
}
