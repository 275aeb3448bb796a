import { AnnounceEvent } from '@app/events/contract';
import type { Lag } from '@app/platform/core';
import { Scheduled, TriggeredJob } from '@app/platform/persistence';
import { Logger } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { BuildDocument } from './build-document.command.js';
import { BuildMetrics } from './build.metrics.js';

const EVERY_MS = 5_000;
/** Maximum builds per run. */
const BATCH = 20;
/** Maximum rows settled per run; few, so that Postgres uses an index instead of scanning the table. */
const SETTLED_BATCH = 100;
/** Seconds before a failed build is retried; doubled each time, up to ten minutes. */
const RETRY_S = 5;
const MAX_RETRY_S = 600;

/** Requests without a current document. `next_try_at` is not enough, because built requests may not be settled yet. */
const TO_BUILD = `from viewer.build_request request
  left join viewer.document document on document.asset_id = request.asset_id
  where request.next_try_at is not null and request.requested > coalesce(document.built_for, 0)`;

const WAITING = `select request.asset_id::text as id ${TO_BUILD} and request.next_try_at <= (select platform.now())
  order by request.next_try_at limit ${BATCH}`;

/** Seconds by which the oldest due build is late. */
const LAG = `select extract(epoch from platform.now() - min(request.next_try_at))::float8 as lag ${TO_BUILD}`;

const OVERDUE = `select asset_id::text as asset from viewer.document where due_at <= (select platform.now())
  order by due_at limit ${SETTLED_BATCH}`;

const TAKE_OVERDUE = `update viewer.document set due_at = null
  where asset_id = any (:assets::bigint[]) and due_at <= platform.now() returning asset_id::text as asset`;

const REQUEST_AGAIN = `update viewer.build_request set requested = requested + 1, next_try_at = platform.now()
  where asset_id = any (:assets::bigint[])`;

const DUE = `select asset_id::text as asset from viewer.build_request where next_try_at <= (select platform.now())
  order by next_try_at limit ${SETTLED_BATCH}`;

/** Removes built requests from the queue, so that the cost of a run depends on due requests only. */
const SETTLE = `update viewer.build_request request set next_try_at = null
  where request.asset_id = any (:assets::bigint[]) and request.next_try_at <= platform.now()
    and exists (select from viewer.document document where document.asset_id = request.asset_id
      and document.built_for >= request.requested offset 0)`;

const FAILED = `update viewer.build_request set attempts = attempts + 1,
    next_try_at = to_timestamp(extract(epoch from platform.now())::float8 + least(${MAX_RETRY_S}, ${RETRY_S} * power(2, least(attempts, 10))))
  where asset_id = :asset returning attempts`;

/** Builds requested documents. Every replica runs it; an advisory lock prevents two from building the same asset (`BuildDocument`). */
@Scheduled('build-documents', EVERY_MS)
export class BuildDocumentsJob extends TriggeredJob {
  private readonly logger = new Logger(BuildDocumentsJob.name);

  constructor(
    private readonly commands: CommandBus,
    private readonly metrics: BuildMetrics,
  ) {
    super();
  }

  override async run(): Promise<void> {
    const overdue = await this.assets(OVERDUE);
    if (overdue.length > 0)
      await this.work.run(async () =>
        this.database.execute(REQUEST_AGAIN, { assets: await this.assets(TAKE_OVERDUE, { assets: overdue }) }),
      );
    const due = await this.assets(DUE);
    if (due.length > 0) await this.work.run(() => this.database.execute(SETTLE, { assets: due }));
    const waiting = await this.database.rows<{ id: string }>(WAITING);
    for (const { id } of waiting) {
      if (this.isClosed) break;
      await this.build(id);
    }
    if (waiting.length === BATCH) this.trigger();
  }

  protected override lag(): Promise<Lag[]> {
    return this.database.rows(LAG);
  }

  private async assets(which: string, values: Record<string, unknown> = {}): Promise<string[]> {
    return (await this.database.rows<{ asset: string }>(which, values)).map(({ asset }) => asset);
  }

  private async build(asset: string): Promise<void> {
    try {
      await this.metrics.building(() => this.commands.execute(new BuildDocument(asset)));
    } catch (error) {
      this.logger.warn({ asset, text: String(error) }, 'A document could not be built and the old one stays; retrying');
      await this.work.run(() => this.fail(asset));
    }
  }

  /** The first failure is an event; its repetitions are not. */
  private async fail(asset: string): Promise<void> {
    const [request] = await this.database.rows<{ attempts: number }>(FAILED, { asset });
    if (request?.attempts === 1) await this.commands.execute(new AnnounceEvent(asset, 'embed.document_failed', {}));
  }
}
