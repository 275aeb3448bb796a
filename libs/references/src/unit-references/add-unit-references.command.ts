import { AddUnitReferences } from '@app/catalog/contract';
import { notFound } from '@app/platform/core';
import { Database } from '@app/platform/persistence';
import { CommandBus, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { UpdateUnitReferences } from './update-unit-references.command.js';

const GROUP = 'select id::text from reference.unit_reference_group where asset_id = :assetId and key = :key';

@CommandHandler(AddUnitReferences)
export class AddUnitReferencesHandler implements ICommandHandler<AddUnitReferences> {
  constructor(
    private readonly database: Database,
    private readonly commands: CommandBus,
  ) {}

  async execute({ assetId, key, references }: AddUnitReferences): Promise<void> {
    const [group] = await this.database.rows<{ id: string }>(GROUP, { assetId, key });
    if (!group) throw notFound('Reference group');
    await this.commands.execute(new UpdateUnitReferences({ assetId, groupId: group.id }, references));
  }
}
