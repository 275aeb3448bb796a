import type { Ids } from '@app/platform/core';
import { InjectRepository, Repository, UnitOfWork, upsert, type UpsertResult } from '@app/platform/persistence';
import { reviseWithin, type Rules } from '@app/platform/resources';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { FilterOption } from '../filter-options/filter-option.aggregate.js';
import { FilterOptions } from '../filter-options/filter-option.repository.js';
import type { CreateFilterOptionDto } from '../filter-options/filter-option.dto.js';
import { Filter } from '../filters/filter.aggregate.js';

/** Creates or updates options of a filter, matched by label, which must be unique among the rows; new options are appended in order. */
export class UpsertFilterOptions extends Command<UpsertResult[]> {
  constructor(
    readonly ids: Ids<'asset' | 'filter'>,
    readonly rows: readonly CreateFilterOptionDto[],
    /** `rulesOf(CREATE_FILTER_OPTION)` */
    readonly rules: Rules | undefined,
  ) {
    super();
  }
}

@CommandHandler(UpsertFilterOptions)
export class UpsertFilterOptionsHandler implements ICommandHandler<UpsertFilterOptions> {
  constructor(
    private readonly work: UnitOfWork,
    @InjectRepository(Filter) private readonly filters: Repository<Filter>,
    private readonly options: FilterOptions,
  ) {}

  execute({ ids: { assetId, filterId }, rows, rules }: UpsertFilterOptions): Promise<UpsertResult[]> {
    return this.work.run(async () => {
      const filter = await this.filters.lock({ assetId, id: filterId }); // serialises appending
      let last = await this.options.lastSort(assetId, filterId);
      const placed = (option: FilterOption): FilterOption => {
        last = Math.max(last, option.sort);
        return option;
      };
      return upsert<FilterOption, CreateFilterOptionDto>(this.options, {
        of: { assetId, filterId },
        rows,
        key: ({ label }) => label,
        field: 'label',
        create: (row) => placed(new FilterOption(filter, row, last)),
        revise: async (stored, row) => {
          await reviseWithin(rules, stored, row);
          placed(stored);
        },
      });
    });
  }
}
