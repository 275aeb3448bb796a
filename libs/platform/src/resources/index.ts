export { SetAssignments } from './assignment-commands.js';
export { Assignments } from './assignments.js';
export { type Affected, DeleteUnused, type Deletion, type DeletionOptions, Deletions, kindOf } from './deletions.js';
export { dedupe } from '../core/validation/dedupe.js';
export { columnsOf, entityTable } from './entity-columns.js';
export { type ExportedResource, ExportResources } from './export-resources.queries.js';
export { type ProvisionedSet } from './provisioned-set.js';
export { CreateResource, UpdateResource } from './resource-commands.js';
export { referencesIn } from './resource.js';
export { type BatchOptions, Batches, repeated, SaveBatch, type Saved } from './batch-commands.js';
export { reviseWithin, type Rules } from './revise-within.js';
export { PruneResources, UpsertResources } from './provisioning-commands.js';
export {
  assetRows,
  assetRowsByType,
  FindResources,
  ListResources,
  type ResourceRows,
  ViewResource,
} from './resource-queries.js';
