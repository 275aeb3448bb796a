import { Injectable } from '@nestjs/common';
import type { EntityMetadata, EntityTarget, FindOptionsOrder, FindOptionsWhere, ObjectLiteral } from 'typeorm';
import type { Aggregate } from '../../core/model/aggregate.js';
import { notFound } from '../../core/model/errors.js';
import { BulkWrite } from './bulk-write.js';
import { Database } from '../connection/database.js';
import { isPreservable } from './provision-row.js';
import { UniqueViolation } from '../connection/postgres-errors.js';
import { UnitOfWork } from './unit-of-work.js';

/** Loads and stores the aggregates of one class. Only inside a unit of work. */
@Injectable() // subclasses inherit the injected dependencies
export abstract class Repository<T extends Aggregate> {
  protected abstract readonly entity: EntityTarget<T>;
  /** columns as last read or written; `save` writes the differences */
  private readonly known = new WeakMap<T, Record<string, unknown>>();

  constructor(
    protected readonly database: Database,
    protected readonly work: UnitOfWork,
  ) {}

  /** Reads an aggregate without locking it. @throws Problem 404 */
  async find(key: FindOptionsWhere<T>): Promise<T> {
    const found = await this.database.manager.findOne(this.entity, { where: key });
    if (!found) throw notFound();
    return found;
  }

  /** Reads an aggregate and locks it until the end of the unit of work. @throws Problem 404 */
  async lock(key: FindOptionsWhere<T>): Promise<T> {
    const found = await this.database.manager.findOne(this.entity, { where: key, lock: { mode: 'pessimistic_write' } });
    if (!found) throw notFound();
    this.known.set(found, this.columnsOf(found));
    return found;
  }

  /** Like `lock` for many, in the order of their ids. */
  async lockAll(where: FindOptionsWhere<T>): Promise<T[]> {
    const order = { id: 'ASC' } as unknown as FindOptionsOrder<T>;
    const lock = { mode: 'for_no_key_update' } as const; // does not block foreign keys that refer to them
    const found = await this.database.manager.find(this.entity, { where, order, lock });
    for (const one of found) this.known.set(one, this.columnsOf(one));
    return found;
  }

  /** Inserts the aggregate and sets its id. @param id to keep if it is free */
  async add(aggregate: T, id?: string): Promise<T> {
    if (id !== undefined) await this.assignFreeIds(new Map([[aggregate, id]]));
    if (id !== undefined && (aggregate as { id?: string }).id === id) await this.bulk.insert([aggregate]);
    else await this.database.manager.insert(this.entity, aggregate as never);
    return this.added(aggregate);
  }

  /**
   * Checks the unique indexes of the entity, except partial ones, before an aggregate is added or saved, so that only races reach the log of Postgres.
   * @throws UniqueViolation, which `onViolation` turns into a problem
   */
  async checkUniqueIndexes(aggregate: T): Promise<void> {
    const before = this.known.get(aggregate);
    const indexes = this.metadata.indices.filter(
      (each) => each.isUnique && !each.where && !each.columns.some((one) => one.isGenerated),
    );
    for (const { name, columns } of indexes) {
      const values = columns.map(
        (column) => [column.propertyName, column.getEntityValue(aggregate as ObjectLiteral) as unknown] as const,
      );
      const isChanged = !before || values.some(([property, value]) => property in before && before[property] !== value);
      const isNull = values.some(([, value]) => value === null || value === undefined); // nulls are distinct
      const key = Object.fromEntries(values) as FindOptionsWhere<T>;
      if (isChanged && !isNull && (await this.database.manager.existsBy(this.entity, key)))
        throw new UniqueViolation(name);
    }
  }

  /** Assigns the wanted ids that no row of the table has to new aggregates; the others get new ids. */
  async assignFreeIds(wanted: ReadonlyMap<T, string>): Promise<void> {
    const free = new Set([...wanted.values()].filter(isPreservable));
    if (free.size === 0) return;
    const taken = await this.database.rows<{ id: string }>(
      `select id::text from ${this.metadata.tablePath} where id = any (:ids::bigint[])`,
      { ids: [...free] },
    );
    for (const { id } of taken) free.delete(id);
    for (const [aggregate, id] of wanted) if (free.delete(id)) Object.assign(aggregate, { id });
  }

  /**
   * Writes the columns that changed since the aggregate was locked or added, in one statement, if any.
   * @returns whether any changed
   */
  async save(aggregate: T): Promise<boolean> {
    const before = this.known.get(aggregate);
    if (!before) throw new Error('Only an aggregate that was locked or added can be saved');
    const now = this.columnsOf(aggregate);
    const changes = Object.fromEntries(Object.entries(now).filter(([name, value]) => !isEqual(before[name], value)));
    const isChanged = Object.keys(changes).length > 0;
    if (isChanged) {
      const key = this.metadata.getEntityIdMap(aggregate as ObjectLiteral) as FindOptionsWhere<T>;
      await this.database.manager.update(this.entity, key, changes as never);
      this.known.set(aggregate, now);
    }
    this.work.track(aggregate);
    return isChanged;
  }

  /**
   * Like `save` and `add` for many: one statement updates the changed aggregates, another inserts the new ones.
   * @param obsolete locked aggregates that are about to be deleted
   * @returns the outcome for each, in the given order
   */
  async saveAll(
    aggregates: readonly T[],
    obsolete: readonly T[] = [],
  ): Promise<('created' | 'changed' | 'unchanged')[]> {
    const now = aggregates.map((each) => this.columnsOf(each));
    const before = aggregates.map((each) => this.known.get(each));
    const changedColumns = now.map((columns, n) =>
      Object.keys(columns).filter((name) => before[n] && !isEqual(before[n][name], columns[name])),
    );
    const added = aggregates.filter((_, n) => !before[n]);
    const changed = aggregates.filter((_, n) => changedColumns[n]!.length > 0);
    const names = new Set(changedColumns.flat());
    const columns = this.metadata.columns.filter(({ propertyName }) => names.has(propertyName));
    await this.releaseKeys(aggregates, obsolete);
    if (changed.length > 0) await this.bulk.update(changed, columns); // before the inserts, which may reuse a key that an update gave up
    if (added.length > 0) await this.bulk.insert(added);
    for (const [n, each] of aggregates.entries()) {
      this.known.set(each, now[n]!);
      this.work.track(each);
    }
    return aggregates.map((_, n) => (!before[n] ? 'created' : changedColumns[n]!.length > 0 ? 'changed' : 'unchanged'));
  }

  /** Clears keys that move from one aggregate to another, because Postgres checks unique indexes row by row. */
  private async releaseKeys(aggregates: readonly T[], obsolete: readonly T[]): Promise<void> {
    const unique = new Set(this.metadata.indices.filter(({ isUnique }) => isUnique).flatMap(({ columns }) => columns));
    for (const column of this.metadata.columns.filter((each) => each.isNullable && unique.has(each))) {
      const valueOf = (one: T): unknown => column.getEntityValue(one as ObjectLiteral);
      const storedIn = (one: T): unknown => this.known.get(one)?.[column.propertyName] ?? undefined;
      const wanted = new Set<unknown>(aggregates.map((one) => valueOf(one) ?? null));
      const cleared = [...aggregates.filter((one) => storedIn(one) !== valueOf(one)), ...obsolete]
        .filter((one) => wanted.has(storedIn(one)))
        .map((one) => ({ ...this.metadata.getEntityIdMap(one as ObjectLiteral), [column.propertyName]: null }));
      if (cleared.length > 0) await this.bulk.update(cleared, [column]);
    }
  }

  async removeAll(aggregates: readonly T[]): Promise<void> {
    if (aggregates.length > 0) await this.bulk.delete(aggregates);
    for (const each of aggregates) this.work.track(each);
  }

  async remove(aggregate: T): Promise<void> {
    await this.removeAll([aggregate]);
  }

  protected added(aggregate: T): T {
    this.known.set(aggregate, this.columnsOf(aggregate));
    this.work.track(aggregate);
    return aggregate;
  }

  private columnsOf(aggregate: T): Record<string, unknown> {
    const own = this.metadata.columns.filter((column) => !column.isPrimary && !column.isUpdateDate);
    return Object.fromEntries(
      own.map((column) => [column.propertyName, column.getEntityValue(aggregate as ObjectLiteral)]),
    );
  }

  private get bulk(): BulkWrite {
    return new BulkWrite(this.database, this.metadata);
  }

  private get metadata(): EntityMetadata {
    return this.database.source.getMetadata(this.entity);
  }
}

/** Compares dates, arrays and JSON by value. */
function isEqual(one: unknown, other: unknown): boolean {
  return one === other || (typeof one === 'object' && JSON.stringify(one) === JSON.stringify(other));
}
