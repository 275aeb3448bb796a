import { visibleAsset } from '@app/catalog/contract';
import { type Actor } from '@app/platform/auth';
import { type JsonPage, JsonQuery, type PageRequest } from '@app/platform/persistence';
import { assetRows } from '@app/platform/resources';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';

export class ListProcesses extends Query<JsonPage> {
  constructor(
    readonly actor: Actor,
    readonly assetId: string,
    readonly page: PageRequest,
  ) {
    super();
  }
}

export const PROCESSES = assetRows(
  'pricing.process',
  'process.name, process.type, process.pricing_strategy, process.guard, process.history_days, process.expected_every_hours, process.status_map, process.show_status',
);

@QueryHandler(ListProcesses)
export class ListProcessesHandler implements IQueryHandler<ListProcesses> {
  constructor(private readonly json: JsonQuery) {}

  execute({ actor, assetId, page }: ListProcesses): Promise<JsonPage> {
    return this.json.page(page, {
      requires: visibleAsset(actor, assetId),
      ...PROCESSES,
    });
  }
}
