import type { JsonSchema } from '@app/platform/core';
import {
  MAX_BATCH_ITEMS,
  type Dto,
  fieldsOf,
  oneOfSchemas,
  type Operation,
  paging,
  MAX_PER_PAGE,
  responseSchema,
  type Returns,
  schemaName,
  acceptsIdempotencyKey,
  type Variants,
} from '@app/platform/rest';
import { isPage, linksTransaction } from './openapi-errors.js';
import { headers, type HeaderName, LIMITED } from './openapi-headers.js';
import { descriptionOf } from './openapi-schemas.js';

type ReturnsDto = Extract<Returns, { dto: Dto | Variants }>;

export const PAGING: JsonSchema = {
  type: 'object',
  description: 'Position of the page in its list.',
  properties: {
    per_page: { type: 'integer', minimum: 1, maximum: 1000, description: 'Maximum number of items on a page.' },
    current_page: { type: 'integer', minimum: 1, description: 'Number of this page.' },
    prev_url: {
      type: ['string', 'null'],
      format: 'uri',
      description:
        'URL of the previous page; null on the first, and after a page that ended early. Follow it unchanged.',
    },
    next_url: {
      type: ['string', 'null'],
      format: 'uri',
      description: 'URL of the next page; null on the last. Follow it unchanged.',
    },
    total_count: { type: 'integer', minimum: 0, description: 'Number of items on all pages; only with `total=1`.' },
  },
  required: ['per_page', 'current_page', 'prev_url', 'next_url'],
  example: { per_page: 100, current_page: 1, prev_url: null, next_url: null },
};

/** Examples of content other than JSON, by media type. */
const EXAMPLES: Record<string, string> = {
  'text/html': '<!doctype html>\n<html lang="en">\n',
  'text/javascript': 'customElements.define("property-map", ...',
  'text/plain': 'interface PropertyMap extends HTMLElement {\n',
  'text/csv': 'question,answer\nPets?,Yes\n',
  'image/png': '(bytes of the image)',
  'application/octet-stream': '(bytes of the file)',
  '*/*': '(bytes of the file)',
};

const isText = (mediaType: string): boolean => mediaType.startsWith('text/');

const DESCRIPTIONS: Record<number, string> = {
  201: 'The created resource',
  202: 'The request was accepted',
  204: 'The change was made; the response has no body',
};

const RETURNED: Record<Returns['kind'], string> = {
  none: 'The request succeeded; the response has no body',
  resource: 'The resource',
  list: 'One page of the list',
  batch: 'All items',
  file: 'The file',
  content: 'The content',
};

/** The responses of an operation with a status below 400. */
export function successes(
  operation: Operation,
  schemas: Record<string, JsonSchema>,
  links: JsonSchema,
): Record<number, JsonSchema> {
  const { status, returns, method, redirects } = operation;
  const isFile = returns.kind === 'file';
  const others = {
    ...(isFile && {
      206: {
        description: 'The part of the file that `Range` names',
        headers: sent(operation, ['Accept-Ranges', 'Content-Range', 'Content-Disposition', 'ETag']),
        content: contentOf(returns, schemas),
      },
    }),
    ...(redirects && { 302: { description: redirects, headers: sent(operation, ['Location']) } }),
    ...(method === 'GET' && {
      304: {
        description: 'The version that the client has is current',
        headers: sent(operation, isFile ? ['ETag', 'Link', 'Accept-Ranges', 'Content-Disposition'] : ['ETag', 'Link']),
      },
    }),
  };
  const success = (code: number): JsonSchema => ({
    description: DESCRIPTIONS[code] ?? RETURNED[returns.kind],
    headers: sent(operation, successHeaders(operation)),
    ...(returns.kind !== 'none' && { content: contentOf(returns, schemas, operation.responseExamples?.[code]) }),
    ...(Object.keys(links).length > 0 && { links }),
  });
  const responses: Record<number, JsonSchema> = { [status]: success(status) };
  for (const code of Object.keys(operation.responseExamples ?? {}).map(Number)) responses[code] ??= success(code);
  return Object.assign(responses, others);
}

function successHeaders(operation: Operation): HeaderName[] {
  const { method, status, returns, query } = operation;
  return [
    ...(method === 'GET' ? (['ETag'] as const) : []),
    ...(method === 'PUT' && returns.kind !== 'none' ? (['ETag'] as const) : []),
    ...(query.includes(paging[0]!) || linksTransaction(operation) ? (['Link'] as const) : []),
    ...(status === 201 ? (['Location'] as const) : []),
    ...(returns.kind === 'file' ? (['Accept-Ranges', 'Content-Disposition'] as const) : []),
    ...(acceptsIdempotencyKey(operation) ? (['Idempotency-Replayed'] as const) : []),
  ];
}

/** Adds the headers of every response, and the rate limits if the operation requires a key. */
function sent(operation: Operation, names: readonly HeaderName[]): JsonSchema {
  const { public: open, method } = operation;
  const own: HeaderName[] = [...(open ? [] : LIMITED), ...(isPage(operation) ? (['X-Robots-Tag'] as const) : [])];
  return headers(['X-Request-Id', ...own, ...names], method === 'GET' ? ['ETag'] : []);
}

function contentOf(
  returns: Exclude<Returns, { kind: 'none' }>,
  schemas: Record<string, JsonSchema>,
  named?: Readonly<Record<string, object>>,
): JsonSchema {
  if ('mediaType' in returns) {
    const example = EXAMPLES[returns.mediaType.split(';', 1)[0]!];
    const schema = { type: 'string', ...(!isText(returns.mediaType) && { format: 'binary' }) };
    return { [returns.mediaType]: { schema, ...(example && { example }) } };
  }
  const schema = { $ref: `#/components/schemas/${nameSchema(returns, schemas)}` };
  const example = exampleOf(returns);
  if (!named) return { 'application/json': { schema, example } };
  const examples = Object.entries(named).map(([name, differs]) => [name, { value: { ...example, ...differs } }]);
  return { 'application/json': { schema, examples: Object.fromEntries(examples) } };
}

function nameSchema(returns: ReturnsDto, schemas: Record<string, JsonSchema>): string {
  const name = nameResource(returns.dto, schemas);
  if (returns.kind === 'resource') return name;
  const item = { $ref: `#/components/schemas/${name}` };
  const items = returns.nested ? { type: 'array', items: item } : item;
  const description = returns.kind === 'list' ? 'Items of this page, in order' : 'All items, in order';
  const maxItems = returns.kind === 'list' ? MAX_PER_PAGE : MAX_BATCH_ITEMS;
  const data = { type: 'array', maxItems, items, description };
  if (returns.kind === 'batch') {
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

function nameResource(dto: Dto | Variants, schemas: Record<string, JsonSchema>): string {
  const name = schemaName(dto);
  if (typeof dto === 'function') {
    schemas[name] ??= { ...descriptionOf(dto), ...responseSchema(dto) };
    return name;
  }
  const variants = Object.entries(dto).map(([type, variant]) => [type, nameResource(variant, schemas)]);
  schemas[name] ??= oneOfSchemas(Object.fromEntries(variants) as Record<string, string>);
  return name;
}

function exampleOf({ dto, kind, nested, envelope }: ReturnsDto): object {
  const shown = typeof dto === 'function' ? dto : Object.values(dto)[0]!;
  const fields = fieldsOf(shown).filter((field) => !field.sometimes || kind !== 'list');
  const resource = Object.fromEntries(fields.map((field) => [field.name, field.example]));
  if (kind === 'resource') return resource;
  const data = nested ? [[resource]] : [resource];
  return kind === 'list' ? { paging: PAGING['example'], ...envelope?.example, data } : { data };
}
