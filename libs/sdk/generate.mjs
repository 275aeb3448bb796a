/**
 * Generates src/generated/ from the OpenAPI documents: the types of all schemas, and for each operation a typed method and the
 * data to send it. `npm run openapi` runs it. With `--check` it writes nothing, names outdated files and exits with code 1.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');

const APIS = [
  { document: 'apps/api/openapi.json', file: 'libs/sdk/src/generated/main-api.ts' },
  { document: 'apps/data-models-api/openapi.json', file: 'libs/sdk/src/generated/data-models-api.ts' },
];

const camelCase = (name) => name.replace(/[-_.](\w)/g, (_, letter) => letter.toUpperCase());
const key = (name) => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : `'${name}'`);
const indent = (text) => text.replace(/^(?=.)/gm, '  ');
const comment = (text) => (text ? `/** ${text.replace(/\s+/g, ' ').replaceAll('*/', '*\\/').trim()} */\n` : '');

/** A schema without constraints marks a field that bodies may contain but the service ignores. */
const isIgnored = (schema) =>
  !['type', '$ref', 'enum', 'const', 'oneOf', 'anyOf', 'allOf'].some((word) => word in schema);

/** An operation outside the versioned API that returns data, and neither a page nor a file. */
const isQuery = ({ tags, responses }) =>
  tags[0] !== 'Health' && Object.keys(responses[200]?.content ?? {}).join() === 'application/json';

class Api {
  constructor(document) {
    this.document = document;
    this.schemas = document.components.schemas;
  }

  resolve(schema) {
    return schema?.$ref ? this.resolve(this.schemas[schema.$ref.split('/').at(-1)]) : schema;
  }

  type(schema) {
    if (schema.$ref) return schema.$ref.split('/').at(-1);
    if ('const' in schema) return JSON.stringify(schema.const);
    if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
    for (const [word, sign] of [
      ['oneOf', ' | '],
      ['anyOf', ' | '],
      ['allOf', ' & '],
    ])
      if (schema[word]) return schema[word].map((part) => this.type(part)).join(sign);
    return [schema.type]
      .flat()
      .map((type) => this.simple(type, schema))
      .join(' | ');
  }

  simple(type, schema) {
    if (type === 'array') return `Array<${schema.items ? this.type(schema.items) : 'unknown'}>`;
    if (type === 'object') return this.object(schema);
    if (schema.format === 'binary') return 'Upload';
    if (type === 'integer') return 'number';
    return type ?? 'unknown';
  }

  object({ properties, required = [], additionalProperties }) {
    if (!properties) {
      const values =
        additionalProperties && additionalProperties !== true ? this.type(additionalProperties) : 'unknown';
      return `Record<string, ${values}>`;
    }
    const members = Object.entries(properties)
      .filter(([, schema]) => !isIgnored(schema))
      .map(([name, schema]) => {
        const optional = required.includes(name) ? '' : '?';
        return `${comment(schema.description)}${key(name)}${optional}: ${this.type(schema)};\n`;
      });
    return members.length > 0 ? `{\n${indent(members.join(''))}}` : 'Record<string, never>';
  }

  operations() {
    return Object.entries(this.document.paths).flatMap(([path, item]) =>
      Object.entries(item)
        .filter(([, operation]) => path.startsWith('/v1/') || isQuery(operation))
        .map(([method, operation]) => this.operation(path, method, operation)),
    );
  }

  operation(path, method, operation) {
    const parameters = operation.parameters ?? [];
    const places = parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name);
    const queries = parameters.filter((parameter) => parameter.in === 'query' && !places.includes(parameter.name));
    const flags = parameters.find(({ name }) => name === 'Experimental-Flags');
    const body = this.body(operation.requestBody);
    const result = this.result(operation.responses);
    return {
      name: camelCase(operation.operationId.replace(/^ai-/, '')),
      summary: [operation.summary, operation.description].filter(Boolean).join('. '),
      members: [
        ...places.map((name) => `${camelCase(name)}: string;\n`),
        ...queries.map((parameter) => this.query(parameter)),
        ...body.members,
      ],
      needsRequest: places.length > 0 || queries.some(({ required }) => required) || body.required,
      returns: result.list ? `Pages<${result.type}>` : `Promise<${result.type}>`,
      table: {
        method: method.toUpperCase(),
        path,
        ...(flags && { flag: flags.schema.enum?.[0] ?? flags.example }),
        ...(body.form && { form: true }),
        ...(result.list && { list: true }),
        ...(result.type === 'Blob' && { file: true }),
      },
    };
  }

  query({ name, description, schema, required }) {
    const isSwitch = schema.enum?.join() === '0,1';
    const type = isSwitch ? 'boolean' : this.type(schema);
    return `${comment(description)}${camelCase(name)}${required ? '' : '?'}: ${type};\n`;
  }

  /** Types of the body and its files. */
  body(requestBody) {
    if (!requestBody) return { members: [], required: false };
    const json = requestBody.content['application/json']?.schema;
    const form = this.resolve(requestBody.content['multipart/form-data']?.schema);
    const parts = Object.entries(form?.properties ?? {});
    const files = parts.filter(([, part]) => part.format === 'binary');
    const flat = { ...form, properties: Object.fromEntries(parts.filter(([, part]) => part.format !== 'binary')) };
    const schema = json ?? form.properties.data ?? (Object.keys(flat.properties).length > 0 ? flat : undefined);
    const members = [];
    const required = requestBody.required === true;
    const isNeeded = required && (schema !== flat || form.required?.some((name) => name in flat.properties));
    if (schema) members.push(`body${isNeeded ? '' : '?'}: ${this.type(schema)};\n`);
    const given = files.map(([name]) => `${key(name)}${form.required?.includes(name) ? '' : '?'}: Upload;`);
    const must = files.some(([name]) => form.required?.includes(name));
    if (files.length > 0) members.push(`files${must ? '' : '?'}: { ${given.join(' ')} };\n`);
    return { members, required, form: !json };
  }

  result(responses) {
    const [, success] = Object.entries(responses).find(([status]) => status.startsWith('2'));
    const [[media, content] = []] = Object.entries(success.content ?? {});
    if (!media) return { type: 'void' };
    if (media !== 'application/json') return { type: 'Blob' };
    const { properties } = this.resolve(content.schema);
    const list = Boolean(properties?.paging && properties.data);
    return { type: this.type(list ? properties.data.items : content.schema), list };
  }
}

function source(document, from) {
  const api = new Api(document);
  const schemas = Object.entries(api.schemas).map(([name, schema]) => {
    return `${comment(schema.description)}export type ${name} = ${api.type(schema)};\n`;
  });
  const operations = api.operations();
  const calls = operations.map(({ name, summary, members, needsRequest, returns }) => {
    const request = members.length > 0 ? `{\n${indent(members.join(''))}}` : 'Record<string, never>';
    return `${comment(summary)}${name}(request${needsRequest ? '' : '?'}: ${request}, options?: CallOptions): ${returns};\n`;
  });
  const table = operations.map(({ name, table }) => `${name}: ${JSON.stringify(table)},\n`);
  const types = ['CallOptions', 'OperationTable', 'Pages', 'Upload'];
  const events = Object.values(document.webhooks ?? {}).map(
    ({ post }) => `(${api.type(post.requestBody.content['application/json'].schema)})`,
  );
  if (events.length > 0)
    schemas.push(
      `/** An event of a webhook; \`type\` tells which. */\nexport type WebhookEvent =\n  | ${events.join('\n  | ')};\n`,
    );
  const rest = [...schemas, ...calls].join('');
  const imported = types.filter((type) => type === 'OperationTable' || new RegExp(`\\b${type}\\b`).test(rest));
  return [
    `// Generated from ${from} by libs/sdk/generate.mjs: run \`npm run openapi\`, do not edit.\n`,
    `import type { ${imported.join(', ')} } from '../operation.js';\n\n`,
    schemas.join('\n'),
    `\nexport interface Operations {\n${indent(calls.join(''))}}\n`,
    `\nexport const OPERATIONS: OperationTable<Operations> = {\n${indent(table.join(''))}};\n`,
  ].join('');
}

const check = process.argv.includes('--check');
for (const { document, file } of APIS) {
  const made = source(JSON.parse(readFileSync(join(ROOT, document), 'utf8')), document);
  let stored;
  try {
    stored = readFileSync(join(ROOT, file), 'utf8');
  } catch {
    // the first time
  }
  if (stored === made) continue;
  if (check) {
    console.error(`${file} is not what ${document} says. Run: npm run openapi`);
    process.exitCode = 1;
  } else {
    writeFileSync(join(ROOT, file), made);
    console.log(`Wrote ${relative(process.cwd(), join(ROOT, file))}`);
  }
}
