import { Database } from '@app/platform/persistence';
import { FileContent, FileStore } from '@app/platform/files';
import { Injectable } from '@nestjs/common';
import {
  type Binding,
  bindMaps,
  type KnownUnit,
  type Labels,
  type MapLabels,
  UnitNumbers,
} from '../drawings/binding.js';
import type { Nesting } from '../drawings/drawing.js';
import { writeGeojson } from '../drawings/sources/geojson.js';
import { parseUmap, type Umap, writeUmap } from '../drawings/sources/umap.js';
import { BY_HAND } from './shape-binding.repository.js';
import type { UnitMap } from './unit-map.aggregate.js';

/** The files of a map with its units. */
interface MatchedFiles {
  file: FileContent;
  geojson: FileContent;
}

const UNITS = `select id::text, unit_number as number, floor_id::text as "floorId", building_id::text as "buildingId" from catalog.unit_v1
  where asset_id = :asset order by id`;

const LABELS = `select shape.unit_map_id::text as map, map.building_id::text as building, shape.names, shape.texts, shape.inside,
    shape.is_mark as "isMark", hand.unit_id is not null as "isByHand",
    coalesce(hand.unit_id, case when shape.bound_by = 'given' then shape.unit_id end)::text as given
  from mapping.unit_map_shape shape
  join mapping.unit_map map on map.asset_id = shape.asset_id and map.id = shape.unit_map_id
  left join mapping.shape_binding hand on ${BY_HAND}
  where shape.asset_id = :asset order by shape.unit_map_id, shape.position`;

/**
 * SQL fingerprint of everything that the bindings of an asset depend on: units with numbers and floors, and the shapes of all
 * maps with their building and what was bound by hand. A map with another fingerprint is bound again.
 */
const fingerprint = (asset: string, shapesKey = 'map.shapes_key', building = 'map.building_id'): string => `md5(
    coalesce((select string_agg(concat_ws(':', unit.id, unit.building_id, unit.floor_id, unit.unit_number), ',' order by unit.id)
      from catalog.unit_v1 unit where unit.asset_id = ${asset}), '') || '|' ||
    string_agg(concat_ws(':', map.id, ${shapesKey}, ${building}, (select string_agg(concat_ws(':', hand.shape_id, hand.x, hand.y, hand.unit_id), ',' order by hand.shape_id)
      from mapping.shape_binding hand where hand.asset_id = map.asset_id and hand.unit_map_id = map.id)), ',' order by map.id))`;

/** Selects several assets. */
const SOME = 'any (:assets::bigint[])';
const STALE = `select map.asset_id::text as asset, map.id::text as map
  from (select map.asset_id, ${fingerprint('map.asset_id')} as now from mapping.unit_map map
    where map.shapes_key is not null and map.asset_id = ${SOME} group by map.asset_id) fingerprint
  join mapping.unit_map map on map.asset_id = fingerprint.asset_id and map.binding_fingerprint is distinct from fingerprint.now
  where map.shapes_key is not null and map.asset_id = ${SOME} order by map.asset_id, map.id`;

const MAPPED = `select distinct asset_id::text as asset, asset_id from mapping.unit_map
  where shapes_key is not null and asset_id > :after order by asset_id limit :batch`;

/** The fingerprint as soon as the map has these shapes. */
const WITH_SHAPES = `select ${fingerprint(':asset', 'case when map.id = :map then :shapesKey else map.shapes_key end', 'case when map.id = :map then :buildingId::bigint else map.building_id end')} as now
  from mapping.unit_map map where map.asset_id = :asset and (map.shapes_key is not null or map.id = :map)`;

const CLEAR = 'delete from mapping.unit_map_shape where asset_id = :asset and unit_map_id = :map';

/** The bound units that are not deleted meanwhile, as `known`, locked until the end of the transaction. */
const knownOf = (bound: string): string => `known as materialized (select unit.id from catalog.unit_v1 unit
    where unit.asset_id = :asset and unit.id in (select ${bound}."unitId" from ${bound}) order by unit.id for key share)`;

const INSERT = `with shape as materialized (select * from json_to_recordset(:shapes::json)
    as shape (position int, "shapeId" text, names json, texts json, x float8, y float8, inside int, "isMark" boolean, "unitId" bigint, "boundBy" text, reason text)
  ), ${knownOf('shape')}
  insert into mapping.unit_map_shape
    (asset_id, unit_map_id, position, shape_id, names, texts, x, y, inside, is_mark, unit_id, bound_by, reason)
  select :asset::bigint, :map::bigint, position, "shapeId", array(select json_array_elements_text(names)),
    array(select json_array_elements_text(texts)), x, y, inside, "isMark", known.id, "boundBy", reason
  from shape left join known on known.id = shape."unitId"`;

const REBIND = `with bound as materialized (select * from json_to_recordset(:bindings::json)
    as bound (position int, "unitId" bigint, "boundBy" text, reason text)
  ), ${knownOf('bound')}
  update mapping.unit_map_shape shape set unit_id = known.id, bound_by = bound."boundBy", reason = bound.reason
  from bound left join known on known.id = bound."unitId"
  where shape.asset_id = :asset and shape.unit_map_id = :map and shape.position = bound.position
    and (shape.unit_id, shape.bound_by, shape.reason) is distinct from (known.id, bound."boundBy", bound.reason)`;

const REMEMBER = 'update mapping.unit_map set binding_fingerprint = :as where asset_id = :asset and id = :map';

/** Matches the units of an asset with the shapes on its maps. */
@Injectable()
export class UnitMatcher {
  constructor(
    private readonly database: Database,
    private readonly store: FileStore,
  ) {}

  /** Ids of assets with shapes on their maps, ascending. */
  async mapped(after: string, batch: number): Promise<string[]> {
    const rows = await this.database.rows<{ asset: string }>(MAPPED, { after, batch });
    return rows.map(({ asset }) => asset);
  }

  /** Maps whose bindings are out of date. */
  stale(assets: readonly string[]): Promise<{ asset: string; map: string }[]> {
    return this.database.rows(STALE, { assets });
  }

  /** Replaces the shapes of a map and binds them to units. Inside a unit of work. @returns the map with its units, and the fingerprint */
  async draw(
    map: UnitMap,
    umap: Umap,
    nesting: readonly Nesting[],
    shapesKey: string,
  ): Promise<{ bound: Umap; as: string }> {
    const { assetId: asset, id } = map;
    const as = await this.fingerprint(map, shapesKey);
    await this.clear(asset, id);
    const shapes = umap.shapes.map(({ id: shapeId, names, texts, label: [x, y] }, position) => {
      const { unitId, boundBy } = umap.shapes[position]!;
      return { position, shapeId, names, texts, x, y, ...nesting[position]!, unitId, boundBy, reason: null };
    });
    await this.database.execute(INSERT, { asset, map: id, shapes: JSON.stringify(shapes) });
    const bindings = await this.bindings(asset, id, map.buildingId);
    await this.database.execute(REBIND, { asset, map: id, bindings: JSON.stringify(bindings.map(row)) });
    return { bound: boundTo(umap, bindings), as };
  }

  async clear(asset: string, map: string): Promise<void> {
    await this.database.execute(CLEAR, { asset, map });
  }

  /** Stores the binding fingerprint of a map; call it after saving the map. */
  async remember(asset: string, map: string, as: string): Promise<void> {
    await this.database.execute(REMEMBER, { asset, map, as });
  }

  /**
   * Rebinds the shapes of a map if its fingerprint is out of date. Inside a unit of work that has locked the map.
   * @returns the new fingerprint, and new files if the unit of any shape changed
   */
  async rebind(map: UnitMap): Promise<{ as: string; files: MatchedFiles | undefined } | undefined> {
    const { assetId: asset, id, file, shapesKey, bindingFingerprint, buildingId } = map;
    if (file === null || shapesKey === null) return undefined;
    const as = await this.fingerprint(map, shapesKey);
    if (bindingFingerprint === as) return undefined;
    const bindings = await this.bindings(asset, id, buildingId);
    const bound = { asset, map: id, bindings: JSON.stringify(bindings.map(row)) };
    if ((await this.database.execute(REBIND, bound)) === 0) return { as, files: undefined };
    const umap = parseUmap(await this.read(file));
    const rebound = boundTo(umap, bindings);
    return { as, files: areBoundAlike(umap, rebound) ? undefined : await filesOf(rebound) };
  }

  /** Read before what it stands for: a change in between then makes it out of date, instead of being missed. */
  private async fingerprint({ assetId: asset, id: map, buildingId }: UnitMap, shapesKey: string): Promise<string> {
    const [row] = await this.database.rows<{ now: string }>(WITH_SHAPES, { asset, map, shapesKey, buildingId });
    return row!.now;
  }

  /** The bindings of a map, next to those of the other maps. @param buildingId the building of the map, which may not be saved yet */
  private async bindings(asset: string, id: string, buildingId: string | null): Promise<Binding[]> {
    const rows = await this.database.rows<Labels & { map: string; building: string | null }>(LABELS, { asset });
    const maps = new Map<string, MapLabels>();
    for (const { map, building, ...labels } of rows) {
      const known = maps.get(map) ?? { buildingId: map === id ? buildingId : building, shapes: [] };
      maps.set(map, { ...known, shapes: known.shapes });
      (known.shapes as Labels[]).push(labels);
    }
    const units = await this.database.rows<KnownUnit>(UNITS, { asset });
    return bindMaps(maps, new UnitNumbers(units)).get(id) ?? [];
  }

  private async read(name: string): Promise<Buffer> {
    const stream = await this.store.read(name);
    if (!stream) throw new Error(`The file ${name} of a map is not in the store`);
    const chunks: Buffer[] = [];
    for await (const chunk of stream as AsyncIterable<Buffer>) chunks.push(chunk);
    return Buffer.concat(chunks);
  }
}

export async function filesOf(umap: Umap): Promise<MatchedFiles> {
  return {
    file: await FileContent.of(writeUmap(umap), 'umap'),
    geojson: await FileContent.of(await writeGeojson(umap), 'geojson'),
  };
}

const row = (binding: Binding, position: number) => ({
  position,
  unitId: binding.unitId,
  boundBy: binding.unitId === null ? null : binding.boundBy,
  reason: binding.unitId === null ? binding.reason : null,
});

/** A new map, because the work of a transaction that is retried begins with the same one. */
const boundTo = ({ shapes, ...umap }: Umap, bindings: readonly Binding[]): Umap => ({
  ...umap,
  shapes: shapes.map((shape, position) => {
    const { unitId, boundBy, reason } = row(bindings[position] ?? { unitId: null, reason: 'no_such_unit' }, position);
    return { ...shape, unitId, boundBy, reason };
  }),
});

const areBoundAlike = (one: Umap, other: Umap): boolean =>
  one.shapes.every(({ unitId, boundBy, reason }, position) => {
    const shape = other.shapes[position]!;
    return shape.unitId === unitId && shape.boundBy === boundBy && shape.reason === reason;
  });
