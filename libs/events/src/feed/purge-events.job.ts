import { SETTINGS, type Settings } from '@app/platform/core';
import { Scheduled, ScheduledJob } from '@app/platform/persistence';
import { Inject } from '@nestjs/common';

const EVERY_MS = 60 * 60_000;
/** Events deleted in one transaction. */
const BATCH_SIZE = 5_000;

/** `purged` tells readers that they miss events. */
const PURGE = `with old as (
    select position from events.event
    where at < (select platform.now()) - make_interval(days => :days::int)
    order by position limit ${BATCH_SIZE}
  ), deleted as (
    delete from events.event event using old where event.position = old.position returning event.position
  ), ends as (
    update events.feed set purged = greatest(purged, (select max(position) from deleted))
    where id = 1 and exists (select from deleted)
  )
  select count(*)::int as deleted from deleted`;

/** Deletes events older than the retention period. */
@Scheduled('purge-events', EVERY_MS)
export class PurgeEventsJob extends ScheduledJob {
  @Inject(SETTINGS) private readonly settings: Settings;

  override async run(): Promise<void> {
    while ((await this.work.run(() => this.purge())) === BATCH_SIZE);
  }

  private async purge(): Promise<number> {
    const [result] = await this.database.rows<{ deleted: number }>(PURGE, { days: this.settings.eventDays });
    return result!.deleted;
  }
}
