import { AsyncLocalStorage } from 'node:async_hooks';
import pg from 'pg';
import { Injectable } from '@nestjs/common';
import { isId } from '../core/ids.js';
import { UnitOfWork } from '../persistence/unit-of-work.js';

/** On whose behalf something is done; named as the columns of `audit.event`. */
export interface Origin {
  actor: 'key' | 'operator' | 'job';
  key_id?: string | undefined;
  request_id?: string;
  operation?: string | undefined;
  method?: string;
  path?: string;
  client?: string | undefined;
  asset_id?: string | undefined;
}

/** What the trail keeps of a request. */
export interface AuditedRequest {
  readonly requestId: string;
  readonly caller?: { readonly keyId: string };
  readonly method: string;
  readonly operationId?: string | undefined;
  readonly clientAddress: string;
  readonly params?: object;
  /** the URL as sent, when it knows other methods only */
  readonly sentUrl?: string;
  readonly url: string;
}

const origins = new AsyncLocalStorage<() => Origin>();

/** What the work writes is put down to the request, whoever has sent that by then. */
export const onBehalfOf = (request: AuditedRequest, work: () => void): void =>
  origins.run(() => originOf(request), work);

/** What a command of the command line writes is put down to the operator. */
export const asOperator = <T>(command: string, work: () => T): T =>
  origins.run(() => ({ actor: 'operator', operation: command }), work);

/** What runs by itself, whatever it was that started the clock. */
export const asJob = <T>(job: string, work: () => T): T => origins.run(() => ({ actor: 'job', operation: job }), work);

/** Has every unit of work say who writes. */
@Injectable()
export class AuditContext {
  constructor(work: UnitOfWork) {
    work.onBegin(namesOrigin);
  }
}

/** SQL that tells the triggers of the audit trail who writes, until the end of the transaction. */
export function namesOrigin(): string {
  const origin = origins.getStore()?.() ?? { actor: 'job' };
  return `set local audit.origin = ${pg.escapeLiteral(JSON.stringify(origin))}`;
}

const PATH_LENGTH = 500;

export function originOf(request: AuditedRequest): Origin {
  const { requestId, caller, method, operationId, clientAddress } = request;
  const asset = (request.params as Record<string, string> | undefined)?.['asset'];
  return {
    actor: 'key',
    key_id: caller?.keyId,
    request_id: requestId,
    operation: operationId,
    method,
    path: pathOf(request),
    client: clientAddress || undefined,
    asset_id: isId(asset) ? asset : undefined,
  };
}

/** Without the query; a key that was mistyped into the path does not get into the trail. */
function pathOf({ sentUrl, url }: AuditedRequest): string {
  const path = (sentUrl ?? url).split(/[?#]/, 1)[0]!;
  return path.replace(/pms_[0-9A-Za-z]{40}/g, 'pms_***').slice(0, PATH_LENGTH);
}
