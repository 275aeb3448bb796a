import { Inject, Injectable, type Type } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import { Aggregate } from '../../core/model/aggregate.js';
import type { Persistence } from '../connection/persistence.js';
import { Repository } from './repository.js';

/** A class of aggregates, to which its repository belongs. */
export type AggregateClass<T extends Aggregate = Aggregate> = abstract new (...args: never[]) => T;

const repositories = new Map<AggregateClass, Type<Repository<Aggregate>>>();

/** The repository of an entity that needs no methods of its own; both the class and the token of its provider. */
function repositoryOf(entity: AggregateClass): Type<Repository<Aggregate>> {
  const known = repositories.get(entity);
  if (known) return known;
  class EntityRepository extends Repository<Aggregate> {
    protected readonly entity = entity;
  }
  Object.defineProperty(EntityRepository, 'name', { value: `${entity.name}Repository` });
  repositories.set(entity, EntityRepository);
  return EntityRepository;
}

/** `@InjectRepository(Building) buildings: Repository<Building>`, for every aggregate in the `persistence` of a context. */
export const InjectRepository = (entity: AggregateClass): ParameterDecorator => Inject(repositoryOf(entity));

/** The repositories by entity, for handlers that serve all entities. */
@Injectable()
export class Repositories {
  constructor(private readonly modules: ModuleRef) {}

  of<T extends Aggregate>(entity: AggregateClass<T>): Repository<T> {
    return this.modules.get<Repository<T>>(repositoryOf(entity), { strict: false });
  }
}

export const repositoriesOf = (contexts: readonly Persistence[]): Type<Repository<Aggregate>>[] =>
  contexts
    .flatMap(({ entities }) => Object.values(entities))
    .filter((entity): entity is AggregateClass & Function => entity.prototype instanceof Aggregate)
    .map(repositoryOf);
