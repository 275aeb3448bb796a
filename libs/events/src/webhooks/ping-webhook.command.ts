import { notFound } from '@app/platform/core';
import { Database, UnitOfWork } from '@app/platform/persistence';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';

/** The type of a test event. It is sent once, also to a disabled webhook. */
export const PING = 'webhook.ping';

const INSERT = `with added as (
    insert into events.delivery (webhook_id, event_id, type, body, due_at, created_at)
    select webhook.id, id.event_id, '${PING}', json_build_object('id', id.event_id, 'type', '${PING}',
      'timestamp', date_trunc('second', platform.now()), 'data', json_build_object('webhook_id', webhook.id::text)), platform.now(), platform.now()
    from events.webhook cross join (select 'ping-' || gen_random_uuid() as event_id) id
    where webhook.id = :webhook
    returning delivery.id
  )
  select added.id::text, pg_notify('events', '') from added`;

/** Sends a test event to a webhook. @returns the id of the delivery @throws Problem 404 */
export class PingWebhook extends Command<string> {
  constructor(readonly webhookId: string) {
    super();
  }
}

@CommandHandler(PingWebhook)
export class PingWebhookHandler implements ICommandHandler<PingWebhook> {
  constructor(
    private readonly work: UnitOfWork,
    private readonly database: Database,
  ) {}

  execute({ webhookId }: PingWebhook): Promise<string> {
    return this.work.run(async () => {
      const [added] = await this.database.rows<{ id: string }>(INSERT, { webhook: webhookId });
      if (!added) throw notFound();
      return added.id;
    });
  }
}
