/** Commands and queries that import and export data models for provision files, and the entity of their sets; for applications only. */
export { ExportDataModels } from './provisioning/exported-data-models.queries.js';
export { DataModel } from './data-models/data-model.aggregate.js';
export { UpsertDataModel } from './provisioning/upsert-data-model.command.js';
