import { Database, jsonArray } from '@app/platform/persistence';
import { BY_HAND } from '../unit-maps/shape-binding.repository.js';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';

type Row = Record<string, unknown> & { id: string; name: string };

/** The records of an asset as in a provision file, with their ids, in order of creation. */
export interface MapsExport {
  /** `file` and `source` are names of stored files; a file compiled from the source is omitted, as is its background */
  unit_maps: (Row & {
    building_id: string | null;
    /** units bound by hand to shapes that the drawing has */
    bindings: { shape: string; unit_id: string }[];
    file: string | null;
    source: string | null;
    backgrounds: (Row & { image: string })[];
  })[];
  landing_pages: (Row & { unit_map_id: string })[];
}

export class ExportMaps extends Query<MapsExport> {
  constructor(readonly assetId: string) {
    super();
  }
}

const READ = `select
  ${jsonArray(`select map.id::text, map.name, map.style, map.tags, map.is_dimension_locked, map.background_tone, map.building_id::text,
      case when map.is_file_uploaded then map.file end as file, map.source,
      (select coalesce(json_agg(json_build_object('shape', shape.shape_id, 'unit_id', hand.unit_id::text) order by shape.position), '[]')
        from mapping.unit_map_shape shape join mapping.shape_binding hand on ${BY_HAND}
        where shape.asset_id = :assetId and shape.unit_map_id = map.id) as bindings,
      (select coalesce(json_agg(json_build_object('id', background.id::text, 'name', background.name, 'image', background.image) order by background.id), '[]')
        from mapping.background background where background.asset_id = :assetId
          and background.unit_map_id = map.id and not background.is_drawing) as backgrounds
    from mapping.unit_map map where map.asset_id = :assetId`)} as unit_maps,
  ${jsonArray(`select page.id::text, page.name, page.unit_map_id::text from mapping.landing_page page
    where page.asset_id = :assetId`)} as landing_pages`;

@QueryHandler(ExportMaps)
export class ExportMapsHandler implements IQueryHandler<ExportMaps> {
  constructor(private readonly database: Database) {}

  async execute({ assetId }: ExportMaps): Promise<MapsExport> {
    return (await this.database.rows<MapsExport>(READ, { assetId }))[0]!;
  }
}
