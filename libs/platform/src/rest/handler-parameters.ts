import type { ExecutionContext, Type } from '@nestjs/common';
import { PIPES_METADATA, ROUTE_ARGS_METADATA, RouteParamtypes } from '@nestjs/common/internal';
import type { Operation } from './operation.js';

/** The factory of `@Ctx()`, which identifies its parameters. */
export const executionContextOf = (_: unknown, context: ExecutionContext): ExecutionContext => context;

export interface HandlerParameters {
  /** number of `@Ctx()` parameters */
  contexts: number;
  /** parameters of Nest's other decorators; undefined for a custom one */
  others: (RouteParamtypes | undefined)[];
  /** whether one is a `@Query()` of the whole query without a pipe, which nothing would validate */
  hasUnvalidatedQuery: boolean;
}

export function parametersOf(controller: Type, method: string): HandlerParameters {
  const declared = (Reflect.getMetadata(ROUTE_ARGS_METADATA, controller, method) ?? {}) as Record<
    string,
    { factory?: unknown; data?: unknown; pipes?: unknown[] }
  >;
  const entries = Object.entries(declared);
  const others = entries.filter(([, { factory }]) => factory !== executionContextOf);
  const typeOf = (key: string) => Number.parseInt(key, 10) as RouteParamtypes;
  const isPiped = [controller, (controller.prototype as Record<string, object>)[method]!].some((target) =>
    Reflect.hasMetadata(PIPES_METADATA, target),
  );
  return {
    contexts: entries.length - others.length,
    others: others.map(([key, { factory }]) => (factory ? undefined : typeOf(key))),
    hasUnvalidatedQuery: others.some(
      ([key, { factory, data, pipes = [] }]) =>
        !factory && typeOf(key) === QUERY && data === undefined && pipes.length === 0 && !isPiped,
    ),
  };
}

const { BODY, RAW_BODY, FILE, FILES, QUERY, RESPONSE, NEXT } = RouteParamtypes;

/** Rejects handler parameters that this service does not support, at startup. @throws Error */
export function requireUsable(
  { contexts, others, hasUnvalidatedQuery }: HandlerParameters,
  operation: Operation,
  where: string,
): void {
  const has = (...types: RouteParamtypes[]) => types.some((type) => others.includes(type));
  if (contexts > 1) throw new Error(`${where} has two @Ctx() parameters`);
  if (contexts === 0 && !operation.public)
    throw new Error(`${where} has no @Ctx() parameter, which checks that its path exists and is visible to the key`);
  if (has(BODY, RAW_BODY, FILE, FILES))
    throw new Error(
      `${where} has a body parameter: declare \`body\` in @Operation, for files with multipart(...), and read it from @Ctx()`,
    );
  if (hasUnvalidatedQuery)
    throw new Error(
      `${where} has a @Query() parameter that nothing validates: declare \`query\` in @Operation and read it from @Ctx(), or give it a pipe`,
    );
  if (operation.method !== 'GET' && has(RESPONSE, NEXT))
    throw new Error(
      `${where} writes to the response, which Idempotency-Key could not repeat: return a JsonResponse instead`,
    );
}
