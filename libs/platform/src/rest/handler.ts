/** Runs what a handler does. */
export type Handling = () => Promise<unknown>;

type Handler = (...parameters: never[]) => unknown;

const takesCall = new WeakSet<object>();
const attempts = new WeakMap<object, (handling: Handling) => Promise<unknown>>();

/** Marks a handler whose first parameter is the call. */
export const markTakesCall = (handler: object): void => void takesCall.add(handler);

/** Whether a handler takes the call, and nothing else. */
export const takesOnlyCall = (handler: object): boolean => takesCall.has(handler) && (handler as Handler).length === 1;

/** From now on the handler of this call is run by that. */
export const attemptBy = (call: object, attempt: (handling: Handling) => Promise<unknown>): void =>
  void attempts.set(call, attempt);

/** A handler that is run as its call says: `attemptBy`. */
export function attempted(handler: Handler): Handler {
  const run = function (this: unknown, ...parameters: never[]): unknown {
    const attempt = attempts.get(parameters[0] as unknown as object);
    const handling = (): unknown => handler.apply(this, parameters);
    return attempt ? attempt(async () => handling()) : handling();
  };
  return Object.defineProperty(run, 'name', { value: handler.name });
}
