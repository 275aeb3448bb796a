import { Injectable } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { EntityMetadata, FindOptionsWhere, ObjectLiteral } from 'typeorm';
import type { Aggregate } from '../core/model/aggregate.js';
import { conflict } from '../core/model/errors.js';
import { Repositories } from '../persistence/aggregates/inject-repository.js';
import { UnitOfWork } from '../persistence/aggregates/unit-of-work.js';
import { snakeCase } from '../persistence/connection/snake-names.js';
import { Database } from '../persistence/connection/database.js';

type Deletable = Aggregate & { remove?(): void };
type EntityClass = (abstract new (...fields: never[]) => Deletable) & HasParts;

/** Tables of further parts, whose keys do not contain the reference. */
interface HasParts {
  readonly parts?: readonly string[];
}

/** The ids of one resource: `{ assetId, id }`. */
export type ResourceKey = Readonly<Record<string, string>>;

export interface DeletionOptions {
  /** whether to delete what refers to the resource too */
  cascade?: boolean | undefined;
  /** whether to roll back */
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

interface ForeignKey {
  table: string;
  columns: string[];
  /** columns that it refers to */
  referenced: string[];
  /** whether it prevents a deletion */
  restricts: boolean;
  /** whether the referring row is part of the other, because its primary key contains the reference */
  is_part: boolean;
}

const FOREIGN_KEYS = `select owner.nspname || '.' || referring.relname as "table",
    array(select attname::text from unnest(own.conkey) with ordinality as at (number, n)
      join pg_attribute on attrelid = own.conrelid and attnum = at.number order by n) as columns,
    array(select attname::text from unnest(own.confkey) with ordinality as at (number, n)
      join pg_attribute on attrelid = own.confrelid and attnum = at.number order by n) as referenced,
    own.confdeltype in ('a', 'r') as restricts, own.conkey <@ primary_key.conkey as is_part
  from pg_constraint own
  join pg_constraint primary_key on primary_key.conrelid = own.conrelid and primary_key.contype = 'p'
  join pg_class referring on referring.oid = own.conrelid
  join pg_namespace owner on owner.oid = referring.relnamespace
  where own.contype = 'f' and own.confrelid = cast(:table as text)::regclass and own.conrelid <> own.confrelid
  order by own.conname`;

/** Rows written by this transaction. The counters include what the session has not reported yet, so only differences count. */
const WRITTEN = `select schemaname || '.' || relname as "table", n_tup_del::int as deleted, n_tup_upd::int as changed
  from pg_stat_xact_user_tables where schemaname not in ('platform', 'audit') and n_tup_del + n_tup_upd > 0`;

interface Written {
  table: string;
  deleted: number;
  changed: number;
}

/** Rolls back a dry run. */
class Undone extends Error {
  constructor(readonly deletion: Deletion) {
    super('A dry run is undone');
  }
}

/**
 * Deletes resources. The foreign keys of the database tell what refers to one: a row whose primary key contains the reference is part of
 * it and goes with it, any other prevents the deletion. A dry run does the same and is rolled back, so that it cannot disagree.
 */
@Injectable()
export class Deletions {
  private readonly foreignKeys = new Map<string, ForeignKey[]>();

  constructor(
    private readonly work: UnitOfWork,
    private readonly database: Database,
    private readonly repositories: Repositories,
  ) {}

  /**
   * @param also deletes what has no foreign key
   * @throws Problem 404, and 409 that names what refers to the resource
   */
  run<T extends Deletable>(
    entity: abstract new (...fields: never[]) => T,
    key: ResourceKey,
    { cascade = false, dryRun = false }: DeletionOptions,
    also?: (resource: T) => Promise<void>,
  ): Promise<Deletion> {
    return this.work.run(async () => {
      try {
        return await this.work.savepoint(async () => {
          const resource = await this.repositories.of(entity).lock(key as FindOptionsWhere<T>);
          if (!cascade && !dryRun) await this.requireUnused(entity, resource);
          const before = await this.written();
          await also?.(resource);
          await this.remove(entity, resource);
          const deletion = differenceOf(before, await this.written(), (table) => this.nameOf(table));
          if (dryRun) throw new Undone({ ...deletion, dry_run: true });
          return deletion;
        });
      } catch (error) {
        if (error instanceof Undone) return error.deletion;
        throw error;
      }
    });
  }

  private async requireUnused(entity: EntityClass, resource: Deletable): Promise<void> {
    const metadata = this.database.source.getMetadata(entity);
    const used: Affected[] = [];
    for (const each of await this.referring(metadata)) {
      if (each.is_part || entity.parts?.includes(each.table)) continue;
      const conditions = each.columns.map((column, n) => `${column} = :value${n}`);
      const values = Object.fromEntries(
        each.referenced.map((column, n) => [`value${n}`, valueOf(metadata, resource, column)]),
      );
      const sql = `select count(*)::int as count from ${each.table} where ${conditions.join(' and ')}`;
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
  private async remove<T extends Deletable>(
    entity: abstract new (...fields: never[]) => T,
    resource: T,
  ): Promise<void> {
    const metadata = this.database.source.getMetadata(entity);
    for (const { table, columns, referenced, restricts } of await this.referring(metadata)) {
      if (!restricts) continue;
      const referring = this.metadataOf(table)!;
      const repository = this.repositories.of(referring.target as EntityClass);
      const key = columns.map((column, n) => [
        referring.findColumnWithDatabaseName(column)!.propertyName,
        valueOf(metadata, resource, referenced[n]!),
      ]);
      const found = await repository.lockAll(Object.fromEntries(key) as FindOptionsWhere<Aggregate>);
      for (const each of found) (each as Deletable).remove?.();
      await repository.removeAll(found);
    }
    resource.remove?.();
    await this.repositories.of(entity).remove(resource);
  }

  private async referring({ tablePath }: EntityMetadata): Promise<ForeignKey[]> {
    const known = this.foreignKeys.get(tablePath);
    if (known) return known;
    const found = await this.database.rows<ForeignKey>(FOREIGN_KEYS, { table: tablePath });
    this.foreignKeys.set(tablePath, found);
    return found;
  }

  private async written(): Promise<ReadonlyMap<string, Written>> {
    const rows = await this.database.rows<Written>(WRITTEN);
    return new Map(rows.map((row) => [row.table, row]));
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

const valueOf = (metadata: EntityMetadata, resource: Deletable, column: string): unknown =>
  metadata.findColumnWithDatabaseName(column)!.getEntityValue(resource as ObjectLiteral);

const wordsOf = (resource: string, count: number): string => {
  const words = resource.replaceAll('_', ' ');
  if (count === 1) return words;
  return words.endsWith('y') ? `${words.slice(0, -1)}ies` : `${words}s`;
};

function differenceOf(
  before: ReadonlyMap<string, Written>,
  after: ReadonlyMap<string, Written>,
  nameOf: (table: string) => string,
): Deletion {
  const differences = (kind: 'deleted' | 'changed'): Affected[] =>
    [...after.values()]
      .map((row) => ({ resource: nameOf(row.table), count: row[kind] - (before.get(row.table)?.[kind] ?? 0) }))
      .filter(({ count }) => count > 0)
      .sort((a, b) => a.resource.localeCompare(b.resource));
  return { dry_run: false, deleted: differences('deleted'), changed: differences('changed') };
}

/** Deletes a resource without rules of its own: `Deletions`. */
export class DeleteUnused extends Command<Deletion> {
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

  execute({ entity, key, options }: DeleteUnused): Promise<Deletion> {
    return this.deletions.run(entity, key, options);
  }
}
