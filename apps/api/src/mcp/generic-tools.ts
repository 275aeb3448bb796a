import { randomUUID } from 'node:crypto';
import { ApiError, type FilePart } from './api-client.js';
import type { ApiOperation } from './api-description.js';
import { integer, items, type Json, object, text, tool, type Toolbox } from './tool.js';

const OPERATION = text('Id of the operation, from api_search, such as update-unit');
const PARAMETERS = {
  type: 'object',
  description: 'Path and query parameters by name, such as {"asset": "1", "per-page": 50}',
};

const isAllowed = ({ may }: Toolbox, { permission }: ApiOperation): boolean =>
  permission === undefined || may(permission);

const search = tool<{ words: string; limit?: number }>({
  name: 'api_search',
  title: 'Search the API',
  description:
    'Operations of the API by words, such as "create floor plan". For what no other tool does: then api_details, and api_read or api_write.',
  input: { words: text('What you want to do'), limit: integer('Most operations to list; default 10', 1, 50) },
  required: ['words'],
  output: { operations: items },
  kind: 'read',
  async run(toolbox, { words, limit = 10 }) {
    const found = toolbox.description.search(words).filter((operation) => isAllowed(toolbox, operation));
    return {
      operations: found.slice(0, limit).map(({ id, method, path, summary }) => ({ id, method, path, summary })),
    };
  },
});

const details = tool<{ operation: string }>({
  name: 'api_details',
  title: 'Details of an operation',
  description: 'The parameters and the body of an operation, as JSON Schema. Read it before api_write.',
  input: { operation: OPERATION },
  required: ['operation'],
  output: { method: text(''), path: text(''), description: text(''), parameters: items, bodies: object },
  kind: 'read',
  async run({ description }, { operation: id }) {
    const { method, path, parameters, content, description: operationText } = required(description.named(id), id);
    const bodies = Object.entries(content).map(([type, { schema }]) => [type, description.expanded(schema)]);
    return {
      method,
      path,
      description: operationText,
      parameters: parameters.map(({ name, in: place, required: must, description: about, schema }) => ({
        ...{ name, in: place, required: must, description: about, schema },
      })),
      bodies: Object.fromEntries(bodies) as Json,
    };
  },
});

const read = tool<{ operation: string; parameters?: Json }>({
  name: 'api_read',
  title: 'Read from the API',
  description: 'Calls an operation that reads (GET). Lists come in pages: ask for the next with `page`.',
  input: { operation: OPERATION, parameters: PARAMETERS },
  required: ['operation'],
  output: { status: integer('HTTP status'), body: {} },
  kind: 'read',
  async run({ api, description }, { operation: id, parameters = {} }) {
    const operation = required(description.named(id), id);
    if (operation.method !== 'GET') throw wrongTool(`${id} writes: call it with api_write.`);
    const { path, query } = addressOf(operation, parameters);
    const { status, body } = await api.request('GET', path, { query, headers: flagOf(operation) });
    return { status, body };
  },
});

interface SentFile {
  field: string;
  filename: string;
  content_base64?: string;
  text?: string;
}

interface Write {
  operation: string;
  parameters?: Json;
  body?: unknown;
  files?: SentFile[];
  idempotency_key?: string;
}

const FILES = {
  type: 'array',
  maxItems: 5,
  description:
    'Files of a form (pictures, drawings, CSV): `field` is the name of the part, and either `content_base64` or `text` the content',
  items: {
    type: 'object',
    properties: {
      field: { type: 'string' },
      filename: { type: 'string' },
      content_base64: { type: 'string' },
      text: { type: 'string' },
    },
    required: ['field', 'filename'],
  },
};

const write = tool<Write>({
  name: 'api_write',
  title: 'Write to the API',
  description:
    'Calls an operation that changes something (POST, PUT, DELETE). Ids of the path that the body repeats are filled in. Updates keep the fields that you leave out. Ask the person before you delete.',
  input: {
    operation: OPERATION,
    parameters: PARAMETERS,
    body: { description: 'The JSON body' },
    files: FILES,
    idempotency_key: text('Of your choice: a call that is repeated with it takes effect once', {
      pattern: '^[!-~]([ -~]{0,253}[!-~])?$',
    }),
  },
  required: ['operation'],
  output: { status: integer('HTTP status'), body: {} },
  kind: 'destructive',
  async run({ api, description }, { operation: id, parameters = {}, body, files = [], idempotency_key: key }) {
    const operation = required(description.named(id), id);
    if (operation.method === 'GET') throw wrongTool(`${id} only reads: call it with api_read.`);
    const { path, query } = addressOf(operation, parameters);
    const form = operation.content['multipart/form-data']?.schema;
    const isFlat = operation.content['application/json'] === undefined && form !== undefined;
    const headers = { ...flagOf(operation), 'Idempotency-Key': key ?? randomUUID() };
    const { status, body: answer } = await api.request(operation.method, path, {
      query,
      headers: operation.method === 'DELETE' ? flagOf(operation) : headers,
      body,
      files: files.map(filePart),
      isFlat,
    });
    return { status, body: answer === '' ? null : answer };
  },
});

const wrongTool = (message: string) => new ApiError(400, 'wrong_tool', message);

function required(operation: ApiOperation | undefined, id: string): ApiOperation {
  if (!operation) throw wrongTool(`There is no operation ${id}: find its id with api_search.`);
  return operation;
}

const flagOf = ({ flag }: ApiOperation): Record<string, string> =>
  flag === undefined ? {} : { 'Experimental-Flags': flag };

/** @throws ApiError naming missing and unknown parameters */
function addressOf({ id, path, parameters }: ApiOperation, given: Json): { path: string; query: Json } {
  const known = parameters.map(({ name }) => name);
  const unknown = Object.keys(given).filter((name) => !known.includes(name));
  const missing = parameters.filter((parameter) => parameter.required && given[parameter.name] === undefined);
  if (unknown.length > 0)
    throw wrongTool(`${id} takes no parameter ${unknown.join(', ')}: it takes ${known.join(', ')}.`);
  if (missing.length > 0) throw wrongTool(`${id} needs the parameter ${missing.map(({ name }) => name).join(', ')}.`);
  const inPath = parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name);
  const noId = inPath.find((name) => /^\.{0,2}$/.test(String(given[name]))); // it would make it another path
  if (noId !== undefined) throw wrongTool(`${noId} must be an id, not "${String(given[noId])}".`);
  const filled = path.replace(/\{([^}]+)\}/g, (_, name: string) => encodeURIComponent(String(given[name])));
  return { path: filled, query: Object.fromEntries(Object.entries(given).filter(([name]) => !inPath.includes(name))) };
}

const filePart = ({ field, filename, content_base64: base64, text: plain = '' }: SentFile): FilePart => ({
  field,
  filename,
  content: new Blob([base64 === undefined ? plain : Buffer.from(base64, 'base64')]),
});

export const GENERIC_TOOLS = [search, details, read, write];
