import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { Database } from '../persistence/connection/database.js';
import { jsonArray } from '../persistence/reads/json-query.js';
import { columnsOf, entityTable } from './entity-columns.js';
import type { ProvisionedSet } from './provisioned-set.js';

/** A unit assigned to a resource, with the values of the assignment. */
type ExportedUnit = Record<string, unknown> & { unit_id: string };

/** A resource as in a provision file, with its id; images are names of stored files. */
export type ExportedResource = Record<string, unknown> & { id: string; name: string; units?: ExportedUnit[] };

/** Reads the resources of an asset in order of creation, by name of the list. */
export class ExportResources extends Query<Record<string, ExportedResource[]>> {
  constructor(
    readonly assetId: string,
    readonly sets: readonly ProvisionedSet[],
  ) {
    super();
  }
}

@QueryHandler(ExportResources)
export class ExportResourcesHandler implements IQueryHandler<ExportResources> {
  constructor(private readonly database: Database) {}

  async execute({ assetId, sets }: ExportResources): Promise<Record<string, ExportedResource[]>> {
    if (sets.length === 0) return {};
    const lists = sets.map((set) => `${jsonArray(rowsOf(set))} as ${set.list}`);
    return (
      await this.database.rows<Record<string, ExportedResource[]>>(`select ${lists.join(', ')}`, { assetId })
    )[0]!;
  }
}

function rowsOf({ entity, units }: ProvisionedSet): string {
  const assigned = units ? `, ${units.assignedTo('own.id')} as units` : '';
  return `select own.id::text, ${columnsOf(entity, 'own')}${assigned} from ${entityTable(entity).table} own where asset_id = :assetId`;
}
