import { UnitsChanged } from '@app/catalog/contract';
import { Database, type DomainEvent, UnitOfWork } from '@app/kernel';
import { UnitMapsChanged } from '@app/mapping/contract';
import { PricesPublished } from '@app/pricing/contract';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { EventsHandler, type IEventHandler } from '@nestjs/cqrs';
import { ChangesJob } from './changes.job.js';

type Change = PricesPublished | UnitsChanged | UnitMapsChanged;

const CHANGES = [PricesPublished, UnitsChanged, UnitMapsChanged];

const NOTE = 'insert into viewer.change (asset_id) select unnest(:assets::bigint[])';

/** Prices, units or maps change: that is noted in the same transaction, and looked at once that is committed. */
@Injectable()
@EventsHandler(...CHANGES)
export class ChangesListener implements OnModuleInit, IEventHandler<Change> {
  constructor(
    private readonly work: UnitOfWork,
    private readonly database: Database,
    private readonly job: ChangesJob,
  ) {}

  onModuleInit(): void {
    this.work.beforeCommit((events) => this.note(events.filter(isChange)));
  }

  handle(): void {
    this.job.wake();
  }

  private async note(changes: readonly Change[]): Promise<void> {
    const assets = [...new Set(changes.map((change) => change.assetId))];
    if (assets.length > 0) await this.database.execute(NOTE, { assets });
  }
}

const isChange = (event: DomainEvent): event is Change => CHANGES.some((change) => event instanceof change);
