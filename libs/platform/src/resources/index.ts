export { SetAssignments } from './assignment-commands.js';
export { Assignments } from './assignments.js';
export { dedupe } from './dedupe.js';
export { entityTable } from './entity-columns.js';
export { type ExportedResource, ExportResources } from './export-resources.queries.js';
export { type ProvisionedSet, requireNoIds } from './provisioned-set.js';
export { CreateResource, UpdateResource } from './resource-commands.js';
export { PruneResources, UpsertResources } from './provisioning-commands.js';
export { assetRows, FindResources, ListResources, type ResourceRows, ViewResource } from './resource-queries.js';
