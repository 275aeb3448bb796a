/** Messages that bring data models in line with a provision file, or write one; for applications only. */
export { ExportDataModels } from './provisioning/exported-data-models.queries.js';
export { PruneDataModels } from './provisioning/prune-data-models.command.js';
export { UpsertDataModel } from './provisioning/upsert-data-model.command.js';
