import { jsonByType } from '@app/platform/persistence';
import { JsonRows, type Page, type Reply } from '@app/platform/rest';
import { type Scope } from '@app/platform/auth';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';

export class ListFilterOptions extends Query<Reply> {
  constructor(
    readonly scope: Scope,
    readonly page: Page,
  ) {
    super();
  }
}

export class ViewFilterOption extends Query<Reply> {
  constructor(
    readonly scope: Scope,
    readonly id = scope.id('option'),
  ) {
    super();
  }
}

const COMMON = `option.id::text, option.asset_id::text, option.filter_id::text, option.type, option.label, option.sort,
  option.is_enabled`;
const DATES = `option.created_at, option.updated_at`;

const OF_FILTER = {
  from: 'merchandising.filter_option option',
  where: 'option.asset_id = :asset and option.filter_id = :filter',
  json: jsonByType('option.type', {
    custom: `${COMMON}, ${DATES}`,
    floor: `${COMMON}, option.floor_id::text, option.short_label, ${DATES}`,
    floor_plan: `${COMMON}, option.floor_plan_id::text, ${DATES}`,
    range: `${COMMON}, option.min, option.max, ${DATES}`,
  }),
};

@QueryHandler(ListFilterOptions)
export class ListFilterOptionsHandler implements IQueryHandler<ListFilterOptions> {
  constructor(private readonly rows: JsonRows) {}

  execute({ scope, page }: ListFilterOptions): Promise<Reply> {
    return this.rows.page(scope, page, { ...OF_FILTER, order: 'option.sort, option.id' });
  }
}

@QueryHandler(ViewFilterOption)
export class ViewFilterOptionHandler implements IQueryHandler<ViewFilterOption> {
  constructor(private readonly rows: JsonRows) {}

  execute({ scope, id }: ViewFilterOption): Promise<Reply> {
    return this.rows.one(scope, { ...OF_FILTER, where: `${OF_FILTER.where} and option.id = :id`, values: { id } });
  }
}
