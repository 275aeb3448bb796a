import { Database } from '@app/platform/persistence';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';

/** As it could be declared, with its id. */
export interface DeclaredProcessPart extends Record<string, unknown> {
  id: string;
  name: string;
}

/** In the order in which they were made. */
export class DeclaredProcesses extends Query<DeclaredProcessPart[]> {
  constructor(readonly assetId: string) {
    super();
  }
}

const READ = `select id::text, name, type, pricing_strategy from pricing.process where asset_id = :assetId order by process.id`;

@QueryHandler(DeclaredProcesses)
export class DeclaredProcessesHandler implements IQueryHandler<DeclaredProcesses> {
  constructor(private readonly database: Database) {}

  execute({ assetId }: DeclaredProcesses): Promise<DeclaredProcessPart[]> {
    return this.database.rows<DeclaredProcessPart>(READ, { assetId });
  }
}
