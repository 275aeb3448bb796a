import { type FieldErrors, type Ids, isId } from '@app/platform/core';
import { Repository } from '@app/platform/persistence';
import { Injectable } from '@nestjs/common';
import { Description } from './description.aggregate.js';

const KNOWN = `select description.id::text from merchandising.description description
  where description.asset_id = :asset and description.group_id = :group and description.id = any (:ids::bigint[])`;

@Injectable()
export class Descriptions extends Repository<Description> {
  protected readonly entity = Description;

  /** Checks that descriptions in a body belong to the group in the path. @returns errors at `data.N.<field>` for ids unknown in the group */
  async errors(
    { assetId, groupId }: Ids<'asset' | 'group'>,
    ids: readonly string[],
    field: string,
  ): Promise<FieldErrors> {
    const values = { asset: assetId, group: groupId, ids: [...new Set(ids)].filter(isId) };
    const rows = await this.database.rows<{ id: string }>(KNOWN, values);
    const known = new Set(rows.map((row) => row.id));
    const errors: FieldErrors = {};
    for (const [at, id] of ids.entries())
      if (!known.has(id)) errors[`data.${at}.${field}`] = ['is not known in this group'];
    return errors;
  }
}
