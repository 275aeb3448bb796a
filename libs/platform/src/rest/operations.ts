import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DiscoveryService, MetadataScanner } from '@nestjs/core';
import type { CheckedCall } from './request-context.js';
import { takesOnlyCall } from './handler.js';
import { isFallback, operationOf, type Operation } from './operation.js';

interface Handler {
  answer: (call: CheckedCall) => unknown;
  takesOnlyCall: boolean;
}

/** All operations of this API, and the promise that no route is reachable without one. */
@Injectable()
export class Operations implements OnModuleInit {
  readonly all: Operation[] = [];
  /** what answers each */
  readonly handlers = new Map<Operation, Handler>();

  constructor(
    private readonly discovery: DiscoveryService,
    private readonly scanner: MetadataScanner,
  ) {}

  onModuleInit(): void {
    for (const { instance, metatype } of this.discovery.getControllers()) {
      const prototype = Object.getPrototypeOf(instance) as Record<string, object>;
      for (const name of this.scanner.getAllMethodNames(prototype))
        this.take(`${metatype?.name}.${name}`, prototype[name]!, instance as Record<string, Handler['answer']>, name);
    }
    this.requireUnique();
  }

  private take(where: string, handler: object, controller: Record<string, Handler['answer']>, name: string): void {
    if (!Reflect.hasMetadata('path', handler) || isFallback(handler)) return;
    const operation = operationOf(handler);
    if (!operation) throw new Error(`${where} is a route without @Operation on a @Resource`);
    this.all.push(operation);
    this.handlers.set(operation, { answer: (call) => controller[name]!(call), takesOnlyCall: takesOnlyCall(handler) });
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

  /** Methods that the path knows. `units/outbound-links` is no unit: the operations that name most of its steps count. */
  methodsAt(path: string): string[] {
    const steps = path.split('?', 1)[0]!.slice(1).replace(/\/$/, '').split('/');
    const methods = new Set<string>();
    let most = -1;
    for (const operation of this.all) {
      const literal = literalSteps(operation.path.split('/'), steps);
      if (literal > most) methods.clear();
      most = Math.max(most, literal);
      if (literal >= 0 && literal === most) methods.add(operation.method);
    }
    if (methods.has('GET')) methods.add('HEAD');
    return methods.size > 0 ? [...methods, 'OPTIONS'] : [];
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
