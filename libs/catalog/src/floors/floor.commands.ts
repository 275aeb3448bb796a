import { type Ids } from '@app/platform/core';
import { Repository, UnitOfWork } from '@app/platform/persistence';
import { Injectable } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Floor } from './floor.aggregate.js';
import type { UpdateFloorDto, CreateFloorDto } from './floor.dto.js';

@Injectable()
export class Floors extends Repository<Floor> {
  protected readonly entity = Floor;
}

/** Creates a floor. @returns its id */
export class CreateFloor extends Command<string> {
  constructor(
    readonly assetId: string,
    readonly fields: CreateFloorDto,
  ) {
    super();
  }
}

export class UpdateFloor extends Command<void> {
  constructor(
    readonly ids: Ids<'asset' | 'floor'>,
    readonly changes: UpdateFloorDto,
  ) {
    super();
  }
}

@CommandHandler(CreateFloor)
export class CreateFloorHandler implements ICommandHandler<CreateFloor> {
  constructor(
    private readonly work: UnitOfWork,
    private readonly floors: Floors,
  ) {}

  execute({ assetId, fields }: CreateFloor): Promise<string> {
    return this.work.run(async () => (await this.floors.add(new Floor(assetId, fields))).id);
  }
}

@CommandHandler(UpdateFloor)
export class UpdateFloorHandler implements ICommandHandler<UpdateFloor> {
  constructor(
    private readonly work: UnitOfWork,
    private readonly floors: Floors,
  ) {}

  execute({ ids, changes }: UpdateFloor): Promise<void> {
    return this.work.run(async () => {
      const floor = await this.floors.lock({ assetId: ids.assetId, id: ids.floorId });
      floor.revise(changes);
      await this.floors.save(floor);
    });
  }
}
