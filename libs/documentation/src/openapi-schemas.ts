import { DECORATORS } from '@nestjs/swagger';
import type { JsonSchema } from '@app/platform/core';
import type { Dto } from '@app/platform/rest';

interface Content {
  schema?: { $ref?: string };
}

interface Documented {
  summary: string;
  requestBody?: { content: Record<string, Content> };
  responses: Record<string, { content?: Record<string, Content> }>;
}

/** Summaries of the operations that send or return a schema. */
interface Uses {
  sent: string[];
  returned: string[];
}

/** The description from a class's own `@ApiSchema`; subclasses do not inherit it. */
export function descriptionOf(dto: Dto): { description?: string } {
  const own = Reflect.getOwnMetadata(DECORATORS.API_SCHEMA, dto) as { description?: string }[] | undefined;
  const description = own?.at(-1)?.description;
  return description === undefined ? {} : { description };
}

/**
 * Describes bodies, lists and variants by the operations that use them. Resources are described by their DTOs:
 * `npm run check` rejects a schema without a description.
 */
export function describeSchemas(schemas: Record<string, JsonSchema>, operations: readonly object[]): void {
  const uses = usesOf(operations as readonly Documented[]);
  for (const [name, schema] of Object.entries(schemas)) {
    const used = uses.get(name) ?? { sent: [], returned: [] };
    schema['description'] ??= described(schema, used);
    for (const [type, variant] of variantsOf(schema)) {
      const shape = schemas[variant]!;
      const { description } = (shape['properties'] as Record<string, JsonSchema>)['type']!;
      shape['description'] ??= `\`${name}\` of the type \`${type}\`. ${String(description)}.`;
    }
    if (schema['description'] === undefined) delete schema['description'];
  }
}

function described(schema: JsonSchema, { sent, returned }: Uses): string | undefined {
  const { paging, data } = (schema['properties'] ?? {}) as Record<string, JsonSchema>;
  const isUnion = schema['oneOf'] !== undefined;
  const use = [
    sent.length > 0 && `Request body of ${listed(sent)}.`,
    returned.length > 0 && `Response of ${listed(returned)}.`,
  ];
  const what = paging
    ? 'One page of the list.'
    : data
      ? sent.length > 0
        ? 'All items are applied, or none.'
        : 'One item for each item of the request, in the same order.'
      : isUnion && '`type` selects one of several shapes.';
  const isDerived = what || sent.length > 0;
  return isDerived ? [...use, what].filter(Boolean).join(' ') : undefined;
}

const listed = (summaries: readonly string[]): string =>
  new Intl.ListFormat('en').format(summaries.map((summary) => `“${summary}”`));

const nameOf = (reference: string): string => reference.split('/').at(-1)!;

function variantsOf(schema: JsonSchema): [type: string, name: string][] {
  const { mapping = {} } = (schema['discriminator'] ?? {}) as { mapping?: Record<string, string> };
  return Object.entries(mapping).map(([type, reference]) => [type, nameOf(reference)]);
}

function usesOf(operations: readonly Documented[]): Map<string, Uses> {
  const uses = new Map<string, Uses>();
  const add = (kind: keyof Uses, summary: string, content: Record<string, Content> = {}) => {
    const references = Object.values(content).flatMap(({ schema }) => schema?.$ref ?? []);
    for (const name of new Set(references.map(nameOf))) {
      const used = uses.get(name) ?? { sent: [], returned: [] };
      if (!used[kind].includes(summary)) used[kind].push(summary);
      uses.set(name, used);
    }
  };
  for (const { summary, requestBody, responses } of operations) {
    add('sent', summary, requestBody?.content);
    for (const { content } of Object.values(responses)) add('returned', summary, content);
  }
  return uses;
}
