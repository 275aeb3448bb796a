import { visibleAsset } from '@app/catalog/contract';
import { type Actor } from '@app/platform/auth';
import { type Ids } from '@app/platform/core';
import { type Json, type JsonPage, JsonQuery, type PageRequest } from '@app/platform/persistence';
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

export class ViewProcess extends Query<Json> {
  constructor(
    readonly actor: Actor,
    readonly ids: Ids<'asset' | 'process'>,
  ) {
    super();
  }
}

const PROCESS = `process.id::text, process.asset_id::text, process.name, process.type, process.pricing_strategy, process.guard, process.history_days, process.expected_every_hours,
  process.created_at, process.updated_at`;

@QueryHandler(ListProcesses)
export class ListProcessesHandler implements IQueryHandler<ListProcesses> {
  constructor(private readonly json: JsonQuery) {}

  execute({ actor, assetId, page }: ListProcesses): Promise<JsonPage> {
    return this.json.page(page, {
      requires: visibleAsset(actor, assetId),
      from: 'pricing.process process',
      where: 'process.asset_id = :asset',
      select: PROCESS,
    });
  }
}

@QueryHandler(ViewProcess)
export class ViewProcessHandler implements IQueryHandler<ViewProcess> {
  constructor(private readonly json: JsonQuery) {}

  execute({ actor, ids }: ViewProcess): Promise<Json> {
    return this.json.one({
      requires: visibleAsset(actor, ids.assetId),
      from: 'pricing.process process',
      where: 'process.asset_id = :asset and process.id = :process',
      select: PROCESS,
      values: { process: ids.processId },
    });
  }
}
