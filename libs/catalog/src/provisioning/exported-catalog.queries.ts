import { Database, jsonArray } from '@app/platform/persistence';
import { isId } from '@app/platform/core';
import { columnsOf } from '@app/platform/resources';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { Asset } from '../assets/asset.aggregate.js';
import { Building } from '../buildings/building.aggregate.js';
import { FloorPlan } from '../floor-plans/floor-plan.aggregate.js';
import { Floor } from '../floors/floor.aggregate.js';
import { Unit } from '../units/unit.aggregate.js';

type Row = Record<string, unknown> & { id: string };

/** An asset and its parts as in a provision file, with their ids, in order of creation. */
export interface CatalogExport {
  asset: Row & { name: string };
  /** that have the asset */
  accounts: { id: string; name: string }[];
  buildings: (Row & { name: string })[];
  floors: (Row & { name: string })[];
  /** images are names of stored files */
  floor_plans: (Row & { name: string })[];
  units: (Row & { unit_number: string; building_id: string; floor_id: string; floor_plan_id: string })[];
}

/** @returns undefined for an unknown asset */
export class ExportCatalog extends Query<CatalogExport | undefined> {
  constructor(readonly assetId: string) {
    super();
  }
}

const partsOf = (entity: Function, table: string): string =>
  jsonArray(
    `select part.id::text, ${columnsOf(entity, 'part')} from catalog.${table} part where part.asset_id = :assetId`,
  );

const READ = `select
  (select to_json(own) from (select ${columnsOf(Asset, 'asset', ['uuid', 'effective_time_zone', 'archived_at', 'count_visits'])},
    nullif(asset.count_visits, false) as count_visits) own) as asset,
  ${jsonArray(
    `select account.id::text, account.name from catalog.account account
      join catalog.account_asset assigned on assigned.account_id = account.id
      where assigned.asset_id = :assetId and account.archived_at is null`,
  )} as accounts,
  ${partsOf(Building, 'building')} as buildings,
  ${partsOf(Floor, 'floor')} as floors,
  ${partsOf(FloorPlan, 'floor_plan')} as floor_plans,
  ${partsOf(Unit, 'unit')} as units
  from catalog.asset asset where asset.id = :assetId and asset.archived_at is null`;

@QueryHandler(ExportCatalog)
export class ExportCatalogHandler implements IQueryHandler<ExportCatalog> {
  constructor(private readonly database: Database) {}

  async execute({ assetId }: ExportCatalog): Promise<CatalogExport | undefined> {
    if (!isId(assetId)) return undefined;
    return (await this.database.rows<CatalogExport>(READ, { assetId }))[0];
  }
}
