type Json = Record<string, unknown>;

/** An operation, reduced to what agents need. */
export interface ApiOperation {
  id: string;
  method: string;
  path: string;
  summary: string;
  description: string;
  permission: string | undefined;
  /** required experimental flag */
  flag: string | undefined;
  parameters: { name: string; in: string; required: boolean; description?: string; schema: Json }[];
  content: Record<string, { schema: Json }>;
  document: Json;
}

/** The operations of an OpenAPI document, without pages, their files and health checks. */
export class ApiDescription {
  private readonly operations: ApiOperation[];

  constructor(private readonly document: Json) {
    const paths = Object.entries(document['paths'] as Record<string, Record<string, Json>>);
    this.operations = paths
      .flatMap(([path, methods]) => Object.entries(methods).map(([method, it]) => operationOf(path, method, it)))
      .filter((operation) => operation.path.startsWith('/v1/') || isQuery(operation));
  }

  named(id: string): ApiOperation | undefined {
    return this.operations.find((operation) => operation.id === id);
  }

  /** Finds operations by words, the best match first. */
  search(words: string): ApiOperation[] {
    const wanted = wordsOf(words);
    const scored = this.operations.map((operation) => ({ operation, score: scoreOf(operation, wanted) }));
    return scored
      .filter(({ score }) => score > 0)
      .sort((a, b) => b.score - a.score)
      .map(({ operation }) => operation);
  }

  /** Inlines the references of a schema, because agents do not resolve them. */
  expanded(schema: unknown, depth = 0): unknown {
    if (Array.isArray(schema)) return schema.map((each) => this.expanded(each, depth));
    if (typeof schema !== 'object' || schema === null) return schema;
    const { $ref } = schema as { $ref?: string };
    if ($ref !== undefined) return depth > 8 ? { description: $ref } : this.expanded(this.at($ref), depth + 1);
    const shown = Object.entries(schema).filter(([key]) => !['example', 'examples', 'discriminator'].includes(key));
    return Object.fromEntries(shown.map(([key, value]) => [key, this.expanded(value, depth)]));
  }

  private at(ref: string): unknown {
    const steps = ref.slice(2).split('/');
    return steps.reduce((node: unknown, step) => (node as Json)[step], this.document);
  }
}

/** Whether an operation outside the versioned API returns data. */
function isQuery({ document }: ApiOperation): boolean {
  const { tags, responses } = document as { tags: string[]; responses: Record<string, { content?: Json }> };
  return tags[0] !== 'Health' && Object.keys(responses['200']?.content ?? {}).join() === 'application/json';
}

function operationOf(path: string, method: string, document: Json): ApiOperation {
  const parameters = (document['parameters'] ?? []) as ApiOperation['parameters'];
  const flag = parameters.find(({ name }) => name === 'Experimental-Flags');
  const body = document['requestBody'] as { content: ApiOperation['content'] } | undefined;
  return {
    id: document['operationId'] as string,
    method: method.toUpperCase(),
    path,
    summary: document['summary'] as string,
    description: document['description'] as string,
    permission: document['x-permission'] as string | undefined,
    flag: (flag?.schema['enum'] as string[] | undefined)?.[0],
    parameters: parameters.filter((parameter) => parameter.in !== 'header'),
    content: body?.content ?? {},
    document,
  };
}

const wordsOf = (text: string): string[] =>
  text
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word.length > 1)
    .map((word) => word.replace(/s$/, ''));

/** Weights a word in the id higher than one in the description. */
function scoreOf({ id, summary, description, path }: ApiOperation, words: string[]): number {
  const [name, text] = [wordsOf(`${id} ${summary}`), wordsOf(`${description} ${path}`)];
  return words.reduce((sum, word) => sum + (name.includes(word) ? 3 : text.includes(word) ? 1 : 0), 0);
}
