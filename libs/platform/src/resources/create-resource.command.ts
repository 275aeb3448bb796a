import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Files } from '../files/files.js';
import { Repositories } from '../persistence/inject-repository.js';
import { ReferenceValidator } from '../persistence/reference-check.js';
import { UnitOfWork } from '../persistence/unit-of-work.js';
import { referencesIn, type HasReferences, type Resource } from './resource.js';

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
