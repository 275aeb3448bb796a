import { type Ids, throwIfInvalid } from '@app/platform/core';
import {
  type IdReference,
  InjectRepository,
  ReferenceValidator,
  Repository,
  UnitOfWork,
} from '@app/platform/persistence';
import { dedupe } from '@app/platform/resources';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { In } from 'typeorm';
import { DescriptionGroup } from '../description-groups/description-group.aggregate.js';
import { Description } from './description.aggregate.js';
import type { UpdateDescriptionDto } from './description.dto.js';

/** Updates descriptions. @returns the distinct ids, in the order of the request */
export class UpdateDescriptions extends Command<string[]> {
  constructor(
    readonly ids: Ids<'asset' | 'group'>,
    readonly changes: readonly UpdateDescriptionDto[],
  ) {
    super();
  }
}

/** The descriptions in a batch, which must belong to the group. */
export const descriptionsNamed = (changes: readonly { id: string }[], { groupId }: Readonly<Record<string, string>>) =>
  changes.map(({ id }, at): IdReference => ({
    path: `data.${at}.id`,
    table: 'merchandising.description',
    id,
    parent: ['group', groupId!],
  }));

@CommandHandler(UpdateDescriptions)
export class UpdateDescriptionsHandler implements ICommandHandler<UpdateDescriptions> {
  constructor(
    private readonly work: UnitOfWork,
    @InjectRepository(DescriptionGroup) private readonly groups: Repository<DescriptionGroup>,
    @InjectRepository(Description) private readonly descriptions: Repository<Description>,
    private readonly references: ReferenceValidator,
  ) {}

  execute({ ids, changes }: UpdateDescriptions): Promise<string[]> {
    const { items, errors } = dedupe(
      changes.map(({ id, name, label, body, isEnabled }) => ({ id, name, label, body, isEnabled })),
      ({ id }) => id,
    );
    return this.work.run(async () => {
      await this.groups.lock({ assetId: ids.assetId, id: ids.groupId }); // serialises batches
      throwIfInvalid({
        errors: { ...errors, ...(await this.references.errors(ids.assetId, descriptionsNamed(changes, ids))) },
      });
      const changesOf = new Map(items.map(({ id, ...fields }) => [id, fields]));
      const stored = await this.descriptions.lockAll({
        assetId: ids.assetId,
        groupId: ids.groupId,
        id: In([...changesOf.keys()]),
      });
      for (const description of stored) description.revise(changesOf.get(description.id)!);
      await this.descriptions.saveAll(stored);
      return items.map(({ id }) => id);
    });
  }
}
