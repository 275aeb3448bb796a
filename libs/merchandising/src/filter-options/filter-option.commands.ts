import { type Ids } from '@app/platform/core';
import { InjectRepository, Repository, UnitOfWork } from '@app/platform/persistence';
import { Injectable } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Filter } from '../filters/filter.aggregate.js';
import { FilterOption } from './filter-option.aggregate.js';
import type { CreateFilterOptionDto } from './filter-option.dto.js';

const LAST_SORT = `select coalesce(max(option.sort), 0) as sort from merchandising.filter_option option
  where option.asset_id = :asset and option.filter_id = :filter`;

@Injectable()
export class FilterOptions extends Repository<FilterOption> {
  protected readonly entity = FilterOption;

  /** The highest sort value among the options of a filter; 0 without options. */
  async lastSort(asset: string, filter: string): Promise<number> {
    const [row] = await this.database.rows<{ sort: number }>(LAST_SORT, { asset, filter });
    return row!.sort;
  }
}

/** Creates an option. @returns its id */
export class CreateFilterOption extends Command<string> {
  constructor(
    readonly ids: Ids<'asset' | 'filter'>,
    readonly fields: CreateFilterOptionDto,
  ) {
    super();
  }
}

@CommandHandler(CreateFilterOption)
export class CreateFilterOptionHandler implements ICommandHandler<CreateFilterOption> {
  constructor(
    private readonly work: UnitOfWork,
    @InjectRepository(Filter) private readonly filters: Repository<Filter>,
    private readonly options: FilterOptions,
  ) {}

  execute({ ids, fields }: CreateFilterOption): Promise<string> {
    return this.work.run(async () => {
      const filter = await this.filters.lock({ assetId: ids.assetId, id: ids.filterId }); // serialises appending
      const lastSort = await this.options.lastSort(filter.assetId, filter.id);
      return (await this.options.add(new FilterOption(filter, fields, lastSort))).id;
    });
  }
}
