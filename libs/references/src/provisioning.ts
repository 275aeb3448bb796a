/** Commands and queries that import and export references for provision files, and the entities of their sets; for applications only. */
export { AssetReference } from './asset-references/asset-reference.aggregate.js';
export { ExportReferences, type ReferencesExport } from './provisioning/exported-references.queries.js';
export { SetUnitReferences } from './provisioning/set-unit-references.command.js';
export { UnitReferenceGroup } from './unit-reference-groups/unit-reference-group.aggregate.js';
