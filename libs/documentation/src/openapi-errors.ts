import type { JsonSchema } from '@app/platform/core';
import { type ErrorCodes, type Operation, acceptsIdempotencyKey, acceptsIfMatch } from '@app/platform/rest';
import { headers, type HeaderName, LIMITED } from './openapi-headers.js';
import { nextSteps } from './openapi-next-steps.js';

interface ErrorResponse {
  status: number;
  description: string;
  /** each with an example message */
  codes: ErrorCodes;
  headers?: readonly HeaderName[];
  /** further members of the example body */
  more?: object;
  /** whether browsers get an HTML page */
  page?: boolean;
}

const NOT_JSON = {
  malformed_json: 'The body is not valid JSON in UTF-8',
  nested_too_deep: 'The body is nested deeper than 32 levels',
};
const NOT_ENTITLED = { invalid_credentials: 'Invalid authentication credentials', https_required: 'Use HTTPS' };
const TOO_LARGE = { body_too_large: 'The body must not exceed 10 MiB' };
const WRONG_TYPE = { unsupported_media_type: 'Send application/json in UTF-8, uncompressed' };

/** Responses shared by several operations, by component name. */
const SHARED = {
  MalformedJson: {
    status: 400,
    description: 'The body is not valid JSON. Correct it and send it again.',
    codes: NOT_JSON,
  },
  MalformedForm: {
    status: 400,
    description: 'The body is not valid JSON or not a well-formed form. Correct it and send it again.',
    codes: { ...NOT_JSON, malformed_multipart: 'The body is not a well-formed multipart/form-data' },
  },
  Unauthorized: {
    status: 401,
    description: 'The request has no API key. Send it in the header `API-Key`.',
    codes: { no_api_key: 'No API key found in request' },
    headers: ['WWW-Authenticate'],
  },
  InvalidKey: {
    status: 403,
    description: 'The API key is unknown, expired or revoked. Ask the operator for another one.',
    codes: NOT_ENTITLED,
  },
  Forbidden: {
    status: 403,
    description:
      'The API key is unknown, expired or revoked, or lacks the right that `message` names. Ask the operator for another key.',
    codes: {
      ...NOT_ENTITLED,
      permission_missing: 'The API key lacks the permission service.units.update',
      read_only_key: 'The API key may only read',
    },
  },
  HttpsRequired: {
    status: 403,
    description: 'The server requires HTTPS. Send the request to the same URL with `https:`.',
    codes: { https_required: 'Use HTTPS' },
  },
  NotFound: {
    status: 404,
    description:
      'The resource does not exist, or is outside the scope of the key. Look up its id in the list of the resource.',
    codes: { not_found: 'Unit not found' },
  },
  RequestTimeout: {
    status: 408,
    description: 'The body took too long to arrive. Send the request again.',
    codes: { request_timeout: 'The request took too long' },
  },
  Conflict: {
    status: 409,
    description:
      'The request conflicts with what is stored, or with a request in progress. After `idempotency_key_in_use`, wait as long as `Retry-After` says, then repeat it.',
    codes: { idempotency_key_in_use: 'A request with this Idempotency-Key is in progress' },
    headers: ['Retry-After'],
  },
  PreconditionFailed: {
    status: 412,
    description:
      'The resource has changed since the version that `If-Match` names. View it again, then repeat the change with its new `ETag`.',
    codes: { precondition_failed: 'The resource has changed: If-Match does not contain its ETag' },
  },
  ContentTooLarge: {
    status: 413,
    description: 'The body is too large. Split it into several requests.',
    codes: TOO_LARGE,
  },
  FileTooLarge: {
    status: 413,
    description: 'The body, or a file in it, is too large. `message` names the limit: send a smaller file.',
    codes: { ...TOO_LARGE, file_too_large: 'A file must not exceed 20 MiB' },
  },
  UnsupportedMediaType: {
    status: 415,
    description: 'The operation does not accept this content type. Send one that `message` names.',
    codes: WRONG_TYPE,
  },
  UnsupportedPartType: {
    status: 415,
    description:
      'The operation does not accept this content type, or a part of the form is not in UTF-8. Send what `message` names.',
    codes: { ...WRONG_TYPE, unsupported_charset: 'Send the part data in UTF-8' },
  },
  RangeNotSatisfiable: {
    status: 416,
    description:
      'The range is beyond the end of the file. `Content-Range` has the length of the file: request a range within it.',
    codes: { range_not_satisfiable: 'The range is beyond the end of the file' },
    headers: ['Content-Range'],
  },
  Invalid: {
    status: 422,
    description: 'The body or a parameter is invalid. Correct what `fields` names and send the request again.',
    codes: { invalid: 'name is required' },
    more: { fields: { name: ['is required'] }, fault_count: 1 },
  },
  TooManyRequests: {
    status: 429,
    description:
      'The key or the client IP address has sent too many requests. Wait as long as `Retry-After` says, then repeat the request.',
    codes: { rate_limit: 'More than 2400 requests in 2 minutes' },
    headers: ['Retry-After'],
  },
  InternalError: {
    status: 500,
    description:
      'An error of the service. Report its `request_id` to the operator. Repeat a write only with the same `Idempotency-Key`.',
    codes: { internal: 'Something went wrong on our side' },
  },
  Unavailable: {
    status: 503,
    description:
      'The service is temporarily unavailable. Wait as long as `Retry-After` says, then repeat the request, a write with the same `Idempotency-Key`.',
    codes: { unavailable: 'The database is temporarily unavailable' },
    headers: ['Retry-After'],
  },
} satisfies Record<string, ErrorResponse>;

type SharedName = keyof typeof SHARED;

const ALWAYS_SENT: Record<number, readonly HeaderName[]> = {
  429: ['Retry-After'],
  503: ['Retry-After'],
};

export const REQUEST_ID = '6f1c2f9e-3c1b-4e07-a5a0-1f3b8f1a2b3c';

/** The errors of an operation by status: references to shared responses, with the operation's own codes added. */
export function errorResponses(operation: Operation, isPaged: boolean): Record<string, JsonSchema> {
  const own = new Map(Object.entries(operation.errors).map(([status, codes]) => [Number(status), codes]));
  if (operation.flag)
    own.set(400, {
      [`experimental_flag_missing.${operation.flag}`]: `This operation needs the header Experimental-Flags: ${operation.flag}`,
    });
  const isLinked = linksTransaction(operation);
  const page = isPage(operation);
  const links: HeaderName[] = [...(isLinked ? (['Link'] as const) : []), ...(page ? (['X-Robots-Tag'] as const) : [])];
  // A commit refused by the guard is the only error response that is stored under an idempotency key.
  const kept: HeaderName[] = operation.errors[409]?.['guard_refused'] ? ['Idempotency-Replayed'] : [];
  const responses: Record<string, JsonSchema> = {};
  for (const name of sharedBy(operation, isPaged)) {
    const shared: ErrorResponse = SHARED[name];
    const codes = own.get(shared.status);
    own.delete(shared.status);
    responses[shared.status] =
      codes || isLinked || page
        ? response({
            ...shared,
            description: described(shared.description, codes),
            codes: { ...codes, ...shared.codes },
            headers: [...(shared.headers ?? []), ...links, ...(name === 'Conflict' ? kept : [])],
            page,
          })
        : { $ref: `#/components/responses/${name}` };
  }
  for (const [status, codes] of own) {
    const description = described(DESCRIPTIONS[status]!, codes);
    responses[status] = response({ status, codes, description, headers: links });
  }
  return responses;
}

const HTML = 'text/html';

const pageOf = (message: string): string => `<!doctype html>\n<html lang="en">\n<title>${message}</title>\n`;

/** Whether the operation, including its errors, responds to browsers with an HTML page. */
export const isPage = ({ returns }: Operation): boolean => 'mediaType' in returns && returns.mediaType.startsWith(HTML);

/** Whether the responses of the operation, including errors, link to a transaction. */
export const linksTransaction = ({ link, errors }: Operation): boolean =>
  link !== undefined || errors[409]?.['transaction_open'] !== undefined;

const described = (description: string, codes: ErrorCodes = {}): string =>
  [description, nextSteps(Object.keys(codes))].filter(Boolean).join('\n\n');

const DESCRIPTIONS: Record<number, string> = {
  400: 'The header `Experimental-Flags` does not name the flag of the operation. Add it.',
  409: 'The request conflicts with what is stored.',
  412: 'The live publication is not the one that `If-Match` names.',
  503: 'The server is not ready, or is stopping.',
  410: 'The publication or time is no longer kept.',
};

function sharedBy(operation: Operation, isPaged: boolean): SharedName[] {
  const { body, permission, parameters, query, returns } = operation;
  const isForm = body?.content()['multipart/form-data'] !== undefined;
  const needsPermission =
    permission !== undefined ||
    query.some((each) => each.permission !== undefined || Object.keys(each.permissions ?? {}).length > 0);
  const keyed: SharedName[] = ['Unauthorized', needsPermission ? 'Forbidden' : 'InvalidKey'];
  const bodied: SharedName[] = isForm
    ? ['MalformedForm', 'RequestTimeout', 'FileTooLarge', 'UnsupportedPartType', 'Invalid']
    : ['MalformedJson', 'RequestTimeout', 'ContentTooLarge', 'UnsupportedMediaType', 'Invalid'];
  const asked = isPaged || query.length > 0 || acceptsIdempotencyKey(operation);
  return [
    ...(operation.public ? (['HttpsRequired'] as const) : keyed),
    ...(body ? bodied : []),
    ...(parameters.length > 0 ? (['NotFound'] as const) : []),
    ...(acceptsIdempotencyKey(operation) ? (['Conflict'] as const) : []),
    ...(acceptsIfMatch(operation) ? (['PreconditionFailed'] as const) : []),
    ...(returns.kind === 'file' ? (['RangeNotSatisfiable'] as const) : []),
    ...(asked && !body ? (['Invalid'] as const) : []),
    'TooManyRequests',
    'InternalError',
    'Unavailable',
  ];
}

function response({ status, description, codes, headers: names = [], more, page }: ErrorResponse): JsonSchema {
  const code = { type: 'object', properties: { code: { type: 'string', enum: Object.keys(codes) } } };
  const examples = Object.entries(codes).map(([name, message]) => [
    name,
    { summary: message, value: { message, code: name, request_id: REQUEST_ID, ...(name === 'invalid' && more) } },
  ]);
  return {
    description,
    headers: headers(['X-Request-Id', ...LIMITED, ...names], ALWAYS_SENT[status]),
    content: {
      'application/json': {
        schema: { allOf: [{ $ref: '#/components/schemas/Error' }, code] },
        examples: Object.fromEntries(examples),
      },
      ...(page && { [HTML]: { schema: { type: 'string' }, example: pageOf(Object.values(codes)[0]!) } }),
    },
  };
}

export const sharedResponses = (): Record<string, JsonSchema> =>
  Object.fromEntries(Object.entries(SHARED).map(([name, shared]) => [name, response(shared)]));

export const sharedCodes = (): string[] => Object.values(SHARED).flatMap(({ codes }) => Object.keys(codes));
