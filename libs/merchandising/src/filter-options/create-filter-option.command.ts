import { type Ids } from '@app/platform/core';
import { InjectRepository, ReferenceValidator, Repository, UnitOfWork } from '@app/platform/persistence';
import { referencesIn } from '@app/platform/resources';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Filter } from '../filters/filter.aggregate.js';
import { FilterOption } from './filter-option.aggregate.js';
import type { CreateFilterOptionDto } from './filter-option.dto.js';
import { FilterOptions } from './filter-option.repository.js';

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
    private readonly references: ReferenceValidator,
  ) {}

  execute({ ids, fields }: CreateFilterOption): Promise<string> {
    return this.work.run(async () => {
      const filter = await this.filters.lock({ assetId: ids.assetId, id: ids.filterId }); // serialises appending
      await this.references.require(filter.assetId, referencesIn(FilterOption, fields));
      const lastSort = await this.options.lastSort(filter.assetId, filter.id);
      return (await this.options.add(new FilterOption(filter, fields, lastSort))).id;
    });
  }
}
