export { CreateResource, CreateResourceHandler, UpdateResource, UpdateResourceHandler } from './resource-commands.js';
export {
  PruneResources,
  PruneResourcesHandler,
  UpsertResources,
  UpsertResourcesHandler,
} from './provisioning-commands.js';
export {
  assetRows,
  ListNestedResources,
  ListResources,
  ListResourcesHandler,
  ViewNestedResource,
  ViewResource,
  ViewResourceHandler,
} from './resource-queries.js';
