import type { ExecutionContext, Type } from '@nestjs/common';
import { ROUTE_ARGS_METADATA, RouteParamtypes } from '@nestjs/common/internal';
import type { Operation } from './operation.js';

/** What `@Ctx()` begins with, and is told from other parameters by. */
export const executionContextOf = (_: unknown, context: ExecutionContext): ExecutionContext => context;

export interface HandlerParameters {
  calls: number;
  /** of Nest's other decorators; undefined for one that somebody made */
  others: (RouteParamtypes | undefined)[];
}

export function parametersOf(controller: Type, method: string): HandlerParameters {
  const declared = (Reflect.getMetadata(ROUTE_ARGS_METADATA, controller, method) ?? {}) as Record<
    string,
    { factory?: unknown }
  >;
  const entries = Object.entries(declared);
  const others = entries.filter(([, { factory }]) => factory !== executionContextOf);
  return {
    calls: entries.length - others.length,
    others: others.map(([key, { factory }]) => (factory ? undefined : (Number.parseInt(key, 10) as RouteParamtypes))),
  };
}

const { BODY, RAW_BODY, FILE, FILES, RESPONSE, NEXT } = RouteParamtypes;

/** What a handler takes that would not get what it asks for keeps the server from starting. @throws Error */
export function requireUsable({ calls, others }: HandlerParameters, operation: Operation, where: string): void {
  const takes = (...types: RouteParamtypes[]) => types.some((type) => others.includes(type));
  if (calls > 1) throw new Error(`${where} takes @Ctx() twice`);
  if (calls === 0 && !operation.public)
    throw new Error(`${where} does not take @Ctx(), which checks that its path exists and is visible to the key`);
  if (takes(BODY, RAW_BODY, FILE, FILES))
    throw new Error(`${where} takes a body by itself: declare it as \`body\` of @Operation, and take it from @Ctx()`);
  if (operation.method !== 'GET' && takes(RESPONSE, NEXT))
    throw new Error(
      `${where} writes to the response, which Idempotency-Key could not repeat: return a JsonResponse instead`,
    );
}
