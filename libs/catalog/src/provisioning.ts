/** Commands and queries that import and export the catalog for provision files, and the entities of their sets; for applications only. */
export { AssignAssets } from './accounts/assign-assets.command.js';
export { WriteAccount } from './accounts/write-account.command.js';
export { Building } from './buildings/building.aggregate.js';
export { FloorPlan } from './floor-plans/floor-plan.aggregate.js';
export { Floor } from './floors/floor.aggregate.js';
export { type CatalogExport, ExportCatalog } from './provisioning/exported-catalog.queries.js';
export { PruneAccountAssets } from './provisioning/prune-account-assets.command.js';
export { PruneParts } from './provisioning/prune-parts.command.js';
export { type AccountRow, UpsertAccounts } from './provisioning/upsert-accounts.command.js';
export { type AssetRow, UpsertAssets } from './provisioning/upsert-assets.command.js';
export { type UnitRow, UpsertUnits } from './provisioning/upsert-units.command.js';
export { SaveUnits } from './units/save-units.command.js';
export { Unit } from './units/unit.aggregate.js';
