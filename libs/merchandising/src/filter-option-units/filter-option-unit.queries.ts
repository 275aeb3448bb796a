import { visibleAsset } from '@app/catalog/contract';
import { type Ids, notFound } from '@app/platform/core';
import { all, Database, exists, type JsonList, type JsonPage, JsonQuery } from '@app/platform/persistence';
import { ListNestedResources } from '@app/platform/resources';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { requireUnits } from '../filter-options/filter-option.aggregate.js';
import type { FilterType } from '../filters/filter.dto.js';

export class ListOptionUnits extends ListNestedResources<'filter' | 'option'> {}

/** Reads the records of a batch, in its order. */
export class ListTheseOptionUnits extends Query<JsonList> {
  constructor(
    readonly ids: Ids<'asset' | 'filter' | 'option'>,
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
    private readonly json: JsonQuery,
    private readonly database: Database,
  ) {}

  async execute({ actor, ids, page }: ListOptionUnits): Promise<JsonPage> {
    const requires = all(
      visibleAsset(actor, ids.assetId),
      exists('merchandising.filter', { filter: ids.filterId }),
      exists('merchandising.filter_option', { option: ids.optionId }, ['asset', 'filter']),
    );
    const [option] = await this.database.rows<{ type: FilterType }>(TYPE(requires.sql), requires.values);
    if (!option) throw notFound();
    requireUnits(option.type);
    return this.json.page(page, { ...OF_OPTION, requires });
  }
}

@QueryHandler(ListTheseOptionUnits)
export class ListTheseOptionUnitsHandler implements IQueryHandler<ListTheseOptionUnits> {
  constructor(private readonly json: JsonQuery) {}

  execute({ ids, unitIds }: ListTheseOptionUnits): Promise<JsonList> {
    return this.json.findByIds(unitIds, {
      ...OF_OPTION,
      values: { asset: ids.assetId, filter: ids.filterId, option: ids.optionId },
    });
  }
}
