import { extname } from 'node:path';
import { FileReply, JsonRows, type Page, type Reply } from '@app/platform/rest';
import { FileStore } from '@app/platform/files';
import { type Scope } from '@app/platform/auth';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';

export interface UnitMapFilter {
  /** maps that carry all of them */
  tags?: string[];
}

/** Where the service and its files are reached. */
export interface Addresses {
  base: string;
  files: string;
}

export class ListUnitMaps extends Query<Reply> {
  constructor(
    readonly scope: Scope,
    readonly page: Page,
    readonly addresses: Addresses,
    readonly filter: UnitMapFilter,
  ) {
    super();
  }
}

export class ViewUnitMap extends Query<Reply> {
  constructor(
    readonly scope: Scope,
    readonly addresses: Addresses,
    readonly id = scope.id('map'),
  ) {
    super();
  }
}

/** Which unit is where on the map of the path. */
export class ViewMapUnits extends Query<Reply> {
  constructor(readonly scope: Scope) {
    super();
  }
}

/** What the map of the path was made of, as it was sent. */
export class DownloadMapSource extends Query<FileReply> {
  constructor(readonly scope: Scope) {
    super();
  }
}

const UNIT_MAP = `unit_map.id::text, unit_map.asset_id::text, unit_map.name, unit_map.tags, unit_map.style,
  unit_map.is_dimension_locked, :files || unit_map.file as url, :files || unit_map.geojson as geojson_url,
  case when unit_map.source is not null then
    concat(:base::text, '/v1/assets/', unit_map.asset_id, '/multifamily/maps/', unit_map.id, '/source') end as source_url,
  unit_map.created_at, unit_map.updated_at`;

@QueryHandler(ListUnitMaps)
export class ListUnitMapsHandler implements IQueryHandler<ListUnitMaps> {
  constructor(private readonly rows: JsonRows) {}

  execute({ scope, page, addresses: { base, files }, filter: { tags } }: ListUnitMaps): Promise<Reply> {
    const byTags = tags === undefined ? '' : 'and unit_map.tags @> :tags::text[]';
    return this.rows.page(scope, page, {
      from: 'mapping.unit_map unit_map',
      where: `unit_map.asset_id = :asset ${byTags}`,
      select: UNIT_MAP,
      values: { base, files, ...(tags && { tags }) },
    });
  }
}

@QueryHandler(ViewUnitMap)
export class ViewUnitMapHandler implements IQueryHandler<ViewUnitMap> {
  constructor(private readonly rows: JsonRows) {}

  execute({ scope, addresses: { base, files }, id }: ViewUnitMap): Promise<Reply> {
    return this.rows.one(scope, {
      from: 'mapping.unit_map unit_map',
      where: 'unit_map.asset_id = :asset and unit_map.id = :id',
      select: UNIT_MAP,
      values: { base, files, id },
    });
  }
}

const OF_MAP = 'shape.asset_id = :asset and shape.unit_map_id = unit_map.id';

const MAP_UNITS = `unit_map.asset_id::text, unit_map.id::text as unit_map_id,
  (select coalesce(json_agg(json_build_object('shape_id', shape.shape_id, 'names', shape.names, 'texts', shape.texts,
      'unit_id', unit.id::text, 'unit_number', unit.unit_number, 'bound_by', shape.bound_by) order by shape.position), '[]')
    from mapping.unit_map_shape shape
    join catalog.unit_v1 unit on unit.asset_id = :asset and unit.id = shape.unit_id
    where ${OF_MAP}) as bound_shapes,
  (select coalesce(json_agg(json_build_object('shape_id', shape.shape_id, 'names', shape.names, 'texts', shape.texts,
      'reason', coalesce(shape.reason, 'unknown')) order by shape.position), '[]')
    from mapping.unit_map_shape shape where ${OF_MAP} and shape.unit_id is null) as unbound_shapes,
  (select coalesce(json_agg(json_build_object('unit_id', unit.id::text, 'unit_number', unit.unit_number,
      'floor_id', unit.floor_id::text, 'on_other_map', placed.anywhere) order by unit.id), '[]')
    from catalog.unit_v1 unit
    cross join lateral (select count(*) > 0 as anywhere, coalesce(bool_or(shape.unit_map_id = unit_map.id), false) as here
      from mapping.unit_map_shape shape where shape.asset_id = :asset and shape.unit_id = unit.id) placed
    where unit.asset_id = :asset and not placed.here) as unplaced_units`;

@QueryHandler(ViewMapUnits)
export class ViewMapUnitsHandler implements IQueryHandler<ViewMapUnits> {
  constructor(private readonly rows: JsonRows) {}

  execute({ scope }: ViewMapUnits): Promise<Reply> {
    return this.rows.one(scope, {
      from: 'mapping.unit_map unit_map',
      where: 'unit_map.asset_id = :asset and unit_map.id = :map',
      select: MAP_UNITS,
    });
  }
}

@QueryHandler(DownloadMapSource)
export class DownloadMapSourceHandler implements IQueryHandler<DownloadMapSource> {
  constructor(
    private readonly rows: JsonRows,
    private readonly store: FileStore,
  ) {}

  async execute({ scope }: DownloadMapSource): Promise<FileReply> {
    const { text } = await this.rows.one(scope, {
      from: 'mapping.unit_map unit_map',
      where: 'unit_map.asset_id = :asset and unit_map.id = :map and unit_map.source is not null',
      select: 'unit_map.name, unit_map.source',
    });
    const { name, source } = JSON.parse(text!) as { name: string; source: string };
    return new FileReply(this.store, source, 'application/octet-stream', name + extname(source));
  }
}
