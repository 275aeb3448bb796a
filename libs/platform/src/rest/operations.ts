import { Injectable, type OnModuleInit, type Type } from '@nestjs/common';
import { HTTP_CODE_METADATA } from '@nestjs/common/internal';
import { DiscoveryService, MetadataScanner, ModuleRef } from '@nestjs/core';
import type { AnyContext } from './request-context.js';
import { type HandlerParameters, parametersOf, requireUsable } from './handler-parameters.js';
import { fieldsOfAny } from './dto.js';
import { isVersioned } from '../auth/access-rules.js';
import { isFallback, operationOf, type Operation } from './operation.js';

/** The method of a controller that answers an operation. */
export interface Handler {
  controller: Type;
  method: string;
  parameters: HandlerParameters;
  /** whether there is one controller for all requests */
  isStatic: boolean;
  answer: (call: AnyContext) => unknown;
}

type Methods = Record<string, Handler['answer']>;

/** All operations of this API, and the promise that no route is reachable without one. */
@Injectable()
export class Operations implements OnModuleInit {
  readonly all: Operation[] = [];
  /** what answers each */
  readonly handlers = new Map<Operation, Handler>();

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
        this.take({ controller, method, isStatic }, wrapper.instance as Methods);
    }
    this.requireUnique();
  }

  private take(
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
    void operation.body?.components(); // every rule can be shown, or this throws
    if ('dto' in operation.returns) fieldsOfAny(operation.returns.dto);
    const parameters = parametersOf(controller, method);
    requireUsable(parameters, operation, where);
    const instance = async () => (await this.modules.resolve(controller, undefined, { strict: false })) as Methods;
    const answer: Handler['answer'] = isStatic
      ? (call) => only[method]!(call)
      : async (call) => (await instance())[method]!(call);
    this.all.push(operation);
    this.handlers.set(operation, { controller, method, parameters, isStatic, answer });
  }

  private requireUnique(): void {
    const ids = this.all.map((operation) => operation.id);
    const twice = ids.find((id, at) => ids.indexOf(id) !== at);
    if (twice !== undefined) throw new Error(`Two operations are named ${twice}`);
  }

  /** What shows the resource that an operation changes. */
  viewOf(operation: Operation): Operation | undefined {
    return this.all.find((each) => isViewOf(each, operation));
  }

  /** Methods that the path knows. */
  methodsAt(path: string): string[] {
    const methods = new Set<string>(this.at(path).map(({ method }) => method));
    if (methods.has('GET')) methods.add('HEAD');
    return methods.size > 0 ? [...methods, 'OPTIONS'] : [];
  }

  /** Whether nobody needs a key there; where nothing is, below the version one does. */
  isPublic(path: string): boolean {
    if (!isVersioned(path)) return path.startsWith('/');
    const operations = this.at(path);
    return operations.length > 0 && operations.every((operation) => operation.public);
  }

  /** `units/outbound-links` is no unit: the operations that name most of the steps count. */
  private at(path: string): Operation[] {
    const steps = path.split('?', 1)[0]!.slice(1).replace(/\/$/, '').split('/');
    let found: Operation[] = [];
    let most = 0;
    for (const operation of this.all) {
      const literal = literalSteps(operation.path.split('/'), steps);
      if (literal > most) found = [];
      most = Math.max(most, literal);
      if (literal === most) found.push(operation);
    }
    return found;
  }
}

/** Of what is there already; a POST makes something new. */
export const takesIfMatch = ({ method }: Operation): boolean => method === 'PUT' || method === 'DELETE';

export const isViewOf = (viewing: Operation, { path }: Operation): boolean =>
  viewing.method === 'GET' && viewing.path === path && viewing.returns.kind === 'resource';

/** How many steps the template and the path share, parameters aside; -1 when the template does not fit. */
function literalSteps(template: string[], steps: string[]): number {
  if (template.length !== steps.length) return -1;
  let literal = 0;
  for (const [at, step] of template.entries()) {
    if (step === steps[at]) literal++;
    else if (!step.startsWith(':') || steps[at] === '') return -1;
  }
  return literal;
}
