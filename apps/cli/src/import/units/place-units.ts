import { CreateBuildingDto, CreateFloorDto, CreateFloorPlanDto, CreateUnitDto } from '@app/catalog/contract';
import { Building, Floor, FloorPlan, SaveUnits } from '@app/catalog/provisioning';
import { Problem } from '@app/platform/core';
import { Database } from '@app/platform/persistence';
import { SaveBatch, type Saved } from '@app/platform/resources';
import { batchOptions, MAX_BATCH_ITEMS } from '@app/platform/rest';
import type { INestApplicationContext } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { RosterRow } from './roster.js';

/** The operator may create everything. */
const OPERATOR_RIGHTS = { permissions: ['service.*'] };

/** What became of the rows, and of the buildings, floors and floor plans that they name. */
export interface Placed {
  buildings: Saved[];
  floors: Saved[];
  floor_plans: Saved[];
  units: Saved[];
}

/** The reasons against rows, by line. */
export class RefusedRows extends Error {
  constructor(readonly reasons: ReadonlyMap<number, string>) {
    super('Rows cannot be imported');
  }
}

/**
 * Creates and changes units by the commands of the REST batches, in the current transaction.
 * @param before called before each batch with the number of units so far; may throw to stop
 * @throws RefusedRows
 */
export async function placeUnits(
  app: INestApplicationContext,
  asset: string,
  rows: readonly RosterRow[],
  before: (placed: number) => void,
): Promise<Placed> {
  const buildings = await named(app, asset, rows, {
    ...{ field: 'building', entity: Building, create: CreateBuildingDto, table: 'building' },
    fieldsOf: ({ building: name }) => ({ name }),
  });
  const floors = await named(app, asset, rows, {
    ...{ field: 'floor', entity: Floor, create: CreateFloorDto, table: 'floor' },
    fieldsOf: ({ floor }) => floorNamed(floor!),
  });
  const plans = await named(app, asset, rows, {
    ...{ field: 'floor_plan', entity: FloorPlan, create: CreateFloorPlanDto, table: 'floor_plan' },
    fieldsOf: ({ floor_plan: name, bedroom_count: bedroomCount, bathroom_count: bathroomCount }) => ({
      ...{ name: name!, filterLabel: name! },
      ...(bedroomCount !== undefined && { bedroomCount }),
      ...(bathroomCount !== undefined && { bathroomCount }),
    }),
  });
  const options = batchOptions(CreateUnitDto, 'units', OPERATOR_RIGHTS, {});
  const units: Saved[] = [];
  for (let at = 0; at < rows.length; at += MAX_BATCH_ITEMS) {
    before(at);
    const part = rows.slice(at, at + MAX_BATCH_ITEMS);
    const items = part.map(({ unit_number: unitNumber, building, floor, floor_plan: plan, area }) => ({
      unitNumber,
      buildingId: buildings.ids.get(building)!,
      ...(floor !== undefined && { floorId: floors.ids.get(floor)! }),
      ...(plan !== undefined && { floorPlanId: plans.ids.get(plan)! }),
      ...(area !== undefined && { area }),
    }));
    const save = app.get(CommandBus).execute(new SaveUnits(asset, { by: 'number' }, items, options));
    units.push(...(await save.catch(refusing(part))));
  }
  return { buildings: buildings.saved, floors: floors.saved, floor_plans: plans.saved, units };
}

type Name = 'building' | 'floor' | 'floor_plan';

interface Naming<Fields extends object> {
  field: Name;
  entity: SaveBatch<Fields>['entity'];
  create: typeof CreateBuildingDto | typeof CreateFloorDto | typeof CreateFloorPlanDto;
  table: string;
  /** fields of a new one */
  fieldsOf(row: RosterRow): Partial<Fields> & { name: string };
}

/** Finds what the rows name, and creates what is missing; what exists is not changed. */
async function named<Fields extends object>(
  app: INestApplicationContext,
  asset: string,
  rows: readonly RosterRow[],
  { field, entity, create, table, fieldsOf }: Naming<Fields>,
): Promise<{ ids: Map<string, string>; saved: Saved[] }> {
  const first = new Map<string, RosterRow>();
  for (const row of rows) if (row[field] !== undefined && !first.has(row[field])) first.set(row[field], row);
  const names = [...first.keys()];
  if (names.length === 0) return { ids: new Map(), saved: [] };
  const stored = await app
    .get(Database)
    .rows<{ name: string }>(
      `select name from catalog.${table} where asset_id = :asset and name = any (:names::text[])`,
      {
        ...{ asset, names },
      },
    );
  const known = new Set(stored.map(({ name }) => name));
  const items = [...first.values()].map((row) =>
    known.has(row[field]!) ? ({ name: row[field]! } as Partial<Fields> & { name: string }) : fieldsOf(row),
  );
  const options = batchOptions(create, `${field.replace('_', '-')}s`, OPERATOR_RIGHTS, {});
  const batch = new SaveBatch(entity, asset, items, 'name', options);
  const saved = await app
    .get(CommandBus)
    .execute(batch)
    .catch(refusing([...first.values()], { field, rows }));
  return { ids: new Map(names.map((name, at) => [name, saved[at]!.id!])), saved: [...saved] };
}

/**
 * Turns the errors of a batch's items into those of the rows that they came from.
 * @param items the row of each item
 */
const refusing =
  (items: readonly RosterRow[], named?: { field: Name; rows: readonly RosterRow[] }) =>
  (error: unknown): never => {
    if (!(error instanceof Problem) || !error.fields) throw error;
    const reasons = new Map<number, string[]>();
    for (const [path, texts] of Object.entries(error.fields)) {
      const [, at, property = ''] = /^data\.(\d+)\.(.+)$/.exec(path) ?? [];
      const item = items[Number(at)];
      if (!item) throw error;
      const reason = `${reasonOf(item, property, named?.field)} ${texts.join(', ')}`;
      const rows = named ? named.rows.filter((row) => row[named.field] === item[named.field]) : [item];
      for (const { line } of rows) reasons.set(line, [...(reasons.get(line) ?? []), reason]);
    }
    throw new RefusedRows(new Map([...reasons].map(([line, all]) => [line, all.join('; ')])));
  };

function reasonOf(row: RosterRow, property: string, field: Name | undefined): string {
  if (field === undefined) return property.replace(/_id$/, '');
  return property === 'name' ? field : `${property} of the new ${field.replace('_', ' ')} "${row[field]}"`;
}

/** A new floor, in the order of the first number of its name; the short label has at most 4 characters. */
function floorNamed(name: string) {
  const number = /-?\d{1,6}/.exec(name)?.[0];
  const short = [...name].length <= 4 ? name : (number ?? [...name].slice(0, 4).join('').trim());
  return { name, filterLabel: name, filterShortLabel: [...short].slice(0, 4).join(''), sort: Number(number ?? 0) };
}
