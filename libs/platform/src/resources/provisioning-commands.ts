import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { FileContent } from '../files/file-content.js';
import { Files } from '../files/files.js';
import { Repositories } from '../persistence/aggregates/inject-repository.js';
import { UnitOfWork } from '../persistence/aggregates/unit-of-work.js';
import {
  type Deleted,
  prune,
  type StoredAggregate,
  upsert,
  type UpsertResult,
} from '../persistence/aggregates/upsert.js';
import { reviseWithin, type Rules } from './revise-within.js';

type Named<Fields> = StoredAggregate & { readonly name: string; revise(fields: Fields): void };

/**
 * Creates or updates the resources of an asset, matched by id and then by name, whose only rules are these and those of their aggregate,
 * and stores the files among their fields. Names must be unique among the rows.
 */
export class UpsertResources<Fields extends { name: string }> extends Command<UpsertResult[]> {
  constructor(
    readonly entity: new (assetId: string, fields: Fields) => Named<Fields>,
    /** columns that select the set: `{ assetId }`, or `{ assetId, groupId }` below another resource */
    readonly set: { readonly assetId: string },
    readonly rows: readonly Fields[],
    /** `rulesOf` the class that creates the resource, for rows that omit stored fields */
    readonly rules?: Rules,
    /** whether `PruneResources` is about to delete the others */
    readonly isPruning = false,
  ) {
    super();
  }
}

/** Deletes the resources of a set except these ids. Foreign keys cascade to what belongs to them. */
export class PruneResources<T extends StoredAggregate> extends Command<Deleted[]> {
  constructor(
    readonly entity: abstract new (...fields: never[]) => T,
    /** columns that select the set */
    readonly set: object,
    readonly keep: readonly string[],
    /** field by which the outcome names them */
    readonly nameField: keyof T & string,
  ) {
    super();
  }
}

@CommandHandler(UpsertResources)
export class UpsertResourcesHandler implements ICommandHandler<UpsertResources<{ name: string }>> {
  constructor(
    private readonly work: UnitOfWork,
    private readonly repositories: Repositories,
    private readonly files: Files,
  ) {}

  execute({ entity, set, rows, rules, isPruning }: UpsertResources<{ name: string }>): Promise<UpsertResult[]> {
    return this.work.run(async () => {
      const results = await upsert(this.repositories.of(entity), {
        of: set as object,
        rows,
        key: ({ name }) => name,
        field: 'name',
        create: (row) => new entity(set.assetId, row),
        isPruning,
        revise: (stored, row) => reviseWithin(rules, stored, row),
      });
      await this.files.keep(...rows.flatMap(filesOf));
      return results;
    });
  }
}

const filesOf = (row: object): FileContent[] => Object.values(row).filter((value) => value instanceof FileContent);

@CommandHandler(PruneResources)
export class PruneResourcesHandler implements ICommandHandler<PruneResources<StoredAggregate>> {
  constructor(
    private readonly work: UnitOfWork,
    private readonly repositories: Repositories,
  ) {}

  execute({ entity, set, keep, nameField }: PruneResources<StoredAggregate>): Promise<Deleted[]> {
    return this.work.run(() =>
      prune(this.repositories.of(entity), set, keep, (one) => String(one[nameField as keyof StoredAggregate])),
    );
  }
}
