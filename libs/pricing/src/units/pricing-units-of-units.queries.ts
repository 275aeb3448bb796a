import { PricingUnitsOfUnits, type RowsOfUnits } from '@app/catalog/contract';
import { Database } from '@app/platform/persistence';
import { type IQueryHandler, QueryHandler } from '@nestjs/cqrs';
import { pricingUnitColumns } from './pricing-unit.queries.js';

/** A unit that no entry matched yet is in every process too. */
const OF_UNITS = `select unit.id::text as unit, json_agg(shown order by process.id) as rows
  from unnest(:units::bigint[]) wanted (id)
  cross join lateral (select * from catalog.unit_v1 where asset_id = :asset and id = wanted.id offset 0) unit
  join pricing.process process on process.asset_id = :asset
  left join lateral (select * from pricing.unit priced
    where priced.asset_id = :asset and priced.process_id = process.id and priced.id = unit.id offset 0) priced on true
  cross join lateral (select ${pricingUnitColumns('process.id')}) shown
  group by unit.id`;

@QueryHandler(PricingUnitsOfUnits)
export class PricingUnitsOfUnitsHandler implements IQueryHandler<PricingUnitsOfUnits> {
  constructor(private readonly database: Database) {}

  async execute({ assetId, unitIds }: PricingUnitsOfUnits): Promise<RowsOfUnits> {
    const rows = await this.database.read<{ unit: string; rows: object[] }>(OF_UNITS, {
      asset: assetId,
      units: unitIds,
    });
    return new Map(rows.map(({ unit, rows: found }) => [unit, found as Record<string, unknown>[]]));
  }
}
