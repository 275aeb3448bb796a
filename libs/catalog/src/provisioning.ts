/** Commands and queries that import and export the catalog for provision files; for applications only. */
export { type CatalogExport, ExportCatalog } from './provisioning/exported-catalog.queries.js';
export { PruneAccountAssets } from './provisioning/prune-account-assets.command.js';
export { PruneParts } from './provisioning/prune-parts.command.js';
export { type AccountRow, UpsertAccounts } from './provisioning/upsert-accounts.command.js';
export { type AssetRow, UpsertAssets } from './provisioning/upsert-assets.command.js';
export {
  type FloorPlanRow,
  UpsertBuildings,
  UpsertFloorPlans,
  UpsertFloors,
} from './provisioning/upsert-parts.command.js';
export { type UnitRow, UpsertUnits } from './provisioning/upsert-units.command.js';
