import { UnitsChanged } from '@app/catalog/contract';
import { UnitOfWork } from '@app/platform/persistence';
import { UnitMapsChanged } from '@app/mapping/contract';
import { PricesPublished, PricingUnitChanged } from '@app/pricing/contract';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { EventsHandler, type IEventHandler } from '@nestjs/cqrs';
import { ChangesJob } from './changes.job.js';

type Change = PricesPublished | PricingUnitChanged | UnitsChanged | UnitMapsChanged;

const CHANGES = [PricesPublished, PricingUnitChanged, UnitsChanged, UnitMapsChanged];

/** Prices, units or maps change: that is noted in the same transaction, and looked at once that is committed. */
@Injectable()
@EventsHandler(...CHANGES)
export class ChangesListener implements OnModuleInit, IEventHandler<Change> {
  constructor(
    private readonly work: UnitOfWork,
    private readonly job: ChangesJob,
  ) {}

  onModuleInit(): void {
    this.work.writeOutbox('viewer.change', CHANGES);
  }

  handle(): void {
    this.job.wake();
  }
}
