import { RequestContext } from './request-context.js';

type Handler = (...parameters: never[]) => unknown;

/** Wraps a handler so that the interceptor of its context runs it; keeps its metadata. */
export function interceptable(handler: Handler): Handler {
  const run = function (this: unknown, ...parameters: never[]): unknown {
    const context = parameters.find((parameter: unknown) => parameter instanceof RequestContext) as
      | RequestContext
      | undefined;
    const proceed = () => handler.apply(this, parameters);
    return context?.interceptor ? context.interceptor(async () => proceed()) : proceed();
  };
  for (const key of Reflect.getMetadataKeys(handler) as string[])
    Reflect.defineMetadata(key, Reflect.getMetadata(key, handler), run);
  return Object.defineProperty(run, 'name', { value: handler.name });
}
