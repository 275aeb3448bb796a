import { Database } from '@app/platform/persistence';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';

/** A pricing process as in a provision file, with its id. */
interface ProcessExport extends Record<string, unknown> {
  id: string;
  name: string;
  /** those that are matched by a third-party id, or that visitors see otherwise */
  units: {
    unit_id: string;
    provider_id: string | null;
    show_pricing: false | null;
    show_online_leasing: false | null;
  }[];
}

/** In order of creation. */
export class ExportProcesses extends Query<ProcessExport[]> {
  constructor(readonly assetId: string) {
    super();
  }
}

const READ = `select id::text, name, type, pricing_strategy, guard, history_days, expected_every_hours, status_map, nullif(show_status, false) as show_status, coalesce(units, '[]') as units
  from pricing.process
  left join lateral (
    select json_agg(json_build_object('unit_id', unit.id::text, 'provider_id', provider_id,
      'show_pricing', nullif(show_pricing, true), 'show_online_leasing', nullif(show_online_leasing, true)) order by unit.id) as units
    from pricing.unit where unit.asset_id = process.asset_id and unit.process_id = process.id
      and (provider_id is not null or not show_pricing or not show_online_leasing)
  ) set_units on true
  where asset_id = :assetId order by process.id`;

@QueryHandler(ExportProcesses)
export class ExportProcessesHandler implements IQueryHandler<ExportProcesses> {
  constructor(private readonly database: Database) {}

  execute({ assetId }: ExportProcesses): Promise<ProcessExport[]> {
    return this.database.rows<ProcessExport>(READ, { assetId });
  }
}
