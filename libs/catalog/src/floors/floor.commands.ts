import { Repository, UnitOfWork } from '@app/platform/persistence';
import { type Scope } from '@app/platform/auth';
import { Injectable } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Floor } from './floor.aggregate.js';
import type { FloorChanges, NewFloor } from './floor.dto.js';

@Injectable()
export class Floors extends Repository<Floor> {
  protected readonly entity = Floor;
}

/** Answers the new floor's id. */
export class CreateFloor extends Command<string> {
  constructor(
    readonly scope: Scope,
    readonly fields: NewFloor,
  ) {
    super();
  }
}

export class UpdateFloor extends Command<void> {
  constructor(
    readonly scope: Scope,
    readonly changes: FloorChanges,
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

  execute({ scope, fields }: CreateFloor): Promise<string> {
    return this.work.run(async () => (await this.floors.add(new Floor(scope.asset, fields))).id);
  }
}

@CommandHandler(UpdateFloor)
export class UpdateFloorHandler implements ICommandHandler<UpdateFloor> {
  constructor(
    private readonly work: UnitOfWork,
    private readonly floors: Floors,
  ) {}

  execute({ scope, changes }: UpdateFloor): Promise<void> {
    return this.work.run(async () => {
      const floor = await this.floors.lock({ assetId: scope.asset, id: scope.id('floor') });
      floor.revise(changes);
      await this.floors.save(floor);
    });
  }
}
