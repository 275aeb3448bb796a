import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Repositories } from '../persistence/inject-repository.js';
import { UnitOfWork } from '../persistence/unit-of-work.js';
import type { Resource } from './resource.js';

/**
 * Deletes a resource; foreign keys decide what goes with it. An aggregate that publishes an event records it in `remove`.
 * @throws Problem 404
 */
export class DeleteResource extends Command<void> {
  constructor(
    readonly entity: abstract new (...fields: never[]) => Resource & { remove?(): void },
    readonly assetId: string,
    readonly id: string,
  ) {
    super();
  }
}

@CommandHandler(DeleteResource)
export class DeleteResourceHandler implements ICommandHandler<DeleteResource> {
  constructor(
    private readonly work: UnitOfWork,
    private readonly repositories: Repositories,
  ) {}

  execute({ entity, assetId, id }: DeleteResource): Promise<void> {
    return this.work.run(async () => {
      const repository = this.repositories.of(entity);
      const resource = await repository.lock({ assetId, id });
      resource.remove?.();
      await repository.remove(resource);
    });
  }
}
