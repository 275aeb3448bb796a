import { type FileChange, Files } from '@app/platform/files';
import { byName, InjectRepository, Repository, UnitOfWork, upsert, type UpsertResult } from '@app/platform/persistence';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Building } from '../buildings/building.aggregate.js';
import type { CreateBuildingDto } from '../buildings/building.dto.js';
import { FloorPlan } from '../floor-plans/floor-plan.aggregate.js';
import type { CreateFloorPlanDto } from '../floor-plans/floor-plan.dto.js';
import { Floor } from '../floors/floor.aggregate.js';
import type { CreateFloorDto } from '../floors/floor.dto.js';

/** The fields of a new resource, with image fields that may also delete an image. */
export type WithImages<T, Images extends string> = Omit<T, Images> & Partial<Record<Images, FileChange>>;

/** Creates or updates buildings of an asset, matched by name, which must be unique among the rows. */
export class UpsertBuildings extends Command<UpsertResult[]> {
  constructor(
    readonly assetId: string,
    readonly rows: readonly CreateBuildingDto[],
  ) {
    super();
  }
}

export class UpsertFloors extends Command<UpsertResult[]> {
  constructor(
    readonly assetId: string,
    readonly rows: readonly CreateFloorDto[],
  ) {
    super();
  }
}

export type FloorPlanRow = WithImages<CreateFloorPlanDto, 'image' | 'secondaryImage'>;

export class UpsertFloorPlans extends Command<UpsertResult[]> {
  constructor(
    readonly assetId: string,
    readonly rows: readonly FloorPlanRow[],
  ) {
    super();
  }
}

@CommandHandler(UpsertBuildings)
export class UpsertBuildingsHandler implements ICommandHandler<UpsertBuildings> {
  constructor(
    private readonly work: UnitOfWork,
    @InjectRepository(Building) private readonly buildings: Repository<Building>,
  ) {}

  execute({ assetId, rows }: UpsertBuildings): Promise<UpsertResult[]> {
    return this.work.run(() => upsert(this.buildings, { ...byName(assetId, Building), rows }));
  }
}

@CommandHandler(UpsertFloors)
export class UpsertFloorsHandler implements ICommandHandler<UpsertFloors> {
  constructor(
    private readonly work: UnitOfWork,
    @InjectRepository(Floor) private readonly floors: Repository<Floor>,
  ) {}

  execute({ assetId, rows }: UpsertFloors): Promise<UpsertResult[]> {
    return this.work.run(() => upsert(this.floors, { ...byName(assetId, Floor), rows }));
  }
}

@CommandHandler(UpsertFloorPlans)
export class UpsertFloorPlansHandler implements ICommandHandler<UpsertFloorPlans> {
  constructor(
    private readonly work: UnitOfWork,
    @InjectRepository(FloorPlan) private readonly plans: Repository<FloorPlan>,
    private readonly files: Files,
  ) {}

  execute({ assetId, rows }: UpsertFloorPlans): Promise<UpsertResult[]> {
    const create = (row: FloorPlanRow) => new FloorPlan(assetId, row as CreateFloorPlanDto); // a new floor plan has no image to delete
    return this.work.run(async () => {
      const results = await upsert<FloorPlan, FloorPlanRow>(this.plans, {
        ...byName<FloorPlan, FloorPlanRow>(assetId, FloorPlan as never),
        create,
        rows,
      });
      await this.files.keep(...rows.flatMap(({ image, secondaryImage }) => [image, secondaryImage]));
      return results;
    });
  }
}
