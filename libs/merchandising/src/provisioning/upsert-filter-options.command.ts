import type { Ids } from '@app/platform/core';
import { UnitOfWork, upsert, type UpsertResult } from '@app/platform/persistence';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { FilterOption } from '../filter-options/filter-option.aggregate.js';
import { FilterOptions } from '../filter-options/filter-option.commands.js';
import type { CreateFilterOptionDto } from '../filter-options/filter-option.dto.js';
import { Filters } from '../filters/filter.commands.js';

/** The options of a filter become as given, found by label. No label twice; new ones come last, in their order. */
export class UpsertFilterOptions extends Command<UpsertResult[]> {
  constructor(
    readonly ids: Ids<'asset' | 'filter'>,
    readonly rows: readonly CreateFilterOptionDto[],
  ) {
    super();
  }
}

@CommandHandler(UpsertFilterOptions)
export class UpsertFilterOptionsHandler implements ICommandHandler<UpsertFilterOptions> {
  constructor(
    private readonly work: UnitOfWork,
    private readonly filters: Filters,
    private readonly options: FilterOptions,
  ) {}

  execute({ ids: { assetId, filterId }, rows }: UpsertFilterOptions): Promise<UpsertResult[]> {
    return this.work.run(async () => {
      const filter = await this.filters.lock({ assetId, id: filterId }); // one end at a time
      let last = await this.options.lastSort(assetId, filterId);
      return upsert<FilterOption, CreateFilterOptionDto>(this.options, {
        of: { assetId, filterId },
        rows,
        key: ({ label }) => label,
        field: 'label',
        create: (row) => new FilterOption(filter, row, last++),
        revise: (stored, row) => stored.revise(row),
      });
    });
  }
}
