import { Json, JsonPage, JsonQuery } from '@app/platform/persistence';
import { assetRows, columnsOf } from '@app/platform/resources';
import { Injectable } from '@nestjs/common';
import { Query, QueryBus } from '@nestjs/cqrs';
import { Building } from '../buildings/building.aggregate.js';
import { FloorPlan } from '../floor-plans/floor-plan.aggregate.js';
import { Floor } from '../floors/floor.aggregate.js';

type Row = Readonly<Record<string, unknown>>;

/** Rows by the id of their unit, in a fixed order. */
export type RowsOfUnits = ReadonlyMap<string, readonly Row[]>;

/** The ids of these units in other systems. The context of references answers it. */
export class ReferencesOfUnits extends Query<RowsOfUnits> {
  constructor(
    readonly assetId: string,
    readonly unitIds: readonly string[],
  ) {
    super();
  }
}

/** These units in each pricing process of the asset. The context of prices answers it. */
export class PricingUnitsOfUnits extends Query<RowsOfUnits> {
  constructor(
    readonly assetId: string,
    readonly unitIds: readonly string[],
  ) {
    super();
  }
}

/** What a response can include with a unit, and the permission without `service.` that it needs. */
export const UNIT_PARTS = {
  building: 'buildings.read',
  floor: 'floors.read',
  floor_plan: undefined,
  pricing_units: undefined,
  references: 'unit-references.read',
} as const;

type UnitPart = keyof typeof UNIT_PARTS;

/** What a request for units asks for, besides or instead of their own fields. */
export interface UnitShape {
  include?: readonly UnitPart[];
  fields?: readonly string[];
}

/** The resources that units refer to, as their own operations return them. */
const ROWS = {
  building: assetRows('catalog.building', columnsOf(Building, 'building')),
  floor: assetRows('catalog.floor', columnsOf(Floor, 'floor')),
  floor_plan: assetRows(
    'catalog.floor_plan',
    `${columnsOf(FloorPlan, 'floor_plan', ['image', 'secondary_image'])},
    :files || floor_plan.image as image_url, :files || floor_plan.secondary_image as secondary_image_url`,
  ),
};

/** Adds parts to units that were read, with one statement for each kind of part, and drops the fields that were not asked for. */
@Injectable()
export class UnitParts {
  constructor(
    private readonly json: JsonQuery,
    private readonly queries: QueryBus,
  ) {}

  async ofPage(page: JsonPage, assetId: string, shape: UnitShape, files: string): Promise<JsonPage> {
    if (isWhole(shape)) return page;
    const units = await this.shaped(JSON.parse(page.text) as Row[], assetId, shape, files);
    return new JsonPage(JSON.stringify(units), page.next, page.total, page.previous, page.members);
  }

  async ofUnit(unit: Json, assetId: string, shape: UnitShape, files: string): Promise<Json> {
    if (isWhole(shape)) return unit;
    const [shaped] = await this.shaped([JSON.parse(unit.text) as Row], assetId, shape, files);
    return new Json(JSON.stringify(shaped));
  }

  private async shaped(units: Row[], assetId: string, { include = [], fields }: UnitShape, files: string) {
    const parts = await Promise.all(include.map((part) => this.partOf(part, units, assetId, files)));
    return units.map((unit) => {
      const own = fields ? Object.fromEntries(fields.map((name) => [name, unit[name]])) : unit;
      return Object.assign({}, own, ...include.map((part, at) => ({ [part]: parts[at]!(unit) }))) as Row;
    });
  }

  private async partOf(part: UnitPart, units: Row[], assetId: string, files: string): Promise<(unit: Row) => unknown> {
    if (part === 'references' || part === 'pricing_units') {
      const ids = units.map(({ id }) => id as string);
      const PartsQuery = part === 'references' ? ReferencesOfUnits : PricingUnitsOfUnits;
      const rows = ids.length > 0 ? await this.queries.execute(new PartsQuery(assetId, ids)) : new Map<string, Row[]>();
      return ({ id }) => rows.get(id as string) ?? [];
    }
    const ids = [...new Set(units.map((unit) => unit[`${part}_id`] as string))];
    const values = { asset: assetId, files };
    const found = JSON.parse((await this.json.findByIds(ids, { ...ROWS[part], values })).text) as Row[];
    const byId = new Map(found.map((row) => [row['id'], row]));
    return (unit) => byId.get(unit[`${part}_id`]) ?? null;
  }
}

const isWhole = ({ include = [], fields }: UnitShape): boolean => include.length === 0 && fields === undefined;
