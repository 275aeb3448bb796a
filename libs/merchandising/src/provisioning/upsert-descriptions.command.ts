import type { Ids } from '@app/platform/core';
import { byName, UnitOfWork, upsert, type UpsertResult } from '@app/platform/persistence';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Description } from '../descriptions/description.aggregate.js';
import type { CreateDescriptionDto } from '../descriptions/description.dto.js';
import { Descriptions } from '../descriptions/description.repository.js';

type Row = Omit<CreateDescriptionDto, 'groupId'>;

/** Creates or updates descriptions of a group, matched by name, which must be unique among the rows. */
export class UpsertDescriptions extends Command<UpsertResult[]> {
  constructor(
    readonly ids: Ids<'asset' | 'group'>,
    readonly rows: readonly Row[],
  ) {
    super();
  }
}

@CommandHandler(UpsertDescriptions)
export class UpsertDescriptionsHandler implements ICommandHandler<UpsertDescriptions> {
  constructor(
    private readonly work: UnitOfWork,
    private readonly descriptions: Descriptions,
  ) {}

  execute({ ids: { assetId, groupId }, rows }: UpsertDescriptions): Promise<UpsertResult[]> {
    const all = rows.map((row) => ({ ...row, groupId }));
    const of = { assetId, groupId };
    return this.work.run(() => upsert(this.descriptions, { ...byName(assetId, Description), of, rows: all }));
  }
}
