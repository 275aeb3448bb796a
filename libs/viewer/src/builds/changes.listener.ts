import { UnitsChanged } from '@app/catalog/contract';
import { UnitOfWork } from '@app/platform/persistence';
import { UnitMapsChanged } from '@app/mapping/contract';
import { PricesPublished, PricingUnitChanged } from '@app/pricing/contract';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { EventsHandler, type IEventHandler } from '@nestjs/cqrs';
import { ChangesJob } from './changes.job.js';

type AssetEvent = PricesPublished | PricingUnitChanged | UnitsChanged | UnitMapsChanged;

const EVENTS = [PricesPublished, PricingUnitChanged, UnitsChanged, UnitMapsChanged];

/** Writes each change of prices, units or maps to the outbox in its own transaction, and triggers the job after the commit. */
@Injectable()
@EventsHandler(...EVENTS)
export class ChangesListener implements OnModuleInit, IEventHandler<AssetEvent> {
  constructor(
    private readonly work: UnitOfWork,
    private readonly job: ChangesJob,
  ) {}

  onModuleInit(): void {
    this.work.writeOutbox('viewer.change', EVENTS);
  }

  handle(): void {
    this.job.trigger();
  }
}
