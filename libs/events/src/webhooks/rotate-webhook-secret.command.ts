import { Clock, InjectRepository, Repository, UnitOfWork } from '@app/platform/persistence';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Webhook } from './webhook.aggregate.js';

const HOUR_MS = 3_600_000;

/** Gives a webhook a new secret. @returns the secret @throws Problem 404 */
export class RotateWebhookSecret extends Command<string> {
  constructor(
    readonly webhookId: string,
    readonly overlapHours: number,
  ) {
    super();
  }
}

@CommandHandler(RotateWebhookSecret)
export class RotateWebhookSecretHandler implements ICommandHandler<RotateWebhookSecret> {
  constructor(
    private readonly work: UnitOfWork,
    private readonly clock: Clock,
    @InjectRepository(Webhook) private readonly webhooks: Repository<Webhook>,
  ) {}

  execute({ webhookId, overlapHours }: RotateWebhookSecret): Promise<string> {
    return this.work.run(async () => {
      const webhook = await this.webhooks.lock({ id: webhookId });
      webhook.rotate(await this.clock.now(), overlapHours * HOUR_MS);
      await this.webhooks.save(webhook);
      return webhook.newSecret;
    });
  }
}
