import { isDeepStrictEqual } from 'node:util';
import { Command, CommandBus, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { type FieldErrors, throwIfInvalid } from '../core/model/errors.js';
import { Database } from '../persistence/connection/database.js';
import { Repositories } from '../persistence/aggregates/inject-repository.js';
import { ReferenceValidator } from '../persistence/aggregates/reference-validator.js';
import { UnitOfWork } from '../persistence/aggregates/unit-of-work.js';
import type { Assignments, Item } from './assignments.js';
import { dedupe } from '../core/validation/dedupe.js';
import type { PathIds } from './resource-queries.js';
import type { Rules } from './revise-within.js';

/**
 * Assigns the items of a batch, replacing the values of those assigned before, or removes their assignments: all items or none.
 * @returns the distinct ids in the items
 */
export class Assign extends Command<string[]> {
  constructor(
    readonly assignments: Assignments,
    readonly ids: PathIds,
    readonly items: readonly object[],
    /** whether to remove the assignment of an item, which need not exist; default: of items with null for a required value */
    readonly isRemoved: (item: Item) => boolean = assignments.isRemoved,
  ) {
    super();
  }
}

/**
 * Assigns the items of a provision file, which are distinct. Values that an item lacks stay as they are.
 * @returns the assignments that changed, before and after
 */
export class SetAssignments extends Command<Item[]> {
  constructor(
    readonly assignments: Assignments,
    readonly ids: PathIds,
    readonly items: readonly object[],
    /** which of the others to remove */
    readonly isObsolete: (item: Item) => boolean,
    /** `rulesOf` the class of the items, which may omit stored values */
    readonly rules?: Rules,
  ) {
    super();
  }
}

@CommandHandler(Assign)
export class AssignHandler implements ICommandHandler<Assign> {
  constructor(
    private readonly work: UnitOfWork,
    private readonly database: Database,
    private readonly ids: ReferenceValidator,
    private readonly repositories: Repositories,
  ) {}

  execute({ assignments, ids, items: sent, isRemoved }: Assign): Promise<string[]> {
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
      if (kept.length > 0) await this.database.execute(assignSql, { ...owner, ...valuesByProperty(kept) });
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

const valuesByProperty = (items: readonly Item[]) =>
  Object.fromEntries(Object.keys(items[0]!).map((property) => [property, items.map((item) => item[property])]));

@CommandHandler(SetAssignments)
export class SetAssignmentsHandler implements ICommandHandler<SetAssignments> {
  constructor(
    private readonly work: UnitOfWork,
    private readonly database: Database,
    private readonly commands: CommandBus,
  ) {}

  execute({ assignments, ids, items: declared, isObsolete, rules }: SetAssignments): Promise<Item[]> {
    const { assigned, idsOf, isRemoved, pick, ownerId, storedSql } = assignments;
    const idOf = (item: Item) => item[assigned.property] as string;
    return this.work.run(async () => {
      const stored = await this.database.rows<Item>(storedSql, { asset: ids.assetId, owner: ownerId(ids) });
      const known = new Map(stored.map((item) => [idOf(item), item]));
      const errors: FieldErrors = {};
      const changed: Item[] = [];
      for (const [at, item] of (declared as Item[]).entries()) {
        const before = known.get(idOf(item));
        const now = pick({ ...before, ...item });
        if (isRemoved(now) ? !before : before && isDeepStrictEqual(pick(before), now)) continue;
        changed.push(now);
        for (const [path, texts] of Object.entries((await rules?.(now)) ?? {})) errors[`data.${at}.${path}`] = texts;
      }
      throwIfInvalid({ errors });
      const kept = new Set(idsOf(declared as Item[]));
      const others = stored.filter((item) => !kept.has(idOf(item)) && isObsolete(item));
      if (changed.length > 0) await this.commands.execute(new Assign(assignments, ids, changed));
      if (others.length > 0) await this.commands.execute(new Assign(assignments, ids, others, () => true));
      return [
        ...changed.flatMap((item) => (known.has(idOf(item)) ? [known.get(idOf(item))!] : [])),
        ...changed,
        ...others,
      ];
    });
  }
}
