import type { Pages } from './pages.js';

export type { Pages };

/** Options of a call, besides its request. */
export interface CallOptions {
  /** Gives up when it fires, also between attempts. */
  signal?: AbortSignal;
  /** Milliseconds for one attempt; default: that of the client. */
  timeout?: number;
  /** Attempts after the first; default: those of the client. */
  retries?: number;
  /** For writes; default: a new one for each call. Use one of your own when a call must not be repeated by another process either. */
  idempotencyKey?: string;
  /** What was read before: when it has not changed, the call resolves to this same object, and nothing is transferred. */
  known?: object;
  /** What was read before: the write is refused with 412 when somebody has changed it since. */
  ifUnchanged?: object;
  /** An `If-Match` of your own, such as the number of a publication in quotes. */
  ifMatch?: string;
}

/** A file to send: a `File`, or its content with a name, whose extension must be that of its content. */
export type Upload = File | { name: string; content: Blob | Uint8Array | string };

/** A body whose ids the client takes from the path. */
export type Filled<Body, Ids extends string> = Body extends unknown
  ? Omit<Body, Ids> & Partial<Pick<Body, Ids & keyof Body>>
  : never;

export interface Operation {
  method: string;
  path: string;
  /** the experimental flag it needs */
  flag?: string;
  /** fields of the body that repeat parameters of the path */
  ids?: Record<string, string>;
  /** takes multipart/form-data only */
  form?: boolean;
  list?: boolean;
  /** answers a file, not JSON */
  file?: boolean;
}

export type OperationTable<Operations> = Record<keyof Operations, Operation>;

/** The request of an operation: parameters of path and query in camel case, and these two. */
export interface OperationRequest {
  [parameter: string]: unknown;
  body?: unknown;
  files?: Record<string, Upload | undefined>;
}
