import { visibleAsset } from '@app/catalog/contract';
import { type Actor } from '@app/platform/auth';
import { type Ids } from '@app/platform/core';
import { type Json, jsonByType, type JsonPage, JsonQuery, type PageRequest } from '@app/platform/persistence';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';

/** Lists filters without their options. */
export class ListFilters extends Query<JsonPage> {
  constructor(
    readonly actor: Actor,
    readonly assetId: string,
    readonly page: PageRequest,
  ) {
    super();
  }
}

export class ViewFilter extends Query<Json> {
  constructor(
    readonly actor: Actor,
    readonly ids: Ids<'asset' | 'filter'>,
  ) {
    super();
  }
}

const COMMON = `filter.id::text, filter.asset_id::text, filter.name, filter.label, filter.type, filter.is_enabled`;
const DATES = `filter.created_at, filter.updated_at`;
const OPTIONS = `(select coalesce(json_agg(json_build_object('id', option.id::text, 'label', option.label, 'sort', option.sort)
  order by option.sort, option.id), '[]') from merchandising.filter_option option
  where option.asset_id = :asset and option.filter_id = filter.id) as options`;

const byType = (columns: string) =>
  jsonByType('filter.type', {
    custom: columns,
    floor: columns,
    floor_plan: columns,
    range: `filter.range_type, ${columns}`,
  });
const LISTED = byType(`${COMMON}, ${DATES}`);
const VIEWED = byType(`${COMMON}, ${OPTIONS}, ${DATES}`);

@QueryHandler(ListFilters)
export class ListFiltersHandler implements IQueryHandler<ListFilters> {
  constructor(private readonly json: JsonQuery) {}

  execute({ actor, assetId, page }: ListFilters): Promise<JsonPage> {
    return this.json.page(page, {
      requires: visibleAsset(actor, assetId),
      from: 'merchandising.filter filter',
      where: 'filter.asset_id = :asset',
      json: LISTED,
    });
  }
}

@QueryHandler(ViewFilter)
export class ViewFilterHandler implements IQueryHandler<ViewFilter> {
  constructor(private readonly json: JsonQuery) {}

  execute({ actor, ids }: ViewFilter): Promise<Json> {
    return this.json.one({
      requires: visibleAsset(actor, ids.assetId),
      from: 'merchandising.filter filter',
      where: 'filter.asset_id = :asset and filter.id = :id',
      json: VIEWED,
      values: { id: ids.filterId },
    });
  }
}
