import { Database } from '@app/platform/persistence';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';

/** A pricing process as in a provision file, with its id. */
export interface ProcessExport extends Record<string, unknown> {
  id: string;
  name: string;
}

/** In order of creation. */
export class ExportProcesses extends Query<ProcessExport[]> {
  constructor(readonly assetId: string) {
    super();
  }
}

const READ = `select id::text, name, type, pricing_strategy, guard, history_days, expected_every_hours from pricing.process where asset_id = :assetId order by process.id`;

@QueryHandler(ExportProcesses)
export class ExportProcessesHandler implements IQueryHandler<ExportProcesses> {
  constructor(private readonly database: Database) {}

  execute({ assetId }: ExportProcesses): Promise<ProcessExport[]> {
    return this.database.rows<ProcessExport>(READ, { assetId });
  }
}
