import { applyDecorators, Controller, HttpCode, RequestMapping, RequestMethod, SetMetadata } from '@nestjs/common';
import { declareAccess } from '../auth/access-rules.js';
import { PathResolver, type PathTables } from './resource-path.js';
import type { BodyReader } from './body.js';
import type { Dto, Variants } from './fields.js';
import { attempted } from './handler.js';
import type { PoolPartition } from '../persistence/unit-of-work.js';
import { paging, type QueryParameter } from './query.js';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** What an operation answers: one resource, a list of them, the records of a batch, nothing, a stored file, or content made for it. */
export type Returns =
  | { kind: 'resource' | 'list' | 'data'; dto: Dto | Variants; nested?: boolean }
  | { kind: 'none' }
  | { kind: 'file' | 'content'; mediaType: string };

export const one = (dto: Dto | Variants): Returns => ({ kind: 'resource', dto });
export const list = (dto: Dto | Variants): Returns => ({ kind: 'list', dto });
/** `{"data": [...]}`: the records of a batch, in the order of the request. */
export const data = (dto: Dto): Returns => ({ kind: 'data', dto });
/** A list of lists of the resource. */
export const listOfLists = (dto: Dto): Returns => ({ kind: 'list', dto, nested: true });
/** A page, a script, a picture: `ContentResponse`. */
export const content = (mediaType: string): Returns => ({ kind: 'content', mediaType });
export const nothing: Returns = { kind: 'none' };

export interface OperationOptions {
  /** kebab-case, unique in its API */
  id: string;
  summary: string;
  description?: string;
  /** as in the specification, without the prefix `service.`; without one, any valid key will do */
  permission?: string;
  /** for what is served beyond the specification; the document says so (`x-extension`) */
  extension?: boolean;
  /** experimental flag that the caller must send */
  flag?: string;
  /** parameters beside paging, which lists have anyhow */
  query?: QueryParameter[];
  body?: BodyReader;
  returns: Returns;
  /** default: 200, of a POST 201, without content 204 */
  status?: number;
  /** of the database's connections, when its handler does not write in the common one */
  lane?: PoolPartition;
  /** whether what is stored can conflict with a valid request (409) */
  conflicts?: boolean;
  /** path parameter whose address stands in a `Link` header with its name as the relation, on errors too */
  link?: string;
  /** for what needs no key */
  public?: boolean;
  /** error statuses that it documents beside those that follow from the above */
  errors?: number[];
}

/** An operation of the API: the one declaration of its route, access, parameters, shapes and documentation. */
export interface Operation extends Omit<OperationOptions, 'permission'> {
  method: Method;
  /** Nest's template, from the root: `v1/assets/:asset` */
  path: string;
  tag: string;
  /** with the prefix `service.` */
  permission: string | undefined;
  query: QueryParameter[];
  status: number;
  pathResolver: PathResolver;
  /** names of all parameters of the path */
  parameters: string[];
  /** error statuses it documents */
  errors: number[];
}

interface ResourceOptions {
  path: string;
  tag: string;
  tables: PathTables;
}

type Handler = (...parameters: never[]) => unknown;
type Declaration = { method: Method; path: string; options: OperationOptions };

const declarations = new WeakMap<object, Declaration>();
const operations = new WeakMap<object, Operation>();

/** Characters of a path parameter. */
export const PARAMETER_MOST = 255;

export const operationOf = (handler: object): Operation | undefined => operations.get(handler);

/** Marks the handler of what no operation takes: it needs a key and only refuses. */
export const Fallback = (): MethodDecorator => SetMetadata('fallback', true);
export const isFallback = (handler: object): boolean => Reflect.getMetadata('fallback', handler) === true;

/** A controller: the operations of one resource. `path` without the version prefix, unless it stands at the root. */
export function Resource(
  name: string,
  { tag, tables = {}, root = false }: { tag: string; tables?: PathTables; root?: boolean },
): ClassDecorator {
  const path = root ? name : `v1/${name}`;
  return (target) => {
    const prototype = target.prototype as Record<string, Handler>;
    for (const name of Object.getOwnPropertyNames(prototype)) {
      const handler = prototype[name]!;
      const declaration = declarations.get(handler);
      if (declaration) register(handler, complete(declaration, { path, tag, tables }));
    }
    Controller(path)(target);
  };
}

/** A route of a resource. Without this a handler does not boot. */
export function Operation(method: Method, path: string, options: OperationOptions): MethodDecorator {
  return (target, key, descriptor) => {
    if (method !== 'GET') descriptor.value = attempted(descriptor.value as Handler) as typeof descriptor.value;
    declarations.set(descriptor.value as object, { method, path, options });
    applyDecorators(RequestMapping({ method: RequestMethod[method], path }), HttpCode(statusOf(method, options)))(
      target,
      key,
      descriptor as TypedPropertyDescriptor<unknown>,
    );
  };
}

function register(handler: object, operation: Operation): void {
  operations.set(handler, operation);
  declareAccess(handler, operation);
}

function statusOf(method: Method, { status, returns }: OperationOptions): number {
  return status ?? (returns.kind === 'none' ? 204 : method === 'POST' ? 201 : 200);
}

function complete({ method, path, options }: Declaration, resource: ResourceOptions): Operation {
  const whole = [resource.path, path].filter(Boolean).join('/');
  const parameters = [...whole.matchAll(/:(\w+)/g)].map((match) => match[1]!);
  const query = [...(options.returns.kind === 'list' && method === 'GET' ? paging : []), ...(options.query ?? [])];
  const { body, returns } = options;
  return {
    ...options,
    ...(body?.ignoring && 'dto' in returns && { body: body.ignoring(returns.dto) }),
    method,
    path: whole,
    tag: resource.tag,
    parameters,
    permission: options.permission && `service.${options.permission}`,
    query,
    status: statusOf(method, options),
    pathResolver: new PathResolver(options.public ? [] : parameters, resource.tables),
    errors: errorsOf(options, parameters.length > 0, query.length > 0),
  };
}

function errorsOf(
  { body, flag, conflicts, public: open, errors = [] }: OperationOptions,
  hasPath: boolean,
  hasQuery: boolean,
): number[] {
  const statuses = [
    ...(open ? [] : [401, 403, 429]),
    ...(body ? [400, 413, 415, 422] : []),
    ...(flag ? [400] : []),
    ...(hasPath ? [404] : []),
    ...(hasQuery ? [422] : []),
    ...(conflicts ? [409] : []),
    ...errors,
  ];
  return [...new Set(statuses)].sort((a, b) => a - b);
}
