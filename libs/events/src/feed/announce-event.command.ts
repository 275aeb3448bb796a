import { Database, Outbox, UnitOfWork } from '@app/platform/persistence';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { RELAY_EVENTS } from './relay-events.job.js';
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

/** As the trigger `add_outbox_entry` does for records of the audit trail. */
const LOCK = 'select pg_advisory_xact_lock(1766000900, hashint8(:asset::bigint))';
const NOTIFY = `select pg_notify('outbox', '')`;

@CommandHandler(AnnounceEvent)
export class AnnounceEventHandler implements ICommandHandler<AnnounceEvent> {
  constructor(
    private readonly work: UnitOfWork,
    private readonly database: Database,
    private readonly outbox: Outbox,
  ) {}

  execute({ assetId: asset, type, data }: AnnounceEvent): Promise<void> {
    return this.work.run(async () => {
      await this.database.rows(LOCK, { asset });
      await this.outbox.insert(RELAY_EVENTS, [asset], { type, data });
      await this.database.rows(NOTIFY);
    });
  }
}
