import { Command, CommandHandler, type ICommandHandler, QueryBus } from '@nestjs/cqrs';
import { Files } from '../files/files.js';
import { Repositories } from '../persistence/aggregates/inject-repository.js';
import type { Json } from '../persistence/reads/json.js';
import { ReferenceValidator } from '../persistence/aggregates/reference-validator.js';
import { UnitOfWork } from '../persistence/aggregates/unit-of-work.js';
import { referencesIn, type HasReferences, type Resource } from './resource.js';
import type { ViewResource } from './resource-queries.js';
import { reviseWithin, type Rules } from './revise-within.js';

/**
 * Creates a resource whose only rules are those of its aggregate, and stores the files among its fields. @returns its id
 * @throws Problem invalid for ids that its `static references` do not know
 */
export class CreateResource<Fields extends object> extends Command<string> {
  constructor(
    readonly entity: (new (assetId: string, fields: Fields) => Resource) & HasReferences,
    readonly assetId: string,
    readonly fields: Fields,
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

/** Updates a resource as `CreateResource` creates one. @throws Problem 404, and invalid for unknown ids and broken rules */
export class UpdateResource<Changes extends object> extends Command<void> {
  constructor(
    readonly entity: (abstract new (...fields: never[]) => Resource & { revise(changes: Changes): void }) &
      HasReferences,
    readonly assetId: string,
    readonly id: string,
    readonly changes: Changes,
    /** `rulesOf` the class that creates the resource */
    readonly rules: Rules | undefined,
  ) {
    super();
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

  execute({ entity, assetId, id, changes, rules }: UpdateResource<object>): Promise<void> {
    return this.work.run(async () => {
      const repository = this.repositories.of(entity);
      const resource = await repository.lock({ assetId, id });
      await this.references.require(assetId, referencesIn(entity, changes));
      await reviseWithin(rules, resource, changes);
      await repository.checkUniqueIndexes(resource);
      await repository.save(resource);
      await this.files.keep(...Object.values(changes));
    });
  }
}

/**
 * Deletes a resource; foreign keys decide what goes with it. An aggregate that publishes an event records it in `remove`.
 * @returns the resource as it was, which no other request can change in the meantime
 * @throws Problem 404
 */
export class DeleteResource extends Command<Json> {
  constructor(
    readonly entity: abstract new (...fields: never[]) => Resource & { remove?(): void },
    readonly assetId: string,
    readonly id: string,
    readonly view: ViewResource,
    readonly isDryRun: boolean,
  ) {
    super();
  }
}

@CommandHandler(DeleteResource)
export class DeleteResourceHandler implements ICommandHandler<DeleteResource> {
  constructor(
    private readonly work: UnitOfWork,
    private readonly repositories: Repositories,
    private readonly queries: QueryBus,
  ) {}

  execute({ entity, assetId, id, view, isDryRun }: DeleteResource): Promise<Json> {
    return this.work.run(async () => {
      const repository = this.repositories.of(entity);
      const resource = await repository.lock({ assetId, id });
      const deleted = await this.queries.execute(view);
      if (isDryRun) return deleted;
      resource.remove?.();
      await repository.remove(resource);
      return deleted;
    });
  }
}
