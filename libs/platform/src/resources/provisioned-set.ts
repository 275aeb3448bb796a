import type { Type } from '@nestjs/common';
import type { Assignments } from './assignments.js';
import { entityTable } from './entity-columns.js';
import type { UpsertResources } from './provisioning-commands.js';

/**
 * Resources of an asset that provision files declare and exports contain, matched by name. Listed in the module of their context
 * as `static readonly provisioned`. Their only rules are those of the aggregate, and they refer to no other resource by id.
 */
export interface ProvisionedSet {
  /** name of the list in the file, below the asset: `asset_outbound_links` */
  list: string;
  entity: UpsertResources<never>['entity'];
  /** request class of a create, whose fields an item has */
  body: Type<object>;
  /** fields with an image */
  images?: readonly string[];
  /** units assigned to the resource: the field `units` of an item */
  units?: Assignments;
}

/** @throws Error for a resource that refers to others by id, because a file names them: it needs commands of its own */
export function requireNoIds({ entity }: ProvisionedSet): void {
  const id = entityTable(entity).columns.find(({ type }) => type === 'bigint');
  if (id)
    throw new Error(
      `${entity.name}.${id.property} is an id, but provision files refer to resources by name: remove ${entity.name} from \`provisioned\` of its module, and write a section in apps/cli/src/provision, or name its operations in test/CONTEXT/not-provisioned.ts`,
    );
}
