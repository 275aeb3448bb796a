import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Aggregate } from '../core/aggregate.js';
import { Files } from '../files/files.js';
import { Repositories } from '../persistence/inject-repository.js';
import { type IdReference, ReferenceValidator } from '../persistence/reference-check.js';
import { snakeCase } from '../persistence/snake-names.js';
import { UnitOfWork } from '../persistence/unit-of-work.js';

export type Resource = Aggregate & { readonly assetId: string; readonly id: string };

/** The tables of the ids among the fields of a resource, such as `{ unitId: 'catalog.unit_v1' }`. They must belong to its asset. */
interface Referring {
  readonly references?: Readonly<Record<string, string>>;
}

/**
 * Creates a resource whose only rules are those of its aggregate, and stores the files among its fields. @returns its id
 * @throws Problem invalid for ids that its `static references` do not know
 */
export class CreateResource<Fields extends object> extends Command<string> {
  constructor(
    readonly entity: (new (assetId: string, fields: Fields) => Resource) & Referring,
    readonly assetId: string,
    readonly fields: Fields,
  ) {
    super();
  }
}

/** Updates a resource as `CreateResource` creates one. @throws Problem 404, and invalid for unknown ids */
export class UpdateResource<Changes extends object> extends Command<void> {
  constructor(
    readonly entity: (abstract new (...fields: never[]) => Resource & { revise(changes: Changes): void }) & Referring,
    readonly assetId: string,
    readonly id: string,
    readonly changes: Changes,
  ) {
    super();
  }
}

@CommandHandler(CreateResource)
export class CreateResourceHandler implements ICommandHandler<CreateResource<object>> {
  constructor(
    private readonly work: UnitOfWork,
    private readonly repositories: Repositories,
    private readonly files: Files,
    private readonly references: ReferenceValidator,
  ) {}

  execute({ entity, assetId, fields }: CreateResource<object>): Promise<string> {
    return this.work.run(async () => {
      await this.references.require(assetId, referencesIn(entity, fields));
      const repository = this.repositories.of(entity);
      const resource = new entity(assetId, fields);
      await repository.checkUniqueIndexes(resource);
      const { id } = await repository.add(resource);
      await this.files.keep(...Object.values(fields));
      return id;
    });
  }
}

@CommandHandler(UpdateResource)
export class UpdateResourceHandler implements ICommandHandler<UpdateResource<object>> {
  constructor(
    private readonly work: UnitOfWork,
    private readonly repositories: Repositories,
    private readonly files: Files,
    private readonly references: ReferenceValidator,
  ) {}

  execute({ entity, assetId, id, changes }: UpdateResource<object>): Promise<void> {
    return this.work.run(async () => {
      const repository = this.repositories.of(entity);
      const resource = await repository.lock({ assetId, id });
      await this.references.require(assetId, referencesIn(entity, changes));
      resource.revise(changes);
      await repository.checkUniqueIndexes(resource);
      await repository.save(resource);
      await this.files.keep(...Object.values(changes));
    });
  }
}

const referencesIn = ({ references = {} }: Referring, fields: object): IdReference[] =>
  Object.entries(references).map(([property, table]) => {
    const id = (fields as Readonly<Record<string, string | null | undefined>>)[property];
    return { path: snakeCase(property), table, id };
  });
