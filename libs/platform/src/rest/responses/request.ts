import type { Hash } from 'node:crypto';
import type { Response } from 'express';
import type { GuardedRequest } from '../../auth/guarded-request.js';

/** A request with the fields that `requestContextMiddleware` sets. */
export interface ApiRequest extends GuardedRequest {
  requestId: string;
  /** set while tracing */
  traceId?: string;
  /** base URL that the client used, without a trailing slash */
  base: string;
  context?: object;
  /** set for a request with an idempotency key; hashes the body as it arrives */
  fingerprint?: Hash | undefined;
  /** records rejected requests in the audit trail */
  rejections?: { note(request: ApiRequest, status: number, code: string): void };
  /** set while the client waits for `100 Continue` */
  sendContinue?: () => void;
}

export type ApiResponse = Response;

export function hasBody(request: ApiRequest): boolean {
  if (request.headers['transfer-encoding'] !== undefined) return true;
  return Number(request.headers['content-length'] ?? 0) > 0;
}
