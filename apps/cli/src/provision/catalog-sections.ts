import {
  CreateAssetDto,
  CreateBuildingDto,
  CreateFloorDto,
  CreateFloorPlanDto,
  CreateUnitDto,
} from '@app/catalog/contract';
import {
  type AccountRow,
  type AssetRow,
  Building,
  Floor,
  FloorPlan,
  PruneAccountAssets,
  PruneParts,
  Unit,
  type UnitRow,
  UpsertAccounts,
  UpsertAssets,
  UpsertUnits,
} from '@app/catalog/provisioning';
import { CommandBus } from '@nestjs/cqrs';
import type { ProvisionedSet } from '@app/platform/resources';
import type { FieldErrors } from '@app/platform/core';
import { fromWire, rulesOf } from '@app/platform/rest';
import {
  fields,
  ID,
  type Item,
  listOf,
  NAME,
  type Outcome,
  pruneAll,
  REFERENCE,
  throwIfAny,
  type Section,
} from './section.js';
import { createBody } from './create-body.js';
import type { Reference } from './names.js';
import { IMAGE, resourceSection, rowsOf } from './resource-section.js';

const UUID = { type: 'string', pattern: '^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$' };

/** A section of resources that units refer to. Those in use cannot be pruned. */
const part = (list: 'buildings' | 'floors' | 'floor_plans', set: Omit<ProvisionedSet, 'list'>): Section => ({
  ...resourceSection({ list, ...set }),
  prune: (app, keep, { ids: [asset] }) => app.get(CommandBus).execute(new PruneParts(asset!, list, keep)),
});

const assets: Section = {
  path: 'assets',
  ...createBody(CreateAssetDto, { 'uuid?': UUID, 'logo?': IMAGE }),
  table: 'catalog.asset',
  key: ['id', 'name'],
  files: { logo: 'image' },
  check(items) {
    const ids = items.map(({ id }) => id);
    const again = ids.flatMap((id, n) => (id !== undefined && ids.indexOf(id) < n ? [`${n}.id`] : []));
    return Object.fromEntries(again.map((path) => [path, ['is the id of an asset that the file already declares']]));
  },
  apply(app, items, { files }) {
    const rows = items.map(({ id, uuid, logo, ...fields }): AssetRow => {
      const change = logo === null ? ('delete' as const) : (files.imageOf(logo) ?? undefined);
      return Object.assign(fromWire(CreateAssetDto, fields), { id: id as string, uuid: uuid as string, logo: change });
    });
    return app.get(CommandBus).execute(new UpsertAssets(rows, rulesOf(CreateAssetDto)));
  },
};

const UNIT_IMAGES = ['view_image', 'secondary_view_image'];

const units: Section = {
  path: 'assets.units',
  ...createBody(CreateUnitDto, {
    building: REFERENCE,
    floor: REFERENCE,
    floor_plan: REFERENCE,
    'view_image?': IMAGE,
    'secondary_view_image?': IMAGE,
  }),
  table: 'catalog.unit',
  key: ['building', 'unit_number'],
  files: { view_image: 'image', secondary_view_image: 'image' },
  async apply(app, items, { ids: [asset], files, names }) {
    const errors: FieldErrors = {};
    const placed: Item[] = [];
    for (const [n, item] of items.entries()) {
      const partOf = async (field: 'building' | 'floor' | 'floor_plan', find: 'building' | 'floor' | 'floorPlan') => {
        const part = item[field] as Reference;
        return typeof part === 'string' ? part : { id: await names[find](asset!, part, `${n}.${field}`, errors) };
      };
      placed.push({
        ...item,
        building: await partOf('building', 'building'),
        floor: await partOf('floor', 'floor'),
        floor_plan: await partOf('floor_plan', 'floorPlan'),
      });
    }
    throwIfAny(errors);
    return app
      .get(CommandBus)
      .execute(new UpsertUnits(asset!, rowsOf<UnitRow>(placed, UNIT_IMAGES, files), rulesOf(CreateUnitDto)));
  },
  prune: pruneAll(Unit, 'unitNumber'),
};

const accounts: Section = {
  path: 'accounts',
  item: fields({ 'id?': ID, name: NAME, 'assets?': listOf(REFERENCE) }),
  table: 'catalog.account',
  key: ['name'],
  async apply(app, items, { idOf, names, isPruning }) {
    const known = (asset: string | { id: string }) => {
      const id = typeof asset === 'string' ? idOf('assets', asset) : names.localId('assets', asset.id);
      return id === undefined ? asset : { id };
    };
    const declared = (items as (Item & AccountRow)[]).map(({ id, name, assets: named = [] }) => ({
      ...(id !== undefined && { id }),
      name,
      assets: named.map(known),
    }));
    const commands = app.get(CommandBus);
    const outcomes: Outcome[] = [];
    for (const [n, { assets, ...result }] of (await commands.execute(new UpsertAccounts(declared))).entries()) {
      const deleted =
        isPruning && items[n]!['assets'] ? await commands.execute(new PruneAccountAssets(result.id, assets)) : [];
      outcomes.push({ ...result, ...(deleted.length > 0 && { deleted: { assets: deleted } }) });
    }
    return outcomes;
  },
};

export const catalogSections = [
  assets,
  part('buildings', { entity: Building, body: CreateBuildingDto }),
  part('floors', { entity: Floor, body: CreateFloorDto }),
  part('floor_plans', { entity: FloorPlan, body: CreateFloorPlanDto, images: ['image', 'secondary_image'] }),
  units,
];
/** Accounts come after assets, because they refer to assets by name. */
export const accountSections = [accounts];
