import { type CatalogExport, ExportCatalog } from '@app/catalog/provisioning';
import { parseUmap, type Umap, writeUmap } from '@app/mapping/contract';
import { type EmbedExport, ExportEmbeds, ExportMaps, type MapsExport } from '@app/mapping/provisioning';
import { ExportMerchandise, type MerchandiseExport } from '@app/merchandising/provisioning';
import { ExportProcesses } from '@app/pricing/provisioning';
import { ExportReferences, type ReferencesExport } from '@app/references/provisioning';
import { type ExportedResource, ExportResources, type ProvisionedSet } from '@app/platform/resources';
import type { INestApplicationContext } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { ExportDataModels } from '@app/data-models/provisioning';
import { PROVISIONED } from '../contexts.js';
import { CommandError } from '../errors.js';
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
  const asset = {
    ...catalog.asset,
    ...catalogOf(catalog, files),
    ...provisionedOf(await queries.execute(new ExportResources(id, PROVISIONED)), units, files),
    ...merchandiseOf(await queries.execute(new ExportMerchandise(id)), { ...catalog, ...maps }, units, files),
    ...(await mapsOf(maps, units, files)),
    ...referencesOf(await queries.execute(new ExportReferences(id)), units),
    pricing_processes: processes,
    data_models: (await queries.execute(new ExportDataModels(id))).map((model) => ({
      ...model,
      file: files.add(model.file),
    })),
  };
  const embeds = await queries.execute(new ExportEmbeds(id));
  const accounts = catalog.accounts.map((name) => ({
    name,
    assets: [catalog.asset.name],
    embeds: embeds
      .filter(({ account }) => account === name)
      .map((embed) => embedOf(embed, catalog.asset.name, processes)),
  }));
  return plain({ accounts, assets: [asset] }) as Item;
}

/** Fields that are written even if null or empty: a unit may have a null value, and a gallery no images. */
const SAID = new Set(['value', 'images']);

/** Omits ids, and null or empty values. */
function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value).filter(
    ([name, inner]) => SAID.has(name) || (name !== 'id' && inner !== null && inner !== undefined && !isEmpty(inner)),
  );
  return Object.fromEntries(kept.map(([name, inner]) => [name, plain(inner)]));
}

const isEmpty = (value: unknown): boolean => Array.isArray(value) && value.length === 0;

const withImages = (files: ExportedFiles, part: Item, images: readonly string[]): Item => ({
  ...part,
  ...Object.fromEntries(images.flatMap((name) => (part[name] ? [[name, files.add(part[name] as string)]] : []))),
});

function catalogOf({ buildings, floors, floor_plans: plans, units }: CatalogExport, files: ExportedFiles): Item {
  return {
    buildings,
    floors,
    floor_plans: plans.map((plan) => withImages(files, plan, ['image', 'secondary_image'])),
    units: units.map((unit) => withImages(files, unit, ['view_image', 'secondary_view_image'])),
  };
}

function provisionedOf(lists: Record<string, ExportedResource[]>, names: UnitNames, files: ExportedFiles): Item {
  const itemsOf = ({ list, images = [] }: ProvisionedSet): Item[] =>
    lists[list]!.map(({ units = [], ...item }) => ({ ...withImages(files, item, images), ...names.list(units) }));
  return Object.fromEntries(PROVISIONED.map((set) => [set.list, itemsOf(set)]));
}

function merchandiseOf(
  parts: MerchandiseExport,
  { floors, floor_plans: plans, unit_maps: maps }: CatalogExport & MapsExport,
  units: UnitNames,
  files: ExportedFiles,
): Item {
  const nameIn = (things: readonly { id: string; name: string }[], wanted: string | null) =>
    things.find(({ id }) => id === wanted)?.name;
  return {
    galleries: parts.galleries.map(({ images, ...gallery }) => ({
      ...gallery,
      images: images.map((image) => files.add(image)),
    })),
    marker_descriptions: parts.marker_descriptions.map(({ places, ...marker }) => ({
      ...marker,
      places: places.flatMap(({ unit_map_id: id, x, y }) => {
        const map = nameIn(maps, id);
        return map === undefined ? [] : [{ map, x, y }];
      }),
    })),
    unit_outbound_links: parts.unit_outbound_links.map(({ urls, ...link }) => ({
      ...link,
      urls: urls.map(({ unit_id, url }) => ({ unit: units.nameOf(unit_id), url })),
    })),
    description_groups: parts.description_groups.map(({ descriptions, ...group }) => ({
      ...group,
      descriptions: descriptions.map(({ units: ids, ...description }) => ({ ...description, ...units.list(ids) })),
    })),
    filters: parts.filters.map(({ options, ...filter }) => ({
      ...filter,
      options: options.map(({ units: ids, floor_id, floor_plan_id, ...option }) => ({
        ...option,
        floor: nameIn(floors, floor_id),
        floor_plan: nameIn(plans, floor_plan_id),
        ...units.list(ids),
      })),
    })),
  };
}

async function mapsOf(parts: MapsExport, units: UnitNames, files: ExportedFiles): Promise<Item> {
  const maps: Item[] = [];
  for (const { file, source, backgrounds, ...map } of parts.unit_maps)
    maps.push({
      ...map,
      source: source && files.add(source),
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
  maps: maps.map(({ map, instance_key, pricing_process_id: process }) => ({
    asset,
    map,
    instance_key,
    pricing_process: processes.find(({ id }) => id === process)?.name,
  })),
});

/** Replaces unit ids, which are valid in this database only, by the names of units explicitly assigned to shapes. */
function compiled({ viewBox, shapes }: Umap, units: UnitNames, files: ExportedFiles): Item {
  const given = shapes.filter(({ boundBy }) => boundBy === 'given');
  const unbound = shapes.map((shape) => ({ ...shape, unitId: null, boundBy: null }));
  return {
    file: files.put(writeUmap({ viewBox, shapes: unbound }), 'umap'),
    given_units: given.map(({ id, unitId }) => ({ shape: id, unit: units.nameOf(unitId!) })),
  };
}

function referencesOf(parts: ReferencesExport, units: UnitNames): Item {
  return {
    asset_references: parts.asset_references,
    unit_reference_groups: parts.unit_reference_groups.map(({ values, ...group }) => ({
      ...group,
      values: values.map(({ unit_id, value }) => ({ unit: units.nameOf(unit_id), value })),
    })),
  };
}
