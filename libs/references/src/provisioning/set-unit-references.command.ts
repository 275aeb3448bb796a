import type { Ids } from '@app/platform/core';
import { Database, UnitOfWork } from '@app/platform/persistence';
import { Command, CommandBus, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { UpdateUnitReferences } from '../unit-references/update-unit-references.command.js';

/** Sets the values of units in a group. @returns whether anything changed */
export class SetUnitReferences extends Command<boolean> {
  constructor(
    readonly ids: Ids<'asset' | 'group'>,
    /** unique by unit */
    readonly values: readonly { unitId: string; value: string | null }[],
    /** whether to remove those of other units */
    readonly prune: boolean,
  ) {
    super();
  }
}

const REMOVE_OTHERS = `delete from reference.unit_reference
  where asset_id = :asset and group_id = :group and not unit_id = any (:units::bigint[])`;

@CommandHandler(SetUnitReferences)
export class SetUnitReferencesHandler implements ICommandHandler<SetUnitReferences> {
  constructor(
    private readonly work: UnitOfWork,
    private readonly database: Database,
    private readonly commands: CommandBus,
  ) {}

  execute({ ids, values, prune }: SetUnitReferences): Promise<boolean> {
    const units = values.map(({ unitId }) => unitId);
    return this.work.run(async () => {
      const removed = prune
        ? await this.database.execute(REMOVE_OTHERS, { asset: ids.assetId, group: ids.groupId, units })
        : 0;
      const written = await this.commands.execute(new UpdateUnitReferences(ids, values));
      return removed + written > 0;
    });
  }
}
