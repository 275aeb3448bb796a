import { SETTINGS, type Settings } from '@app/platform/core';
import { Scheduled, ScheduledJob } from '@app/platform/persistence';
import { Inject } from '@nestjs/common';

const EVERY_MS = 60 * 60_000;
/** Assets handled per query, and rows removed per transaction. */
const ASSET_BATCH_SIZE = 1_000;
const ROW_BATCH_SIZE = 20_000;

/** Nobody can ask for a time before the first publication that is kept. Without any, states are kept as long as prices are. */
const DUE = `with first as (select asset_id, min(published_at) as at from pricing.publication_v1 group by asset_id)
  select state.asset_id::text as asset, max(state.valid_to)::text as last
  from expenses.expense_state state left join first on first.asset_id = state.asset_id
  where state.valid_to <= coalesce(first.at, (select platform.now()) - make_interval(days => :days::int))
  group by state.asset_id limit ${ASSET_BATCH_SIZE}`;

const REMOVE = `delete from expenses.expense_state where asset_id = :asset and id in (
  select state.id from expenses.expense_state state
  where state.asset_id = :asset and state.valid_to <= :last::timestamptz limit ${ROW_BATCH_SIZE})`;

interface Due {
  asset: string;
  /** end of the last state to purge */
  last: string;
}

/** Purges the states of expenses with the prices that were shown with them. Every replica runs it; deleting the same rows twice is harmless. */
@Scheduled('purge-expense-states', EVERY_MS)
export class PurgeExpenseStatesJob extends ScheduledJob {
  @Inject(SETTINGS) private readonly settings: Settings;

  override async run(): Promise<void> {
    for (;;) {
      const due = await this.database.rows<Due>(DUE, { days: this.settings.priceHistoryDays });
      for (const one of due) while ((await this.remove(one)) === ROW_BATCH_SIZE);
      if (due.length < ASSET_BATCH_SIZE) return;
    }
  }

  private remove(due: Due): Promise<number> {
    return this.work.run(() => this.database.execute(REMOVE, { ...due }));
  }
}
