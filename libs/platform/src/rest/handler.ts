/** Runs what a handler does. */
export type Handling = () => Promise<unknown>;

type Handler = (...parameters: never[]) => unknown;

const attempts = new WeakMap<object, (handling: Handling) => Promise<unknown>>();

/** From now on the handler of this call is run by that. */
export const attemptBy = (call: object, attempt: (handling: Handling) => Promise<unknown>): void =>
  void attempts.set(call, attempt);

/** A handler that is run as its call says: `attemptBy`. What decorators have said of it holds for this one. */
export function attempted(handler: Handler): Handler {
  const run = function (this: unknown, ...parameters: never[]): unknown {
    const attempt = parameters.map((parameter) => attempts.get(parameter)).find((found) => found !== undefined);
    const handling = (): unknown => handler.apply(this, parameters);
    return attempt ? attempt(async () => handling()) : handling();
  };
  for (const key of Reflect.getMetadataKeys(handler) as string[])
    Reflect.defineMetadata(key, Reflect.getMetadata(key, handler), run);
  return Object.defineProperty(run, 'name', { value: handler.name });
}
