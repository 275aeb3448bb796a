import { SETTINGS, type Settings } from '@app/platform/core';
import { Scheduled, ScheduledJob } from '@app/platform/persistence';
import { Inject } from '@nestjs/common';

const EVERY_MS = 60 * 60_000;

/** Rows deleted in one transaction. */
const BATCH_SIZE = 5_000;

const purge = (table: string, key: string): string => `delete from viewer.${table} where (${key}) in (
  select ${key} from viewer.${table} where day < (select platform.now())::date - :days::int order by day limit ${BATCH_SIZE})`;

const PURGE = [purge('page_visit_count', 'asset_id, day'), purge('unit_visit_count', 'asset_id, day, unit_id')];

/** Deletes counts after `VISIT_DAYS`. Every replica runs it; deleting the same rows twice is harmless. */
@Scheduled('purge-visits', EVERY_MS)
export class PurgeVisitsJob extends ScheduledJob {
  @Inject(SETTINGS) private readonly settings: Settings;

  override async run(): Promise<void> {
    const { visitDays: days } = this.settings;
    for (const sql of PURGE) while ((await this.work.run(() => this.database.execute(sql, { days }))) === BATCH_SIZE);
  }
}
