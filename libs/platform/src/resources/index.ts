export { UpdateResource } from './resource-commands.js';
export { PruneResources, UpsertResources } from './provisioning-commands.js';
export { assetRows, ListNestedResources, ListResources, ViewNestedResource, ViewResource } from './resource-queries.js';
