import { ReferencesOfUnits, type RowsOfUnits } from '@app/catalog/contract';
import { Database } from '@app/platform/persistence';
import { type IQueryHandler, QueryHandler } from '@nestjs/cqrs';

const OF_UNITS = `select found.unit_id::text as unit, json_agg(json_build_object('group_id', found.group_id::text, 'key', owner.key,
    'value', found.value) order by found.group_id) as rows
  from reference.unit_reference found
  join reference.unit_reference_group owner on owner.asset_id = :asset and owner.id = found.group_id
  where found.asset_id = :asset and found.unit_id = any (:units::bigint[]) group by found.unit_id`;

@QueryHandler(ReferencesOfUnits)
export class ReferencesOfUnitsHandler implements IQueryHandler<ReferencesOfUnits> {
  constructor(private readonly database: Database) {}

  async execute({ assetId, unitIds }: ReferencesOfUnits): Promise<RowsOfUnits> {
    const rows = await this.database.read<{ unit: string; rows: object[] }>(OF_UNITS, {
      asset: assetId,
      units: unitIds,
    });
    return new Map(rows.map(({ unit, rows: found }) => [unit, found as Record<string, unknown>[]]));
  }
}
