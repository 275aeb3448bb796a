import { Command, CommandHandler, type ICommandHandler, QueryBus } from '@nestjs/cqrs';
import { Repositories } from '../persistence/inject-repository.js';
import type { Json } from '../persistence/json.js';
import { UnitOfWork } from '../persistence/unit-of-work.js';
import type { Resource } from './resource.js';
import type { ViewResource } from './resource-queries.js';

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

  execute({ entity, assetId, id, view }: DeleteResource): Promise<Json> {
    return this.work.run(async () => {
      const repository = this.repositories.of(entity);
      const resource = await repository.lock({ assetId, id });
      const deleted = await this.queries.execute(view);
      resource.remove?.();
      await repository.remove(resource);
      return deleted;
    });
  }
}
