/** Commands and queries that import and export pricing processes for provision files, and the entity that commands create; for applications only. */
export { PricingProcess } from './processes/process.aggregate.js';
export { ExportProcesses } from './provisioning/exported-processes.queries.js';
export { PruneProcesses } from './provisioning/prune-processes.command.js';
export type { PricingUnitSettings } from './units/save-pricing-units.command.js';
export { SetPricingUnits } from './provisioning/set-pricing-units.command.js';
export { UpsertProcess } from './provisioning/upsert-process.command.js';
