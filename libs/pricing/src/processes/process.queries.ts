import { JsonRows, type Page, type Reply } from '@app/platform/rest';
import { type Scope } from '@app/platform/auth';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';

export class ListProcesses extends Query<Reply> {
  constructor(
    readonly scope: Scope,
    readonly page: Page,
  ) {
    super();
  }
}

export class ViewProcess extends Query<Reply> {
  constructor(readonly scope: Scope) {
    super();
  }
}

const PROCESS = `process.id::text, process.asset_id::text, process.name, process.type, process.pricing_strategy,
  process.created_at, process.updated_at`;

@QueryHandler(ListProcesses)
export class ListProcessesHandler implements IQueryHandler<ListProcesses> {
  constructor(private readonly rows: JsonRows) {}

  execute({ scope, page }: ListProcesses): Promise<Reply> {
    return this.rows.page(scope, page, {
      from: 'pricing.process process',
      where: 'process.asset_id = :asset',
      select: PROCESS,
    });
  }
}

@QueryHandler(ViewProcess)
export class ViewProcessHandler implements IQueryHandler<ViewProcess> {
  constructor(private readonly rows: JsonRows) {}

  execute({ scope }: ViewProcess): Promise<Reply> {
    return this.rows.one(scope, {
      from: 'pricing.process process',
      where: 'process.asset_id = :asset and process.id = :process',
      select: PROCESS,
    });
  }
}
