import { ReferencesOfUnits, type RowsOfUnits } from '@app/catalog/contract';
import { Database } from '@app/platform/persistence';
import { type IQueryHandler, QueryHandler } from '@nestjs/cqrs';

/** `offset 0` looks up each unit; otherwise Postgres may read all references of the asset for a join. */
const OF_UNITS = `select wanted.id::text as unit, json_agg(json_build_object('group_id', found.group_id::text, 'key', owner.key,
    'value', found.value) order by found.group_id) as rows
  from unnest(:units::bigint[]) wanted (id)
  cross join lateral (select * from reference.unit_reference where asset_id = :asset and unit_id = wanted.id offset 0) found
  join reference.unit_reference_group owner on owner.asset_id = :asset and owner.id = found.group_id
  group by wanted.id`;

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
