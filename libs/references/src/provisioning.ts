/** Commands and queries that import and export references for provision files; for applications only. */
export { ExportReferences, type ReferencesExport } from './provisioning/exported-references.queries.js';
export { PruneReferences } from './provisioning/prune-references.command.js';
export { SetUnitReferences } from './provisioning/set-unit-references.command.js';
export { UpsertAssetReferences, UpsertUnitReferenceGroups } from './provisioning/upsert-references.command.js';
