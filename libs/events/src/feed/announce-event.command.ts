import { Database, UnitOfWork } from '@app/platform/persistence';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { DOCUMENT_TYPES } from './subjects.js';

/**
 * Adds an event of what the audit trail does not record. Run it last in the transaction that it is about: the other changes of the asset
 * wait from here until the commit.
 */
export class AnnounceEvent extends Command<void> {
  constructor(
    readonly assetId: string,
    readonly type: (typeof DOCUMENT_TYPES)[number],
    readonly data: Readonly<Record<string, unknown>>,
  ) {
    super();
  }
}

/** As the trigger `add_pending_change` does for records of the audit trail. */
const LOCK = 'select pg_advisory_xact_lock(1766000900, hashint8(:asset::bigint))';
const ADD = `with added as (
    insert into events.pending_change (asset_id, type, data, at) values (:asset, :type, :data::jsonb, platform.now()) returning 1
  )
  select pg_notify('pending_changes', '') from added`;

@CommandHandler(AnnounceEvent)
export class AnnounceEventHandler implements ICommandHandler<AnnounceEvent> {
  constructor(
    private readonly work: UnitOfWork,
    private readonly database: Database,
  ) {}

  execute({ assetId: asset, type, data }: AnnounceEvent): Promise<void> {
    return this.work.run(async () => {
      await this.database.rows(LOCK, { asset });
      await this.database.rows(ADD, { asset, type, data: JSON.stringify(data) });
    });
  }
}
