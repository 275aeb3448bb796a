/** Messages between a page and its host. Both sides read them as data of a stranger: what does not fit is ignored. */
export const VERSION = 1;

/**
 * To the other window, with an exact target origin: `hello` (page), `connect` with a port (host; `id` names the host's end).
 * Over the port: `welcome`, events and `answer` from the page; calls (`id` numbers them) and `bye` from the host.
 */
export interface Message {
  v: typeof VERSION;
  type: string;
  id?: string | number;
  payload?: unknown;
}

/** What a call answers. */
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
