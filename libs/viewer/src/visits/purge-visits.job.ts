import { SETTINGS, type Settings } from '@app/platform/core';
import { Scheduled, ScheduledJob } from '@app/platform/persistence';
import { Inject } from '@nestjs/common';

const EVERY_MS = 60 * 60_000;

const PURGE = ['page_visit_count', 'unit_visit_count'].map(
  (table) => `delete from viewer.${table} where day < (select platform.now())::date - :days::int`,
);

/** Deletes counts after `VISIT_DAYS`. Every replica runs it; deleting the same rows twice is harmless. */
@Scheduled('purge-visits', EVERY_MS)
export class PurgeVisitsJob extends ScheduledJob {
  @Inject(SETTINGS) private readonly settings: Settings;

  override async run(): Promise<void> {
    const { visitDays: days } = this.settings;
    for (const sql of PURGE) await this.work.run(() => this.database.execute(sql, { days }));
  }
}
