import { InjectRepository, type Json, Repository, UnitOfWork } from '@app/platform/persistence';
import { Command, CommandHandler, type ICommandHandler, QueryBus } from '@nestjs/cqrs';
import { Webhook } from './webhook.aggregate.js';
import type { ViewWebhook } from './webhook.queries.js';

/** Deletes a webhook with its deliveries. @returns the webhook as it was @throws Problem 404 */
export class DeleteWebhook extends Command<Json> {
  constructor(
    readonly webhookId: string,
    readonly view: ViewWebhook,
  ) {
    super();
  }
}

@CommandHandler(DeleteWebhook)
export class DeleteWebhookHandler implements ICommandHandler<DeleteWebhook> {
  constructor(
    private readonly work: UnitOfWork,
    private readonly queries: QueryBus,
    @InjectRepository(Webhook) private readonly webhooks: Repository<Webhook>,
  ) {}

  execute({ webhookId, view }: DeleteWebhook): Promise<Json> {
    return this.work.run(async () => {
      const webhook = await this.webhooks.lock({ id: webhookId });
      const deleted = await this.queries.execute(view);
      await this.webhooks.remove(webhook);
      return deleted;
    });
  }
}
