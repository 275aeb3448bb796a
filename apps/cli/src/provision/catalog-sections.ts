import {
  AssetDto,
  BuildingDto,
  DeclareAccounts,
  DeclareAssets,
  type DeclaredAccount,
  type DeclaredAsset,
  type DeclaredUnit,
  DeclareParts,
  DeclareUnits,
  FloorDto,
  FloorPlanDto,
  UnitDto,
} from '@app/catalog/contract';
import type { Dto } from '@app/kernel';
import { CommandBus } from '@nestjs/cqrs';
import { fields, fieldsOfCreate, ID, type Item, NAME, REFERENCE, type Section } from './section.js';

const part = (name: 'buildings' | 'floors' | 'floor_plans', dto: Dto): Section => ({
  path: `assets.${name}`,
  item: fieldsOfCreate(dto),
  key: ['name'],
  declare: (app, items, { parentId }) => app.get(CommandBus).execute(new DeclareParts(parentId, name, items)),
});

const assets: Section = {
  path: 'assets',
  item: fieldsOfCreate(AssetDto, { 'id?': ID }),
  key: ['id', 'name'],
  check(items) {
    const ids = items.map(({ id }) => id);
    const again = ids.flatMap((id, n) => (id !== undefined && ids.indexOf(id) < n ? [`${n}.id`] : []));
    return Object.fromEntries(again.map((path) => [path, ['stands for an asset that is declared already']]));
  },
  declare: (app, items) => app.get(CommandBus).execute(new DeclareAssets(items as readonly DeclaredAsset[])),
};

const units: Section = {
  path: 'assets.units',
  item: fieldsOfCreate(UnitDto, { building: NAME, floor: NAME, floor_plan: NAME }),
  key: ['building', 'unit_number'],
  declare: (app, items, { parentId }) =>
    app.get(CommandBus).execute(new DeclareUnits(parentId, items as unknown as DeclaredUnit[])),
};

const accounts: Section = {
  path: 'accounts',
  item: fields({ name: NAME, 'assets?': { type: 'array', items: REFERENCE } }),
  key: ['name'],
  declare: (app, items, { idOf }) => {
    const known = (asset: string | { id: string }) => {
      const id = typeof asset === 'string' ? idOf('assets', asset) : undefined;
      return id === undefined ? asset : { id };
    };
    const declared = (items as (Item & DeclaredAccount)[]).map(({ name, assets: named = [] }) => ({
      name,
      assets: named.map(known),
    }));
    return app.get(CommandBus).execute(new DeclareAccounts(declared));
  },
};

export const catalogSections = [
  assets,
  part('buildings', BuildingDto),
  part('floors', FloorDto),
  part('floor_plans', FloorPlanDto),
  units,
  accounts,
];
