import type { Asset, FloorPlan, Unit } from '@app/sdk';
import type { Item } from '../../provision/section.js';
import { byId, itemOf } from '../../provision/items.js';
import { expensesOf } from './read-expenses.js';
import { imageOf } from './read-image.js';
import { mapsOf } from './read-maps.js';
import { merchandiseOf } from './read-merchandise.js';
import { setsOf } from './read-sets.js';
import { PAGE, type SourceServer } from './source-server.js';

/** Reads an asset as in a provision document, with the ids of the source server. */
export async function readAsset(source: SourceServer, asset: Asset): Promise<Item> {
  const { api } = source;
  const its = { asset: asset.id, ...PAGE };
  const all = async <T extends object>(
    what: string,
    list: Parameters<typeof source.all<T>>[1],
    toItem: (resource: T) => Item | Promise<Item> = plain<T>(what),
  ) => {
    const items: Item[] = [];
    for (const resource of await source.all(what, list)) items.push(await toItem(resource)); // one file at a time
    return items;
  };
  return itemOf('assets', asset, {
    ...(await imageOf(source, 'logo', (asset as Partial<Asset>).logo_url)),
    buildings: await all('buildings', api.listBuildings(its)),
    floors: await all('floors', api.listFloors(its)),
    floor_plans: await all('floor_plans', api.listFloorPlans(its), (plan) => planOf(source, plan)),
    units: await all('units', api.listUnits(its), (unit) => unitOf(source, unit)),
    ...(await mapsOf(source, asset.id)),
    ...(await merchandiseOf(source, asset.id)),
    ...(await setsOf(source, asset.id)),
    ...(await expensesOf(source, asset.id)),
    asset_references: await all('asset_references', api.listAssetReferences(its)),
    unit_reference_groups: await referencesOf(source, asset.id),
    pricing_processes: await all('pricing_processes', api.listPricingProcesses(its)),
    data_models: await dataModelsOf(source, asset.id),
  });
}

const plain =
  <T extends object>(list: string) =>
  (resource: T): Item =>
    itemOf(`assets.${list}`, resource);

const planOf = async (source: SourceServer, plan: FloorPlan): Promise<Item> =>
  itemOf('assets.floor_plans', plan, {
    ...(await imageOf(source, 'image', plan.image_url)),
    ...(await imageOf(source, 'secondary_image', plan.secondary_image_url)),
  });

const unitOf = async (source: SourceServer, unit: Unit): Promise<Item> =>
  itemOf('assets.units', unit, {
    building: byId(unit.building_id),
    floor: byId(unit.floor_id),
    floor_plan: byId(unit.floor_plan_id),
    ...(await imageOf(source, 'view_image', unit.view_image_url)),
    ...(await imageOf(source, 'secondary_view_image', unit.secondary_view_image_url)),
  });

async function referencesOf(source: SourceServer, asset: string): Promise<Item[]> {
  const groups: Item[] = [];
  for (const group of await source.all(
    'unit_reference_groups',
    source.api.listUnitReferenceGroups({ asset, ...PAGE }),
  )) {
    const rows = source.api.listUnitReferences({ asset, group: group.id, ...PAGE });
    const values = (await source.all('unit_references', rows)).map(({ unit_id: id, value }) => ({
      unit: byId(id),
      value,
    }));
    groups.push(itemOf('assets.unit_reference_groups', group, { values }));
  }
  return groups;
}

async function dataModelsOf(source: SourceServer, asset: string): Promise<Item[]> {
  const { dataModels } = source;
  if (!dataModels) {
    source.notShown.add('data models: say where the second API is, with --data-models-url');
    return [];
  }
  const models: Item[] = [];
  for (const model of await source.all('data_models', dataModels.listDataModels({ asset, ...PAGE }))) {
    const bytes = await source.ifShown(`data model ${model.id} (${model.title})`, async () => {
      const file = await dataModels.downloadDataModel({ asset, dataModel: model.id });
      return Buffer.from(await file.arrayBuffer());
    });
    if (!bytes) continue;
    const name = source.put(`data-model-${model.id}.csv`, bytes);
    models.push(itemOf('assets.data_models', model, { file: name }));
  }
  return models;
}
