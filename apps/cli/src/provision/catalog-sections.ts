import {
  CreateAssetDto,
  CreateBuildingDto,
  DeclareAccounts,
  DeclareAssets,
  type DeclaredAccount,
  type DeclaredAsset,
  type DeclaredUnit,
  DeclareParts,
  DeclareUnits,
  CreateFloorDto,
  CreateFloorPlanDto,
  PruneAccountAssets,
  PruneParts,
  CreateUnitDto,
} from '@app/catalog/contract';
import { type Dto, fromWire } from '@app/platform/rest';
import { CommandBus } from '@nestjs/cqrs';
import {
  fields,
  fieldsOfCreate,
  FILE,
  ID,
  type Item,
  listOf,
  NAME,
  orNull,
  type Outcome,
  REFERENCE,
  type Section,
} from './section.js';

const IMAGE = orNull(FILE);

const part = (name: 'buildings' | 'floors' | 'floor_plans', dto: Dto, images: string[] = []): Section => ({
  path: `assets.${name}`,
  item: fieldsOfCreate(dto, Object.fromEntries(images.map((image) => [`${image}?`, IMAGE]))),
  key: ['name'],
  files: Object.fromEntries(images.map((image) => [image, 'image'])),
  declare: (app, items, { ids: [asset], files }) => {
    const rows = items.map((item) => ({
      ...item,
      ...Object.fromEntries(images.map((image) => [image, files.imageOf(item[image])])),
    }));
    return app.get(CommandBus).execute(new DeclareParts(asset!, name, rows));
  },
  prune: (app, keep, { ids: [asset] }) => app.get(CommandBus).execute(new PruneParts(asset!, name, keep)),
});

const assets: Section = {
  path: 'assets',
  item: fieldsOfCreate(CreateAssetDto, { 'id?': ID }),
  key: ['id', 'name'],
  check(items) {
    const ids = items.map(({ id }) => id);
    const again = ids.flatMap((id, n) => (id !== undefined && ids.indexOf(id) < n ? [`${n}.id`] : []));
    return Object.fromEntries(again.map((path) => [path, ['stands for an asset that is declared already']]));
  },
  declare(app, items) {
    const declared = items.map(({ id, ...fields }): DeclaredAsset =>
      Object.assign(fromWire(CreateAssetDto, fields), { id: id as string }),
    );
    return app.get(CommandBus).execute(new DeclareAssets(declared));
  },
};

const units: Section = {
  path: 'assets.units',
  item: fieldsOfCreate(CreateUnitDto, {
    building: NAME,
    floor: NAME,
    floor_plan: NAME,
    'view_image?': IMAGE,
    'secondary_view_image?': IMAGE,
  }),
  key: ['building', 'unit_number'],
  files: { view_image: 'image', secondary_view_image: 'image' },
  declare: (app, items, { ids: [asset], files }) => {
    const declared = items.map((item) => ({
      ...item,
      view_image: files.imageOf(item['view_image']),
      secondary_view_image: files.imageOf(item['secondary_view_image']),
    }));
    return app.get(CommandBus).execute(new DeclareUnits(asset!, declared as unknown as DeclaredUnit[]));
  },
  prune: (app, keep, { ids: [asset] }) => app.get(CommandBus).execute(new PruneParts(asset!, 'units', keep)),
};

const accounts: Section = {
  path: 'accounts',
  item: fields({ name: NAME, 'assets?': listOf(REFERENCE) }),
  key: ['name'],
  async declare(app, items, { idOf, exact }) {
    const known = (asset: string | { id: string }) => {
      const id = typeof asset === 'string' ? idOf('assets', asset) : undefined;
      return id === undefined ? asset : { id };
    };
    const declared = (items as (Item & DeclaredAccount)[]).map(({ name, assets: named = [] }) => ({
      name,
      assets: named.map(known),
    }));
    const commands = app.get(CommandBus);
    const outcomes: Outcome[] = [];
    for (const [n, { assets, ...outcome }] of (await commands.execute(new DeclareAccounts(declared))).entries()) {
      const lost =
        exact && items[n]!['assets'] ? await commands.execute(new PruneAccountAssets(outcome.id, assets)) : [];
      outcomes.push({ ...outcome, ...(lost.length > 0 && { lost: { assets: lost } }) });
    }
    return outcomes;
  },
};

export const catalogSections = [
  assets,
  part('buildings', CreateBuildingDto),
  part('floors', CreateFloorDto),
  part('floor_plans', CreateFloorPlanDto, ['image', 'secondary_image']),
  units,
];
/** They name assets, whatever else is declared of them. */
export const accountSections = [accounts];
