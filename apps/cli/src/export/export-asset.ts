import { type CatalogExport, ExportCatalog } from '@app/catalog/provisioning';
import { parseUmap, type Umap, writeUmap } from '@app/mapping/contract';
import { ExportExpenses, type ExpensesExport } from '@app/expenses/provisioning';
import { type EmbedExport, ExportEmbeds, ExportMaps, type MapsExport } from '@app/mapping/provisioning';
import { ExportMerchandise, type MerchandiseExport } from '@app/merchandising/provisioning';
import { ExportProcesses } from '@app/pricing/provisioning';
import { ExportReferences, type ReferencesExport } from '@app/references/provisioning';
import { type ExportedResource, ExportResources } from '@app/platform/resources';
import type { INestApplicationContext } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { ExportDataModels } from '@app/data-models/provisioning';
import { PROVISIONED } from '../contexts.js';
import { CommandError } from '../errors.js';
import { unitEntry } from '../provision/assigned-units.js';
import { itemOf, sparse } from '../provision/items.js';
import { type UnitName, UNITS_SECTION } from '../provision/names.js';
import { referencesOf, withNames } from '../provision/resource-references.js';
import type { Item } from '../provision/section.js';
import type { ExportedFiles } from './exported-files.js';
import { UnitNames } from './unit-names.js';

/**
 * Exports an asset and its accounts as a provision document. Resources are in order of creation, so that provisioning recreates
 * them in that order.
 * @throws CommandError for an unknown asset
 */
export async function exportAsset(app: INestApplicationContext, id: string, files: ExportedFiles): Promise<Item> {
  const queries = app.get(QueryBus);
  const catalog = await queries.execute(new ExportCatalog(id));
  if (!catalog) throw new CommandError(`There is no asset with the id ${id}`);
  const units = new UnitNames(catalog.units);
  const maps = await queries.execute(new ExportMaps(id));
  const processes = await queries.execute(new ExportProcesses(id));
  const merchandise = await queries.execute(new ExportMerchandise(id));
  const provisioned = await queries.execute(new ExportResources(id, PROVISIONED));
  const lists = { ...catalog, ...maps, ...merchandise, ...provisioned, pricing_processes: processes };
  const asset = {
    ...itemOf('assets', catalog.asset),
    ...expensesOf(await queries.execute(new ExportExpenses(id)), catalog.floor_plans, units),
    ...catalogOf(catalog, files),
    ...provisionedOf(provisioned, lists, units, files),
    ...merchandiseOf(merchandise, { ...catalog, ...maps }, units, files),
    ...(await mapsOf(maps, catalog.buildings, units, files)),
    ...externalReferencesOf(await queries.execute(new ExportReferences(id)), units),
    pricing_processes: processes,
    data_models: (await queries.execute(new ExportDataModels(id))).map((model) =>
      itemOf('assets.data_models', model, { file: files.add(model.file) }),
    ),
  };
  const embeds = await queries.execute(new ExportEmbeds(id));
  const accounts = catalog.accounts.map((name) => ({
    name,
    assets: [catalog.asset.name],
    embeds: embeds
      .filter(({ account }) => account === name)
      .map((embed) => embedOf(embed, catalog.asset.name, processes)),
  }));
  return sparse({ accounts, assets: [asset] });
}

/** Columns that a provision file does not declare, such as those that the server sets, are omitted. */
const withImages = (section: string, files: ExportedFiles, part: Item, images: readonly string[]): Item =>
  itemOf(
    section,
    part,
    Object.fromEntries(images.flatMap((name) => (part[name] ? [[name, files.add(part[name] as string)]] : []))),
  );

function catalogOf({ buildings, floors, floor_plans: plans, units }: CatalogExport, files: ExportedFiles): Item {
  return {
    buildings: buildings.map((building) => itemOf('assets.buildings', building)),
    floors: floors.map((floor) => itemOf('assets.floors', floor)),
    floor_plans: plans.map((plan) => withImages('assets.floor_plans', files, plan, ['image', 'secondary_image'])),
    units: units.map((unit) => withImages(UNITS_SECTION, files, unit, ['view_image', 'secondary_view_image'])),
  };
}

function provisionedOf(
  sets: Record<string, ExportedResource[]>,
  lists: Readonly<Record<string, unknown>>,
  units: UnitNames,
  files: ExportedFiles,
): Item {
  const nameOf = (section: string, id: string): UnitName | undefined =>
    section === UNITS_SECTION ? units.nameOf(id) : nameIn(lists[section.replace('assets.', '')] as Named[], id);
  return Object.fromEntries(
    PROVISIONED.map((set) => {
      const references = referencesOf(set);
      const items = sets[set.list]!.map(({ units: assigned = [], ...item }) => ({
        ...withImages(`assets.${set.list}`, files, withNames(item, references, nameOf), set.images ?? []),
        units: assigned.map((row) => unitEntry(set.units!, units.nameOf(row.unit_id), withoutNulls(row))),
      }));
      return [set.list, items];
    }),
  );
}

/** The default of `price_display` is omitted. */
function expensesOf(parts: ExpensesExport, plans: readonly Named[], units: UnitNames): Item {
  return {
    ...(parts.price_display !== 'base' && { price_display: parts.price_display }),
    floor_plan_expenses: parts.floor_plan_expenses.map(({ entries, ...expense }) => ({
      ...itemOf('assets.floor_plan_expenses', expense),
      entries: entries.map(({ floor_plan_id: id, ...value }) => ({
        floor_plan: nameIn(plans, id),
        ...withoutNulls(value),
      })),
    })),
    unit_expenses: parts.unit_expenses.map(({ entries, ...expense }) => ({
      ...itemOf('assets.unit_expenses', expense),
      entries: entries.map(({ unit_id: id, ...value }) => ({ unit: units.nameOf(id), ...withoutNulls(value) })),
    })),
  };
}

const withoutNulls = (row: Item): Item => Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null));

type Named = { id: string; name: string };

const nameIn = (things: readonly Named[], wanted: string | null): string | undefined =>
  things.find(({ id }) => id === wanted)?.name;

function merchandiseOf(
  parts: MerchandiseExport,
  { floors, floor_plans: plans, unit_maps: maps }: CatalogExport & MapsExport,
  units: UnitNames,
  files: ExportedFiles,
): Item {
  return {
    galleries: parts.galleries.map(({ images, ...gallery }) => ({
      ...itemOf('assets.galleries', gallery),
      images: images.map((image) => files.add(image)),
    })),
    marker_descriptions: parts.marker_descriptions.map(({ places, ...marker }) => ({
      ...itemOf('assets.marker_descriptions', marker),
      places: places.flatMap(({ unit_map_id: id, x, y }) => {
        const map = nameIn(maps, id);
        return map === undefined ? [] : [{ map, x, y }];
      }),
    })),
    unit_outbound_links: parts.unit_outbound_links.map(({ urls, ...link }) => ({
      ...itemOf('assets.unit_outbound_links', link),
      urls: urls.map(({ unit_id, url }) => ({ unit: units.nameOf(unit_id), url })),
    })),
    description_groups: parts.description_groups.map(({ descriptions, ...group }) => ({
      ...itemOf('assets.description_groups', group),
      descriptions: descriptions.map(({ units: ids, ...description }) => ({
        ...itemOf('assets.description_groups.descriptions', description),
        ...units.list(ids),
      })),
    })),
    filters: parts.filters.map(({ options, ...filter }) => ({
      ...itemOf('assets.filters', filter),
      options: options.map(({ units: ids, floor_id, floor_plan_id, ...option }) => ({
        ...itemOf('assets.filters.options', option),
        floor: nameIn(floors, floor_id),
        floor_plan: nameIn(plans, floor_plan_id),
        ...units.list(ids),
      })),
    })),
  };
}

async function mapsOf(
  parts: MapsExport,
  buildings: readonly Named[],
  units: UnitNames,
  files: ExportedFiles,
): Promise<Item> {
  const maps: Item[] = [];
  for (const { file, source, backgrounds, building_id: building, bindings, ...map } of parts.unit_maps)
    maps.push({
      ...map,
      ...(building !== null && { building: nameIn(buildings, building) }),
      source: source && files.add(source),
      units_by_hand: bindings.map(({ shape, unit_id: unit }) => ({ shape, unit: units.nameOf(unit) })),
      ...(file && compiled(parseUmap(await files.read(file)), units, files)),
      backgrounds: backgrounds.map(({ image, ...background }) => ({ ...background, image: files.add(image) })),
    });
  return { unit_maps: maps, landing_pages: parts.landing_pages };
}

/** Replaces ids of processes by names, because ids are valid in this database only. Deleted processes are omitted. */
const embedOf = (
  { name, tags, allowed_origins, maps }: EmbedExport,
  asset: string,
  processes: readonly { id: string; name: string }[],
): Item => ({
  name,
  tags,
  allowed_origins,
  maps: maps.map(({ map, instance_key, pricing_process_id: process }) => {
    const found = processes.find(({ id }) => id === process);
    return {
      asset,
      map,
      ...(instance_key !== null && { instance_key }),
      ...(found && { pricing_process: found.name }),
    };
  }),
});

/** Replaces unit ids, which are valid in this database only, by the names of units explicitly assigned to shapes. The file contains deleted units until the map is bound again. */
function compiled({ shapes, ...umap }: Umap, units: UnitNames, files: ExportedFiles): Item {
  const given = shapes.filter(({ boundBy, unitId }) => boundBy === 'given' && units.has(unitId!));
  const unbound = shapes.map((shape) => ({ ...shape, unitId: null, boundBy: null, reason: null }));
  return {
    file: files.put(writeUmap({ ...umap, shapes: unbound }), 'umap'),
    given_units: given.map(({ id, unitId }) => ({ shape: id, unit: units.nameOf(unitId!) })),
  };
}

function externalReferencesOf(parts: ReferencesExport, units: UnitNames): Item {
  return {
    asset_references: parts.asset_references.map((reference) => itemOf('assets.asset_references', reference)),
    unit_reference_groups: parts.unit_reference_groups.map(({ values, ...group }) => ({
      ...itemOf('assets.unit_reference_groups', group),
      values: values.map(({ unit_id, value }) => ({ unit: units.nameOf(unit_id), value })),
    })),
  };
}
