import { invalid } from '@app/platform/core';
import { onViolation } from '@app/platform/rest';
import { type Persistence } from '@app/platform/persistence';
import { Module } from '@nestjs/common';
import { Account } from './accounts/account.aggregate.js';
import { AccountAsset } from './accounts/account-asset.entity.js';
import { AccountController } from './accounts/account.controller.js';
import { ListAccountAssetsHandler, ListAccountsHandler, ViewAccountHandler } from './accounts/account.queries.js';
import { AssignAssetsHandler } from './accounts/assign-assets.command.js';
import { WriteAccountHandler } from './accounts/write-account.command.js';
import { UnassignAssetsHandler } from './accounts/unassign-assets.command.js';
import { ArchiveHandler, RestoreHandler } from './archive/archive.command.js';
import { ArchiveAccountController, ArchivedAccountController } from './archive/archived-account.controller.js';
import { ArchiveAssetController, ArchivedAssetController } from './archive/archived-asset.controller.js';
import { Contents } from './archive/contents.repository.js';
import { ListArchivedHandler } from './archive/archived.queries.js';
import { RemoveArchivedJob } from './archive/remove-archived.job.js';
import { Asset } from './assets/asset.aggregate.js';
import { AssetController } from './assets/asset.controller.js';
import { ListAssetsHandler, ViewAssetHandler } from './assets/asset.queries.js';
import { Assets } from './assets/asset.repository.js';
import { CreateAssetHandler } from './assets/create-asset.command.js';
import { UnitCount } from './assets/unit-count.entity.js';
import { CountUnitsJob } from './assets/count-units.job.js';
import { UpdateAssetHandler } from './assets/update-asset.command.js';
import { Building } from './buildings/building.aggregate.js';
import { BuildingController } from './buildings/building.controller.js';
import { FloorPlan } from './floor-plans/floor-plan.aggregate.js';
import { DeleteFloorPlanHandler } from './floor-plans/delete-floor-plan.command.js';
import { FloorPlanController } from './floor-plans/floor-plan.controller.js';
import { Floor } from './floors/floor.aggregate.js';
import { FloorController } from './floors/floor.controller.js';
import { CreateKeyHandler } from './keys/create-key.command.js';
import { KeyController } from './keys/key.controller.js';
import { ListKeysHandler, ViewKeyHandler } from './keys/key.queries.js';
import { ManagedKeys } from './keys/key.repository.js';
import { RevokeKeyHandler } from './keys/revoke-key.command.js';
import { RotateKeyHandler } from './keys/rotate-key.command.js';
import { UpdateKeyHandler } from './keys/update-key.command.js';
import * as migrations from './migrations/index.js';
import { ExportCatalogHandler } from './provisioning/exported-catalog.queries.js';
import { PruneAccountAssetsHandler } from './provisioning/prune-account-assets.command.js';
import { PrunePartsHandler } from './provisioning/prune-parts.command.js';
import { UpsertAccountsHandler } from './provisioning/upsert-accounts.command.js';
import { UpsertAssetsHandler } from './provisioning/upsert-assets.command.js';
import { UpsertUnitsHandler } from './provisioning/upsert-units.command.js';
import { MatchUnitsHandler } from './units/match-units.queries.js';
import { SaveUnitsHandler } from './units/save-units.command.js';
import { UnitParts } from './units/unit-parts.js';
import { Unit } from './units/unit.aggregate.js';
import { UnitController } from './units/unit.controller.js';
import { ListUnitsHandler } from './units/unit.queries.js';
import { RecentChanges } from './recent-changes.js';
import { ViewerCatalogHandler } from './read-models/viewer-catalog.queries.js';

const UNKNOWN = ['is not known in this asset'];

// Constraint violations by concurrent requests, which earlier checks cannot detect.
onViolation('account_asset_asset_fkey', () => invalid({ data: ['names an asset that is not known'] }));
onViolation('unit_building_fkey', () => invalid({ building_id: UNKNOWN }));
onViolation('unit_floor_fkey', () => invalid({ floor_id: UNKNOWN }));
onViolation('unit_floor_plan_fkey', () => invalid({ floor_plan_id: UNKNOWN }));

const accounts = [
  ListAccountsHandler,
  ViewAccountHandler,
  ListAccountAssetsHandler,
  AssignAssetsHandler,
  UnassignAssetsHandler,
  WriteAccountHandler,
];
const assets = [ListAssetsHandler, ViewAssetHandler, CreateAssetHandler, UpdateAssetHandler, Assets];
const archive = [Contents, ArchiveHandler, RestoreHandler, ListArchivedHandler];
const units = [ListUnitsHandler, UnitParts, MatchUnitsHandler, SaveUnitsHandler];
const keys = [
  ListKeysHandler,
  ViewKeyHandler,
  CreateKeyHandler,
  UpdateKeyHandler,
  RotateKeyHandler,
  RevokeKeyHandler,
  ManagedKeys,
];
const provisioning = [
  ExportCatalogHandler,
  PruneAccountAssetsHandler,
  PrunePartsHandler,
  UpsertAccountsHandler,
  UpsertAssetsHandler,
  UpsertUnitsHandler,
];

/** Accounts, assets, buildings, floors, floor plans and units, without HTTP routes, because the data models API needs the domain only. */
@Module({
  exports: [Contents, UnitParts],
  providers: [
    RecentChanges,
    ViewerCatalogHandler,
    ...accounts,
    ...assets,
    ...archive,
    DeleteFloorPlanHandler,
    ...units,
    ...provisioning,
  ],
})
export class CatalogModule {
  static readonly persistence: Persistence = {
    schema: 'catalog',
    entities: [Account, AccountAsset, Asset, Building, Floor, FloorPlan, Unit, UnitCount],
    migrations: Object.values(migrations),
    unaudited: { unit_count: 'counted from the units' },
    uncached: { unit_count: 'counted from the units, whose changes are noted' },
  };
}

/** The HTTP routes and jobs of the catalog. */
@Module({
  imports: [CatalogModule],
  controllers: [
    AccountController,
    AssetController,
    ArchiveAssetController,
    ArchivedAssetController,
    ArchiveAccountController,
    ArchivedAccountController,
    BuildingController,
    FloorController,
    FloorPlanController,
    UnitController,
    KeyController,
  ],
  providers: [RemoveArchivedJob, CountUnitsJob, ...keys],
})
export class CatalogHttpModule {}
