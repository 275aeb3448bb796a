import { UnitsChanged } from '@app/catalog/contract';
import { Outbox } from '@app/platform/persistence';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { EventsHandler, type IEventHandler } from '@nestjs/cqrs';
import { BIND_MAPS, MatchUnitsJob } from './match-units.job.js';
import { UnitMapsChanged } from './unit-map.events.js';

const CHANGES = [UnitsChanged, UnitMapsChanged];

/** Queues the assets whose units or maps changed, in the same transaction; MatchUnitsJob binds them after the commit. */
@Injectable()
@EventsHandler(...CHANGES)
export class UnitsChangedListener implements OnModuleInit, IEventHandler<UnitsChanged | UnitMapsChanged> {
  constructor(
    private readonly outbox: Outbox,
    private readonly job: MatchUnitsJob,
  ) {}

  onModuleInit(): void {
    this.outbox.subscribe(BIND_MAPS, CHANGES);
  }

  handle({ assetId }: UnitsChanged | UnitMapsChanged): void {
    this.job.request(assetId);
  }
}
