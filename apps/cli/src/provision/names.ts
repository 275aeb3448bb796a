import { unitNumberKey } from '@app/catalog/contract';
import { type CatalogExport, ExportCatalog } from '@app/catalog/provisioning';
import { Database } from '@app/platform/persistence';
import { type FieldErrors } from '@app/platform/core';
import { ExportMaps } from '@app/mapping/provisioning';
import { ExportMerchandise } from '@app/merchandising/provisioning';
import { entityTable, ExportResources } from '@app/platform/resources';
import { ExportProcesses } from '@app/pricing/provisioning';
import type { INestApplicationContext } from '@nestjs/common';
import { type Query, QueryBus } from '@nestjs/cqrs';
import { PROVISIONED } from '../contexts.js';

/** A reference to a resource by name, or by its id in the document. */
export type Reference = string | { id: string };
export type UnitName = Reference | { unit_number: string; building: string };
type Index = Map<string, string[]>;

export const UNITS_SECTION = 'assets.units';

type Ask = <T>(query: Query<T>) => Promise<T>;

const ofCatalog = (part: 'buildings' | 'floors' | 'floor_plans') => async (ask: Ask, asset: string) =>
  index((await catalogOf(ask, asset))[part]);

/** Queries for the resources of an asset by section. */
const INDEXES: Record<string, (ask: Ask, asset: string) => Promise<Index>> = {
  'assets.buildings': ofCatalog('buildings'),
  'assets.floors': ofCatalog('floors'),
  'assets.floor_plans': ofCatalog('floor_plans'),
  [UNITS_SECTION]: async (ask, asset) => {
    const index: Index = new Map();
    const { buildings, units } = await catalogOf(ask, asset);
    const names = new Map(buildings.map(({ id, name }) => [id, name]));
    for (const { id, unit_number, building_id } of units) {
      add(index, unitNumberKey(unit_number), id);
      add(index, unitKey({ unit_number, building: names.get(building_id)! }), id);
    }
    return index;
  },
  'assets.unit_maps': async (ask, asset) => index((await ask(new ExportMaps(asset))).unit_maps),
  'assets.galleries': async (ask, asset) => index((await ask(new ExportMerchandise(asset))).galleries),
  'assets.pricing_processes': async (ask, asset) => index(await ask(new ExportProcesses(asset))),
  ...Object.fromEntries(
    PROVISIONED.map((set) => [
      `assets.${set.list}`,
      async (ask: Ask, asset: string) => index((await ask(new ExportResources(asset, [set])))[set.list]!),
    ]),
  ),
};

/** Sections of the resources in a table, to which ids of other resources refer. */
const SECTION_OF_TABLE: Readonly<Record<string, string>> = {
  'catalog.building': 'assets.buildings',
  'catalog.floor': 'assets.floors',
  'catalog.floor_plan': 'assets.floor_plans',
  'catalog.unit': UNITS_SECTION,
  'catalog.unit_v1': UNITS_SECTION,
  'mapping.unit_map': 'assets.unit_maps',
  'merchandising.gallery': 'assets.galleries',
  'pricing.process': 'assets.pricing_processes',
  ...Object.fromEntries(PROVISIONED.map(({ entity, list }) => [entityTable(entity).table, `assets.${list}`])),
};

/** The section whose items a file names instead of ids of this table. */
export const sectionOfTable = (table: string): string | undefined => SECTION_OF_TABLE[table];

const catalogOf = async (ask: Ask, asset: string): Promise<CatalogExport> => (await ask(new ExportCatalog(asset)))!;

/** Resolves names to the ids of an asset's resources. Results are cached, so resolve a section only after it has been applied. */
export class Names {
  private readonly indexes = new Map<string, Promise<Index>>();
  private readonly preferred = new Set<string>();

  /** @param known ids of the resources that earlier documents created, by `section/id` */
  constructor(
    private readonly app: INestApplicationContext,
    private readonly known: Map<string, string> = new Map(),
  ) {}

  /** Lets names that several resources have mean this one. */
  prefer(section: string, id: string): void {
    this.preferred.add(`${section}/${id}`);
  }

  /** Maps an id of the document, possibly of another database, to the id in this database. */
  remember(section: string, id: string, here: string): void {
    this.known.set(`${section}/${id}`, here);
  }

  /** The id in this database for an id of the document. */
  localId(section: string, id: string): string {
    return this.known.get(`${section}/${id}`) ?? id;
  }

  /** @param errors receives errors by path */
  unit(asset: string, name: UnitName, path: string, errors: FieldErrors): Promise<string> {
    const called = typeof name === 'string' ? unitNumberKey(name) : 'unit_number' in name ? unitKey(name) : name;
    return this.one(UNITS_SECTION, asset, called, path, errors);
  }

  /** The id of an item of a section. @param errors receives errors by path */
  in(section: string, asset: string, name: UnitName, path: string, errors: FieldErrors): Promise<string> {
    return section === UNITS_SECTION
      ? this.unit(asset, name, path, errors)
      : this.one(section, asset, name as Reference, path, errors);
  }

  building = this.finder('assets.buildings');
  floor = this.finder('assets.floors');
  floorPlan = this.finder('assets.floor_plans');
  map = this.finder('assets.unit_maps');
  gallery = this.finder('assets.galleries');
  process = this.finder('assets.pricing_processes');

  async asset(name: string | { id: string }, path: string, errors: FieldErrors): Promise<string> {
    const by = typeof name === 'string' ? { id: null, name } : { id: this.localId('assets', name.id), name: null };
    const rows = await this.app
      .get(Database)
      .rows<{ id: string }>('select id::text from catalog.asset_v1 where id::text = :id or name = :name', by);
    if (rows.length !== 1)
      errors[path] = [rows.length === 0 ? 'is not an asset' : `is the name of ${rows.length} assets`];
    return rows[0]?.id ?? '';
  }

  private finder(section: string) {
    return (asset: string, name: Reference, path: string, errors: FieldErrors): Promise<string> =>
      this.one(section, asset, name, path, errors);
  }

  private async one(
    section: string,
    asset: string,
    name: Reference,
    path: string,
    errors: FieldErrors,
  ): Promise<string> {
    const declared = typeof name === 'string' ? undefined : this.known.get(`${section}/${name.id}`);
    if (declared !== undefined) return declared;
    const key = `${section}/${asset}`;
    const asked = this.indexes.get(key) ?? INDEXES[section]!((query) => this.ask(query), asset);
    this.indexes.set(key, asked);
    const ids = await asked;
    if (typeof name === 'string') {
      const found = ids.get(name) ?? [];
      const preferred = found.filter((id) => this.preferred.has(`${section}/${id}`));
      return one(preferred.length > 0 ? preferred : found, name, path, errors);
    }
    if (idsIn(ids).has(name.id)) return name.id;
    errors[path] = [`"${name.id}" is not the id of anything in this asset`];
    return '';
  }

  private ask<T>(query: Query<T>): Promise<T> {
    return this.app.get(QueryBus).execute(query) as Promise<T>;
  }
}

/** Joined by NUL, which unit numbers cannot contain. */
const unitKey = (unit: { unit_number: string; building: string }): string =>
  `${unit.building}\0${unitNumberKey(unit.unit_number)}`;

function index(things: readonly { id: string; name: string }[]): Index {
  const ids: Index = new Map();
  for (const { id, name } of things) add(ids, name, id);
  return ids;
}

function add(ids: Index, name: string, id: string): void {
  ids.set(name, [...(ids.get(name) ?? []), id]);
}

const known = new WeakMap<Index, Set<string>>();

function idsIn(index: Index): Set<string> {
  const found = known.get(index) ?? new Set([...index.values()].flat());
  known.set(index, found);
  return found;
}

function one([id, ...others]: readonly string[], name: string, path: string, errors: FieldErrors): string {
  const shown = name.split('\0').reverse().join('" of "');
  if (id === undefined) errors[path] = [`"${shown}" is not in this asset`];
  else if (others.length > 0) errors[path] = [`"${shown}" is in this asset ${others.length + 1} times`];
  return id ?? '';
}
