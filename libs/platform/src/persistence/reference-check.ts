import { Injectable } from '@nestjs/common';
import { isId } from '../core/ids.js';
import { type FieldErrors, invalid } from '../core/errors.js';
import { Database } from './database.js';

/** An id in a body, with the path of its field for the fault text. */
export interface IdReference {
  path: string;
  /** table with `asset_id` and `id`: `catalog.building` */
  table: string;
  /** undefined and null are not looked up */
  id: string | null | undefined;
}

/** Ids in a body must be of the asset in the path: 422 naming each that is not. One query for each table. */
@Injectable()
export class ReferenceValidator {
  constructor(private readonly database: Database) {}

  async require(assetId: string, named: readonly IdReference[]): Promise<void> {
    const faults = await this.faults(assetId, named);
    if (Object.keys(faults).length > 0) throw invalid(faults);
  }

  async faults(assetId: string, named: readonly IdReference[]): Promise<FieldErrors> {
    const faults: FieldErrors = {};
    const given = named.filter((each) => each.id !== undefined && each.id !== null);
    for (const table of new Set(given.map((each) => each.table))) {
      const wanted = given.filter((each) => each.table === table);
      const known = await this.known(
        assetId,
        table,
        wanted.map((each) => each.id!),
      );
      for (const { path, id } of wanted) if (!known.has(id!)) faults[path] = ['is not known in this asset'];
    }
    return faults;
  }

  /** Those of the ids that the table holds for the asset; in a unit of work they stay until its end. */
  async known(assetId: string, table: string, ids: readonly string[]): Promise<Set<string>> {
    const hold = this.database.inTransaction ? 'order by id for key share' : '';
    const rows = await this.database.rows<{ id: string }>(
      `select id::text from ${table} where asset_id = :assetId and id = any (:ids::bigint[]) ${hold}`,
      { assetId, ids: [...new Set(ids)].filter(isId) },
    );
    return new Set(rows.map((row) => row.id));
  }
}
