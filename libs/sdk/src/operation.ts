import type { Pages } from './pages.js';

export type { Pages };

/** Options of a single call. */
export interface CallOptions {
  /** Aborts the call, including the wait between attempts. */
  signal?: AbortSignal;
  /** Timeout of one attempt in milliseconds; default: the client's. */
  timeout?: number;
  /** How long the call is repeated after its first failure, in milliseconds; default: the client's. */
  retryFor?: number;
  /** Idempotency key of a write; default: a new key per call. Pass your own key if another process may repeat the call. */
  idempotencyKey?: string;
  /** A result of an earlier read. If it has not changed, the call resolves to this object without transferring it again. */
  known?: object;
  /** A result of an earlier read. If it has changed since, the write fails with 412. */
  ifUnchanged?: object;
  /** A custom `If-Match` header, such as a publication number in quotes: `"7"`. */
  ifMatch?: string;
}

/** A file to upload: a `File`, or content with a name whose extension matches it. */
export type Upload = File | { name: string; content: Blob | Uint8Array | string };

export interface Operation {
  method: string;
  path: string;
  /** required experimental flag */
  flag?: string;
  /** whether the body must be multipart/form-data */
  form?: boolean;
  list?: boolean;
  /** whether the response is a file instead of JSON */
  file?: boolean;
}

export type OperationTable<Operations> = Record<keyof Operations, Operation>;

/** The request of an operation: path and query parameters in camel case, a body and files. */
export interface OperationRequest {
  [parameter: string]: unknown;
  body?: unknown;
  files?: Record<string, Upload | undefined>;
}
