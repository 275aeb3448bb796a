import { conflict, type Ids } from '@app/platform/core';
import { InjectRepository, Repository, UnitOfWork } from '@app/platform/persistence';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { UnitReferenceGroup } from './unit-reference-group.aggregate.js';
import type { CreateUnitReferenceGroupDto, UpdateUnitReferenceGroupDto } from './unit-reference-group.dto.js';

export const groupKeyTaken = () => conflict('key_taken', 'Another unit reference group of the asset has this key');

/** @returns its id */
export class CreateUnitReferenceGroup extends Command<string> {
  constructor(
    readonly assetId: string,
    readonly fields: CreateUnitReferenceGroupDto,
  ) {
    super();
  }
}

export class UpdateUnitReferenceGroup extends Command<void> {
  constructor(
    readonly ids: Ids<'asset' | 'group'>,
    readonly changes: UpdateUnitReferenceGroupDto,
  ) {
    super();
  }
}

@CommandHandler(CreateUnitReferenceGroup)
export class CreateUnitReferenceGroupHandler implements ICommandHandler<CreateUnitReferenceGroup> {
  constructor(
    private readonly work: UnitOfWork,
    @InjectRepository(UnitReferenceGroup) private readonly groups: Repository<UnitReferenceGroup>,
  ) {}

  execute({ assetId, fields }: CreateUnitReferenceGroup): Promise<string> {
    return this.work.run(async () => {
      const added = await this.groups.addUnlessTaken(new UnitReferenceGroup(assetId, fields));
      if (!added) throw groupKeyTaken();
      return added.id;
    });
  }
}

@CommandHandler(UpdateUnitReferenceGroup)
export class UpdateUnitReferenceGroupHandler implements ICommandHandler<UpdateUnitReferenceGroup> {
  constructor(
    private readonly work: UnitOfWork,
    @InjectRepository(UnitReferenceGroup) private readonly groups: Repository<UnitReferenceGroup>,
  ) {}

  execute({ ids, changes }: UpdateUnitReferenceGroup): Promise<void> {
    return this.work.run(async () => {
      const group = await this.groups.lock({ assetId: ids.assetId, id: ids.groupId });
      const { key } = changes;
      const isOther = typeof key === 'string' && key !== group.key;
      if (isOther && (await this.groups.exists({ assetId: ids.assetId, key }))) throw groupKeyTaken();
      group.revise(changes);
      await this.groups.save(group);
    });
  }
}
