import { AsyncLocalStorage } from 'node:async_hooks';
import pg from 'pg';
import { isId } from '../core/model/ids.js';

/** The author of a change and the request it came with; fields are named after the columns of `audit.event`. */
export interface AuditContext {
  actor: 'key' | 'operator' | 'job';
  key_id?: string | undefined;
  request_id?: string;
  operation?: string | undefined;
  method?: string;
  path?: string;
  client?: string | undefined;
  asset_id?: string | undefined;
}

/** The parts of a request that the audit trail records. */
export interface AuditedRequest {
  readonly requestId: string;
  readonly caller?: { readonly keyId: string };
  readonly method: string;
  readonly operation?: { readonly id: string; readonly public?: boolean };
  readonly clientAddress: string;
  readonly params?: object;
  /** set by Express, which shortens `url` for what is mounted at a path */
  readonly originalUrl?: string;
  readonly url: string;
}

const current = new AsyncLocalStorage<() => AuditContext>();

/** Attributes the changes of the work to the request. */
export const runForRequest = (request: AuditedRequest, work: () => void): void =>
  current.run(() => auditContextOf(request), work);

export const runAsOperator = <T>(command: string, work: () => T): T =>
  current.run(() => ({ actor: 'operator', operation: command }), work);

export const runAsJob = <T>(job: string, work: () => T): T =>
  current.run(() => ({ actor: 'job', operation: job }), work);

/** SQL that passes the audit context to the triggers for the rest of the transaction. */
export function setAuditContextSql(): string {
  const context = current.getStore()?.() ?? { actor: 'job' };
  return `set local audit.origin = ${pg.escapeLiteral(JSON.stringify(context))}`;
}

const PATH_LENGTH = 500;

export function auditContextOf(request: AuditedRequest): AuditContext {
  const { requestId, caller, method, operation, clientAddress } = request;
  const asset = (request.params as Record<string, string> | undefined)?.['asset'];
  return {
    actor: 'key',
    key_id: caller?.keyId,
    request_id: requestId,
    operation: operation?.id,
    method,
    path: pathOf(request),
    client: clientAddress || undefined,
    asset_id: isId(asset) ? asset : undefined,
  };
}

/** The path without its query string. An API key mistyped into the path is masked, so the trail never stores one. */
function pathOf({ originalUrl, url }: AuditedRequest): string {
  const path = (originalUrl ?? url).split(/[?#]/, 1)[0]!;
  return path.replace(/pms_[0-9A-Za-z]{40}/g, 'pms_***').slice(0, PATH_LENGTH);
}
