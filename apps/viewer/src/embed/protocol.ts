/** Messages between a page and its host. Both sides treat them as untrusted and ignore invalid ones. */
export const VERSION = 1;

/**
 * Between the windows, with an exact target origin: `hello` from the page, `connect` with a port from the host (`id` identifies the
 * connection). Over the port: `welcome`, `hello` after a further `connect`, events and `answer` from the page; numbered calls (`id`)
 * and `bye` from the host.
 */
export interface Message {
  v: typeof VERSION;
  type: string;
  id?: string | number;
  payload?: unknown;
}

/** The result of a call. */
export interface Answer {
  done: boolean;
}

export const message = (type: string, payload?: unknown, id?: string | number): Message => ({
  v: VERSION,
  type,
  id,
  payload,
});

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const isMessage = (data: unknown): data is Message =>
  isObject(data) && data['v'] === VERSION && typeof data['type'] === 'string';
