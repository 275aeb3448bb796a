import { ViewerCatalog } from '@app/catalog/contract';
import { ViewerExpenses } from '@app/expenses/contract';
import { ViewerMaps } from '@app/mapping/contract';
import { ViewerMerchandise } from '@app/merchandising/contract';
import { Scheduled, ScheduledJob } from '@app/platform/persistence';
import { ViewerPrices } from '@app/pricing/contract';
import { CommandBus } from '@nestjs/cqrs';
import { RequestBuild } from './request-build.command.js';

const EVERY_MS = 5_000;

/** The tables that documents depend on; '' stands for a restored database. Price entries become visible by a change of their process. */
const TABLES = [
  '',
  ...[ViewerCatalog, ViewerMaps, ViewerMerchandise, ViewerPrices, ViewerExpenses].flatMap(({ tables }) => tables),
];

/** A snapshot in which no transaction is visible, so that the first poll reads the whole log. */
const NOTHING = '1:1:';

const XID = 'change.transaction_id::text::xid8';
const SERVER = 'pg_postmaster_start_time()::text';

/** The second condition excludes the log of another cluster, as in a dump: its transaction ids mean nothing here. */
const POLL = `with since as materialized (
    select case when ${SERVER} = :server then :snapshot else '${NOTHING}' end::pg_snapshot as snapshot
  )
  select pg_current_snapshot()::text as snapshot, ${SERVER} as server, changes.assets, changes.transactions
  from since cross join lateral (
    select coalesce(array_agg(asset::text), '{}') as assets, coalesce(array_agg(transaction_id::text), '{}') as transactions
    from platform.change_log_v1 change where transaction_id >= pg_snapshot_xmin(since.snapshot)::text::bigint
      and table_name = any (:tables)
      and not pg_visible_in_snapshot(${XID}, since.snapshot) and pg_visible_in_snapshot(${XID}, pg_current_snapshot())
  ) changes
  where pg_current_snapshot()::text <> since.snapshot::text`;

const SNAPSHOT = 'request.snapshot::pg_snapshot';

/** Requests that were made before the change, or in another cluster. */
const IS_OUTDATED = `(not pg_visible_in_snapshot(${XID}, ${SNAPSHOT})
    or pg_snapshot_xmax(${SNAPSHOT}) > pg_snapshot_xmax(pg_current_snapshot()))`;

const OUTDATED = `with change as materialized (
    select distinct asset, transaction_id from unnest(:assets::bigint[], :transactions::bigint[]) change (asset, transaction_id)
  )
  select request.asset_id::text as asset from change
  join viewer.build_request request on request.asset_id = change.asset and ${IS_OUTDATED}
  union select request.asset_id::text from change
  join viewer.build_request request on change.asset = 0 and ${IS_OUTDATED}`;

interface Changes {
  snapshot: string;
  server: string;
  assets: string[];
  transactions: string[];
}

/**
 * Requests builds of documents after changes that no event announces, and after changes by SQL. Every replica runs it; a change that
 * is visible in the snapshot of a request is not requested again (docs/decisions/0027-documents-follow-the-change-log.md).
 */
@Scheduled('follow-change-log', EVERY_MS)
export class FollowChangeLogJob extends ScheduledJob {
  private last: Pick<Changes, 'snapshot' | 'server'> = { snapshot: NOTHING, server: '' };

  constructor(private readonly commands: CommandBus) {
    super();
  }

  override async run(): Promise<void> {
    const { snapshot, server } = this.last;
    const [changes] = await this.database.rows<Changes>(POLL, { snapshot, server, tables: TABLES });
    if (!changes) return;
    const { assets, transactions, ...last } = changes;
    const outdated = assets.length > 0 ? await this.outdated(assets, transactions) : [];
    if (outdated.length > 0) await this.commands.execute(new RequestBuild(outdated, 'changed'));
    this.last = last;
  }

  private async outdated(assets: string[], transactions: string[]): Promise<string[]> {
    const rows = await this.database.rows<{ asset: string }>(OUTDATED, { assets, transactions });
    return rows.map(({ asset }) => asset);
  }
}
