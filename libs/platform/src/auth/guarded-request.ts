import type { Request } from 'express';
import type { Caller } from './caller.js';

/** The request fields that guards read and set. */
export interface GuardedRequest extends Request {
  /** query string as sent */
  searchParams: URLSearchParams;
  /** IP address of the client; behind a trusted proxy, the address that it forwards */
  clientAddress: string;
  /** the matched operation, once known: `update-unit`; `path` is its template without a leading slash */
  operation?: { readonly id: string; readonly path: string };
  caller?: Caller;
}
