export { SetAssignments } from './assignment-commands.js';
export { Assignments } from './assignments.js';
export { dedupe } from './dedupe.js';
export { UpdateResource } from './resource-commands.js';
export { PruneResources, UpsertResources } from './provisioning-commands.js';
export { assetRows, FindResources, ListResources, type ResourceRows, ViewResource } from './resource-queries.js';
