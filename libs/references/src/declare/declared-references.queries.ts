import { Database } from '@app/platform/persistence';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';

type Row = Record<string, unknown> & { id: string; name: string };

/** As they could be declared, each with its id, in the order in which they were made. */
export interface DeclaredReferenceParts {
  asset_references: Row[];
  unit_reference_groups: (Row & { values: { unit_id: string; value: string | null }[] })[];
}

export class DeclaredReferences extends Query<DeclaredReferenceParts> {
  constructor(readonly assetId: string) {
    super();
  }
}

const READ = `select
  (select coalesce(json_agg(part order by part.id::bigint), '[]') from (
    select id::text, name, description, key, value from reference.asset_reference where asset_id = :assetId) part) as asset_references,
  (select coalesce(json_agg(part order by part.id::bigint), '[]') from (
    select grp.id::text, grp.name, grp.description, grp.key,
      (select coalesce(json_agg(json_build_object('unit_id', known.unit_id::text, 'value', known.value) order by known.unit_id), '[]')
        from reference.unit_reference known where known.asset_id = :assetId and known.group_id = grp.id) as values
    from reference.unit_reference_group grp where grp.asset_id = :assetId) part) as unit_reference_groups`;

@QueryHandler(DeclaredReferences)
export class DeclaredReferencesHandler implements IQueryHandler<DeclaredReferences> {
  constructor(private readonly database: Database) {}

  async execute({ assetId }: DeclaredReferences): Promise<DeclaredReferenceParts> {
    return (await this.database.rows<DeclaredReferenceParts>(READ, { assetId }))[0]!;
  }
}
