/** Invokes a handler. */
export type Invoke = () => Promise<unknown>;

type Handler = (...parameters: never[]) => unknown;

const interceptors = new WeakMap<object, (invoke: Invoke) => Promise<unknown>>();

/** Makes the interceptor run the handler of this request context. */
export const interceptHandler = (context: object, interceptor: (invoke: Invoke) => Promise<unknown>): void =>
  void interceptors.set(context, interceptor);

/** Wraps a handler so that `interceptHandler` can intercept it; keeps its metadata. */
export function interceptable(handler: Handler): Handler {
  const run = function (this: unknown, ...parameters: never[]): unknown {
    const interceptor = parameters.map((parameter) => interceptors.get(parameter)).find((found) => found !== undefined);
    const invoke = (): unknown => handler.apply(this, parameters);
    return interceptor ? interceptor(async () => invoke()) : invoke();
  };
  for (const key of Reflect.getMetadataKeys(handler) as string[])
    Reflect.defineMetadata(key, Reflect.getMetadata(key, handler), run);
  return Object.defineProperty(run, 'name', { value: handler.name });
}
