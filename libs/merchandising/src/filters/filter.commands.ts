import { Repository, UnitOfWork } from '@app/platform/persistence';
import { type Scope } from '@app/platform/auth';
import { Injectable } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Filter } from './filter.aggregate.js';
import type { FilterChanges, NewFilter } from './filter.dto.js';

@Injectable()
export class Filters extends Repository<Filter> {
  protected readonly entity = Filter;
}

/** Answers the new filter's id. */
export class CreateFilter extends Command<string> {
  constructor(
    readonly scope: Scope,
    readonly fields: NewFilter,
  ) {
    super();
  }
}

export class UpdateFilter extends Command<void> {
  constructor(
    readonly scope: Scope,
    readonly changes: FilterChanges,
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

  execute({ scope, fields }: CreateFilter): Promise<string> {
    return this.work.run(async () => (await this.filters.add(new Filter(scope.asset, fields))).id);
  }
}

@CommandHandler(UpdateFilter)
export class UpdateFilterHandler implements ICommandHandler<UpdateFilter> {
  constructor(
    private readonly work: UnitOfWork,
    private readonly filters: Filters,
  ) {}

  execute({ scope, changes }: UpdateFilter): Promise<void> {
    return this.work.run(async () => {
      const filter = await this.filters.lock({ assetId: scope.asset, id: scope.id('filter') });
      filter.revise(changes);
      await this.filters.save(filter);
    });
  }
}
