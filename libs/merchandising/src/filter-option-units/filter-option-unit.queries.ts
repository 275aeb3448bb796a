import { Database } from '@app/platform/persistence';
import { JsonRows, type Page, type Reply } from '@app/platform/rest';
import { notFound } from '@app/platform/core';
import { type Scope } from '@app/platform/auth';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { requireUnits } from '../filter-options/filter-option.aggregate.js';
import type { FilterType } from '../filters/filter.dto.js';

export class ListOptionUnits extends Query<Reply> {
  constructor(
    readonly scope: Scope,
    readonly page: Page,
  ) {
    super();
  }
}

/** Those of a batch, in its order. */
export class ListTheseOptionUnits extends Query<Reply> {
  constructor(
    readonly scope: Scope,
    readonly unitIds: readonly string[],
  ) {
    super();
  }
}

const OF_OPTION = {
  from: '(select stored.*, stored.unit_id as id from merchandising.filter_option_unit stored) assigned',
  where: 'assigned.asset_id = :asset and assigned.option_id = :option',
  select: `assigned.asset_id::text, :filter::bigint::text as filter_id, assigned.option_id::text, assigned.unit_id::text`,
};

const TYPE = (visible: string) => `select option.type from merchandising.filter_option option
  where option.asset_id = :asset and option.filter_id = :filter and option.id = :option and ${visible}`;

@QueryHandler(ListOptionUnits)
export class ListOptionUnitsHandler implements IQueryHandler<ListOptionUnits> {
  constructor(
    private readonly rows: JsonRows,
    private readonly database: Database,
  ) {}

  async execute({ scope, page }: ListOptionUnits): Promise<Reply> {
    const [option] = await this.database.rows<{ type: FilterType }>(TYPE(scope.route.exists), scope.values);
    if (!option) throw notFound();
    requireUnits(option.type);
    return this.rows.page(scope, page, OF_OPTION);
  }
}

@QueryHandler(ListTheseOptionUnits)
export class ListTheseOptionUnitsHandler implements IQueryHandler<ListTheseOptionUnits> {
  constructor(private readonly rows: JsonRows) {}

  execute({ scope, unitIds }: ListTheseOptionUnits): Promise<Reply> {
    return this.rows.those(scope, unitIds, OF_OPTION);
  }
}
