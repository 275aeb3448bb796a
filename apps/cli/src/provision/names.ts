import { type CatalogExport, ExportCatalog } from '@app/catalog/provisioning';
import { Database } from '@app/platform/persistence';
import { type FieldErrors } from '@app/platform/core';
import { ExportMaps } from '@app/mapping/provisioning';
import { ExportMerchandise } from '@app/merchandising/provisioning';
import { ExportProcesses } from '@app/pricing/provisioning';
import type { INestApplicationContext } from '@nestjs/common';
import { type Query, QueryBus } from '@nestjs/cqrs';

export type UnitName = string | { unit_number: string; building: string };
type Index = Map<string, string[]>;

/** Finds ids of an asset's things by their names. What is asked once is remembered: ask when it is true already. */
export class Names {
  private readonly catalogs = new Map<string, Promise<Record<'floors' | 'floor_plans' | 'units', Index>>>();
  private readonly maps = new Map<string, Promise<Index>>();
  private readonly galleries = new Map<string, Promise<Index>>();
  private readonly processes = new Map<string, Promise<Index>>();

  constructor(private readonly app: INestApplicationContext) {}

  /** @param faults gets what is wrong with the name, at the path */
  async unit(asset: string, name: UnitName, path: string, faults: FieldErrors): Promise<string> {
    const { units } = await this.catalog(asset);
    return one(units, typeof name === 'string' ? name : unitKey(name), path, faults);
  }

  async floor(asset: string, name: string, path: string, faults: FieldErrors): Promise<string> {
    return one((await this.catalog(asset)).floors, name, path, faults);
  }

  async floorPlan(asset: string, name: string, path: string, faults: FieldErrors): Promise<string> {
    return one((await this.catalog(asset)).floor_plans, name, path, faults);
  }

  async map(asset: string, name: string, path: string, faults: FieldErrors): Promise<string> {
    const ask = async () => index((await this.ask(new ExportMaps(asset))).unit_maps);
    return one(await remembered(this.maps, asset, ask), name, path, faults);
  }

  async gallery(asset: string, name: string, path: string, faults: FieldErrors): Promise<string> {
    const ask = async () => index((await this.ask(new ExportMerchandise(asset))).galleries);
    return one(await remembered(this.galleries, asset, ask), name, path, faults);
  }

  async process(asset: string, name: string, path: string, faults: FieldErrors): Promise<string> {
    const ask = async () => index(await this.ask(new ExportProcesses(asset)));
    return one(await remembered(this.processes, asset, ask), name, path, faults);
  }

  async asset(name: string | { id: string }, path: string, faults: FieldErrors): Promise<string> {
    const by = typeof name === 'string' ? { id: null, name } : { id: name.id, name: null };
    const rows = await this.app
      .get(Database)
      .rows<{ id: string }>('select id::text from catalog.asset_v1 where id::text = :id or name = :name', by);
    if (rows.length !== 1)
      faults[path] = [rows.length === 0 ? 'is not an asset' : `is the name of ${rows.length} assets`];
    return rows[0]?.id ?? '';
  }

  private catalog(asset: string) {
    return remembered(this.catalogs, asset, async () => {
      const parts = (await this.ask(new ExportCatalog(asset))) as CatalogExport;
      const units = new Map<string, string[]>();
      for (const unit of parts.units) {
        add(units, unit.unit_number, unit.id);
        add(units, unitKey(unit), unit.id);
      }
      return { floors: index(parts.floors), floor_plans: index(parts.floor_plans), units };
    });
  }

  private ask<T>(query: Query<T>): Promise<T> {
    return this.app.get(QueryBus).execute(query) as Promise<T>;
  }
}

function remembered<T>(known: Map<string, Promise<T>>, asset: string, ask: () => Promise<T>): Promise<T> {
  const found = known.get(asset) ?? ask();
  known.set(asset, found);
  return found;
}

/** No number holds a NUL. */
const unitKey = (unit: { unit_number: string; building: string }): string => `${unit.building}\0${unit.unit_number}`;

function index(things: readonly { id: string; name: string }[]): Index {
  const ids: Index = new Map();
  for (const { id, name } of things) add(ids, name, id);
  return ids;
}

function add(ids: Index, name: string, id: string): void {
  ids.set(name, [...(ids.get(name) ?? []), id]);
}

function one(ids: Index, name: string, path: string, faults: FieldErrors): string {
  const [id, ...others] = ids.get(name) ?? [];
  const shown = name.split('\0').reverse().join('" of "');
  if (id === undefined) faults[path] = [`"${shown}" is not in this asset`];
  else if (others.length > 0) faults[path] = [`"${shown}" is in this asset ${others.length + 1} times`];
  return id ?? '';
}
