import { Database, jsonArray } from '@app/platform/persistence';
import { isId } from '@app/platform/core';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';

type Row = Record<string, unknown> & { id: string };

/** An asset and its parts as in a provision file, with their ids, in order of creation. */
export interface CatalogExport {
  asset: Row & { name: string };
  /** names of the accounts of the asset */
  accounts: string[];
  buildings: (Row & { name: string })[];
  floors: (Row & { name: string })[];
  /** images are names of stored files */
  floor_plans: (Row & { name: string })[];
  units: (Row & { unit_number: string; building: string; floor: string; floor_plan: string })[];
}

/** @returns undefined for an unknown asset */
export class ExportCatalog extends Query<CatalogExport | undefined> {
  constructor(readonly assetId: string) {
    super();
  }
}

const READ = `select
  (select to_json(own) from (select id::text, name, display_name, description, market, address_line1, address_line2, address_city,
    address_state, address_country, address_postal_code, address_latitude, address_longitude) own) as asset,
  array(select account.name from catalog.account account join catalog.account_asset assigned on assigned.account_id = account.id
    where assigned.asset_id = :assetId order by account.id) as accounts,
  ${jsonArray('select id::text, name, label from catalog.building where asset_id = :assetId')} as buildings,
  ${jsonArray('select id::text, name, filter_label, filter_short_label, sort from catalog.floor where asset_id = :assetId')} as floors,
  ${jsonArray(`select id::text, name, bedroom_count, bathroom_count, filter_label, image, secondary_image
    from catalog.floor_plan where asset_id = :assetId`)} as floor_plans,
  ${jsonArray(`select unit.id::text, unit_number, building.name as building, floor.name as floor, plan.name as floor_plan, area,
      is_affordable_housing_unit, view_image, secondary_view_image
    from catalog.unit unit
    join catalog.building building on building.asset_id = unit.asset_id and building.id = unit.building_id
    join catalog.floor floor on floor.asset_id = unit.asset_id and floor.id = unit.floor_id
    join catalog.floor_plan plan on plan.asset_id = unit.asset_id and plan.id = unit.floor_plan_id
    where unit.asset_id = :assetId`)} as units
  from catalog.asset asset where asset.id = :assetId`;

@QueryHandler(ExportCatalog)
export class ExportCatalogHandler implements IQueryHandler<ExportCatalog> {
  constructor(private readonly database: Database) {}

  async execute({ assetId }: ExportCatalog): Promise<CatalogExport | undefined> {
    if (!isId(assetId)) return undefined;
    return (await this.database.rows<CatalogExport>(READ, { assetId }))[0];
  }
}
