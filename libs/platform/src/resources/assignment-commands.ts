import { Injectable } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { throwIfInvalid } from '../core/errors.js';
import { Database } from '../persistence/database.js';
import { Repositories } from '../persistence/inject-repository.js';
import { ReferenceValidator } from '../persistence/reference-check.js';
import { UnitOfWork } from '../persistence/unit-of-work.js';
import type { Assignments, Item } from './assignments.js';
import { dedupe } from './dedupe.js';
import type { PathIds } from './resource-queries.js';

/** Assigns the items of a batch, replacing the values of those assigned before. @returns the distinct ids of the assigned resources */
export class Assign extends Command<string[]> {
  constructor(
    readonly assignments: Assignments,
    readonly ids: PathIds,
    readonly items: readonly object[],
  ) {
    super();
  }
}

/** Removes the assignments of a batch; items that are not assigned are accepted. */
export class RemoveAssignments extends Command<void> {
  constructor(
    readonly assignments: Assignments,
    readonly ids: PathIds,
    readonly items: readonly object[],
  ) {
    super();
  }
}

/** Assigns the items of a provision file, which are distinct. @returns whether anything changed */
export class SetAssignments extends Command<boolean> {
  constructor(
    readonly assignments: Assignments,
    readonly ids: PathIds,
    readonly items: readonly object[],
    /** whether to remove all others */
    readonly prune: boolean,
  ) {
    super();
  }
}

/** Changes the assignments of a resource: all items of a batch or none. */
@Injectable()
export class AssignmentWriter {
  constructor(
    private readonly work: UnitOfWork,
    private readonly database: Database,
    private readonly ids: ReferenceValidator,
    private readonly repositories: Repositories,
  ) {}

  /** @returns the distinct ids in the items */
  write(
    { assignments, ids, items: sent }: Pick<Assign, 'assignments' | 'ids' | 'items'>,
    isRemoved: (item: Item) => boolean,
  ): Promise<string[]> {
    const { assigned, idsOf, pick, assignSql, removeSql } = assignments;
    const picked = (sent as Item[]).map(pick);
    const { items, errors } = dedupe(picked, (item) => item[assigned.property] as string, assigned.name);
    return this.work.run(async () => {
      const unknown = await this.ids.errors(ids.assetId, assignments.references(ids, picked));
      throwIfInvalid({ errors: { ...errors, ...unknown } });
      const owner = await this.lockOwner(assignments, ids);
      const removed = idsOf(items.filter(isRemoved));
      const kept = items.filter((item) => !isRemoved(item));
      if (removed.length > 0) await this.database.execute(removeSql, { ...owner, removed });
      if (kept.length > 0) await this.database.execute(assignSql, { ...owner, ...columnsOf(kept) });
      return idsOf(items);
    });
  }

  /** Locks the owner, so that batches for it run one at a time. */
  private async lockOwner({ options: { owner, checkType }, ownerId }: Assignments, ids: PathIds) {
    const locked = await this.repositories.of(owner).lock({ assetId: ids.assetId, id: ownerId(ids) });
    checkType?.((locked as { type?: unknown }).type as never);
    return { asset: ids.assetId, owner: locked.id };
  }
}

const columnsOf = (items: readonly Item[]) =>
  Object.fromEntries(Object.keys(items[0]!).map((property) => [property, items.map((item) => item[property])]));

@CommandHandler(Assign)
export class AssignHandler implements ICommandHandler<Assign> {
  constructor(private readonly writer: AssignmentWriter) {}

  execute(command: Assign): Promise<string[]> {
    return this.writer.write(command, command.assignments.isRemoved);
  }
}

@CommandHandler(RemoveAssignments)
export class RemoveAssignmentsHandler implements ICommandHandler<RemoveAssignments> {
  constructor(private readonly writer: AssignmentWriter) {}

  async execute(command: RemoveAssignments): Promise<void> {
    await this.writer.write(command, () => true);
  }
}

@CommandHandler(SetAssignments)
export class SetAssignmentsHandler implements ICommandHandler<SetAssignments> {
  constructor(
    private readonly work: UnitOfWork,
    private readonly database: Database,
    private readonly writer: AssignmentWriter,
  ) {}

  execute({ assignments, ids, items: declared, prune }: SetAssignments): Promise<boolean> {
    const { assigned, idsOf, pick, ownerId, storedSql } = assignments;
    const items = (declared as Item[]).map(pick);
    return this.work.run(async () => {
      const stored = await this.database.rows<Item>(storedSql, { asset: ids.assetId, owner: ownerId(ids) });
      const known = new Set(stored.map(textOf));
      const kept = new Set(idsOf(items));
      const changed = items.filter((item) => !known.has(textOf(item)));
      const others = prune ? stored.filter((item) => !kept.has(item[assigned.property] as string)) : [];
      if (changed.length > 0) await this.writer.write({ assignments, ids, items: changed }, () => false);
      if (others.length > 0) await this.writer.write({ assignments, ids, items: others }, () => true);
      return changed.length + others.length > 0;
    });
  }
}

const textOf = (item: Item): string =>
  JSON.stringify(Object.values(item).map((value) => (value === null ? null : String(value))));
