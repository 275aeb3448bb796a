import { Database, type Job, Jobs, UnitOfWork } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';

const EVERY_MS = 10_000;
/** Rows folded in one database transaction. */
const AT_ONCE = 5_000;

/** In the order of the assets: two that fold at once wait for each other, and not crosswise. */
const FOLD = `with taken as (
    delete from catalog.unit_count where (asset_id, id) in (
      select asset_id, id from catalog.unit_count where id > 0 order by id limit ${AT_ONCE} for update skip locked)
    returning asset_id, units
  ), folded as (
    insert into catalog.unit_count as known (asset_id, id, units)
    select asset_id, 0, sum(units) from taken group by asset_id order by asset_id
    on conflict (asset_id, id) do update set units = known.units + excluded.units
    returning asset_id, units
  )
  select (select count(*)::int from taken) as taken, array(select asset_id::text from folded where units = 0) as empty`;

/** Of assets that have no units any more, or are gone themselves. */
const FORGET = 'delete from catalog.unit_count where asset_id = any (:empty::bigint[]) and id = 0 and units = 0';

/** Folds what was counted of an asset into one row. Runs on every replica: rows are taken with SKIP LOCKED. */
@Injectable()
export class UnitCountsJob {
  private readonly job: Job;

  constructor(
    private readonly work: UnitOfWork,
    private readonly database: Database,
    jobs: Jobs,
  ) {
    this.job = jobs.watch('count-units');
  }

  @Interval(EVERY_MS)
  tick(): Promise<void> {
    return this.job.tick(() => this.run());
  }

  async run(): Promise<void> {
    while ((await this.work.run(() => this.fold())) === AT_ONCE);
  }

  /** @returns how many rows */
  private async fold(): Promise<number> {
    const [folded] = await this.database.rows<{ taken: number; empty: string[] }>(FOLD);
    const { taken, empty } = folded!;
    if (empty.length > 0) await this.database.execute(FORGET, { empty });
    return taken;
  }
}
