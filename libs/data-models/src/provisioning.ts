/** Commands and queries that import and export data models for provision files; for applications only. */
export { ExportDataModels } from './provisioning/exported-data-models.queries.js';
export { PruneDataModels } from './provisioning/prune-data-models.command.js';
export { UpsertDataModel } from './provisioning/upsert-data-model.command.js';
