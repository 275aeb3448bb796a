import type { OpenAPIObject } from '@nestjs/swagger';
import { fieldsOf, oneOfSchemas, responseSchema, schemaName } from './dto.js';
import type { Dto, Variants } from './fields.js';
import { KEY_MOST, takesIdempotencyKey } from './idempotency.js';
import { type Operation, PARAMETER_MOST, type Returns } from './operation.js';
import { CHALLENGE } from './problem.filter.js';
import { isViewOf, takesIfMatch } from './operations.js';
import type { QueryParameter } from './query.js';
import type { JsonSchema } from '../core/json-schema.js';

export interface DocumentInfo {
  title: string;
  description: string;
  version: string;
}

const REASONS: Record<number, string> = {
  400: 'Not JSON or malformed multipart; or the experimental flag is missing',
  401: 'No API key',
  403: 'The API key is not valid, or lacks the permission',
  404: 'No such resource, or outside the scope of the key',
  409: 'The request conflicts with what is stored',
  412: 'It is not what `If-Match` names any more',
  413: 'The body is too large',
  415: 'A content type that the operation does not take',
  416: 'The file has no such bytes',
  422: 'The body or a parameter is invalid; `fields` names every fault',
  429: 'Too many requests; see `Retry-After`',
  503: 'Not at the moment; see `Retry-After`',
};

type Shown = Extract<Returns, { dto: Dto | Variants }>;

const kebab = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** The OpenAPI 3.1 document: nothing in it is written by hand, all is read from the operations. */
export function openApiDocument(operations: readonly Operation[], info: DocumentInfo): OpenAPIObject {
  const schemas: Record<string, JsonSchema> = { Error: ERROR, Paging: PAGING };
  const paths: Record<string, Record<string, unknown>> = { '/files/{name}': FILE };
  for (const operation of operations) {
    const path = `/${operation.path.replace(/:(\w+)/g, (_, name: string) => `{${kebab(name)}}`)}`;
    (paths[path] ??= {})[operation.method.toLowerCase()] = describe(
      operation,
      schemas,
      operations.some((other) => isViewOf(other, operation)),
    );
  }
  const document = {
    openapi: '3.1.0',
    info,
    servers: [{ url: '/' }],
    tags: [...new Set([...operations.map((operation) => operation.tag), 'Files'])].map((name) => ({ name })),
    paths: sorted(paths),
    components: {
      securitySchemes: {
        'API-Key': { type: 'apiKey', in: 'header', name: 'API-Key' },
        'api-key': {
          type: 'apiKey',
          in: 'query',
          name: 'api-key',
          description: 'The header is better: a query lands in logs.',
        },
      },
      schemas: published(sorted(schemas)),
    },
  };
  return document as unknown as OpenAPIObject;
}

/** @param viewed whether another operation shows what this one changes */
function describe(operation: Operation, schemas: Record<string, JsonSchema>, viewed: boolean): JsonSchema {
  const { id, summary, description, tag, permission, extension, flag, body, parameters } = operation;
  Object.assign(schemas, body?.components());
  const needs = [permission && `Permission \`${permission}\`.`, flag && `Experimental flag \`${flag}\`.`].filter(
    Boolean,
  );
  return {
    operationId: id,
    tags: [tag],
    summary,
    ...((description || needs.length > 0) && { description: [description, ...needs].filter(Boolean).join('\n\n') }),
    ...(permission && { 'x-permission': permission }),
    ...(extension && { 'x-extension': true }),
    security: operation.public ? [] : [{ 'API-Key': [] }, { 'api-key': [] }],
    parameters: [
      ...parameters.map(pathParameter),
      ...operation.query.map(queryParameter),
      ...(flag ? [flagHeader(flag)] : []),
      ...(takesIdempotencyKey(operation) ? [IDEMPOTENCY_KEY] : []),
      ...(viewed && takesIfMatch(operation) ? [IF_MATCH] : []),
    ],
    ...(body && { requestBody: { required: !body.optional, content: published(body.content()) } }),
    responses: {
      [operation.status]: success(operation, schemas),
      ...Object.fromEntries(errorsOf(operation).map((status) => [status, failure(status)])),
      ...(operation.returns.kind === 'file' && { 206: { description: 'The bytes that `Range` asks for' } }),
      ...(body?.optional && operation.method === 'POST' && { 202: success({ ...operation, status: 202 }, schemas) }),
    },
  };
}

function errorsOf(operation: Operation): number[] {
  const more = [
    ...(takesIdempotencyKey(operation) ? [409, 422] : []),
    ...(takesIfMatch(operation) ? [412] : []),
    ...(operation.returns.kind === 'file' ? [416] : []),
  ];
  return [...new Set([...operation.errors, ...more])].sort((a, b) => a - b);
}

const pathParameter = (name: string) => ({
  name: kebab(name),
  in: 'path',
  required: true,
  schema: { type: 'string', maxLength: PARAMETER_MOST },
  example: '1',
});

const queryParameter = ({ name, description, schema, example, required = false }: QueryParameter) => ({
  name,
  in: 'query',
  required,
  description,
  schema,
  ...(example !== undefined && { example }),
});

const flagHeader = (flag: string) => ({
  name: 'Experimental-Flags',
  in: 'header',
  required: true,
  description: 'Experimental flags, separated by commas.',
  schema: { type: 'string' },
  example: flag,
});

const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'A text of your choice, one for each thing to be done: sent again within 24 hours, the first answer comes again, with `Idempotency-Replayed: true`, and nothing is done twice.',
  schema: { type: 'string', minLength: 1, maxLength: KEY_MOST },
};

const IF_MATCH = {
  name: 'If-Match',
  in: 'header',
  required: false,
  description: 'The `ETag` that the resource was viewed with: the update is refused (412) when it has changed since.',
  schema: { type: 'string' },
};

const isText = (mediaType: string): boolean => mediaType.startsWith('text/');

function success(operation: Operation, schemas: Record<string, JsonSchema>): JsonSchema {
  const { returns, method } = operation;
  if (returns.kind === 'none') return { description: 'Done' };
  if ('mediaType' in returns)
    return {
      description: returns.kind === 'file' ? 'The file' : 'The content',
      content: {
        [returns.mediaType]: { schema: { type: 'string', ...(!isText(returns.mediaType) && { format: 'binary' }) } },
      },
    };
  const schema = { $ref: `#/components/schemas/${nameSchema(returns, schemas)}` };
  const example = exampleOf(returns);
  return {
    description: operation.status === 201 ? 'Created' : operation.status === 202 ? 'Accepted' : 'OK',
    ...(method === 'POST' &&
      operation.status === 201 && { headers: { Location: { schema: { type: 'string', format: 'uri' } } } }),
    content: { 'application/json': { schema, example } },
  };
}

function nameSchema(returns: Shown, schemas: Record<string, JsonSchema>): string {
  const name = nameResource(returns.dto, schemas);
  if (returns.kind === 'resource') return name;
  const item = { $ref: `#/components/schemas/${name}` };
  const data = { type: 'array', items: returns.nested ? { type: 'array', items: item } : item };
  if (returns.kind === 'data') {
    schemas[`${name}Data`] ??= { type: 'object', properties: { data }, required: ['data'] };
    return `${name}Data`;
  }
  schemas[`${name}List`] ??= {
    type: 'object',
    properties: { paging: { $ref: '#/components/schemas/Paging' }, ...returns.envelope?.properties, data },
    required: ['paging', 'data'],
  };
  return `${name}List`;
}

export function nameResource(dto: Dto | Variants, schemas: Record<string, JsonSchema>): string {
  const name = schemaName(dto);
  if (typeof dto === 'function') {
    schemas[name] ??= responseSchema(dto);
    return name;
  }
  const variants = Object.entries(dto).map(([type, variant]) => [type, nameResource(variant, schemas)]);
  schemas[name] ??= oneOfSchemas(Object.fromEntries(variants) as Record<string, string>);
  return name;
}

function exampleOf({ dto, kind, nested, envelope }: Shown): unknown {
  const shown = typeof dto === 'function' ? dto : Object.values(dto)[0]!;
  const fields = fieldsOf(shown).filter((field) => !field.sometimes || kind !== 'list');
  const resource = Object.fromEntries(fields.map((field) => [field.name, field.example]));
  if (kind === 'resource') return resource;
  const data = nested ? [[resource]] : [resource];
  return kind === 'list' ? { paging: PAGING['example'], ...envelope?.example, data } : { data };
}

const failure = (status: number) => ({
  description: REASONS[status] ?? 'Error',
  ...(status === 401 && { headers: { 'WWW-Authenticate': { schema: { type: 'string' }, example: CHALLENGE } } }),
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
});

const ERROR: JsonSchema = {
  type: 'object',
  properties: {
    message: { type: 'string', minLength: 1 },
    code: { type: 'string' },
    request_id: { type: 'string' },
    fields: {
      type: 'object',
      additionalProperties: { type: 'array', items: { type: 'string' } },
      description: 'The faults by path: `name`, `data.3.unit_id`, ingest entries `3.price`. At most 100 paths.',
    },
    fault_count: { type: 'integer', description: 'All faults, also those beyond the listed ones.' },
  },
  required: ['message'],
  example: { message: 'Unit not found', code: 'not_found', request_id: '6f1c2f9e-3c1b-4e07-a5a0-1f3b8f1a2b3c' },
};

const PAGING: JsonSchema = {
  type: 'object',
  properties: {
    per_page: { type: 'integer' },
    current_page: { type: 'integer' },
    prev_url: { type: ['string', 'null'], format: 'uri' },
    next_url: { type: ['string', 'null'], format: 'uri' },
    total_count: { type: 'integer', minimum: 0, description: 'Only with `total=1`.' },
  },
  required: ['per_page', 'current_page', 'prev_url', 'next_url'],
  example: { per_page: 100, current_page: 1, prev_url: null, next_url: null },
};

/** Served beside the operations (files/serve-files.ts): the URLs in resources lead here. */
const BYTES = { schema: { type: 'string', format: 'binary' } };

const FILE = {
  get: {
    operationId: 'get-file',
    tags: ['Files'],
    summary: 'Get file',
    description:
      'An image, a compiled map or its GeoJSON, which a resource names by its URL. It never changes; ranges and conditional requests are served.',
    security: [],
    parameters: [
      {
        name: 'name',
        in: 'path',
        required: true,
        schema: { type: 'string', maxLength: 255 },
        example: `${'0123456789abcdef'.repeat(4)}.jpg`,
      },
    ],
    responses: {
      200: {
        description: 'The file',
        content: { 'image/*': BYTES, 'application/json': BYTES, 'application/geo+json': BYTES },
      },
      206: { description: 'The bytes that `Range` asks for' },
      304: { description: 'The client has it' },
      404: failure(404),
      416: failure(416),
    },
  },
};

const sorted = <T>(record: Record<string, T>): Record<string, T> =>
  Object.fromEntries(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1)));

/** Formats that only our validator knows become what every reader of OpenAPI understands. */
function published<T>(node: T): T {
  if (Array.isArray(node)) return node.map(published) as T;
  if (typeof node !== 'object' || node === null) return node;
  const { format, ...rest } = node as Record<string, unknown>;
  const shown = Object.fromEntries(
    Object.entries(rest).map(([key, value]) => [
      key,
      key === 'example' || key === 'examples' ? value : published(value),
    ]),
  );
  if (format === 'text') return shown as T;
  if (format === 'filled-text') return { ...shown, ...(shown['pattern'] === undefined && { pattern: '\\S' }) } as T;
  if (format === 'http-url') return { ...shown, format: 'uri' } as T;
  return (format === undefined ? shown : { ...shown, format }) as T;
}
