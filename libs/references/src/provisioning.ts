/** Messages that bring references in line with a provision file, or write one; for applications only. */
export { ExportReferences, type ReferencesExport } from './provisioning/exported-references.queries.js';
export { PruneReferences } from './provisioning/prune-references.command.js';
export { SetUnitReferences } from './provisioning/set-unit-references.command.js';
export { UpsertAssetReferences, UpsertUnitReferenceGroups } from './provisioning/upsert-references.command.js';
