import { invalid, isId } from '@app/platform/core';
import { Database, UnitOfWork } from '@app/platform/persistence';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { ReplayDto } from './webhook.dto.js';

const REPLAY = `with replayed as (
    update events.delivery delivery set state = 'pending', due_at = platform.now(),
      tried = case state when 'pending' then tried else 0 end
    where delivery.webhook_id = :webhook and (:delivery::bigint is null or delivery.id = :delivery)
      and (state <> 'pending' or due_at > platform.now())
      and (:status::text is null or case state when 'pending' then 'retrying' else state end = :status)
      and (:from::timestamptz is null or delivery.created_at >= :from)
      and (:until::timestamptz is null or delivery.created_at < :until)
    returning 1
  )
  select count(*)::int as count, pg_notify('events', '') from replayed`;

/** Sends deliveries again: those that match all that is given. @returns their number @throws Problem 422 */
export class ReplayDeliveries extends Command<number> {
  constructor(
    readonly webhookId: string,
    readonly which: ReplayDto,
  ) {
    super();
  }
}

@CommandHandler(ReplayDeliveries)
export class ReplayDeliveriesHandler implements ICommandHandler<ReplayDeliveries> {
  constructor(
    private readonly work: UnitOfWork,
    private readonly database: Database,
  ) {}

  async execute({ webhookId, which }: ReplayDeliveries): Promise<number> {
    const { deliveryId = null, status = null, from = null, until = null } = which;
    if (deliveryId === null && status === null && from === null && until === null)
      throw invalid({ status: ['is required, or `delivery_id`, `from` or `until`'] });
    if (deliveryId !== null && !isId(deliveryId)) throw invalid({ delivery_id: ['is not known'] });
    return this.work.run(async () => {
      const values = { webhook: webhookId, delivery: deliveryId, status, from, until };
      const [replayed] = await this.database.rows<{ count: number }>(REPLAY, values);
      if (deliveryId !== null && replayed!.count === 0)
        throw invalid({ delivery_id: ['is not known, or about to be sent'] });
      return replayed!.count;
    });
  }
}
