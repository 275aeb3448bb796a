import { Injectable } from '@nestjs/common';
import type { EntityTarget, FindOptionsWhere } from 'typeorm';
import type { Aggregate } from '../domain/aggregate.js';
import { notFound } from '../domain/errors.js';
import { Database } from './database.js';
import { UnitOfWork } from './unit-of-work.js';

/** Aggregates of one kind, read for change. Only inside a unit of work. */
@Injectable() // so that subclasses inherit what is injected
export abstract class Repository<T extends Aggregate> {
  protected abstract readonly entity: EntityTarget<T>;

  constructor(
    protected readonly database: Database,
    protected readonly work: UnitOfWork,
  ) {}

  /** Reads one that will not be changed. */
  async find(key: FindOptionsWhere<T>): Promise<T> {
    const found = await this.database.manager.findOne(this.entity, { where: key });
    if (!found) throw notFound();
    return found;
  }

  /** Reads one and keeps others from changing it until the end of the unit of work. */
  async lock(key: FindOptionsWhere<T>): Promise<T> {
    const found = await this.database.manager.findOne(this.entity, { where: key, lock: { mode: 'pessimistic_write' } });
    if (!found) throw notFound();
    return found;
  }

  /** Inserts; the aggregate has its id afterwards. */
  async add(aggregate: T): Promise<T> {
    await this.database.manager.insert(this.entity, aggregate as never);
    this.work.track(aggregate);
    return aggregate;
  }

  async save(aggregate: T): Promise<void> {
    await this.database.manager.save(this.entity, aggregate as never);
    this.work.track(aggregate);
  }

  async remove(aggregate: T): Promise<void> {
    await this.database.manager.remove(this.entity, aggregate as never);
    this.work.track(aggregate);
  }
}
