import type { Type } from '@nestjs/common';
import type { Assignments } from './assignments.js';
import type { UpsertResources } from './provisioning-commands.js';
import type { HasReferences } from './resource.js';

/**
 * Resources of an asset that provision files declare, exports contain and `import service` copies, matched by name. Listed in the
 * module of their context as `static readonly provisioned`. Their only rules are those of the request class and the aggregate. A file
 * names the resources that they refer to: `unit` instead of `unit_id`.
 */
export interface ProvisionedSet {
  /** name of the list in the file, below the asset: `asset_outbound_links` */
  list: string;
  entity: UpsertResources<never>['entity'] & HasReferences;
  /** request class of a create, whose fields an item has */
  body: Type<object>;
  /** fields with an image */
  images?: readonly string[];
  /** units assigned to the resource, with their values: the field `units` of an item */
  units?: Assignments;
}
