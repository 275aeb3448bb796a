import { Injectable } from '@nestjs/common';
import { isId } from '../../core/model/ids.js';
import { type FieldErrors, invalid } from '../../core/model/errors.js';
import { Database } from '../connection/database.js';

/** An id in a body, with its field path for the error message. */
export interface IdReference {
  path: string;
  /** table with `asset_id` and `id`: `catalog.building` */
  table: string;
  /** undefined and null are not checked */
  id: string | null | undefined;
  /** another column that must match, without `_id`, and its id: `['group', '5']` */
  parent?: readonly [name: string, id: string];
}

/** Checks that the ids in a body belong to the asset in the path; otherwise 422 naming each field. One query per table. */
@Injectable()
export class ReferenceValidator {
  constructor(private readonly database: Database) {}

  async require(assetId: string, references: readonly IdReference[]): Promise<void> {
    const errors = await this.errors(assetId, references);
    if (Object.keys(errors).length > 0) throw invalid(errors);
  }

  async errors(assetId: string, references: readonly IdReference[]): Promise<FieldErrors> {
    const errors: FieldErrors = {};
    const present = references.filter((each) => each.id !== undefined && each.id !== null);
    for (const table of new Set(present.map((each) => each.table))) {
      const wanted = present.filter((each) => each.table === table);
      const { parent } = wanted[0]!;
      const ids = wanted.map((each) => each.id!);
      const known = await this.known(assetId, table, ids, parent);
      for (const { path, id } of wanted)
        if (!known.has(id!)) errors[path] = [`is not known in this ${parent?.[0] ?? 'asset'}`];
    }
    return errors;
  }

  /** The ids that exist for the asset. Inside a unit of work their rows are locked until its end. */
  async known(
    assetId: string,
    table: string,
    ids: readonly string[],
    parent?: IdReference['parent'],
  ): Promise<Set<string>> {
    const below = parent ? `and ${parent[0]}_id = :parent` : '';
    const hold = this.database.inTransaction ? 'order by id for key share' : '';
    const rows = await this.database.rows<{ id: string }>(
      `select id::text from ${table} where asset_id = :assetId and id = any (:ids::bigint[]) ${below} ${hold}`,
      { assetId, ids: [...new Set(ids)].filter(isId), ...(parent && { parent: parent[1] }) },
    );
    return new Set(rows.map((row) => row.id));
  }
}
