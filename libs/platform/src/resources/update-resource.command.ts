import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Files } from '../files/files.js';
import { Repositories } from '../persistence/inject-repository.js';
import { ReferenceValidator } from '../persistence/reference-check.js';
import { UnitOfWork } from '../persistence/unit-of-work.js';
import { referencesIn, type HasReferences, type Resource } from './resource.js';
import { reviseWithin, type Rules } from './revise-within.js';

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
