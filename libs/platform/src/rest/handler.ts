/** Invokes a handler. */
type Invoke = () => Promise<unknown>;

type Handler = (...parameters: never[]) => unknown;

const interceptors = new WeakMap<object, (invoke: Invoke) => Promise<unknown>>();

/**
 * Makes the interceptor run the handler that receives this request context. Nest's own interceptors begin before its pipes, so
 * they do not have the context.
 */
export const interceptHandler = (context: object, interceptor: (invoke: Invoke) => Promise<unknown>): void =>
  void interceptors.set(context, interceptor);

/** Wraps a handler so that `interceptHandler` can intercept it; keeps its metadata. */
export function interceptable(handler: Handler): Handler {
  const run = function (this: unknown, ...parameters: never[]): unknown {
    const interceptor = parameters.map((parameter) => interceptors.get(parameter)).find((found) => found !== undefined);
    return interceptor ? interceptor(async () => handler.apply(this, parameters)) : handler.apply(this, parameters);
  };
  for (const key of Reflect.getMetadataKeys(handler) as string[])
    Reflect.defineMetadata(key, Reflect.getMetadata(key, handler), run);
  return Object.defineProperty(run, 'name', { value: handler.name });
}
