import { visibleAsset } from '@app/catalog/contract';
import { all, exists, type Json, jsonByType, type JsonPage, JsonQuery } from '@app/platform/persistence';
import { ListNestedResources, ViewNestedResource } from '@app/platform/resources';
import { type IQueryHandler, QueryHandler } from '@nestjs/cqrs';

export class ListFilterOptions extends ListNestedResources<'filter'> {}
export class ViewFilterOption extends ViewNestedResource<'filter' | 'option'> {}

const COMMON = `option.id::text, option.asset_id::text, option.filter_id::text, option.type, option.label, option.sort,
  option.is_enabled`;
const DATES = `option.created_at, option.updated_at`;

const OF_FILTER = {
  from: 'merchandising.filter_option option',
  where: 'option.asset_id = :asset and option.filter_id = :filter',
  expression: jsonByType('option.type', {
    custom: `${COMMON}, ${DATES}`,
    floor: `${COMMON}, option.floor_id::text, option.short_label, ${DATES}`,
    floor_plan: `${COMMON}, option.floor_plan_id::text, ${DATES}`,
    range: `${COMMON}, option.min, option.max, ${DATES}`,
  }),
};

@QueryHandler(ListFilterOptions)
export class ListFilterOptionsHandler implements IQueryHandler<ListFilterOptions> {
  constructor(private readonly json: JsonQuery) {}

  execute({ actor, ids, page }: ListFilterOptions): Promise<JsonPage> {
    return this.json.page(page, {
      requires: all(visibleAsset(actor, ids.assetId), exists('merchandising.filter', { filter: ids.filterId })),
      ...OF_FILTER,
      order: 'option.sort, option.id',
    });
  }
}

@QueryHandler(ViewFilterOption)
export class ViewFilterOptionHandler implements IQueryHandler<ViewFilterOption> {
  constructor(private readonly json: JsonQuery) {}

  execute({ actor, ids }: ViewFilterOption): Promise<Json> {
    const requires = all(visibleAsset(actor, ids.assetId), exists('merchandising.filter', { filter: ids.filterId }));
    return this.json.one({ ...OF_FILTER, requires }, ids.optionId);
  }
}
