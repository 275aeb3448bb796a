import { JsonRows, type Page, type Reply } from '@app/platform/rest';
import { type Scope } from '@app/platform/auth';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { Match } from '../asset-references/asset-reference.queries.js';

/** The units that have a row in the group, by unit id. */
export class ListUnitReferences extends Query<Reply> {
  constructor(
    readonly scope: Scope,
    readonly page: Page,
  ) {
    super();
  }
}

/** The unit of the asset that has this value. */
export class FindUnitReferences extends Query<Reply> {
  constructor(
    readonly scope: Scope,
    readonly page: Page,
    readonly match: Match,
  ) {
    super();
  }
}

/** Pages go by the unit's id: there is one row for a unit in a group. */
const ROWS = '(select unit_id as id, * from reference.unit_reference) found';
const OWNER = `join reference.unit_reference_group owner on owner.asset_id = :asset and owner.id = found.group_id`;
const REFERENCE = `found.group_id::text, found.asset_id::text, found.unit_id::text, owner.key, found.value,
  found.created_at, found.updated_at`;

const KEYED = `(select keyed.id from reference.unit_reference_group keyed where keyed.asset_id = :asset and keyed.key = :key)`;

@QueryHandler(ListUnitReferences)
export class ListUnitReferencesHandler implements IQueryHandler<ListUnitReferences> {
  constructor(private readonly rows: JsonRows) {}

  execute({ scope, page }: ListUnitReferences): Promise<Reply> {
    return this.rows.page(scope, page, {
      from: ROWS,
      where: 'found.asset_id = :asset and found.group_id = :group',
      join: OWNER,
      select: REFERENCE,
    });
  }
}

@QueryHandler(FindUnitReferences)
export class FindUnitReferencesHandler implements IQueryHandler<FindUnitReferences> {
  constructor(private readonly rows: JsonRows) {}

  execute({ scope, page, match }: FindUnitReferences): Promise<Reply> {
    return this.rows.page(scope, page, {
      from: ROWS,
      where: `found.asset_id = :asset and found.group_id = ${KEYED} and found.value = :value`,
      join: OWNER,
      select: REFERENCE,
      values: { ...match },
    });
  }
}
