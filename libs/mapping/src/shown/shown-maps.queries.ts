import { buffer } from 'node:stream/consumers';
import { Database } from '@app/platform/persistence';
import { FileStore } from '@app/platform/files';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';

/** A map as a viewer shows it: a JSON object, as text, with the shapes of its compiled file. */
export interface ShownMap {
  id: string;
  json: string;
}

export class ShownMaps extends Query<ShownMap[]> {
  constructor(
    readonly assetId: string,
    /** address below which stored files are served */
    readonly files: string,
  ) {
    super();
  }
}

interface Row {
  id: string;
  file: string | null;
  json: Record<string, unknown>;
}

const READ = `select map.id::text, map.file, json_build_object('id', map.id::text, 'name', map.name, 'tags', map.tags,
    'style', map.style, 'is_dimension_locked', map.is_dimension_locked, 'url', :files || map.file,
    'geojson_url', :files || map.geojson,
    'backgrounds', (select coalesce(json_agg(json_build_object('id', background.id::text, 'name', background.name,
        'image_url', :files || background.image) order by background.id), '[]')
      from mapping.background background where background.asset_id = :assetId and background.unit_map_id = map.id)) as json
  from mapping.unit_map map where map.asset_id = :assetId order by map.id`;

@QueryHandler(ShownMaps)
export class ShownMapsHandler implements IQueryHandler<ShownMaps> {
  constructor(
    private readonly database: Database,
    private readonly store: FileStore,
  ) {}

  async execute({ assetId, files }: ShownMaps): Promise<ShownMap[]> {
    const rows = await this.database.rows<Row>(READ, { assetId, files });
    const maps: ShownMap[] = [];
    for (const { id, file, json } of rows)
      maps.push({ id, json: JSON.stringify({ ...json, ...(await this.drawing(file)) }) });
    return maps;
  }

  /** View box and shapes of the compiled file, without what only binding needs. */
  private async drawing(file: string | null): Promise<object> {
    const stream = file === null ? undefined : await this.store.read(file);
    if (!stream) return { view_box: null, shapes: [] };
    const { view_box, shapes } = JSON.parse((await buffer(stream)).toString()) as {
      view_box: unknown;
      shapes: Record<'id' | 'path' | 'label' | 'unit_id', unknown>[];
    };
    return { view_box, shapes: shapes.map(({ id, path, label, unit_id }) => ({ id, path, label, unit_id })) };
  }
}
