import { buffer } from 'node:stream/consumers';
import { Database } from '@app/platform/persistence';
import { FileStore } from '@app/platform/files';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { ViewBox } from '../drawings/svg/geometry.js';
import { parseUmap } from '../drawings/sources/umap.js';

/** The data for an image of a map. */
export interface MapDrawing {
  viewBox: ViewBox;
  /** path data, only with `M`, `L`, `C`, `Q` and `Z` */
  shapes: { path: string; label: { x: number; y: number }; unitId: string | null }[];
  backgrounds: { mediaType: string; bytes: Buffer }[];
}

/** @returns undefined for a map without a compiled file */
export class FindMapDrawing extends Query<MapDrawing | undefined> {
  constructor(
    readonly assetId: string,
    readonly mapId: string,
    /** maximum size of a background in bytes; larger ones are left out */
    readonly mostBytes: number,
  ) {
    super();
  }
}

const READ = `select map.file, array(select background.image from mapping.background background
    where background.asset_id = :assetId and background.unit_map_id = map.id order by background.id) as images
  from mapping.unit_map map where map.asset_id = :assetId and map.id = :mapId`;

const MEDIA_TYPES: Record<string, string> = {
  svg: 'image/svg+xml',
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
};

@QueryHandler(FindMapDrawing)
export class FindMapDrawingHandler implements IQueryHandler<FindMapDrawing> {
  constructor(
    private readonly database: Database,
    private readonly store: FileStore,
  ) {}

  async execute({ assetId, mapId, mostBytes }: FindMapDrawing): Promise<MapDrawing | undefined> {
    const values = { assetId, mapId };
    const [row] = await this.database.rows<{ file: string | null; images: string[] }>(READ, values);
    const file = row?.file ? await this.read(row.file) : undefined;
    if (!row || !file) return undefined;
    const { viewBox, shapes } = parseUmap(file);
    const backgrounds: MapDrawing['backgrounds'] = [];
    for (const image of row.images) {
      const mediaType = MEDIA_TYPES[image.split('.').at(-1)!];
      if (mediaType === undefined || ((await this.store.size(image)) ?? 0) > mostBytes) continue;
      const bytes = await this.read(image);
      if (bytes) backgrounds.push({ mediaType, bytes });
    }
    const labelled = shapes.filter(({ unitId, names, texts }) => unitId !== null || names.length + texts.length > 0);
    return {
      viewBox,
      shapes: labelled.map(({ path, label: [x, y], unitId }) => ({ path, label: { x, y }, unitId })),
      backgrounds,
    };
  }

  private async read(name: string): Promise<Buffer | undefined> {
    const stream = await this.store.read(name);
    return stream && buffer(stream);
  }
}
