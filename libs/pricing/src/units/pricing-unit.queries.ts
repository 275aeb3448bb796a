import { visibleAsset } from '@app/catalog/contract';
import { type Actor } from '@app/platform/auth';
import { type Ids } from '@app/platform/core';
import { all, exists, type Json, type JsonPage, JsonQuery, type PageRequest } from '@app/platform/persistence';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';

/** Every unit of the asset, in every process, from the moment that either exists. */
export class ListPricingUnits extends Query<JsonPage> {
  constructor(
    readonly actor: Actor,
    readonly ids: Ids<'asset' | 'process'>,
    readonly page: PageRequest,
  ) {
    super();
  }
}

export class ViewPricingUnit extends Query<Json> {
  constructor(
    readonly actor: Actor,
    readonly ids: Ids<'asset' | 'process' | 'unit'>,
  ) {
    super();
  }
}

/** `offset 0`: looked up for each unit of the page. As a join, Postgres may read all of the process instead. */
const PRICED = `left join lateral (select * from pricing.unit priced
  where priced.asset_id = :asset and priced.process_id = :process and priced.id = unit.id offset 0) priced on true`;

const SINCE = `greatest(unit.created_at, (select process.created_at from pricing.process process
  where process.asset_id = :asset and process.id = :process))`;

const PRICING_UNIT = `unit.id::text, :process::bigint::text as pricing_id, priced.provider_id, unit.unit_number, priced.status, priced.price,
  priced.full_price, coalesce(priced.show_pricing, true) as show_pricing,
  coalesce(priced.show_online_leasing, true) as show_online_leasing, priced.specials_description, priced.available_on,
  coalesce(priced.created_at, ${SINCE}) as created_at, coalesce(priced.updated_at, ${SINCE}) as updated_at`;

@QueryHandler(ListPricingUnits)
export class ListPricingUnitsHandler implements IQueryHandler<ListPricingUnits> {
  constructor(private readonly json: JsonQuery) {}

  execute({ actor, ids, page }: ListPricingUnits): Promise<JsonPage> {
    return this.json.page(page, {
      requires: all(visibleAsset(actor, ids.assetId), exists('pricing.process', { process: ids.processId })),
      from: 'catalog.unit_v1 unit',
      where: 'unit.asset_id = :asset',
      join: PRICED,
      select: PRICING_UNIT,
    });
  }
}

@QueryHandler(ViewPricingUnit)
export class ViewPricingUnitHandler implements IQueryHandler<ViewPricingUnit> {
  constructor(private readonly json: JsonQuery) {}

  execute({ actor, ids }: ViewPricingUnit): Promise<Json> {
    return this.json.one({
      requires: all(visibleAsset(actor, ids.assetId), exists('pricing.process', { process: ids.processId })),
      from: 'catalog.unit_v1 unit',
      where: 'unit.asset_id = :asset and unit.id = :unit',
      join: PRICED,
      select: PRICING_UNIT,
      values: { unit: ids.unitId },
    });
  }
}
