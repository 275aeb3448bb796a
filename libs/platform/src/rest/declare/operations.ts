import { Injectable, type OnModuleInit, type Type } from '@nestjs/common';
import { RESPONSE_PASSTHROUGH_METADATA, ROUTE_ARGS_METADATA, RouteParamtypes } from '@nestjs/common/internal';
import { DiscoveryService, ModuleRef } from '@nestjs/core';
import type { AnyContext } from './request-context.js';
import { kebabCase } from '../../core/model/names.js';
import { fieldsOfAny } from '../schema/dto.js';
import { type Operation, operationsOf } from './operation.js';

type Methods = Record<string, (context: AnyContext) => unknown>;

interface Controller {
  metatype: Type;
  /** only of a singleton */
  instance: Methods;
  isDependencyTreeStatic(): boolean;
}

/** The registry of operations; guarantees that every route has one. */
@Injectable()
export class Operations implements OnModuleInit {
  readonly all: Operation[] = [];
  private readonly handlers = new Map<Operation, (context: AnyContext) => unknown>();

  constructor(
    private readonly discovery: DiscoveryService,
    private readonly modules: ModuleRef,
  ) {}

  onModuleInit(): void {
    for (const controller of this.discovery.getControllers() as unknown as Controller[])
      for (const [method, operation] of operationsOf(controller.metatype)) this.register(controller, method, operation);
    const ids = this.all.map(({ id }) => id);
    const twice = ids.find((id, at) => ids.indexOf(id) !== at);
    if (twice !== undefined) throw new Error(`Two operations are named ${twice}`);
  }

  private register(controller: Controller, method: string, operation: Operation): void {
    const { metatype } = controller;
    const where = `${metatype.name}.${method}`;
    if (operation.method !== 'GET' && writesResponse(metatype, method))
      throw new Error(
        `${where} writes to the response, which Idempotency-Key could not repeat: return a JsonResponse instead, or use @Res({ passthrough: true })`,
      );
    void operation.pathResolver.exists; // throws for a parameter without a table
    void operation.body?.components(); // throws for a rule that cannot be documented
    if ('dto' in operation.returns) fieldsOfAny(operation.returns.dto);
    this.all.push(operation);
    this.handlers.set(operation, async (context) => {
      const { instance } = controller;
      const isStatic = controller.isDependencyTreeStatic();
      const owner = isStatic ? instance : await this.modules.resolve<Methods>(metatype, undefined, { strict: false });
      return owner[method]!(context);
    });
  }

  invoke(operation: Operation, context: AnyContext): unknown {
    return this.handlers.get(operation)!(context);
  }

  /** The operation that shows the resource which an operation changes. */
  viewOf(operation: Operation): Operation | undefined {
    return this.all.find((each) => isViewOf(each, operation));
  }
}

/** Whether a parameter gives the handler the response to send itself. */
export function writesResponse(controller: Type, method: string): boolean {
  if (Reflect.getMetadata(RESPONSE_PASSTHROUGH_METADATA, controller, method) === true) return false;
  const parameters = Object.keys((Reflect.getMetadata(ROUTE_ARGS_METADATA, controller, method) ?? {}) as object);
  // `1:0` is the first parameter. The keys of custom decorators begin with a random text, which may begin with a digit.
  const sending = [RouteParamtypes.RESPONSE, RouteParamtypes.NEXT].map((type) => `${type}:`);
  return parameters.some((key) => sending.some((start) => key.startsWith(start)));
}

/** The path as in the OpenAPI document: `/v1/assets/{asset}/multifamily/floor-plans/{floor-plan}`. */
export const pathTemplate = ({ path }: Pick<Operation, 'path'>): string =>
  `/${path.replace(/:(\w+)/g, (_, name: string) => `{${kebabCase(name)}}`)}`;

/** Whether an operation accepts `If-Match`: it changes an existing resource. */
export const acceptsIfMatch = ({ method }: Operation): boolean => method === 'PUT' || method === 'DELETE';

export const isViewOf = (viewing: Operation, { path }: Operation): boolean =>
  viewing.method === 'GET' && viewing.path === path && viewing.returns.kind === 'resource';
