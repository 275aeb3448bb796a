import { Scheduled, ScheduledJob } from '@app/platform/persistence';

const EVERY_MS = 10_000;
/** Rows folded in one database transaction. */
const BATCH_SIZE = 5_000;
const ASSET_BATCH_SIZE = 1_000;

const COUNTED = `select distinct asset_id::text as asset from catalog.unit_count where id > 0 limit ${ASSET_BATCH_SIZE}`;

const FOLD = `with taken as (
    delete from catalog.unit_count where asset_id = :asset and id in (
      select id from catalog.unit_count where asset_id = :asset and id > 0 order by id limit ${BATCH_SIZE} for update skip locked)
    returning units
  ), folded as (
    insert into catalog.unit_count as known (asset_id, id, units)
    select :asset, 0, sum(units) from taken having count(*) > 0
    on conflict (asset_id, id) do update set units = known.units + excluded.units
    returning units
  )
  select (select count(*)::int from taken) as taken, exists (select from folded where units = 0) as empty`;

/** Removes the row of an asset without units, or of a deleted one. */
const FORGET = 'delete from catalog.unit_count where asset_id = :asset and id = 0 and units = 0';

/** Folds the counts of an asset into one row. Every replica runs it: SKIP LOCKED divides the rows among them. */
@Scheduled('count-units', EVERY_MS)
export class CountUnitsJob extends ScheduledJob {
  override async run(): Promise<void> {
    const counted = await this.database.rows<{ asset: string }>(COUNTED);
    for (const { asset } of counted) while ((await this.work.run(() => this.fold(asset))) === BATCH_SIZE);
  }

  /** @returns the number of folded rows */
  private async fold(asset: string): Promise<number> {
    const [folded] = await this.database.rows<{ taken: number; empty: boolean }>(FOLD, { asset });
    const { taken, empty } = folded!;
    if (empty) await this.database.execute(FORGET, { asset });
    return taken;
  }
}
