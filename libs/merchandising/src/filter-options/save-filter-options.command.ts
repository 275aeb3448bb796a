import { type FieldErrors, type Ids, invalid } from '@app/platform/core';
import { Database, InjectRepository, Repository } from '@app/platform/persistence';
import { type BatchOptions, Batches, repeated, type Saved } from '@app/platform/resources';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Filter } from '../filters/filter.aggregate.js';
import type { FilterType } from '../filters/filter.dto.js';
import { FilterOption } from './filter-option.aggregate.js';
import type { CreateFilterOptionDto, SaveFilterOptionDto } from './filter-option.dto.js';
import { FilterOptions } from './filter-option.repository.js';

/** Creates and changes options of a filter, matched by id or by label. New ones come last, in the order of their items. */
export class SaveFilterOptions extends Command<readonly Saved[]> {
  constructor(
    readonly ids: Ids<'asset' | 'filter'>,
    readonly matchBy: 'id' | 'label',
    readonly items: readonly SaveFilterOptionDto[],
    /** by the type of the filter */
    readonly options: Readonly<Record<FilterType, BatchOptions>>,
    readonly isDryRun: boolean,
  ) {
    super();
  }
}

const BY_LABEL = `select label, array_agg(id::text) as ids from merchandising.filter_option
  where asset_id = :asset and filter_id = :filter and label = any (:labels::text[]) group by label`;

@CommandHandler(SaveFilterOptions)
export class SaveFilterOptionsHandler implements ICommandHandler<SaveFilterOptions> {
  constructor(
    private readonly batches: Batches,
    private readonly database: Database,
    @InjectRepository(Filter) private readonly filters: Repository<Filter>,
    private readonly filterOptions: FilterOptions,
  ) {}

  /** @throws Problem 422, 403 */
  execute({ ids, matchBy, items, options, isDryRun }: SaveFilterOptions): Promise<readonly Saved[]> {
    return this.batches.run(`merchandising.filter_option ${ids.assetId} ${ids.filterId}`, isDryRun, async () => {
      const filter = await this.filters.lock({ assetId: ids.assetId, id: ids.filterId }); // serialises appending
      const matched = matchBy === 'id' ? items.map(({ id }) => id) : await this.labelled(ids, items);
      let sort = await this.filterOptions.lastSort(filter.assetId, filter.id);
      return this.batches.save(FilterOption, this.filterOptions, {
        ...options[filter.type],
        set: { assetId: filter.assetId, filterId: filter.id } as { assetId: string },
        items: items.map(({ id: _, ...fields }) => fields),
        ids: matched,
        field: matchBy,
        create: (fields) => new FilterOption(filter, fields as CreateFilterOptionDto, sort++),
      });
    });
  }

  /** @throws Problem 422 for items without a label, with one that another item has, or with one of several options */
  private async labelled(
    { assetId: asset, filterId: filter }: Ids<'asset' | 'filter'>,
    items: readonly SaveFilterOptionDto[],
  ): Promise<(string | undefined)[]> {
    const labels = items.map(({ label }) => label);
    const errors: FieldErrors = repeated(labels, 'label');
    const rows = await this.database.rows<{ label: string; ids: string[] }>(BY_LABEL, {
      ...{ asset, filter, labels: labels.filter((label) => label !== undefined) },
    });
    const known = new Map(rows.map(({ label, ids }) => [label, ids]));
    for (const [at, { id, label }] of items.entries()) {
      if (id !== undefined) errors[`data.${at}.id`] = ['must not be sent with match-by=label'];
      const count = known.get(label ?? '')?.length ?? 0;
      if (label === undefined) errors[`data.${at}.label`] = ['is required with match-by=label'];
      else if (count > 1) errors[`data.${at}.label`] = [`is the label of ${count} options: match by id`];
    }
    if (Object.keys(errors).length > 0) throw invalid(errors);
    return labels.map((label) => known.get(label!)?.[0]);
  }
}
