import { Injectable } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { type EntityMetadata, type FindOptionsWhere, In, type ObjectLiteral } from 'typeorm';
import type { Aggregate } from '../core/model/aggregate.js';
import { conflict } from '../core/model/errors.js';
import { type AggregateClass, Repositories } from '../persistence/aggregates/inject-repository.js';
import { runOrDryRun } from '../persistence/aggregates/dry-run.js';
import { UnitOfWork } from '../persistence/aggregates/unit-of-work.js';
import { snakeCase } from '../core/model/names.js';
import { Database } from '../persistence/connection/database.js';

type Deletable = Aggregate & { remove?(): void };
type EntityClass = AggregateClass<Deletable> & HasParts;

/** Tables of further parts, whose keys do not contain the reference. */
interface HasParts {
  readonly parts?: readonly string[];
}

/** The ids of one resource: `{ assetId, id }`. */
type ResourceKey = Readonly<Record<string, string>>;

export interface DeletionOptions {
  /** whether to delete what refers to the resource too */
  cascade?: boolean | undefined;
  dryRun?: boolean | undefined;
}

/** Rows of one kind, by the name of their entity: `unit_map`. */
export interface Affected {
  resource: string;
  count: number;
}

/** What a deletion deleted and changed, or would; names as on the wire. */
export interface Deletion {
  dry_run: boolean;
  deleted: Affected[];
  /** lost a reference to something that was deleted */
  changed: Affected[];
}

/** A deletion, or the part of a large one that a request has done; the next request continues it. */
export interface DeletionProgress extends Deletion {
  isUnfinished?: boolean;
}

/** Steps of a deletion that foreign keys do not imply, in its transaction. */
interface DeletionHooks<T> {
  /** clears references to the resource that have no foreign key. @returns what lost one, which prevents a deletion without `cascade` */
  clearReferences?(resource: T): Promise<Affected[]>;
  /** checks the resource, or deletes rows that refer to it without a foreign key */
  beforeDelete?(resource: T): Promise<void>;
}

/** At most so many rows that refer to a resource are deleted in one transaction with it; others are deleted before it, in steps of as many. */
const STEP = 500;
/** A request begins no further step after this time. */
const MAX_REQUEST_MS = 20_000;

interface ForeignKey {
  table: string;
  columns: string[];
  /** columns that it refers to */
  referenced: string[];
  /** whether it prevents a deletion */
  restricts: boolean;
  /** whether the referring row stays without the reference */
  clears: boolean;
  /** whether the referring row is part of the other, because its primary key contains the reference */
  is_part: boolean;
}

const FOREIGN_KEYS = `select owner.nspname || '.' || referring.relname as "table",
    array(select attname::text from unnest(own.conkey) with ordinality as at (number, n)
      join pg_attribute on attrelid = own.conrelid and attnum = at.number order by n) as columns,
    array(select attname::text from unnest(own.confkey) with ordinality as at (number, n)
      join pg_attribute on attrelid = own.confrelid and attnum = at.number order by n) as referenced,
    own.confdeltype in ('a', 'r') as restricts, own.confdeltype in ('n', 'd') as clears, own.conkey <@ primary_key.conkey as is_part
  from pg_constraint own
  join pg_constraint primary_key on primary_key.conrelid = own.conrelid and primary_key.contype = 'p'
  join pg_class referring on referring.oid = own.conrelid
  join pg_namespace owner on owner.oid = referring.relnamespace
  where own.contype = 'f' and own.confrelid = cast(:table as text)::regclass and own.conrelid <> own.confrelid
  order by own.conname`;

/**
 * Rows written by this transaction. The counters include what the session has not reported yet, so only differences count. Updates count in
 * tables that may lose a reference; others are of triggers.
 */
const WRITTEN = `select schemaname || '.' || relname as "table", n_tup_del::int as deleted,
    case when exists (select from pg_constraint where conrelid = relid and contype = 'f' and confdeltype in ('n', 'd'))
      then n_tup_upd::int else 0 end as changed
  from pg_stat_xact_user_tables where schemaname not in ('platform', 'audit') and n_tup_del + n_tup_upd > 0`;

interface Written {
  table: string;
  deleted: number;
  changed: number;
}

/**
 * Deletes resources. The foreign keys of the database tell what refers to one: a row whose primary key contains the reference is part of
 * it and goes with it, any other prevents the deletion. A dry run does the same and is rolled back, so that it cannot disagree. Of more
 * than a step it only counts, because it would lock the rows for long.
 */
@Injectable()
export class Deletions {
  private readonly foreignKeys = new Map<string, ForeignKey[]>();

  constructor(
    private readonly work: UnitOfWork,
    private readonly database: Database,
    private readonly repositories: Repositories,
  ) {}

  /** @throws Problem 404, and 409 that names what refers to the resource */
  async run<T extends Deletable>(
    entity: AggregateClass<T>,
    key: ResourceKey,
    options: DeletionOptions,
    hooks: DeletionHooks<T> = {},
  ): Promise<DeletionProgress> {
    if (options.dryRun) {
      const counted = await this.work.run(async () => {
        const resource = await this.repositories.of(entity).find(key as FindOptionsWhere<T>);
        return (await this.firstLarge(resource)) && this.counted(resource);
      });
      if (counted) return counted;
    }
    const before: DeletionProgress =
      options.cascade && !options.dryRun ? await this.removeInSteps(entity, key) : NOTHING;
    if (before.isUnfinished) return before;
    return sumOf(before, await this.removeAtOnce(entity, key, options, hooks));
  }

  private removeAtOnce<T extends Deletable>(
    entity: AggregateClass<T>,
    key: ResourceKey,
    { cascade = false, dryRun = false }: DeletionOptions,
    hooks: DeletionHooks<T>,
  ): Promise<Deletion> {
    const inSavepoint = (work: () => Promise<Deletion>) => this.work.run(() => this.work.savepoint(work));
    return runOrDryRun(dryRun, inSavepoint, async () => {
      const resource = await this.repositories.of(entity).lock(key as FindOptionsWhere<T>);
      const released = (await hooks.clearReferences?.(resource)) ?? [];
      if (!cascade && !dryRun) await this.requireUnused(resource, released);
      const written = await this.countedWrites(async () => {
        await hooks.beforeDelete?.(resource);
        await this.remove(resource);
      });
      return sumOf(written, { dry_run: dryRun, deleted: [], changed: released });
    });
  }

  /**
   * Deletes most of what refers to a resource in short transactions, so that others do not wait for it. It leaves what one transaction
   * can delete together with the resource.
   * @throws Problem 409 in a transaction, which would last until all is deleted
   */
  private async removeInSteps(entity: AggregateClass<Deletable>, key: ResourceKey): Promise<DeletionProgress> {
    const isWithin = this.database.inTransaction;
    const end = performance.now() + MAX_REQUEST_MS;
    let sum: DeletionProgress = NOTHING;
    for (;;) {
      const step = await this.work.run(async () => {
        const resource = await this.repositories.of(entity).lock(key as FindOptionsWhere<Deletable>);
        const large = await this.firstLarge(resource);
        if (!large) return undefined;
        if (isWithin) throw tooManyAtOnce(this.nameOf(large.table));
        return this.countedWrites(() =>
          this.removeAggregates(large.table, { id: In(large.ids) } as FindOptionsWhere<Aggregate>),
        );
      });
      if (!step) return sum;
      sum = sumOf(sum, step);
      if (performance.now() > end) return { ...sum, isUnfinished: true };
    }
  }

  /** The first of the tables with more than a step of rows that would prevent the deletion, and the ids of a step. */
  private async firstLarge(resource: Deletable) {
    for (const each of await this.referringTo(this.metadataFor(resource).tablePath)) {
      if (!each.restricts) continue;
      const { condition, values } = this.conditionOf(each, resource);
      const sql = `select referring.id::text from ${each.table} referring where ${condition} order by referring.id limit ${STEP + 1}`;
      const found = await this.database.rows<{ id: string }>(sql, values);
      if (found.length <= STEP) continue;
      return { table: each.table, ids: found.slice(0, STEP).map(({ id }) => id) };
    }
    return undefined;
  }

  private async removeAggregates(table: string, which: FindOptionsWhere<Aggregate>): Promise<void> {
    const repository = this.repositories.of(this.metadataOf(table)!.target as EntityClass);
    const found = await repository.lockAll(which);
    for (const each of found) (each as Deletable).remove?.();
    await repository.removeAll(found);
  }

  /** Counts what a deletion with `cascade` would delete and change, following the foreign keys. */
  private async counted(resource: Deletable): Promise<Deletion> {
    const { primaryColumns, tablePath } = this.metadataFor(resource);
    const own = primaryColumns.map(({ databaseName }, n) => [databaseName, `own${n}`] as const);
    const values = Object.fromEntries(own.map(([name, value]) => [value, this.valueOf(resource, name)]));
    const found = { deleted: new Map<string, string[]>(), changed: new Map<string, string[]>() };
    const visit = async (table: string, condition: string, above: readonly string[]): Promise<void> => {
      for (const each of await this.referringTo(table)) {
        if (above.includes(each.table)) continue;
        const which = `(${each.columns.join(', ')}) in (select ${each.referenced.join(', ')} from ${table} where ${condition})`;
        const kind = each.clears ? found.changed : found.deleted;
        kind.set(each.table, [...(kind.get(each.table) ?? []), which]);
        if (!each.clears) await visit(each.table, which, [...above, table]);
      }
    };
    const itself = own.map(([name, value]) => `${name} = :${value}`).join(' and ');
    found.deleted.set(tablePath, [itself]);
    await visit(tablePath, itself, []);
    const count = async (conditions: ReadonlyMap<string, string[]>): Promise<Affected[]> => {
      const counts: Affected[] = [];
      for (const [table, all] of conditions) {
        const sql = `select count(*)::int as count from ${table} where ${all.join(' or ')}`;
        const [row] = await this.database.rows<{ count: number }>(sql, values);
        counts.push({ resource: this.nameOf(table), count: row!.count });
      }
      return totalsOf(counts);
    };
    return { dry_run: true, deleted: await count(found.deleted), changed: await count(found.changed) };
  }

  private async requireUnused(resource: Deletable, released: readonly Affected[]): Promise<void> {
    const { parts } = resource.constructor as unknown as EntityClass;
    const used = [...released];
    for (const each of await this.referringTo(this.metadataFor(resource).tablePath)) {
      if (each.is_part || parts?.includes(each.table)) continue;
      const { condition, values } = this.conditionOf(each, resource);
      const sql = `select count(*)::int as count from ${each.table} where ${condition}`;
      const [{ count } = { count: 0 }] = await this.database.rows<{ count: number }>(sql, values);
      if (count > 0) used.push({ resource: this.nameOf(each.table), count });
    }
    if (used.length === 0) return;
    const names = used.map(({ resource, count }) => `${count} ${wordsOf(resource, count)}`).join(', ');
    const problem = conflict('in_use', `Still referred to by ${names}: delete these first, or send cascade=1`);
    problem.details = { referred_by: used };
    throw problem;
  }

  /** Deletes what would prevent the deletion as aggregates, which record their events; the database deletes the rest. */
  private async remove(resource: Deletable): Promise<void> {
    const { tablePath, target } = this.metadataFor(resource);
    for (const { table, columns, referenced, restricts } of await this.referringTo(tablePath)) {
      if (!restricts) continue;
      const key = columns.map((column, n) => [
        this.metadataOf(table)!.findColumnWithDatabaseName(column)!.propertyName,
        this.valueOf(resource, referenced[n]!),
      ]);
      await this.removeAggregates(table, Object.fromEntries(key) as FindOptionsWhere<Aggregate>);
    }
    resource.remove?.();
    await this.repositories.of(target as EntityClass).remove(resource);
  }

  private async referringTo(table: string): Promise<ForeignKey[]> {
    const known = this.foreignKeys.get(table) ?? (await this.database.rows<ForeignKey>(FOREIGN_KEYS, { table }));
    this.foreignKeys.set(table, known);
    return known;
  }

  private async countedWrites(work: () => Promise<void>): Promise<Deletion> {
    const before = new Map((await this.database.rows<Written>(WRITTEN)).map((row) => [row.table, row]));
    await work();
    const after = await this.database.rows<Written>(WRITTEN);
    const differences = (kind: 'deleted' | 'changed'): Affected[] =>
      totalsOf(
        after.map((row) => ({
          resource: this.nameOf(row.table),
          count: row[kind] - (before.get(row.table)?.[kind] ?? 0),
        })),
      );
    return { dry_run: false, deleted: differences('deleted'), changed: differences('changed') };
  }

  private metadataFor(resource: Deletable): EntityMetadata {
    return this.database.source.getMetadata(resource.constructor);
  }

  private valueOf(resource: Deletable, column: string): unknown {
    return this.metadataFor(resource)
      .findColumnWithDatabaseName(column)!
      .getEntityValue(resource as ObjectLiteral);
  }

  private conditionOf({ columns, referenced }: ForeignKey, resource: Deletable) {
    const entries = referenced.map((column, n) => [`value${n}`, this.valueOf(resource, column)] as const);
    const condition = columns.map((column, n) => `${column} = :value${n}`).join(' and ');
    return { condition, values: Object.fromEntries(entries) };
  }

  private metadataOf(table: string): EntityMetadata | undefined {
    return this.database.source.entityMetadatas.find(({ tablePath }) => tablePath === table);
  }

  private nameOf(table: string): string {
    return kindOf(this.metadataOf(table)?.name ?? table.slice(table.indexOf('.') + 1));
  }
}

/** `unit_map` for the entity `UnitMap`. */
export const kindOf = (entity: string): string => snakeCase(`${entity[0]!.toLowerCase()}${entity.slice(1)}`);

const tooManyAtOnce = (kind: string) =>
  conflict(
    'in_use',
    `More than ${STEP} ${wordsOf(kind, 2)} refer to it, too many for one transaction: send the request without If-Match and Idempotency-Key`,
  );

const NOTHING: Deletion = { dry_run: false, deleted: [], changed: [] };

/** One count for each resource that has rows, by name. */
function totalsOf(counts: readonly Affected[]): Affected[] {
  const totals = new Map<string, number>();
  for (const { resource, count } of counts) totals.set(resource, (totals.get(resource) ?? 0) + count);
  return [...totals]
    .flatMap(([resource, count]) => (count > 0 ? [{ resource, count }] : []))
    .sort((a, b) => a.resource.localeCompare(b.resource));
}

const sumOf = (one: Deletion, other: Deletion): Deletion => ({
  dry_run: other.dry_run,
  deleted: totalsOf([...one.deleted, ...other.deleted]),
  changed: totalsOf([...one.changed, ...other.changed]),
});

const wordsOf = (resource: string, count: number): string => {
  const words = resource.replaceAll('_', ' ');
  if (count === 1) return words;
  return words.endsWith('y') ? `${words.slice(0, -1)}ies` : `${words}s`;
};

/** Deletes a resource without rules of its own: `Deletions`. */
export class DeleteUnused extends Command<DeletionProgress> {
  constructor(
    readonly entity: EntityClass,
    readonly key: ResourceKey,
    readonly options: DeletionOptions,
  ) {
    super();
  }
}

@CommandHandler(DeleteUnused)
export class DeleteUnusedHandler implements ICommandHandler<DeleteUnused> {
  constructor(private readonly deletions: Deletions) {}

  execute({ entity, key, options }: DeleteUnused): Promise<DeletionProgress> {
    return this.deletions.run(entity, key, options);
  }
}
