import { ApiSchema } from '@nestjs/swagger';
import { JsonResponse } from '../responses/json-response.js';
import type { Affected, DeletionOptions, DeletionProgress } from '../../resources/deletions.js';
import { Operation, type OperationOptions } from '../declare/operation.js';
import * as param from '../declare/param.js';
import type { RequestContext } from '../declare/request-context.js';
import * as returns from '../declare/returns.js';
import { Bool, Shape } from '../schema/fields.js';

export const AFFECTED_SCHEMA = {
  type: 'array',
  items: {
    type: 'object',
    properties: {
      resource: { type: 'string', description: 'Kind of resource' },
      count: { type: 'integer', format: 'int32', minimum: 1, description: 'How many' },
    },
    required: ['resource', 'count'],
  },
};

@ApiSchema({ description: 'What a deletion deleted, or would delete.' })
export class DeletionDto {
  @Bool({ example: false, description: 'Whether it was a dry run, which changes nothing' }) dryRun: boolean;
  @Shape(AFFECTED_SCHEMA, {
    description: 'The resource itself, its parts, and with `cascade` what referred to it',
    example: [{ resource: 'unit', count: 12 }],
  })
  deleted: Affected[];
  @Shape(AFFECTED_SCHEMA, {
    description: 'What stays, but lost its reference to something that was deleted',
    example: [{ resource: 'marker_description', count: 1 }],
  })
  changed: Affected[];
}

const CASCADE = param.flag('cascade', '`1` deletes what refers to the resource, too.');
const DRY_RUN = param.dryRun('`1` deletes nothing, and answers what would be deleted and changed.');

export type DeletionContext<Parameters extends string> = RequestContext<Parameters, unknown, DeletionOptions>;

/** Declares the operation that deletes a resource unless others refer to it; the handler runs `DeleteUnused`. */
export const DeleteOperation = (
  path: string,
  options: Pick<OperationOptions, 'id' | 'summary' | 'permission' | 'flag' | 'errors' | 'examples'> & {
    /** what it deletes, with an article: `a building` */
    what: string;
    /** sentences that the description ends with */
    details?: string;
  },
): MethodDecorator => {
  const { what, details, ...rest } = options;
  const operation = Operation('DELETE', path, {
    ...rest,
    extension: true,
    description: [
      `Deletes ${what} with its parts. While other resources refer to it, the response is 409 and names them; \`cascade=1\` deletes them too. \`dry-run=1\` shows what would be deleted. A cascade of more than 500 rows commits in steps, so that other requests do not wait for it. If it takes longer than 20 seconds, the response is 202: repeat the request until it is 200.`,
      ...(details ? [details] : []),
    ].join(' '),
    query: [CASCADE, DRY_RUN],
    returns: returns.one(DeletionDto),
    errors: {
      ...rest.errors,
      409: {
        in_use: 'Still referred to by 12 units, 1 filter option: delete these first, or send cascade=1',
        ...rest.errors?.[409],
      },
    },
    responseExamples: { 202: { unfinished: { deleted: [{ resource: 'unit', count: 40_000 }] } } },
  });
  return (target, key, descriptor) => {
    const handler = descriptor.value as (...parameters: unknown[]) => Promise<DeletionProgress>;
    // The status tells whether the deletion is finished.
    const withStatus = async function (this: unknown, ...parameters: unknown[]) {
      const { isUnfinished, ...deletion } = await handler.apply(this, parameters);
      return isUnfinished ? JsonResponse.json(deletion, 202) : deletion;
    };
    (descriptor as PropertyDescriptor).value = withStatus;
    operation(target, key, descriptor);
  };
};
