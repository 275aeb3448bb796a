import { visibleAsset } from '@app/catalog/contract';
import { type Actor } from '@app/platform/auth';
import { type JsonPage, JsonQuery, type PageRequest } from '@app/platform/persistence';
import type { ResourceRows } from '@app/platform/resources';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { Match } from '../asset-references/asset-reference.queries.js';

/** Finds the unit of the asset with this value. */
export class FindUnitReferences extends Query<JsonPage> {
  constructor(
    readonly actor: Actor,
    readonly assetId: string,
    readonly match: Match,
    readonly page: PageRequest,
  ) {
    super();
  }
}

/** Pages use the unit id, because a group has one row per unit. */
const ROWS = '(select unit_id as id, * from reference.unit_reference) found';
const OWNER = `join reference.unit_reference_group owner on owner.asset_id = :asset and owner.id = found.group_id`;
const REFERENCE = `found.group_id::text, found.asset_id::text, found.unit_id::text, owner.key, found.value,
  found.created_at, found.updated_at`;

const KEYED = `(select keyed.id from reference.unit_reference_group keyed where keyed.asset_id = :asset and keyed.key = :key)`;

/** The references of a group, ordered by unit id. */
export const UNIT_REFERENCES: ResourceRows = {
  parents: { group: 'reference.unit_reference_group' },
  from: ROWS,
  where: 'found.asset_id = :asset and found.group_id = :group',
  join: OWNER,
  select: REFERENCE,
};

@QueryHandler(FindUnitReferences)
export class FindUnitReferencesHandler implements IQueryHandler<FindUnitReferences> {
  constructor(private readonly json: JsonQuery) {}

  execute({ actor, assetId, page, match }: FindUnitReferences): Promise<JsonPage> {
    return this.json.page(page, {
      requires: visibleAsset(actor, assetId),
      from: ROWS,
      where: `found.asset_id = :asset and found.group_id = ${KEYED} and found.value = :value`,
      join: OWNER,
      select: REFERENCE,
      values: { ...match },
    });
  }
}
