import { jsonByType } from '@app/platform/persistence';
import { JsonRows, type Page, type Reply } from '@app/platform/rest';
import { type Scope } from '@app/platform/auth';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';

/** Without their options. */
export class ListFilters extends Query<Reply> {
  constructor(
    readonly scope: Scope,
    readonly page: Page,
  ) {
    super();
  }
}

export class ViewFilter extends Query<Reply> {
  constructor(
    readonly scope: Scope,
    readonly id = scope.id('filter'),
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
  constructor(private readonly rows: JsonRows) {}

  execute({ scope, page }: ListFilters): Promise<Reply> {
    return this.rows.page(scope, page, {
      from: 'merchandising.filter filter',
      where: 'filter.asset_id = :asset',
      json: LISTED,
    });
  }
}

@QueryHandler(ViewFilter)
export class ViewFilterHandler implements IQueryHandler<ViewFilter> {
  constructor(private readonly rows: JsonRows) {}

  execute({ scope, id }: ViewFilter): Promise<Reply> {
    return this.rows.one(scope, {
      from: 'merchandising.filter filter',
      where: 'filter.asset_id = :asset and filter.id = :id',
      json: VIEWED,
      values: { id },
    });
  }
}
