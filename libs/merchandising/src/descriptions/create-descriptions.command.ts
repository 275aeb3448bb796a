import { type Ids } from '@app/platform/core';
import { InjectRepository, Repository, UnitOfWork } from '@app/platform/persistence';
import { dedupe } from '@app/platform/resources';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Description } from './description.aggregate.js';
import type { CreateDescriptionDto } from './description.dto.js';

/** Creates descriptions. @returns the new ids, in the order of the request */
export class CreateDescriptions extends Command<string[]> {
  constructor(
    readonly ids: Ids<'asset' | 'group'>,
    readonly descriptions: readonly CreateDescriptionDto[],
  ) {
    super();
  }
}

@CommandHandler(CreateDescriptions)
export class CreateDescriptionsHandler implements ICommandHandler<CreateDescriptions> {
  constructor(
    private readonly work: UnitOfWork,
    @InjectRepository(Description) private readonly descriptions: Repository<Description>,
  ) {}

  execute({ ids, descriptions }: CreateDescriptions): Promise<string[]> {
    const { items } = dedupe(
      descriptions.map(({ name, label, body, isEnabled }) => ({ name, label, body, isEnabled })),
    );
    return this.work.run(async () => {
      const added = items.map((fields) => new Description(ids.assetId, { ...fields, groupId: ids.groupId }));
      await this.descriptions.saveAll(added);
      return added.map(({ id }) => id);
    });
  }
}
