import type { OpenAPIObject } from '@nestjs/swagger';
import { type JsonSchema, kebabCase } from '@app/platform/core';
import {
  CURSOR,
  isViewOf,
  type MediaType,
  type Operation,
  paging,
  MAX_PARAMETER_LENGTH,
  pathTemplate,
  type QueryParameter,
  acceptsIdempotencyKey,
  acceptsIfMatch,
} from '@app/platform/rest';
import { errorSchema } from './openapi-error-schema.js';
import { errorResponses, sharedResponses } from './openapi-errors.js';
import { FILE } from './openapi-files.js';
import { INTRODUCTION } from './openapi-introduction.js';
import { linksOf } from './openapi-links.js';
import { flagHeader, HEADERS, IDEMPOTENCY_KEY, IF_MATCH, IF_NONE_MATCH, IF_PUBLICATION } from './openapi-headers.js';
import { describeSchemas } from './openapi-schemas.js';
import { PAGING, successes } from './openapi-successes.js';

interface WebhookInfo {
  tag: string;
  /** schemas to which those of the types refer */
  schemas: Readonly<Record<string, JsonSchema>>;
  /** by name of the event */
  types: Readonly<Record<string, { summary: string; schema: JsonSchema; example: object }>>;
}

export interface DocumentInfo {
  title: string;
  description: string;
  version: string;
  /** descriptions by tag, in display order */
  tags?: Readonly<Record<string, string>>;
  /** what the service sends to endpoints of its clients */
  webhooks?: WebhookInfo;
  /** contact for integrators: a `mailto:`, `https:` or `tel:` URL */
  contact?: string | undefined;
}

/**
 * Builds the OpenAPI 3.1 document from the declarations of the operations.
 * @param url base URL of the server, if known
 */
export function openApiDocument(declared: readonly Operation[], info: DocumentInfo, url = '/'): OpenAPIObject {
  const operations = byPath(declared);
  const schemas: Record<string, JsonSchema> = { Error: errorSchema(operations), Paging: PAGING };
  const paths: Record<string, Record<string, unknown>> = { '/files/{name}': FILE };
  for (const operation of operations) {
    const path = pathTemplate(operation);
    (paths[path] ??= {})[operation.method.toLowerCase()] = describe(operation, schemas, operations);
  }
  describeSchemas(schemas, Object.values(paths).flatMap((path) => Object.values(path)) as object[]);
  Object.assign(schemas, info.webhooks?.schemas);
  const { title, version, description } = info;
  const document = {
    openapi: '3.1.0',
    info: {
      title,
      version,
      summary: description,
      description: INTRODUCTION,
      contact: contactOf(info.contact),
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    ...(url !== '/' && { externalDocs: { url: `${url}/guides/integrating.md`, description: 'Guide for integrators' } }),
    servers: [{ url, description: 'The server that serves this document' }],
    tags: tagsOf([...operations.map(({ tag }) => tag), 'Files'], info.tags),
    paths: inOrder(paths),
    ...(info.webhooks && { webhooks: webhooksOf(info.webhooks) }),
    components: {
      securitySchemes: SECURITY_SCHEMES,
      headers: HEADERS,
      responses: sharedResponses(),
      schemas: published(sorted(schemas)),
    },
  };
  return withGuidesAt(url, withoutUnused(document)) as unknown as OpenAPIObject;
}

/** A request for each type of event. */
function webhooksOf({ tag, types }: WebhookInfo): object {
  const entries = Object.entries(types).map(([type, { summary, schema, example }]) => [
    type,
    {
      post: {
        operationId: `receive-${type.replaceAll(/[._]/g, '-')}`,
        tags: [tag],
        summary,
        description: 'Signed as [Standard Webhooks](https://www.standardwebhooks.com) defines.',
        security: [],
        requestBody: { required: true, content: { 'application/json': { schema, example } } },
        responses: { '2XX': { description: 'The event is stored; it is not sent again' } },
      },
    },
  ]);
  return Object.fromEntries(entries) as object;
}

const contactOf = (address = ''): object => ({
  name: 'The operator of this server',
  ...(address.startsWith('mailto:') ? { email: address.slice('mailto:'.length) } : address && { url: address }),
});

const METHODS: Operation['method'][] = ['GET', 'POST', 'PUT', 'DELETE'];

/** Groups operations by path and sorts each group by method, because a controller may inherit operations. */
function byPath(operations: readonly Operation[]): Operation[] {
  const paths = [...new Set(operations.map(({ path }) => path))];
  return paths.flatMap((path) =>
    METHODS.flatMap((method) => operations.find((each) => each.path === path && each.method === method) ?? []),
  );
}

const SECURITY_SCHEMES = {
  'API-Key': {
    type: 'apiKey',
    in: 'header',
    name: 'API-Key',
    description: 'Your API key. Preferred: enter it once, and every request below sends it.',
  },
  'api-key': {
    type: 'apiKey',
    in: 'query',
    name: 'api-key',
    description: 'Only for clients that cannot send a header: URLs end up in logs and browser histories.',
  },
};

/** Prefixes links to the guides with the path of the server's URL. */
const withGuidesAt = <T>(url: string, document: T): T =>
  url === '/'
    ? document
    : (JSON.parse(JSON.stringify(document).replaceAll(/(?<=\]\()\/guides\//g, `${url}/guides/`)) as T);

/** Described tags in their order, then all others. */
function tagsOf(used: string[], described: DocumentInfo['tags'] = {}): object[] {
  const names = [...Object.keys(described).filter((name) => used.includes(name)), ...used];
  return [...new Set(names)].map((name) => ({ name, ...(described[name] && { description: described[name] }) }));
}

/** Removes shared responses and headers that no operation of this API references. */
function withoutUnused<T extends { components: Record<'headers' | 'responses', object> }>(document: T): T {
  for (const kind of ['responses', 'headers'] as const) {
    const text = JSON.stringify(document);
    const used = Object.entries(document.components[kind]).filter(([name]) =>
      text.includes(`"#/components/${kind}/${name}"`),
    );
    document.components[kind] = Object.fromEntries(used);
  }
  return document;
}

/** @param all operations of the API */
function describe(operation: Operation, schemas: Record<string, JsonSchema>, all: readonly Operation[]): JsonSchema {
  const { id, summary, tag, permission, extension, flag, body, parameters, method, query } = operation;
  const isPaged = query.includes(paging[0]!);
  const viewed = all.some((other) => isViewOf(other, operation));
  Object.assign(schemas, body?.components());
  return {
    operationId: id,
    tags: [tag],
    summary,
    description: textOf(operation),
    ...(permission && { 'x-permission': permission }),
    ...(flag && { 'x-experimental-flag': flag }),
    ...(extension && { 'x-extension': true }),
    security: operation.public ? [] : [{ 'API-Key': [] }, { 'api-key': [] }],
    parameters: [
      ...parameters.map((name) => pathParameter(name, operation.examples?.[name])),
      ...[...query, ...(isPaged ? [CURSOR] : [])].map(queryParameter),
      ...(flag ? [flagHeader(flag)] : []),
      ...(acceptsIdempotencyKey(operation) ? [IDEMPOTENCY_KEY] : []),
      ...(viewed && acceptsIfMatch(operation) ? [IF_MATCH] : []),
      ...(operation.errors[412]?.['publication_replaced'] ? [IF_PUBLICATION] : []),
      ...(method === 'GET' ? [IF_NONE_MATCH] : []),
    ],
    ...(body && {
      requestBody: { required: !body.optional, content: published(withExamples(body.content(), schemas)) },
    }),
    responses: {
      ...successes(operation, schemas, linksOf(operation, all)),
      ...errorResponses(operation, isPaged),
    },
  };
}

/** Adds the example of the schema to each media type without one. Files have their own examples. */
function withExamples(content: Record<string, MediaType>, schemas: Record<string, JsonSchema>): object {
  const exampleOf = ({ schema, example, examples }: MediaType): object => {
    if (example !== undefined || examples || typeof schema['$ref'] !== 'string') return {};
    return { example: schemas[schema['$ref'].split('/').at(-1)!]!['example'] };
  };
  const entries = Object.entries(content).map(([type, media]) => [type, { ...media, ...exampleOf(media) }]);
  return Object.fromEntries(entries) as object;
}

function textOf({ description, permission, flag, method, body, public: open }: Operation): string {
  const schema = body?.content()['application/json']?.schema['$ref'] as string | undefined;
  const isUpdate = method === 'PUT' && schema !== undefined && !schema.endsWith('Batch');
  const access = open
    ? 'Needs no API key.'
    : permission
      ? `Permission \`${permission}\`.`
      : 'Any valid API key can call this operation.';
  return [
    description,
    isUpdate && 'Fields that you omit keep their values; `null` clears a nullable field.',
    [access, flag && `Experimental flag \`${flag}\`.`].filter(Boolean).join(' '),
  ]
    .filter(Boolean)
    .join('\n\n');
}

const words = (name: string): string => kebabCase(name).replaceAll('-', ' ');

/** Descriptions of path parameters that are not ids. */
const PLACES: Record<string, string> = {
  key: 'Key of the page: the last part of its `url`.',
  name: 'Name of the file, as in its URL.',
  picture: 'Name of the image, as in the page.',
};

const pathParameter = (name: string, example = '1') => ({
  name: kebabCase(name),
  in: 'path',
  required: true,
  description: PLACES[name] ?? `Id of the ${words(name)}.`,
  schema: { type: 'string', maxLength: MAX_PARAMETER_LENGTH },
  example,
});

const queryParameter = ({
  name,
  description,
  schema,
  example,
  required = false,
  prefilled = isPrefilled(name, required),
  permission,
}: QueryParameter) => ({
  name,
  in: 'query',
  required,
  description: permission ? `${description} Permission \`${permission}\`.` : description,
  ...(permission && { 'x-permission': permission }),
  schema: { ...schema, ...(example !== undefined && !prefilled && { examples: [example] }) },
  ...(example !== undefined && prefilled && { example }),
});

/** Swagger UI fills in the `example` of a parameter, but not one in its schema. A prefilled filter would hide existing items. */
const isPrefilled = (name: string, required: boolean): boolean =>
  required || paging.some((parameter) => parameter.name === name);

/** Sorts by path, with deletable resources after their children, so that the examples work from top to bottom. */
function inOrder<T extends object>(paths: Record<string, T>): Record<string, T> {
  const place = ([path, item]: [string, T]) => ('delete' in item ? `${path}/~` : path);
  return Object.fromEntries(Object.entries(paths).sort((a, b) => (place(a) < place(b) ? -1 : 1)));
}

const sorted = <T>(record: Record<string, T>): Record<string, T> =>
  Object.fromEntries(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1)));

/** Replaces formats that only our validator knows by keywords that all OpenAPI tools understand. */
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
  // Not `format: uri`, which excludes internationalised host names.
  if (format === 'http-url') return { ...shown, pattern: '^[Hh][Tt][Tt][Pp][Ss]?://\\S+$' } as T;
  return (format === undefined ? shown : { ...shown, format }) as T;
}
