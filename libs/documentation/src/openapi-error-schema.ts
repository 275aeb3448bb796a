import type { JsonSchema } from '@app/platform/core';
import type { ErrorCodes, Operation } from '@app/platform/rest';
import { REQUEST_ID, sharedCodes } from './openapi-errors.js';

/** Codes of errors that occur before a request is routed to an operation. */
const BEFORE: ErrorCodes = {
  malformed_request: 'The request is not valid HTTP',
  method_not_allowed: 'This path does not support this method',
  expectation_failed: 'This expectation cannot be met',
  headers_too_large: 'The request line and headers are too large',
  upload_gone: 'The client disconnected before the response',
};

/** The schema of every error body; `code` lists the codes of all operations and of requests rejected before routing. */
export function errorSchema(operations: readonly Operation[]): JsonSchema {
  const codes = new Set([
    ...Object.keys(BEFORE),
    ...sharedCodes(),
    ...operations.flatMap(({ errors }) => Object.values(errors).flatMap((own) => Object.keys(own))),
    ...operations.flatMap(({ flag }) => (flag ? [`experimental_flag_missing.${flag}`] : [])),
  ]);
  return {
    type: 'object',
    description: 'An error. Programs decide by `code`; `message` is for people.',
    properties: {
      message: { type: 'string', minLength: 1, description: 'What went wrong, for people. The wording may change.' },
      code: {
        type: 'string',
        enum: [...codes].sort(),
        description:
          'What went wrong, for programs. The [guide](/guides/integrating.md#errors) explains each code. Releases may add codes: treat an unknown one by its status.',
      },
      request_id: {
        type: 'string',
        format: 'uuid',
        description: 'Quote it when you report a problem: the log contains the request under this id.',
      },
      fields: {
        type: 'object',
        additionalProperties: { type: 'array', items: { type: 'string' } },
        description: 'The errors by path: `name`, `data.3.unit_id`, ingest entries `3.price`. At most 100 paths.',
      },
      details: {
        type: 'object',
        description:
          'Further data of the error: for `in_use`, `referred_by` with `resource` and `count`; for `guard_refused`, the members of the ingest response; for an invalid ingest, `issues` with `code`, `index`, `field` and `message` of each error in `fields`.',
      },
      checks: {
        type: 'object',
        additionalProperties: { type: 'string', enum: ['ok', 'failing'] },
        description: 'Only from `/health/ready`: what works, and what does not.',
      },
      fault_count: { type: 'integer', minimum: 0, description: 'Number of all errors, including those not listed.' },
    },
    required: ['message', 'code', 'request_id'],
    example: { message: 'Unit not found', code: 'not_found', request_id: REQUEST_ID },
  };
}
