import { type Ids } from '@app/platform/core';
import { Database, UnitOfWork } from '@app/platform/persistence';
import { dedupe } from '@app/platform/resources';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
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

const INSERT = `insert into merchandising.description (asset_id, group_id, name, label, body, is_enabled)
  select :asset, :group, sent.name, sent.label, sent.body, sent.is_enabled
  from unnest(:names::text[], :labels::text[], :bodies::text[], :enabled::boolean[]) with ordinality
    sent (name, label, body, is_enabled, n)
  order by sent.n returning id::text`;

@CommandHandler(CreateDescriptions)
export class CreateDescriptionsHandler implements ICommandHandler<CreateDescriptions> {
  constructor(
    private readonly work: UnitOfWork,
    private readonly database: Database,
  ) {}

  execute({ ids, descriptions }: CreateDescriptions): Promise<string[]> {
    const { items } = dedupe(
      descriptions.map(({ name, label, body, isEnabled }) => ({ name, label, body, isEnabled })),
    );
    return this.work.run(async () => {
      const rows = await this.database.rows<{ id: string }>(INSERT, {
        asset: ids.assetId,
        group: ids.groupId,
        names: items.map(({ name }) => name),
        labels: items.map(({ label }) => label),
        bodies: items.map(({ body }) => body),
        enabled: items.map(({ isEnabled }) => isEnabled),
      });
      return rows.map((row) => row.id);
    });
  }
}
