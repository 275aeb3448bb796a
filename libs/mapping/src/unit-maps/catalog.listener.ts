import { UnitsChanged } from '@app/catalog/contract';
import { EventsHandler, type IEventHandler } from '@nestjs/cqrs';
import { BindMapsJob } from './bind-maps.job.js';
import { UnitMapsChanged } from './unit-map.events.js';

/** Units came, went or were renumbered, or a map did. */
@EventsHandler(UnitsChanged, UnitMapsChanged)
export class UnitsChangedListener implements IEventHandler<UnitsChanged | UnitMapsChanged> {
  constructor(private readonly job: BindMapsJob) {}

  handle({ assetId }: UnitsChanged | UnitMapsChanged): void {
    this.job.request(assetId);
  }
}
