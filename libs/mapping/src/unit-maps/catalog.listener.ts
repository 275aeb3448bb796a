import { UnitsChanged } from '@app/catalog/contract';
import { Database, type DomainEvent, UnitOfWork } from '@app/kernel';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { EventsHandler, type IEventHandler } from '@nestjs/cqrs';
import { BindMapsJob } from './bind-maps.job.js';
import { UnitMapsChanged } from './unit-map.events.js';

type Change = UnitsChanged | UnitMapsChanged;

const CHANGES = [UnitsChanged, UnitMapsChanged];

const NOTE = 'insert into mapping.change (asset_id) select unnest(:assets::bigint[])';

/** Units came, went, were renumbered or moved, or a map did: noted in the same transaction, and followed once that is committed. */
@Injectable()
@EventsHandler(...CHANGES)
export class UnitsChangedListener implements OnModuleInit, IEventHandler<Change> {
  constructor(
    private readonly work: UnitOfWork,
    private readonly database: Database,
    private readonly job: BindMapsJob,
  ) {}

  onModuleInit(): void {
    this.work.beforeCommit((events) => this.note(events.filter(isChange)));
  }

  handle({ assetId }: Change): void {
    this.job.request(assetId);
  }

  private async note(changes: readonly Change[]): Promise<void> {
    const assets = [...new Set(changes.map((change) => change.assetId))];
    if (assets.length > 0) await this.database.execute(NOTE, { assets });
  }
}

const isChange = (event: DomainEvent): event is Change => CHANGES.some((change) => event instanceof change);
