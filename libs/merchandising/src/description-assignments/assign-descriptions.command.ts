import { namedUnits } from '@app/catalog/contract';
import { type Ids, throwIfInvalid } from '@app/platform/core';
import { Database, InjectRepository, ReferenceValidator, Repository, UnitOfWork } from '@app/platform/persistence';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { dedupe } from '../dedupe.js';
import { DescriptionGroup } from '../description-groups/description-group.aggregate.js';
import { Descriptions } from '../descriptions/description.repository.js';
import type { DescriptionAssignmentDto } from './description-assignment.dto.js';

/** Assigns descriptions to units, replacing the unit's previous one in the group. @returns the distinct unit ids */
export class AssignDescriptions extends Command<string[]> {
  constructor(
    readonly ids: Ids<'asset' | 'group'>,
    readonly assignments: readonly DescriptionAssignmentDto[],
  ) {
    super();
  }
}

const ASSIGN = `
  insert into merchandising.description_assignment as known (asset_id, group_id, unit_id, description_id)
  select :asset, :group, sent.unit_id, sent.description_id
  from unnest(:units::bigint[], :descriptions::bigint[]) sent (unit_id, description_id) order by sent.unit_id
  on conflict (asset_id, group_id, unit_id) do update set description_id = excluded.description_id
  where known.description_id <> excluded.description_id`;

@CommandHandler(AssignDescriptions)
export class AssignDescriptionsHandler implements ICommandHandler<AssignDescriptions> {
  constructor(
    private readonly work: UnitOfWork,
    private readonly database: Database,
    private readonly ids: ReferenceValidator,
    @InjectRepository(DescriptionGroup) private readonly groups: Repository<DescriptionGroup>,
    private readonly descriptions: Descriptions,
  ) {}

  execute({ ids, assignments }: AssignDescriptions): Promise<string[]> {
    const { items, errors } = dedupe(
      assignments.map(({ unitId, descriptionId }) => ({ unitId, descriptionId })),
      ({ unitId }) => unitId,
      'unit_id',
    );
    const descriptions = assignments.map(({ descriptionId }) => descriptionId);
    return this.work.run(async () => {
      const unknownUnits = await this.ids.errors(ids.assetId, namedUnits(assignments));
      const unknown = await this.descriptions.errors(ids, descriptions, 'description_id');
      throwIfInvalid({ errors: { ...errors, ...unknownUnits, ...unknown } });
      await this.groups.lock({ assetId: ids.assetId, id: ids.groupId }); // serialises batches
      const units = items.map(({ unitId }) => unitId);
      await this.database.execute(ASSIGN, {
        asset: ids.assetId,
        group: ids.groupId,
        units,
        descriptions: items.map(({ descriptionId }) => descriptionId),
      });
      return units;
    });
  }
}
