import { FindReferencedUnits } from '@app/catalog/contract';
import { Database } from '@app/platform/persistence';
import { type IQueryHandler, QueryHandler } from '@nestjs/cqrs';

const GROUP = 'select id::text from reference.unit_reference_group where asset_id = :assetId and key = :key';

const UNITS = `select reference.value, reference.unit_id::text as id from reference.unit_reference reference
  where reference.asset_id = :assetId and reference.group_id = :group and reference.value = any (:values::text[])`;

@QueryHandler(FindReferencedUnits)
export class FindReferencedUnitsHandler implements IQueryHandler<FindReferencedUnits> {
  constructor(private readonly database: Database) {}

  async execute({ assetId, key, values }: FindReferencedUnits): Promise<ReadonlyMap<string, string> | 'unknown key'> {
    const [group] = await this.database.rows<{ id: string }>(GROUP, { assetId, key });
    if (!group) return 'unknown key';
    const rows = await this.database.rows<{ value: string; id: string }>(UNITS, { assetId, group: group.id, values });
    return new Map(rows.map(({ value, id }) => [value, id]));
  }
}
