/** Commands and queries that import and export merchandising for provision files; for applications only. */
export { ExportMerchandise, type MerchandiseExport } from './provisioning/exported-merchandise.queries.js';
export { PruneMerchandise } from './provisioning/prune-merchandise.command.js';
export { SetDescriptionUnits, SetLinkUrls, SetOptionUnits } from './provisioning/set-unit-merchandise.command.js';
export { UpsertDescriptions } from './provisioning/upsert-descriptions.command.js';
export { UpsertFilterOptions } from './provisioning/upsert-filter-options.command.js';
export { UpsertMerchandise } from './provisioning/upsert-merchandise.command.js';
