/** Messages that bring pricing processes in line with a provision file, or write one; for applications only. */
export { ExportProcesses } from './provisioning/exported-processes.queries.js';
export { PruneProcesses } from './provisioning/prune-processes.command.js';
export { UpsertProcess } from './provisioning/upsert-process.command.js';
