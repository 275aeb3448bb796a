import { Injectable } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { In } from 'typeorm';
import { type FieldErrors, invalid, Problem, throwIfInvalid } from '../core/model/errors.js';
import { isId } from '../core/model/ids.js';
import { type IdReference, ReferenceValidator } from '../persistence/aggregates/reference-validator.js';
import { Repositories } from '../persistence/aggregates/inject-repository.js';
import type { Repository } from '../persistence/aggregates/repository.js';
import { runOrDryRun } from '../persistence/aggregates/dry-run.js';
import { UnitOfWork } from '../persistence/aggregates/unit-of-work.js';
import { collectErrors } from '../persistence/aggregates/upsert.js';
import { Database } from '../persistence/connection/database.js';
import { entityTable } from './entity-columns.js';
import { type HasReferences, referencesIn, type Resource } from './resource.js';
import { reviseWithin, type Rules } from './revise-within.js';

export interface Saved {
  /** null for one that a dry run would create */
  id: string | null;
  outcome: 'created' | 'changed' | 'unchanged';
}

export interface BatchOptions {
  /** fields of the item that a new resource needs, by property with their names on the wire */
  readonly required: readonly { readonly property: string; readonly name: string }[];
  /** `rulesOf` the class that creates the resource */
  readonly rules: Rules | undefined;
  /** permission that the actor lacks for creating; undefined if it has it */
  readonly lacking: string | undefined;
  /** whether everything is checked, but nothing is stored */
  readonly isDryRun: boolean;
}

interface Batch<T extends Resource, Changes extends object> extends BatchOptions {
  /** selects the resources that the items may name */
  set: { readonly assetId: string };
  items: readonly Changes[];
  /** the ids of the items that change a resource; the others create one */
  ids: readonly (string | undefined)[];
  /** field that an unknown id or a repeated item is reported by */
  field: string;
  create(item: Changes): T;
}

const LOCK_SET = `select pg_advisory_xact_lock(hashtextextended(:set, 4_711_202_341))`;

/** Creates and changes many resources of a set at once: all of them, or none. */
@Injectable()
export class Batches {
  constructor(
    private readonly work: UnitOfWork,
    private readonly database: Database,
    private readonly references: ReferenceValidator,
  ) {}

  /** Runs a batch alone among those of a set, so that two at once do not create the same resource twice. */
  async run(set: string, isDryRun: boolean, save: () => Promise<readonly Saved[]>): Promise<readonly Saved[]> {
    const transact = (work: () => Promise<readonly Saved[]>) => this.work.run(work);
    const saved = await runOrDryRun(isDryRun, transact, async () => {
      await this.database.rows(LOCK_SET, { set });
      return save();
    });
    return isDryRun ? saved.map((each) => (each.outcome === 'created' ? { ...each, id: null } : each)) : saved;
  }

  /** Only inside `run`. @throws Problem 422 naming each invalid item: `data.3.area`; 403 for new resources that the actor may not create */
  async save<T extends Resource & { revise(changes: Changes): void }, Changes extends object>(
    entity: HasReferences,
    repository: Repository<T>,
    { set, items, ids, field, required, rules, lacking, create }: Batch<T, Changes>,
  ): Promise<Saved[]> {
    const known = ids.filter((id) => id !== undefined && isId(id));
    const stored = known.length > 0 ? await repository.lockAll({ ...set, id: In(known) } as never) : [];
    const byId = new Map(stored.map((one) => [one.id, one]));
    const errors: FieldErrors = { ...repeated(ids, field) };
    for (const [at, id] of ids.entries())
      if (id !== undefined && !byId.has(id)) errors[`data.${at}.${field}`] = ['is not known in this asset'];
    Object.assign(errors, await this.references.errors(set.assetId, items.flatMap(referencesOf(entity))));
    const saved: T[] = [];
    for (const [at, item] of items.entries()) {
      const id = ids[at];
      const missing = id === undefined ? required.filter(({ property }) => isMissing(item, property)) : [];
      for (const { name } of missing) errors[`data.${at}.${name}`] ??= ['is required'];
      if (missing.length > 0 || (id !== undefined && !byId.has(id))) continue;
      await collectErrors(`data.${at}`, errors, async () => {
        const one = id === undefined ? create(item) : byId.get(id)!;
        if (id !== undefined) await reviseWithin(rules, one, item);
        else throwIfInvalid({ errors: await rules?.(one) });
        saved.push(one);
      });
    }
    if (Object.keys(errors).length > 0) throw invalid(errors);
    if (lacking !== undefined && ids.includes(undefined))
      throw new Problem('forbidden', 'permission_missing', `The API key lacks the permission ${lacking}`);
    const outcomes = await repository.saveAll(saved);
    return saved.map(({ id }, at) => ({ id, outcome: outcomes[at]! }));
  }
}

/** Errors of items that name the same resource as an item before them. */
export function repeated(names: readonly (string | undefined)[], field: string): FieldErrors {
  const first = new Map<string, number>();
  const errors: FieldErrors = {};
  for (const [at, name] of names.entries()) {
    if (name === undefined) continue;
    const before = first.get(name);
    if (before !== undefined) errors[`data.${at}.${field}`] = [`is the same as that of item ${before}`];
    else first.set(name, at);
  }
  return errors;
}

const isMissing = (item: object, property: string): boolean =>
  (item as Readonly<Record<string, unknown>>)[property] === undefined;

const referencesOf =
  (entity: HasReferences) =>
  (item: object, at: number): IdReference[] =>
    referencesIn(entity, item).map((each) => ({ ...each, path: `data.${at}.${each.path}` }));

type Item<Fields> = Partial<Fields> & { id?: string; name?: string };

/** Creates and changes resources of an asset whose only rules are these and those of their aggregate, matched by id or by name. */
export class SaveBatch<Fields extends object> extends Command<readonly Saved[]> {
  constructor(
    readonly entity: (new (assetId: string, fields: Fields) => Resource & { revise(changes: Partial<Fields>): void }) &
      HasReferences,
    readonly assetId: string,
    readonly items: readonly Item<Fields>[],
    /** items with an id change that resource; or those with the name of a stored one */
    readonly matchBy: 'id' | 'name',
    readonly options: BatchOptions,
  ) {
    super();
  }
}

@CommandHandler(SaveBatch)
export class SaveBatchHandler implements ICommandHandler<SaveBatch<object>> {
  constructor(
    private readonly repositories: Repositories,
    private readonly database: Database,
    private readonly batches: Batches,
  ) {}

  /** @throws Problem 422, 403 */
  execute({ entity, assetId, items, matchBy, options }: SaveBatch<object>): Promise<readonly Saved[]> {
    const { table } = entityTable(entity);
    return this.batches.run(`${table} ${assetId}`, options.isDryRun, async () => {
      const ids = matchBy === 'id' ? items.map(({ id }) => id) : await this.named(table, assetId, items);
      return this.batches.save(entity, this.repositories.of(entity), {
        ...options,
        set: { assetId },
        items: items.map(({ id: _, ...item }) => item),
        ids,
        field: matchBy,
        create: (item) => new entity(assetId, item),
      });
    });
  }

  /** @throws Problem 422 for items without a name, with one that another item has, or with one of several resources */
  private async named(table: string, assetId: string, items: readonly Item<object>[]): Promise<(string | undefined)[]> {
    const names = items.map(({ name }) => name);
    const errors: FieldErrors = repeated(names, 'name');
    const rows = await this.database.rows<{ name: string; ids: string[] }>(
      `select name, array_agg(id::text) as ids from ${table}
        where asset_id = :assetId and name = any (:names::text[]) group by name`,
      { assetId, names: names.filter((name) => name !== undefined) },
    );
    const known = new Map(rows.map(({ name, ids }) => [name, ids]));
    for (const [at, { id, name }] of items.entries()) {
      if (id !== undefined) errors[`data.${at}.id`] = ['must not be sent with match-by=name'];
      const count = known.get(name ?? '')?.length ?? 0;
      if (name === undefined) errors[`data.${at}.name`] = ['is required with match-by=name'];
      else if (count > 1) errors[`data.${at}.name`] = [`is the name of ${count} resources: match by id`];
    }
    if (Object.keys(errors).length > 0) throw invalid(errors);
    return names.map((name) => known.get(name!)?.[0]);
  }
}
