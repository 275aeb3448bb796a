import { Controller, HttpCode, RequestMapping, RequestMethod, type Type } from '@nestjs/common';
import { HTTP_CODE_METADATA } from '@nestjs/common/internal';
import { MetadataScanner } from '@nestjs/core';
import { accessRulesOf, declareAccess } from '../../auth/access-rules.js';
import type { PathTables } from '../../auth/visibility.js';
import { PathResolver } from './path-resolver.js';
import type { BodyReader, PathFields } from '../bodies/body.js';
import { fieldsOfAny } from '../schema/dto.js';
import { snakeCase } from '../../core/model/names.js';
import type { IdReference } from '../../persistence/aggregates/reference-validator.js';
import type { PoolPartition } from '../../persistence/aggregates/unit-of-work.js';
import { paging, type QueryParameter } from './param.js';
import type { Returns } from './returns.js';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

export interface OperationOptions {
  /** kebab-case, unique in its API */
  id: string;
  /** default: the words of the id */
  summary?: string;
  /** its purpose, in Markdown */
  description: string;
  /** as in the specification, without the prefix `service.`, or with `manage.`, `keys.`, `webhooks.` or `audit.`; without one, any valid key is accepted */
  permission?: string;
  /** not part of the specification; marked `x-extension` in the OpenAPI document */
  extension?: boolean;
  /** experimental flag that the caller must send */
  flag?: string;
  /** parameters besides paging, which every list has */
  query?: QueryParameter[];
  /** whether a text is a position in the cursors of the list; default: an id */
  isPosition?: (text: string, query: Readonly<Record<string, unknown>>) => boolean;
  body?: BodyReader;
  /** The references in the body, so that unknown ids are reported together with its other errors. @param sent the body, or its text fields */
  references?(sent: never, ids: Readonly<Record<string, string>>): readonly IdReference[];
  returns: Returns;
  /** pool partition of the handler; default: the one for writes */
  partition?: PoolPartition;
  /** path parameter whose URL is sent in a `Link` header, with its name as the relation, also on errors */
  link?: string;
  /** needs no key */
  public?: boolean;
  /** further errors by status, besides those implied by the other options */
  errors?: Readonly<Record<number, ErrorCodes>>;
  /** example path parameters that exist in the demonstration, if not `1` */
  examples?: Readonly<Record<string, string>>;
  /** example responses by status and name, as differences from the DTO's example; also declares these statuses */
  responseExamples?: Readonly<Record<number, Readonly<Record<string, object>>>>;
  /** when the response is a 302; undefined = never */
  redirects?: string;
}

/** Error codes, each with an example message. */
export type ErrorCodes = Readonly<Record<string, string>>;

/** An operation of the API: the single declaration of its route, access, parameters, body, response and documentation. */
export interface Operation extends Omit<OperationOptions, 'permission'> {
  method: Method;
  summary: string;
  /** full template in Nest's syntax: `v1/assets/:asset` */
  path: string;
  tag: string;
  /** with its prefix */
  permission: string | undefined;
  query: QueryParameter[];
  /** of a response without a status of its own */
  status: number;
  pathResolver: PathResolver;
  parameters: string[];
  errors: Readonly<Record<number, ErrorCodes>>;
}

interface ResourceOptions extends Pick<OperationOptions, 'flag' | 'extension'> {
  tag: string;
  /** tables of the ids in the path, besides those that the base class of the controller declares as `static tables` */
  tables?: PathTables;
  /** whether the path is complete, without the version prefix */
  root?: boolean;
}

type Handler = (...parameters: never[]) => unknown;
type Declaration = { method: Method; path: string; options: OperationOptions };

const declarations = new WeakMap<object, Declaration>();

export const MAX_PARAMETER_LENGTH = 255;

/** A safe cast: only this file declares access, always with a complete operation. */
export const operationOf = (handler: object) => accessRulesOf(handler) as Operation | undefined;

/** The operations of a controller, by method. @throws Error for a route that is none */
export const operationsOf = ({ name, prototype }: Type): [method: string, Operation][] =>
  new MetadataScanner().getAllMethodNames(prototype as object).flatMap((method) => {
    const handler = (prototype as Record<string, object>)[method]!;
    if (!Reflect.hasMetadata('path', handler)) return [];
    const operation = operationOf(handler);
    if (!operation) throw new Error(`${name}.${method} is a route without @Operation on a @Resource`);
    return [[method, operation]];
  });

/** Declares a controller for the operations of one resource. @param name path without the version prefix, unless `root` is set */
export function Resource(name: string, resource: ResourceOptions): ClassDecorator {
  const path = resource.root ? name : `v1/${name}`;
  return (target) => {
    const tables = { ...(target as { tables?: PathTables }).tables, ...resource.tables };
    const prototype = target.prototype as Record<string, Handler>;
    for (const name of new MetadataScanner().getAllMethodNames(prototype)) {
      const handler = prototype[name]!;
      const declaration = declarations.get(handler);
      if (!declaration) continue;
      const status = Reflect.getMetadata(HTTP_CODE_METADATA, handler) as number;
      const operation: Operation = { ...complete(declaration, path, { ...resource, tables }), status };
      declareAccess(handler, operation);
    }
    Controller(path)(target);
  };
}

/**
 * Declares a route of a resource; its status is 200, 201 for a POST or 204 without content, unless `@HttpCode` sets another one. The
 * application refuses to start with a route that has none.
 */
export function Operation(method: Method, path: string, options: OperationOptions): MethodDecorator {
  return (target, key, descriptor) => {
    declarations.set(descriptor.value as object, { method, path, options });
    RequestMapping({ method: RequestMethod[method], path })(target, key, descriptor);
    if (Reflect.hasMetadata(HTTP_CODE_METADATA, descriptor.value as object)) return;
    HttpCode(options.returns.kind === 'none' ? 204 : method === 'POST' ? 201 : 200)(target, key, descriptor);
  };
}

function complete(
  declaration: Declaration,
  base: string,
  resource: ResourceOptions & { tables: PathTables },
): Omit<Operation, 'status'> {
  const { method } = declaration;
  const { tag, tables, flag, extension } = resource;
  const options: OperationOptions = { ...(flag && { flag }), ...(extension && { extension }), ...declaration.options };
  const path = [base, declaration.path].filter(Boolean).join('/');
  const parameters = parametersOf(path);
  const query = [...(options.returns.kind === 'list' && method === 'GET' ? paging : []), ...(options.query ?? [])];
  const { returns } = options;
  const body = options.body?.within?.(idsInPath(method, path, tables, returns)) ?? options.body;
  return {
    ...options,
    ...(body && { body: ('dto' in returns && body.ignoring?.(returns.dto)) || body }),
    summary: options.summary ?? capitalized(options.id.replaceAll('-', ' ')),
    method,
    path,
    tag,
    parameters,
    permission: options.permission && fullName(options.permission),
    query,
    pathResolver: new PathResolver(options.public ? [] : parameters, tables),
    errors: options.errors ?? {},
  };
}

const parametersOf = (path: string): string[] => [...path.matchAll(/:(\w+)/g)].map((match) => match[1]!);

/**
 * The fields in which bodies may repeat the ids of the path: `id` for the resource that a PUT changes, `asset_id` for `:asset`, and
 * `unit_map_id` for `:map` if the returned resource names it after its table.
 */
function idsInPath(method: Method, path: string, tables: PathTables, returns: Returns): PathFields {
  const known = 'dto' in returns ? fieldsOfAny(returns.dto).map(({ name }) => name) : [];
  const nameOf = (parameter: string): string => {
    if (method === 'PUT' && path.endsWith(`/:${parameter}`)) return 'id';
    const declared = tables[parameter];
    const table = typeof declared === 'string' ? declared : declared?.table;
    const ofTable = `${table?.split('.').at(-1)}_id`;
    return known.includes(ofTable) ? ofTable : `${snakeCase(parameter)}_id`;
  };
  return Object.fromEntries(parametersOf(path).map((parameter) => [nameOf(parameter), `${parameter}Id`]));
}

/** `service.*` does not include what begins with one of these. */
const fullName = (permission: string): string =>
  /^(manage|keys|webhooks|audit)\./.test(permission) ? permission : `service.${permission}`;

const capitalized = (text: string): string => `${text[0]!.toUpperCase()}${text.slice(1)}`;
