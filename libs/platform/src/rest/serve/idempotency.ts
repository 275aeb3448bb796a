import { createHash, type Hash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { conflict, type FieldErrors, invalid } from '../../core/model/errors.js';
import { Database } from '../../persistence/connection/database.js';
import type { IdempotencyRecord } from './idempotency-record.entity.js';
import { JsonResponse } from '../responses/json-response.js';
import type { ApiRequest } from '../responses/request.js';
import type { Operation } from '../declare/operation.js';

export const MAX_KEY_LENGTH = 255;
export const RETENTION = '24 hours';
const HEADER = 'Idempotency-Key';

const LOCK = `select pg_try_advisory_xact_lock(hashtextextended('idempotency ' || :caller || ' ' || :key, 0)) as free`;

const FIND = `select fingerprint, status, headers, body from platform.idempotency_record
  where key_id = :caller::bigint and idempotency_key = :key and stored_at > platform.now() - interval '${RETENTION}'`;

const STORE = `insert into platform.idempotency_record (key_id, idempotency_key, fingerprint, status, headers, body)
  values (:caller::bigint, :key, :fingerprint, :status, :headers::jsonb, :body)
  on conflict (key_id, idempotency_key) do update set fingerprint = excluded.fingerprint, status = excluded.status,
    headers = excluded.headers, body = excluded.body, stored_at = excluded.stored_at`;

type StoredResponse = Pick<IdempotencyRecord, 'fingerprint' | 'status' | 'headers' | 'body'>;

/** Starts a hash that identifies a request by method, path, query and body, which is added as it arrives. The API key and the order of parameters do not count. */
export function fingerprintOf({ method, url, searchParams }: ApiRequest): Hash {
  const counted = new URLSearchParams(searchParams);
  counted.delete('api-key');
  counted.sort();
  const path = url.split('?', 1)[0]!.replace(/\/$/, '');
  return createHash('sha256').update(`${method} ${path}?${counted.toString()}\n`);
}

/** Keys belong to callers, whom public operations do not know. */
export const acceptsIdempotencyKey = ({
  method,
  public: isPublic = false,
}: Pick<Operation, 'method' | 'public'>): boolean => !isPublic && (method === 'POST' || method === 'PUT');

export function idempotencyKey(request: ApiRequest, operation: Operation): { key?: string; errors?: FieldErrors } {
  const sent = request.headersDistinct['idempotency-key'];
  if (!sent || !acceptsIdempotencyKey(operation)) return {};
  if (sent.length > 1) return { errors: { [HEADER]: ['must be sent only once'] } };
  const key = sent[0]!;
  if (/^[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?$/.test(key) && key.length <= MAX_KEY_LENGTH) return { key };
  return { errors: { [HEADER]: [`must be 1 to ${MAX_KEY_LENGTH} visible ASCII characters`] } };
}

/** Stores responses by idempotency key, in the transaction of the write itself, so that neither exists without the other. */
@Injectable()
export class IdempotencyStore {
  constructor(private readonly database: Database) {}

  /**
   * Runs the handler, or replays the stored response.
   * @throws Problem 409 while a request with the key is in progress, 422 when the key was used for a different request
   */
  async once(
    caller: string,
    key: string,
    fingerprint: Buffer,
    handler: () => Promise<JsonResponse>,
  ): Promise<JsonResponse> {
    const [lock] = await this.database.rows<{ free: boolean }>(LOCK, { caller, key });
    if (!lock!.free)
      throw conflict('idempotency_key_in_use', `A request with this ${HEADER} is in progress`).with({
        'Retry-After': '1',
      });
    const [kept] = await this.database.rows<StoredResponse>(FIND, { caller, key });
    if (kept) return replay(kept, fingerprint);
    const response = await handler();
    const { status, headers, stored: body = null } = response;
    const values = { caller, key, fingerprint, status, headers: JSON.stringify(headers), body };
    await this.database.rows(STORE, values);
    return response;
  }
}

function replay({ fingerprint, status, headers, body }: StoredResponse, sent: Buffer): JsonResponse {
  if (!fingerprint.equals(sent)) throw invalid({ [HEADER]: ['was sent with another request before'] });
  return new JsonResponse(body ?? undefined, status, { ...headers, 'Idempotency-Replayed': 'true' });
}
