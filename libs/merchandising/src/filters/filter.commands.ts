import { type Ids } from '@app/platform/core';
import { Repository, UnitOfWork } from '@app/platform/persistence';
import { Injectable } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Filter } from './filter.aggregate.js';
import type { UpdateFilterDto, CreateFilterDto } from './filter.dto.js';

@Injectable()
export class Filters extends Repository<Filter> {
  protected readonly entity = Filter;
}

/** Creates a filter. @returns its id */
export class CreateFilter extends Command<string> {
  constructor(
    readonly assetId: string,
    readonly fields: CreateFilterDto,
  ) {
    super();
  }
}

export class UpdateFilter extends Command<void> {
  constructor(
    readonly ids: Ids<'asset' | 'filter'>,
    readonly changes: UpdateFilterDto,
  ) {
    super();
  }
}

@CommandHandler(CreateFilter)
export class CreateFilterHandler implements ICommandHandler<CreateFilter> {
  constructor(
    private readonly work: UnitOfWork,
    private readonly filters: Filters,
  ) {}

  execute({ assetId, fields }: CreateFilter): Promise<string> {
    return this.work.run(async () => (await this.filters.add(new Filter(assetId, fields))).id);
  }
}

@CommandHandler(UpdateFilter)
export class UpdateFilterHandler implements ICommandHandler<UpdateFilter> {
  constructor(
    private readonly work: UnitOfWork,
    private readonly filters: Filters,
  ) {}

  execute({ ids, changes }: UpdateFilter): Promise<void> {
    return this.work.run(async () => {
      const filter = await this.filters.lock({ assetId: ids.assetId, id: ids.filterId });
      filter.revise(changes);
      await this.filters.save(filter);
    });
  }
}
