import { type Ids } from '@app/platform/core';
import { Repository, UnitOfWork } from '@app/platform/persistence';
import { Injectable } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { DescriptionGroup } from './description-group.aggregate.js';
import type { CreateDescriptionGroupDto } from './description-group.dto.js';

@Injectable()
export class DescriptionGroups extends Repository<DescriptionGroup> {
  protected readonly entity = DescriptionGroup;
}

/** Creates a group. @returns its id */
export class CreateDescriptionGroup extends Command<string> {
  constructor(
    readonly assetId: string,
    readonly fields: CreateDescriptionGroupDto,
  ) {
    super();
  }
}

export class UpdateDescriptionGroup extends Command<void> {
  constructor(
    readonly ids: Ids<'asset' | 'group'>,
    readonly changes: CreateDescriptionGroupDto,
  ) {
    super();
  }
}

@CommandHandler(CreateDescriptionGroup)
export class CreateDescriptionGroupHandler implements ICommandHandler<CreateDescriptionGroup> {
  constructor(
    private readonly work: UnitOfWork,
    private readonly groups: DescriptionGroups,
  ) {}

  execute({ assetId, fields }: CreateDescriptionGroup): Promise<string> {
    return this.work.run(async () => (await this.groups.add(new DescriptionGroup(assetId, fields))).id);
  }
}

@CommandHandler(UpdateDescriptionGroup)
export class UpdateDescriptionGroupHandler implements ICommandHandler<UpdateDescriptionGroup> {
  constructor(
    private readonly work: UnitOfWork,
    private readonly groups: DescriptionGroups,
  ) {}

  execute({ ids, changes }: UpdateDescriptionGroup): Promise<void> {
    return this.work.run(async () => {
      const group = await this.groups.lock({ assetId: ids.assetId, id: ids.groupId });
      group.revise(changes);
      await this.groups.save(group);
    });
  }
}
