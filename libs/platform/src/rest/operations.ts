import { Injectable, type OnModuleInit, type Type } from '@nestjs/common';
import { HTTP_CODE_METADATA } from '@nestjs/common/internal';
import { DiscoveryService, MetadataScanner, ModuleRef } from '@nestjs/core';
import type { AnyContext } from './request-context.js';
import { type HandlerParameters, parametersOf, requireUsable } from './handler-parameters.js';
import { fieldsOfAny } from './dto.js';
import { isVersioned } from '../auth/access-rules.js';
import { isFallback, operationOf, type Operation } from './operation.js';

/** The controller method of an operation. */
export interface Handler {
  controller: Type;
  method: string;
  parameters: HandlerParameters;
  /** whether the controller is a singleton */
  isStatic: boolean;
  /** calls the method with a context */
  invoke: (context: AnyContext) => unknown;
}

type Methods = Record<string, Handler['invoke']>;

/** The operations by segments of their paths. A literal takes precedence over a parameter: `units/outbound-links` is not a unit. */
class PathNode {
  readonly operations: Operation[] = [];
  private readonly literals = new Map<string, PathNode>();
  private parameter: PathNode | undefined;

  below([segment, ...rest]: readonly string[]): PathNode {
    if (segment === undefined) return this;
    if (segment.startsWith(':')) return (this.parameter ??= new PathNode()).below(rest);
    const next = this.literals.get(segment) ?? new PathNode();
    this.literals.set(segment, next);
    return next.below(rest);
  }

  find(segments: readonly string[], at = 0): PathNode | undefined {
    if (at === segments.length) return this.operations.length > 0 ? this : undefined;
    const segment = segments[at]!;
    const found = this.literals.get(segment)?.find(segments, at + 1);
    return found ?? (segment === '' ? undefined : this.parameter?.find(segments, at + 1));
  }
}

/** The registry of operations; guarantees that every route has one. */
@Injectable()
export class Operations implements OnModuleInit {
  readonly all: Operation[] = [];
  /** handlers by operation */
  readonly handlers = new Map<Operation, Handler>();
  private readonly root = new PathNode();

  constructor(
    private readonly discovery: DiscoveryService,
    private readonly scanner: MetadataScanner,
    private readonly modules: ModuleRef,
  ) {}

  onModuleInit(): void {
    for (const wrapper of this.discovery.getControllers()) {
      const controller = wrapper.metatype as Type;
      const isStatic = wrapper.isDependencyTreeStatic();
      for (const method of this.scanner.getAllMethodNames(controller.prototype as object))
        this.register({ controller, method, isStatic }, wrapper.instance as Methods);
    }
    this.requireUnique();
  }

  private register(
    { controller, method, isStatic }: Pick<Handler, 'controller' | 'method' | 'isStatic'>,
    only: Methods,
  ): void {
    const where = `${controller.name}.${method}`;
    const handler = (controller.prototype as Record<string, object>)[method]!;
    if (!Reflect.hasMetadata('path', handler) || isFallback(handler)) return;
    const operation = operationOf(handler);
    if (!operation) throw new Error(`${where} is a route without @Operation on a @Resource`);
    if (Reflect.getMetadata(HTTP_CODE_METADATA, handler) !== operation.status)
      throw new Error(`${where} has an @HttpCode: declare it as \`status\` of @Operation`);
    void operation.pathResolver.exists; // throws for a parameter without a table
    void operation.body?.components(); // throws for a rule that cannot be documented
    if ('dto' in operation.returns) fieldsOfAny(operation.returns.dto);
    const parameters = parametersOf(controller, method);
    requireUsable(parameters, operation, where);
    const instance = async () => (await this.modules.resolve(controller, undefined, { strict: false })) as Methods;
    const invoke: Handler['invoke'] = isStatic
      ? (context) => only[method]!(context)
      : async (context) => (await instance())[method]!(context);
    this.all.push(operation);
    this.root.below(operation.path.split('/')).operations.push(operation);
    this.handlers.set(operation, { controller, method, parameters, isStatic, invoke });
  }

  private requireUnique(): void {
    const ids = this.all.map((operation) => operation.id);
    const twice = ids.find((id, at) => ids.indexOf(id) !== at);
    if (twice !== undefined) throw new Error(`Two operations are named ${twice}`);
  }

  /** The operation that shows the resource which an operation changes. */
  viewOf(operation: Operation): Operation | undefined {
    return this.all.find((each) => isViewOf(each, operation));
  }

  /** The operations of a path. */
  at(path: string): readonly Operation[] {
    const segments = path.split('?', 1)[0]!.slice(1).replace(/\/$/, '').split('/');
    return this.root.find(segments)?.operations ?? [];
  }

  /** The methods of a path. */
  methodsAt(path: string): string[] {
    const methods = new Set<string>(this.at(path).map(({ method }) => method));
    if (methods.has('GET')) methods.add('HEAD');
    return methods.size > 0 ? [...methods, 'OPTIONS'] : [];
  }

  /** Whether a path needs no key. Unknown paths of the versioned API need one. */
  isPublic(path: string): boolean {
    if (!isVersioned(path)) return path.startsWith('/');
    const operations = this.at(path);
    return operations.length > 0 && operations.every((operation) => operation.public);
  }
}

/** Whether an operation accepts `If-Match`: it changes an existing resource. */
export const acceptsIfMatch = ({ method }: Operation): boolean => method === 'PUT' || method === 'DELETE';

export const isViewOf = (viewing: Operation, { path }: Operation): boolean =>
  viewing.method === 'GET' && viewing.path === path && viewing.returns.kind === 'resource';
