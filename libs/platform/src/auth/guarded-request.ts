import type { Request } from 'express';
import type { Caller } from './caller.js';

/** What the guards read of a request, and add to it. */
export interface GuardedRequest extends Request {
  /** the query as sent */
  searchParams: URLSearchParams;
  /** of the client, or of the last one before our own proxy */
  clientAddress: string;
  /** what takes it, once that is known; `path` is the template, without a leading slash */
  operation?: { readonly id: string; readonly path: string };
  /** `update-unit`; undefined until its route is known */
  operationId?: string | undefined;
  caller?: Caller;
}
