import { SETTINGS, type Settings } from '@app/platform/core';
import { Scheduled, ScheduledJob } from '@app/platform/persistence';
import { Inject } from '@nestjs/common';

const EVERY_MS = 60 * 60_000;
/** Deliveries deleted in one transaction. */
const BATCH_SIZE = 5_000;

const PURGE = `delete from events.delivery using (
    select webhook_id, id from events.delivery
    where created_at < (select platform.now()) - make_interval(days => :days::int)
    order by created_at limit ${BATCH_SIZE}
  ) old where delivery.webhook_id = old.webhook_id and delivery.id = old.id`;

/** Deletes deliveries older than the retention period of events, also those of webhooks that stay disabled. */
@Scheduled('purge-deliveries', EVERY_MS)
export class PurgeDeliveriesJob extends ScheduledJob {
  @Inject(SETTINGS) private readonly settings: Settings;

  override async run(): Promise<void> {
    const values = { days: this.settings.eventDays };
    while ((await this.work.run(() => this.database.execute(PURGE, values))) === BATCH_SIZE);
  }
}
