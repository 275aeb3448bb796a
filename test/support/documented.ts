import { openApiDocument } from '@app/documentation';
import { Operations } from '@app/platform/rest';
import type { INestApplication } from '@nestjs/common';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { INFO } from '../../apps/api/src/document.js';

type Json = Record<string, any>; // oxlint-disable-line typescript/no-explicit-any -- a document of any shape

/** The parts of a response that the document describes. */
interface ResponseParts {
  status: number;
  headers: Headers;
  body: unknown;
}

interface Route {
  pattern: RegExp;
  literal: number;
  path: string;
  methods: Json;
}

/** Headers of HTTP itself, of caches and of browsers' security, which an API document does not name. */
const OF_HTTP =
  /^(access-control-|content-(length|type|encoding|security)|cross-origin-|date$|connection$|keep-alive$|vary$|cache-control$|transfer-encoding$|x-content-type-options$|referrer-policy$|permissions-policy$|allow$)/;

const FORMATS: Record<string, RegExp> = {
  date: /^\d{4}-\d\d-\d\d$/,
  'date-time': /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(Z|[+-]\d\d:\d\d)$/,
  uuid: /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/,
  uri: /^[a-z]+:\S+$/i,
};

/** The OpenAPI document of an application, with which responses are compared. */
export class Documented {
  private readonly document: Json;
  private readonly routes: Route[];
  private readonly ajv = new Ajv2020({ strict: false, logger: false, allErrors: false });
  private readonly validators = new Map<string, ValidateFunction>();

  /** Each document is created once, and each of its schemas compiled on first use. */
  static of(app: INestApplication): Documented {
    let documented = Documented.byApp.get(app);
    if (!documented) Documented.byApp.set(app, (documented = Documented.ofProgram(app)));
    return documented;
  }

  private static readonly byApp = new WeakMap<INestApplication, Documented>();

  private static ofProgram(app: INestApplication): Documented {
    const operations = app.get(Operations).all;
    const key = operations.map(({ id }) => id).join();
    return Documented.once(key, () => openApiDocument(operations, INFO) as Json);
  }

  /** The document of a running service. */
  static async at(base: string): Promise<Documented> {
    const text = await (await fetch(`${base}/openapi.json`)).text();
    return Documented.once(text.replaceAll(base, ''), () => JSON.parse(text) as Json);
  }

  private static readonly made = new Map<string, Documented>();

  private static once(key: string, make: () => Json): Documented {
    const documented = Documented.made.get(key) ?? new Documented(make());
    Documented.made.set(key, documented);
    return documented;
  }

  private constructor(document: Json) {
    this.document = closed(document);
    this.routes = Object.entries(this.document['paths'] as Json).map(([path, methods]) => ({
      path,
      methods: methods as Json,
      literal: path.replace(/\{[^}]*\}/g, '').length,
      pattern: new RegExp(`^${path.replace(/\{[^}]*\}/g, '[^/]+')}/?$`),
    }));
    this.routes.sort((a, b) => b.literal - a.literal);
    for (const [name, pattern] of Object.entries(FORMATS)) this.ajv.addFormat(name, pattern);
    this.ajv.addSchema({ ...this.document, $id: 'document' });
  }

  /** Like `fetch`. @throws Error unless the response is as documented */
  fetch = async (address: string, init: RequestInit = {}): Promise<Response> => {
    const response = await fetch(address, init);
    const { status, headers } = response;
    const text = await response.clone().text();
    const isJson = headers.get('content-type')?.startsWith('application/json');
    const body: unknown = isJson ? JSON.parse(text) : text || undefined;
    const { pathname } = new URL(address);
    const faults = this.errorsOf(init.method ?? 'GET', pathname, { status, headers, body });
    if (faults.length > 0) throw new Error(`${pathname} is not as documented:\n${faults.join('\n')}`);
    return response;
  };

  /** The differences between a response and the document. */
  errorsOf(method: string, address: string, received: ResponseParts): string[] {
    const path = address.split('?', 1)[0]!;
    const documented = (method === 'HEAD' ? 'GET' : method).toLowerCase();
    const route = this.routes.find(({ pattern }) => pattern.test(path));
    const operation = route?.methods[documented] as Json | undefined;
    if (!route || !operation) {
      const hasBody = path.startsWith('/v1/') && !['OPTIONS', 'HEAD'].includes(method);
      return hasBody ? this.errorsOfRejection(received) : [];
    }
    const where = `${operation['operationId']}, ${received.status}`;
    const place = ['paths', route.path, documented, 'responses', String(received.status)];
    const response = operation['responses'][received.status] as Json | undefined;
    if (!response) return [`${where}: the document does not name this status`];
    const [found, at] = this.resolved(response, place);
    return [
      ...headerErrors(found['headers'] ?? {}, received.headers, (header) => this.resolved(header, [])[0]),
      ...(method === 'HEAD' ? [] : this.bodyErrors(found, at, received)),
    ].map((fault) => `${where}: ${fault}`);
  }

  /** Requests for no operation are rejected with the same body. */
  private errorsOfRejection({ status, body }: ResponseParts): string[] {
    if (status < 400) return [];
    return this.validate(['components', 'schemas', 'Error'], body).map((fault) => `${status}: ${fault}`);
  }

  private bodyErrors({ content }: Json, place: string[], { status, headers, body }: ResponseParts): string[] {
    const type = headers.get('content-type')?.split(';', 1)[0];
    if (!content) return body === undefined || status === 304 ? [] : ['the document names no body'];
    if (type === undefined) return ['has no body'];
    const names = Object.keys(content as Json);
    const named = names.find((name) => {
      const [plain] = name.split(';', 1);
      if (plain === '*/*') return true;
      return plain!.endsWith('/*') ? type.startsWith(plain!.slice(0, -1)) : plain === type;
    });
    if (!named) return [`is ${type}, which the document does not name`];
    return type === 'application/json' && named === type
      ? this.validate([...place, 'content', 'application/json', 'schema'], body)
      : [];
  }

  private validate(schema: string[], body: unknown): string[] {
    const place = this.referenced(schema);
    const $ref = `document#/${place.map((step) => encodeURIComponent(step.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/')}`;
    let validate = this.validators.get($ref);
    if (!validate) this.validators.set($ref, (validate = this.ajv.compile({ $ref })));
    if (validate(body)) return [];
    return (validate.errors ?? []).map(
      ({ instancePath, message, params }) => `${instancePath || 'body'} ${message} ${JSON.stringify(params)}`,
    );
  }

  /** The place of the schema that one refers to, so that a schema of many responses is compiled once. */
  private referenced(place: string[]): string[] {
    const { $ref, ...more } = place.reduce((at: Json, step) => at[step] as Json, this.document);
    return $ref && Object.keys(more).length === 0 ? this.referenced(($ref as string).slice(2).split('/')) : place;
  }

  private resolved(node: Json, place: string[]): [Json, string[]] {
    const ref = node['$ref'] as string | undefined;
    if (!ref) return [node, place];
    const steps = ref.slice(2).split('/');
    return [steps.reduce((at: Json, step) => at[step] as Json, this.document), steps];
  }
}

function headerErrors(documented: Json, sent: Headers, resolve: (header: Json) => Json): string[] {
  const names = new Map(Object.keys(documented).map((name) => [name.toLowerCase(), name]));
  const unknown = [...sent.keys()].filter((name) => !OF_HTTP.test(name) && !names.has(name));
  const missing = [...names].filter(
    ([name, written]) => resolve(documented[written] as Json)['required'] && !sent.has(name),
  );
  return [
    ...unknown.map((name) => `the document does not name the header ${name}`),
    ...missing.map(([name]) => `the header ${name} is missing`),
  ];
}

/** Rejects undocumented fields. Clients must expect new fields, but the tests know them all. */
function closed(document: Json): Json {
  const close = (node: unknown): unknown => {
    if (Array.isArray(node)) return node.map(close);
    if (typeof node !== 'object' || node === null) return node;
    const shown = Object.fromEntries(
      Object.entries(node).map(([key, value]) => [key, /^examples?$/.test(key) ? value : close(value)]),
    ) as Json;
    const isObject = shown['type'] === 'object' && shown['properties'] && shown['additionalProperties'] === undefined;
    return isObject ? { ...shown, additionalProperties: false } : shown;
  };
  const { components } = document;
  return { ...document, components: { ...components, schemas: close(components['schemas']) } };
}
