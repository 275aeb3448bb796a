import { Database, jsonArray } from '@app/platform/persistence';
import { columnsOf } from '@app/platform/resources';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { AssetReference } from '../asset-references/asset-reference.aggregate.js';
import { UnitReferenceGroup } from '../unit-reference-groups/unit-reference-group.aggregate.js';

type Row = Record<string, unknown> & { id: string; name: string };

/** The records of an asset as in a provision file, with their ids, in order of creation. */
export interface ReferencesExport {
  asset_references: Row[];
  unit_reference_groups: (Row & { values: { unit_id: string; value: string | null }[] })[];
}

export class ExportReferences extends Query<ReferencesExport> {
  constructor(readonly assetId: string) {
    super();
  }
}

const READ = `select
  ${jsonArray(`select own.id::text, ${columnsOf(AssetReference, 'own')} from reference.asset_reference own where own.asset_id = :assetId`)} as asset_references,
  ${jsonArray(`select grp.id::text, ${columnsOf(UnitReferenceGroup, 'grp')},
      (select coalesce(json_agg(json_build_object('unit_id', known.unit_id::text, 'value', known.value) order by known.unit_id), '[]')
        from reference.unit_reference known where known.asset_id = :assetId and known.group_id = grp.id) as values
    from reference.unit_reference_group grp where grp.asset_id = :assetId`)} as unit_reference_groups`;

@QueryHandler(ExportReferences)
export class ExportReferencesHandler implements IQueryHandler<ExportReferences> {
  constructor(private readonly database: Database) {}

  async execute({ assetId }: ExportReferences): Promise<ReferencesExport> {
    return (await this.database.rows<ReferencesExport>(READ, { assetId }))[0]!;
  }
}
