import { buffer } from 'node:stream/consumers';
import { Database } from '@app/platform/persistence';
import { FileStore } from '@app/platform/files';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { Shape } from '../drawings/drawing.js';
import { parseUmap, type Umap } from '../drawings/sources/umap.js';
import { isAutomatic } from '../drawings/unit-names.js';
import type { ViewBox } from '../drawings/svg/geometry.js';
import { type Landmark, landmarksOf } from './landmarks.js';

/** A map in the viewer document. */
export interface ViewerMapParts extends DrawingSummary {
  id: string;
  /** a JSON object with the shapes of the compiled file, as text */
  json: string;
  fields: MapFields;
}

interface MapFields {
  id: string;
  name: string;
  tags: string[];
  style: string;
  background_tone: 'pale' | 'natural';
  url: string | null;
  backgrounds: { id: string; name: string; image_url: string }[];
}

/** A drawing without its geometry. */
interface DrawingSummary {
  viewBox: ViewBox | null;
  /** units with a shape, in the order of the drawing */
  unitIds: string[];
  /** named shapes without a unit */
  landmarks: Landmark[];
}

export class ViewerMaps extends Query<ViewerMapParts[]> {
  /** what it reads */
  static readonly tables = ['mapping.background', 'mapping.unit_map'];

  constructor(
    readonly assetId: string,
    /** base URL of stored files */
    readonly files: string,
  ) {
    super();
  }
}

interface Row {
  id: string;
  file: string | null;
  json: MapFields;
}

const READ = `select map.id::text, map.file, json_build_object('id', map.id::text, 'name', map.name, 'tags', map.tags,
    'style', map.style, 'background_tone', map.background_tone, 'is_dimension_locked', map.is_dimension_locked, 'url', :files || map.file,
    'geojson_url', :files || map.geojson,
    'backgrounds', (select coalesce(json_agg(json_build_object('id', background.id::text, 'name', background.name,
        'image_url', :files || background.image) order by background.id), '[]')
      from mapping.background background where background.asset_id = :assetId and background.unit_map_id = map.id)) as json
  from mapping.unit_map map where map.asset_id = :assetId order by map.id`;

@QueryHandler(ViewerMaps)
export class ViewerMapsHandler implements IQueryHandler<ViewerMaps> {
  constructor(
    private readonly database: Database,
    private readonly store: FileStore,
  ) {}

  async execute({ assetId, files }: ViewerMaps): Promise<ViewerMapParts[]> {
    const rows = await this.database.rows<Row>(READ, { assetId, files });
    const maps: ViewerMapParts[] = [];
    for (const { id, file, json: fields } of rows) {
      const umap = await this.umap(file);
      maps.push({ id, fields, json: JSON.stringify({ ...fields, ...geometryOf(umap) }), ...drawingOf(umap) });
    }
    return maps;
  }

  private async umap(file: string | null): Promise<Umap | undefined> {
    const stream = file === null ? undefined : await this.store.read(file);
    return stream && parseUmap(await buffer(stream));
  }
}

/** Areas that a person may still bind are for the report only. */
const isLabelled = ({ unitId, names, texts }: Shape): boolean =>
  unitId !== null || texts.length > 0 || names.some((name) => !isAutomatic(name));

/** View box and shapes of the compiled file, without the fields needed only for binding. */
function geometryOf(umap: Umap | undefined): object {
  if (!umap) return { view_box: null, shapes: [] };
  const shapes = umap.shapes.filter(isLabelled).map(({ id, path, label: [x, y], unitId }) => ({
    id,
    path,
    label: { x, y },
    unit_id: unitId,
  }));
  return { view_box: umap.viewBox, shapes };
}

function drawingOf(umap: Umap | undefined): DrawingSummary {
  if (!umap) return { viewBox: null, unitIds: [], landmarks: [] };
  const unitIds = umap.shapes.flatMap(({ unitId }) => unitId ?? []);
  return { viewBox: umap.viewBox, unitIds: [...new Set(unitIds)], landmarks: landmarksOf(umap.shapes) };
}
