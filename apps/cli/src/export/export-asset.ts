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
import { galleryImage, itemOf, sparse } from '../provision/items.js';
import { type Reference, type UnitName, UNITS_SECTION } from '../provision/names.js';
import { referencesOf, withNames } from '../provision/resource-references.js';
import type { Item } from '../provision/section.js';
import type { ExportedFiles } from './exported-files.js';
import { type Named, namesOf } from './names-of.js';
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
  const units = new UnitNames(catalog.units, catalog.buildings);
  const maps = await queries.execute(new ExportMaps(id));
  const processes = await queries.execute(new ExportProcesses(id));
  const merchandise = await queries.execute(new ExportMerchandise(id));
  const provisioned = await queries.execute(new ExportResources(id, PROVISIONED));
  const lists = { ...catalog, ...maps, ...merchandise, ...provisioned, pricing_processes: processes };
  const asset = {
    ...withImages('assets', files, catalog.asset, ['logo']),
    ...expensesOf(await queries.execute(new ExportExpenses(id)), catalog.floor_plans, units),
    ...catalogOf(catalog, files),
    ...provisionedOf(provisioned, lists, units, files),
    ...merchandiseOf(merchandise, { ...catalog, ...maps }, units, files),
    ...(await mapsOf(maps, namesOf(catalog.buildings), units, files)),
    ...externalReferencesOf(await queries.execute(new ExportReferences(id)), units),
    pricing_processes: processes.map(({ units: set, ...process }) => ({
      ...process,
      units: set.map(({ unit_id: id, ...settings }) => ({ unit: units.nameOf(id), ...withoutNulls(settings) })),
    })),
    data_models: (await queries.execute(new ExportDataModels(id))).map((model) =>
      itemOf('assets.data_models', model, { file: files.add(model.file) }),
    ),
  };
  const embeds = await queries.execute(new ExportEmbeds(id));
  const [mapOf, processOf] = [namesOf(maps.unit_maps), namesOf(processes)];
  const accounts = catalog.accounts.map((account) => ({
    ...account,
    assets: [catalog.asset.name],
    embeds: embeds
      .filter(({ account_id: id }) => id === account.id)
      .map((embed) => embedOf(embed, catalog.asset.name, mapOf, processOf)),
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
  const [buildingOf, floorOf, planOf] = [namesOf(buildings), namesOf(floors), namesOf(plans)];
  return {
    buildings: buildings.map((building) => itemOf('assets.buildings', building)),
    floors: floors.map((floor) => itemOf('assets.floors', floor)),
    floor_plans: plans.map((plan) => withImages('assets.floor_plans', files, plan, ['image', 'secondary_image'])),
    units: units.map((unit) => ({
      ...withImages(UNITS_SECTION, files, unit, ['view_image', 'secondary_view_image']),
      ...{
        building: buildingOf(unit.building_id),
        floor: floorOf(unit.floor_id),
        floor_plan: planOf(unit.floor_plan_id),
      },
    })),
  };
}

function provisionedOf(
  sets: Record<string, ExportedResource[]>,
  lists: Readonly<Record<string, unknown>>,
  units: UnitNames,
  files: ExportedFiles,
): Item {
  const nameOf = (section: string, id: string): UnitName | undefined =>
    section === UNITS_SECTION ? units.nameOf(id) : namesOf(lists[section.replace('assets.', '')] as Named[])(id);
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
  const planOf = namesOf(plans);
  return {
    ...(parts.price_display !== 'base' && { price_display: parts.price_display }),
    floor_plan_expenses: parts.floor_plan_expenses.map(({ entries, ...expense }) => ({
      ...itemOf('assets.floor_plan_expenses', expense),
      entries: entries.map(({ floor_plan_id: id, ...value }) => ({
        floor_plan: planOf(id),
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

function merchandiseOf(
  parts: MerchandiseExport,
  { floors, floor_plans: plans, unit_maps: maps }: CatalogExport & MapsExport,
  units: UnitNames,
  files: ExportedFiles,
): Item {
  const [floorOf, planOf, mapOf] = [namesOf(floors), namesOf(plans), namesOf(maps)];
  const galleryOf = namesOf(parts.galleries);
  return {
    galleries: parts.galleries.map(({ images, alts, floor_plan_id, unit_id, ...gallery }) => ({
      ...itemOf('assets.galleries', gallery),
      images: images.map((image, n) => galleryImage(files.add(image), alts[n])),
      floor_plan: planOf(floor_plan_id),
      ...(unit_id !== null && { unit: units.nameOf(unit_id) }),
    })),
    marker_descriptions: parts.marker_descriptions.map(({ places, gallery_id, ...marker }) => ({
      ...itemOf('assets.marker_descriptions', marker),
      gallery: galleryOf(gallery_id),
      places: places.flatMap(({ unit_map_id: id, x, y }) => {
        const map = mapOf(id);
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
        floor: floorOf(floor_id),
        floor_plan: planOf(floor_plan_id),
        ...units.list(ids),
      })),
    })),
  };
}

async function mapsOf(
  parts: MapsExport,
  buildingOf: (id: string) => Reference | undefined,
  units: UnitNames,
  files: ExportedFiles,
): Promise<Item> {
  const maps: Item[] = [];
  for (const { file, source, backgrounds, building_id: building, bindings, ...map } of parts.unit_maps)
    maps.push({
      ...map,
      ...(building !== null && { building: buildingOf(building) }),
      source: source && files.add(source),
      units_by_hand: bindings.map(({ shape, unit_id: unit }) => ({ shape, unit: units.nameOf(unit) })),
      ...(file && compiled(parseUmap(await files.read(file)), units, files)),
      backgrounds: backgrounds.map(({ image, ...background }) => ({ ...background, image: files.add(image) })),
    });
  const mapOf = namesOf(parts.unit_maps);
  const pages = parts.landing_pages.map(({ unit_map_id: map, ...page }) => ({ ...page, map: mapOf(map) }));
  return { unit_maps: maps, landing_pages: pages };
}

/** Deleted processes are omitted. */
const embedOf = (
  { id, name, tags, allowed_origins, maps }: EmbedExport,
  asset: string,
  mapOf: (id: string) => Reference | undefined,
  processOf: (id: string | null) => Reference | undefined,
): Item => ({
  id,
  name,
  tags,
  allowed_origins,
  maps: maps.map(({ unit_map_id: map, instance_key, pricing_process_id: process }) => ({
    ...{ asset, map: mapOf(map) },
    ...(instance_key !== null && { instance_key }),
    ...(processOf(process) && { pricing_process: processOf(process) }),
  })),
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
