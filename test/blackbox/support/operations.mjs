import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { ROOT } from '../../../apps/cli/bootstrap.mjs';
import { SPECIFIED } from '../../support/contract.mjs';

const read = (path) => JSON.parse(readFileSync(join(ROOT, path), 'utf8'));

const DOCUMENTS = { main: read('apps/api/openapi.json'), ai: read('apps/data-models-api/openapi.json') };

/** Statuses that later extensions of the interface give; they count only where the document names them too. */
const EXTENSIONS = [202, 304, 409, 412, 413, 422, 428];

/**
 * Extensions that the scenarios ask too: reads of what the contract creates, and those of prices. The others would take away what the
 * scenarios stand on, or need resources that no scenario makes; test/access, test/platform/deletions, test/catalog and test/expenses have them.
 */
const isAsked = (path, method) =>
  method === 'get'
    ? !/expenses|pricing-disclaimers|price-display|total-pricing|\/visits$|^\/v1\/(audit-events|events|keys|webhooks)/.test(
        path,
      )
    : /\/(publications\/\{publication\}\/restore|units\/remove|transactions\/\{transaction\})$/.test(path);

/** The methods of a path, asked or not. */
export const methodsOf = (api, path) => Object.keys(DOCUMENTS[api].paths[path]).map((method) => method.toUpperCase());

/**
 * An operation: what the contract demands (permission, flag, statuses), and what the document says of its shapes. What the
 * document has beyond the contract speaks for itself.
 */
function operationsOf(api) {
  const { paths } = DOCUMENTS[api];
  const found = [];
  for (const [path, methods] of Object.entries(paths))
    for (const [method, documented] of Object.entries(methods)) {
      if (!path.startsWith('/v1/') || documented.security?.length === 0) continue; // these need no key
      const specified = SPECIFIED.find(
        (each) => each.api === api && each.path === path && each.method === method.toUpperCase(),
      );
      if (specified || isAsked(path, method))
        found.push(new Operation(api, path, method.toUpperCase(), documented, specified));
    }
  return found;
}

export class Operation {
  constructor(api, path, method, documented, specified) {
    // a fault of the service is documented, and never expected
    const statuses = Object.keys(documented.responses)
      .map(Number)
      .filter((status) => status !== 500);
    this.api = api;
    this.path = path;
    this.method = method;
    this.documented = documented;
    this.isExtension = specified === undefined;
    this.id = documented.operationId;
    this.pathParams = [...path.matchAll(/\{([^}]+)\}/g)].map(([, name]) => name);
    this.permission = specified ? specified.permission : (documented['x-permission'] ?? null);
    const flag = (documented.parameters ?? []).find(({ name }) => name === 'Experimental-Flags');
    this.flag = specified ? specified.experimentalFlag : (flag?.schema?.const ?? flag?.example ?? null);
    this.success = specified?.success ?? Math.min(...statuses);
    this.returns = specified?.returns ?? kindOf(documented, this.success);
    this.statuses = new Set(
      specified
        ? [specified.success, ...specified.errors, ...statuses.filter((status) => EXTENSIONS.includes(status))]
        : statuses,
    );
    if (method === 'GET') this.statuses.add(304);
    this.content = documented.requestBody?.content ?? {};
    this.mediaTypes = Object.keys(this.content);
    this.query = (documented.parameters ?? []).filter((parameter) => parameter.in === 'query');
    this.validators = new Map();
  }

  get name() {
    return `${this.api === 'ai' ? 'second API: ' : ''}${this.method} ${this.path}`;
  }

  /** What a query must have. */
  get needs() {
    const required = this.query.filter((parameter) => parameter.required);
    return required.map(({ name, example = 'crm' }) => `${name}=${encodeURIComponent(example)}`).join('&');
  }

  /** Where an answer is not as the document says. */
  faultsOf(status, body) {
    let validate = this.validators.get(status);
    if (validate === undefined) this.validators.set(status, (validate = this.compile(status)));
    if (!validate || validate(body)) return [];
    return validate.errors.map(({ instancePath, message }) => `${instancePath || 'the body'} ${message}`);
  }

  compile(status) {
    const response = this.documented.responses[status];
    const { content } = response?.$ref
      ? DOCUMENTS[this.api].components.responses[response.$ref.split('/').at(-1)]
      : (response ?? {});
    const schema = content?.['application/json']?.schema;
    return schema ? compile(this.api, schema) : null;
  }
}

const ajvs = {};

function compile(api, schema) {
  const { components } = DOCUMENTS[api];
  ajvs[api] ??= new Ajv({ strict: false, validateFormats: false, allErrors: false }).addSchema({ components }, 'doc');
  const inside = JSON.parse(JSON.stringify(schema).replaceAll('"#/components/', '"doc#/components/'));
  return ajvs[api].compile(inside);
}

/** A schema without its reference. */
export function resolved(api, schema) {
  let found = schema;
  while (found?.$ref) found = DOCUMENTS[api].components.schemas[found.$ref.split('/').at(-1)];
  return found ?? {};
}

const kindOf = (documented, status) => {
  const content = documented.responses[status]?.content ?? {};
  if (Object.keys(content).length === 0) return 'none';
  if (!content['application/json']) return 'file';
  return documented.operationId.startsWith('find-') || documented.operationId.startsWith('list-') ? 'list' : 'resource';
};

export const OPERATIONS = [...operationsOf('main'), ...operationsOf('ai')];

/** Operations of the contract that the document lacks: nothing can be said of them. */
export const UNDOCUMENTED = SPECIFIED.filter(
  ({ api, method, path }) =>
    !OPERATIONS.some((each) => each.api === api && each.method === method && each.path === path),
);

export const operation = (id, api = 'main') => OPERATIONS.find((each) => each.id === id && each.api === api);
