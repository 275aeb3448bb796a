import { ApiSchema } from '@nestjs/swagger';
import { type Caller, isGranted } from '../../auth/caller.js';
import type { BatchOptions } from '../../resources/batch-commands.js';
import * as param from '../declare/param.js';
import * as returns from '../declare/returns.js';
import { fieldsOfAny } from '../schema/dto.js';
import { type Dto, Id, OneOf, type Variants } from '../schema/fields.js';
import { rulesOf } from '../schema/resource-rules.js';

@ApiSchema({ description: 'What became of an item of a batch.' })
export class SavedDto {
  @Id({ nullable: true, description: 'Id of the resource; null for one that a dry run would create' }) id:
    | string
    | null;
  @OneOf(['created', 'changed', 'unchanged'], { example: 'changed', description: 'What happened to the resource' })
  outcome: string;
}

export const SAVED_BATCH = returns.batch(SavedDto);

export const DRY_RUN = param.flag(
  'dry-run',
  '`1` checks the whole batch and returns the outcomes, but stores nothing.',
);

export const matchBy = (values: readonly string[], description: string) =>
  param.choice('match-by', values, description);

export const BATCH_DESCRIPTION =
  'Creates or changes up to 5,000 items in one request: all of them, or none. An item that changes a resource needs only the fields to change; new ones need all required fields and the permission to create.';

/** @param create class that creates a resource @param permission prefix of the permissions, such as `units` */
export function batchOptions(
  create: Dto | Variants,
  permission: string,
  actor: Pick<Caller, 'permissions'>,
  { dryRun = false }: { dryRun?: boolean },
): BatchOptions {
  const creating = `service.${permission}.create`;
  const required = fieldsOfAny(create).filter(({ required, property }) => required && property !== 'type');
  return {
    required,
    rules: rulesOf(create),
    lacking: isGranted(creating, actor) ? undefined : creating,
    isDryRun: dryRun,
  };
}
