import type { Response } from 'express';
import type { GuardedRequest } from '../auth/guarded-request.js';
import type { RequestFingerprint } from './request-fingerprint.js';

/** What `arrive` adds to a request. */
export interface ApiRequest extends GuardedRequest {
  requestId: string;
  /** when there are traces */
  traceId?: string;
  /** milliseconds of `performance.now()` */
  arrivedAt: number;
  /** absolute address of the server as the client reached it, without a trailing slash */
  base: string;
  /** takes the body as it arrives, when the request must be told from others */
  print?: RequestFingerprint | undefined;
  /** takes down what is refused */
  refusals?: { note(request: ApiRequest, status: number, code: string): void };
  /** the URL as sent, when it knows other methods only */
  sentUrl?: string;
  /** when no route takes it */
  isUnrouted?: boolean;
  /** there when the client waits for `100 Continue` before it sends the body */
  sendContinue?: () => void;
}

export type ApiResponse = Response;
