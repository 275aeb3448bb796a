/** Commands and queries that import and export pricing processes for provision files; for applications only. */
export { ExportProcesses } from './provisioning/exported-processes.queries.js';
export { PruneProcesses } from './provisioning/prune-processes.command.js';
export { UpsertProcess } from './provisioning/upsert-process.command.js';
