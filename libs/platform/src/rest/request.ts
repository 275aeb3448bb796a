import type { Request, Response } from 'express';
import type { Caller } from '../auth/caller.js';
import type { Print } from './request-fingerprint.js';

/** What `arrive` and the guards add to a request. */
export interface ApiRequest extends Request {
  requestId: string;
  /** what takes it, once that is known; `path` is the template, without a leading slash */
  operation?: { readonly id: string; readonly path: string };
  /** when there are traces */
  traceId?: string;
  /** milliseconds of `performance.now()` */
  arrivedAt: number;
  /** the query as sent */
  searchParams: URLSearchParams;
  /** absolute address of the server as the client reached it, without a trailing slash */
  base: string;
  /** of the client, or of the last one before our own proxy */
  clientAddress: string;
  caller?: Caller;
  /** takes the body as it arrives, when the request must be told from others */
  print?: Print | undefined;
  /** `update-unit`; undefined until its route is known */
  operationId?: string | undefined;
  /** takes down what is refused */
  refusals?: { note(request: ApiRequest, status: number, code: string): void };
  /** the URL as sent, when it knows other methods only */
  sentUrl?: string;
  /** there when the client waits for `100 Continue` before it sends the body */
  sendContinue?: () => void;
}

export type ApiResponse = Response;
