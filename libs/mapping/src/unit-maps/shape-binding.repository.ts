import { type FieldErrors, invalid } from '@app/platform/core';
import { Database } from '@app/platform/persistence';
import { Injectable } from '@nestjs/common';

/** A unit bound by hand to a shape. */
export interface ShapeUnit {
  shapeId: string;
  unitId: string;
}

/** SQL: what a person bound (`hand`) holds for the shape in its place. */
export const BY_HAND = `hand.asset_id = shape.asset_id and hand.unit_map_id = shape.unit_map_id and hand.shape_id = shape.shape_id
    and abs(hand.x - shape.x) < 0.01 and abs(hand.y - shape.y) < 0.01`;

const OF_MAP = 'shape.asset_id = :asset and shape.unit_map_id = :map';
const LIST = `select shape.shape_id as "shapeId", hand.unit_id::text as "unitId" from mapping.unit_map_shape shape
  join mapping.shape_binding hand on ${BY_HAND} where ${OF_MAP} order by shape.position`;
const KNOWN = `select shape_id as id from mapping.unit_map_shape shape where ${OF_MAP} and shape_id = any (:shapes::text[])`;
const CLEAR = 'delete from mapping.shape_binding where asset_id = :asset and unit_map_id = :map';
const BIND = `insert into mapping.shape_binding (asset_id, unit_map_id, shape_id, x, y, unit_id)
  select asset_id, unit_map_id, shape_id, x, y, bound.unit from mapping.unit_map_shape shape
  join unnest(:shapes::text[], :units::bigint[]) as bound (shape, unit) on bound.shape = shape.shape_id where ${OF_MAP}
  on conflict (asset_id, unit_map_id, shape_id) do update set x = excluded.x, y = excluded.y, unit_id = excluded.unit_id`;
const UNBIND = `${CLEAR} and shape_id = :shape`;

/** What people bound on maps. Inside a unit of work that has locked the map. */
@Injectable()
export class ShapeBindings {
  constructor(private readonly database: Database) {}

  /** @returns whether the map has the shape */
  async has(asset: string, map: string, shape: string): Promise<boolean> {
    return (await this.database.rows(KNOWN, { asset, map, shapes: [shape] })).length > 0;
  }

  async bind(asset: string, map: string, bindings: readonly ShapeUnit[]): Promise<void> {
    const shapes = bindings.map(({ shapeId }) => shapeId);
    await this.database.execute(BIND, { asset, map, shapes, units: bindings.map(({ unitId }) => unitId) });
  }

  async unbind(asset: string, map: string, shape: string): Promise<void> {
    await this.database.execute(UNBIND, { asset, map, shape });
  }

  /** Makes these the only bindings of a map. @returns whether that changed any @throws Problem 422, naming shapes that the map lacks */
  async replace(asset: string, map: string, bindings: readonly ShapeUnit[]): Promise<boolean> {
    const shapes = bindings.map(({ shapeId }) => shapeId);
    const known = new Set(
      (await this.database.rows<{ id: string }>(KNOWN, { asset, map, shapes })).map(({ id }) => id),
    );
    const errors: FieldErrors = {};
    shapes.forEach((shape, at) => {
      if (!known.has(shape)) errors[`units_by_hand.${at}.shape`] = ['is not in the drawing'];
      else if (shapes.indexOf(shape) < at) errors[`units_by_hand.${at}.shape`] = ['is listed twice'];
    });
    if (Object.keys(errors).length > 0) throw invalid(errors);
    const key = (list: readonly ShapeUnit[]): string => list.map(({ shapeId, unitId }) => `${shapeId}\0${unitId}`).sort().join('\0'); // oxfmt-ignore
    if (key(await this.database.rows<ShapeUnit>(LIST, { asset, map })) === key(bindings)) return false;
    await this.database.execute(CLEAR, { asset, map });
    await this.bind(asset, map, bindings);
    return true;
  }
}
