import { type Ids, throwIfInvalid } from '@app/platform/core';
import {
  Database,
  type IdReference,
  InjectRepository,
  ReferenceValidator,
  Repository,
  UnitOfWork,
} from '@app/platform/persistence';
import { dedupe } from '@app/platform/resources';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { DescriptionGroup } from '../description-groups/description-group.aggregate.js';
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

/** null means that a field was not sent, because no field is nullable. Unchanged rows are not written. */
const UPDATE = `
  update merchandising.description stored set name = coalesce(sent.name, stored.name),
    label = coalesce(sent.label, stored.label), body = coalesce(sent.body, stored.body),
    is_enabled = coalesce(sent.is_enabled, stored.is_enabled), updated_at = now()
  from unnest(:ids::bigint[], :names::text[], :labels::text[], :bodies::text[], :enabled::boolean[])
    sent (id, name, label, body, is_enabled)
  where stored.asset_id = :asset and stored.group_id = :group and stored.id = sent.id
    and (sent.name <> stored.name or sent.label <> stored.label or sent.body <> stored.body
      or sent.is_enabled <> stored.is_enabled)`;

/** Avoids a nested loop, because the planner expects one row in a group that has just been filled. */
const HASHED = 'set local enable_nestloop = off';

@CommandHandler(UpdateDescriptions)
export class UpdateDescriptionsHandler implements ICommandHandler<UpdateDescriptions> {
  constructor(
    private readonly work: UnitOfWork,
    private readonly database: Database,
    @InjectRepository(DescriptionGroup) private readonly groups: Repository<DescriptionGroup>,
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
      await this.database.execute(HASHED);
      await this.database.execute(UPDATE, {
        asset: ids.assetId,
        group: ids.groupId,
        ids: items.map(({ id }) => id),
        names: items.map(({ name }) => name),
        labels: items.map(({ label }) => label),
        bodies: items.map(({ body }) => body),
        enabled: items.map(({ isEnabled }) => isEnabled),
      });
      return items.map(({ id }) => id);
    });
  }
}
