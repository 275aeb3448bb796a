import { Scheduled, TriggeredJob } from '@app/platform/persistence';
import type { Visit } from './visit.value.js';

const EVERY_MS = 10_000;
/** Rows in a statement. */
const BATCH_SIZE = 5_000;

interface Count {
  asset: string;
  day: string;
  /** null: the pages of the asset */
  unit: string | null;
  view: number;
  open: number;
  filter: number;
  outbound_click: number;
}

const COUNTED = `select visits.* from json_to_recordset(:counts::json)
  as visits (asset bigint, day date, unit bigint, view bigint, open bigint, filter bigint, outbound_click bigint)`;

/** Rows are in the same order in every process, so that two never wait for each other. What was deleted meanwhile is not counted. */
const STORE = `with counted as materialized (${COUNTED}),
  pages as (
    insert into viewer.page_visit_count as stored (asset_id, day, views, filters, outbound_clicks)
    select counted.asset, counted.day, counted.view, counted.filter, counted.outbound_click from counted
    join catalog.asset_v1 asset on asset.id = counted.asset where counted.unit is null order by counted.asset, counted.day
    on conflict (asset_id, day) do update set views = stored.views + excluded.views,
      filters = stored.filters + excluded.filters, outbound_clicks = stored.outbound_clicks + excluded.outbound_clicks
  )
  insert into viewer.unit_visit_count as stored (asset_id, day, unit_id, views, opens, outbound_clicks)
  select counted.asset, counted.day, counted.unit, counted.view, counted.open, counted.outbound_click from counted
  join catalog.unit_v1 unit on unit.asset_id = counted.asset and unit.id = counted.unit
  order by counted.asset, counted.day, counted.unit
  on conflict (asset_id, day, unit_id) do update set views = stored.views + excluded.views,
    opens = stored.opens + excluded.opens, outbound_clicks = stored.outbound_clicks + excluded.outbound_clicks`;

/**
 * Adds up visits in memory and stores the sums, so that the number of writes does not grow with that of visitors. Every replica stores
 * its own; one that is killed loses those of a few seconds.
 */
@Scheduled('store-visits', EVERY_MS)
export class StoreVisitsJob extends TriggeredJob {
  private counts = new Map<string, Count>();

  add({ kind, assetId: asset, unitId: unit = null }: Visit, day: string): void {
    const key = `${asset} ${day} ${unit}`;
    let count = this.counts.get(key);
    if (!count) this.counts.set(key, (count = { asset, day, unit, view: 0, open: 0, filter: 0, outbound_click: 0 }));
    count[kind]++;
  }

  override async run(): Promise<void> {
    const waiting = [...this.counts];
    this.counts = new Map();
    while (waiting.length > 0) {
      const batch = waiting.slice(0, BATCH_SIZE);
      try {
        const counts = JSON.stringify(batch.map(([, count]) => count));
        await this.work.run(() => this.database.execute(STORE, { counts }));
      } catch (error) {
        for (const [key, count] of waiting) this.keep(key, count);
        throw error;
      }
      waiting.splice(0, batch.length);
    }
  }

  override async onModuleDestroy(): Promise<void> {
    await super.onModuleDestroy();
    await this.run().catch((error: unknown) => this.logFailure(error));
  }

  /** Adds a count that could not be stored to those that came meanwhile. */
  private keep(key: string, count: Count): void {
    const meanwhile = this.counts.get(key);
    if (!meanwhile) return void this.counts.set(key, count);
    for (const kind of ['view', 'open', 'filter', 'outbound_click'] as const) meanwhile[kind] += count[kind];
  }
}
