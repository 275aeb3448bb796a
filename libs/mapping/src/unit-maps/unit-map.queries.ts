import { extname } from 'node:path';
import { visibleAsset } from '@app/catalog/contract';
import { type Actor } from '@app/platform/auth';
import { type Ids } from '@app/platform/core';
import { type Json, type JsonPage, JsonQuery, type PageRequest } from '@app/platform/persistence';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';

export interface UnitMapFilter {
  /** only maps with all of these tags */
  tags?: string[];
}

/** Base URLs of the service and of its files. */
export interface Addresses {
  base: string;
  files: string;
}

export class ListUnitMaps extends Query<JsonPage> {
  constructor(
    readonly actor: Actor,
    readonly assetId: string,
    readonly filter: UnitMapFilter,
    readonly page: PageRequest,
    readonly addresses: Addresses,
  ) {
    super();
  }
}

export class ViewUnitMap extends Query<Json> {
  constructor(
    readonly actor: Actor,
    readonly ids: Ids<'asset' | 'map'>,
    readonly addresses: Addresses,
  ) {
    super();
  }
}

/** The uploaded source of a map: a stored file, and the name for downloads. */
interface MapSource {
  file: string;
  clientName: string;
}

export class FindMapSource extends Query<MapSource> {
  constructor(
    readonly actor: Actor,
    readonly ids: Ids<'asset' | 'map'>,
  ) {
    super();
  }
}

/** How many shapes and texts are bound, and why the others are not; null for a map without shapes of its own. */
const BINDING = `(select json_build_object('bound_shapes', coalesce(sum(count) filter (where kind = 'bound'), 0),
      'unbound_shapes', coalesce(json_object_agg(reason, count order by reason) filter (where kind = 'unbound'), '{}'),
      'stray_labels', coalesce(json_object_agg(reason, count order by reason) filter (where kind = 'stray'), '{}'))
    from (select 'bound' as kind, '' as reason, count(*) from mapping.unit_map_shape shape
        where shape.asset_id = unit_map.asset_id and shape.unit_map_id = unit_map.id and shape.unit_id is not null
      union all select 'unbound', coalesce(shape.reason, 'no_such_unit'), count(*) from mapping.unit_map_shape shape
        where shape.asset_id = unit_map.asset_id and shape.unit_map_id = unit_map.id and shape.unit_id is null group by 2
      union all select 'stray', stray ->> 'reason', count(*) from jsonb_array_elements(unit_map.stray_labels) stray group by 2) counted
    where unit_map.shapes_key is not null
    having unit_map.shapes_key is not null)`;

const UNIT_MAP = `unit_map.id::text, unit_map.asset_id::text, unit_map.name, unit_map.tags, unit_map.style,
  unit_map.is_dimension_locked, unit_map.building_id::text, unit_map.background_tone, :files || unit_map.file as url, :files || unit_map.geojson as geojson_url,
  case when unit_map.source is not null then
    concat(:base::text, '/v1/assets/', unit_map.asset_id, '/multifamily/maps/', unit_map.id, '/source') end as source_url,
  ${BINDING} as binding, unit_map.created_at, unit_map.updated_at`;

@QueryHandler(ListUnitMaps)
export class ListUnitMapsHandler implements IQueryHandler<ListUnitMaps> {
  constructor(private readonly json: JsonQuery) {}

  execute({ actor, assetId, filter: { tags }, page, addresses }: ListUnitMaps): Promise<JsonPage> {
    const byTags = tags === undefined ? '' : 'and unit_map.tags @> :tags::text[]';
    return this.json.page(page, {
      requires: visibleAsset(actor, assetId),
      from: 'mapping.unit_map unit_map',
      where: `unit_map.asset_id = :asset ${byTags}`,
      select: UNIT_MAP,
      values: { ...addresses, ...(tags && { tags }) },
    });
  }
}

@QueryHandler(ViewUnitMap)
export class ViewUnitMapHandler implements IQueryHandler<ViewUnitMap> {
  constructor(private readonly json: JsonQuery) {}

  execute({ actor, ids, addresses }: ViewUnitMap): Promise<Json> {
    return this.json.one({
      requires: visibleAsset(actor, ids.assetId),
      from: 'mapping.unit_map unit_map',
      where: 'unit_map.asset_id = :asset and unit_map.id = :id',
      select: UNIT_MAP,
      values: { ...addresses, id: ids.mapId },
    });
  }
}

const OF_MAP = 'shape.asset_id = :asset and shape.unit_map_id = unit_map.id';

/** The positions of units on each map. */
export const MAP_UNITS = {
  from: 'mapping.unit_map unit_map',
  where: 'unit_map.asset_id = :asset',
  select: `unit_map.asset_id::text, unit_map.id::text as unit_map_id,
  (select coalesce(json_agg(json_build_object('shape_id', shape.shape_id, 'names', shape.names, 'texts', shape.texts,
      'x', shape.x, 'y', shape.y, 'unit_id', unit.id::text, 'unit_number', unit.unit_number, 'bound_by', shape.bound_by) order by shape.position), '[]')
    from mapping.unit_map_shape shape
    join catalog.unit_v1 unit on unit.asset_id = :asset and unit.id = shape.unit_id
    where ${OF_MAP}) as bound_shapes,
  (select coalesce(json_agg(json_build_object('shape_id', shape.shape_id, 'names', shape.names, 'texts', shape.texts,
      'x', shape.x, 'y', shape.y, 'reason', coalesce(shape.reason, 'no_such_unit')) order by shape.position), '[]')
    from mapping.unit_map_shape shape where ${OF_MAP} and shape.unit_id is null) as unbound_shapes,
  unit_map.stray_labels,
  (select coalesce(json_agg(json_build_object('unit_id', unit.id::text, 'unit_number', unit.unit_number,
      'floor_id', unit.floor_id::text, 'on_other_map', placed.anywhere) order by unit.id), '[]')
    from catalog.unit_v1 unit
    cross join lateral (select count(*) > 0 as anywhere, coalesce(bool_or(shape.unit_map_id = unit_map.id), false) as here
      from mapping.unit_map_shape shape where shape.asset_id = :asset and shape.unit_id = unit.id) placed
    where unit.asset_id = :asset and not placed.here) as unplaced_units`,
};

@QueryHandler(FindMapSource)
export class FindMapSourceHandler implements IQueryHandler<FindMapSource> {
  constructor(private readonly json: JsonQuery) {}

  async execute({ actor, ids }: FindMapSource): Promise<MapSource> {
    const { text } = await this.json.one({
      requires: visibleAsset(actor, ids.assetId),
      from: 'mapping.unit_map unit_map',
      where: 'unit_map.asset_id = :asset and unit_map.id = :id and unit_map.source is not null',
      select: 'unit_map.name, unit_map.source',
      values: { id: ids.mapId },
    });
    const { name, source } = JSON.parse(text) as { name: string; source: string };
    return { file: source, clientName: name + extname(source) };
  }
}
