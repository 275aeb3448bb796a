import { SETTINGS, type Settings } from '@app/platform/core';
import { Scheduled, ScheduledJob } from '@app/platform/persistence';
import { Inject } from '@nestjs/common';

const EVERY_MS = 60 * 60_000;
/** Processes handled per query, and rows removed per transaction. */
const PROCESS_BATCH_SIZE = 1_000;
const ROW_BATCH_SIZE = 20_000;

/** The retention of a publication starts when the next one, with the next number, replaces it. */
const REPLACED = `select publication.asset_id::text as asset, publication.process_id::text as process, max(publication.id)::text as last
  from pricing.publication publication
  join pricing.process process on process.asset_id = publication.asset_id and process.id = publication.process_id
  join pricing.publication next on next.asset_id = publication.asset_id and next.process_id = publication.process_id and next.id = publication.id + 1
  where next.published_at <= (select platform.now()) - make_interval(days => coalesce(process.history_days, :days::int))`;

const each = (condition: string): string =>
  `${REPLACED} and ${condition} group by publication.asset_id, publication.process_id limit ${PROCESS_BATCH_SIZE}`;

/** By time for the server's retention, and separately for the few processes with a shorter one. */
const DUE = [
  each('publication.published_at <= (select platform.now()) - make_interval(days => :days::int)'),
  each('process.history_days < :days::int'),
];

/** Deletes publications and marks their generations, so that the job for leftover entries checks them. */
const FORGET = `with forgotten as (
    delete from pricing.publication where asset_id = :asset and process_id = :process and id <= :last::bigint
    returning generation_id
  )
  update pricing.transaction set needs_sweep = true
  where asset_id = :asset and not needs_sweep and id in (select generation_id from forgotten)`;

/** Deletes entries that were closed before the first publication that is kept. */
const REMOVE = `delete from pricing.entry where asset_id = :asset and (transaction_id, provider_id, id) in (
  select entry.transaction_id, entry.provider_id, entry.id from pricing.entry entry
  where entry.asset_id = :asset and entry.transaction_id = (select publication.generation_id from pricing.publication publication
      where publication.asset_id = :asset and publication.process_id = :process order by publication.id limit 1)
    and entry.until <= :last::bigint + 1 limit ${ROW_BATCH_SIZE})`;

/** Deletes unit states that ended before the first publication that is kept. */
const REMOVE_STATES = `delete from pricing.unit_state where asset_id = :asset and (process_id, until, unit_id, id) in (
  select state.process_id, state.until, state.unit_id, state.id from pricing.unit_state state
  where state.asset_id = :asset and state.process_id = :process and state.until <= :last::bigint + 1
    and state.valid_to <= (select publication.published_at from pricing.publication publication
      where publication.asset_id = :asset and publication.process_id = :process order by publication.id limit 1)
  order by state.until limit ${ROW_BATCH_SIZE})`;

interface Due {
  asset: string;
  process: string;
  /** number of the last publication to purge */
  last: string;
}

/** Purges publications after `PRICE_HISTORY_DAYS`, and unit states older than the remaining ones. Every replica runs it; deleting the same rows twice is harmless. */
@Scheduled('purge-publications', EVERY_MS)
export class PurgePublicationsJob extends ScheduledJob {
  @Inject(SETTINGS) private readonly settings: Settings;

  override async run(): Promise<void> {
    const days = this.settings.priceHistoryDays;
    for (const due of DUE) await this.forgetAll(due, days);
  }

  private async forgetAll(sql: string, days: number): Promise<void> {
    for (;;) {
      const due = await this.database.rows<Due>(sql, { days });
      for (const one of due) await this.forget(one);
      if (due.length < PROCESS_BATCH_SIZE) return;
    }
  }

  private async forget(due: Due): Promise<void> {
    await this.work.run(() => this.database.execute(FORGET, { ...due }));
    while ((await this.remove(REMOVE, due)) === ROW_BATCH_SIZE);
    while ((await this.remove(REMOVE_STATES, due)) === ROW_BATCH_SIZE);
  }

  private remove(sql: string, due: Due): Promise<number> {
    return this.work.run(() => this.database.execute(sql, { ...due }));
  }
}
