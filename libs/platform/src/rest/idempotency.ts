import { Injectable } from '@nestjs/common';
import { conflict, type FieldErrors, invalid } from '../core/errors.js';
import { Database } from '../persistence/database.js';
import { JsonResponse } from './json-response.js';
import type { ApiRequest } from './request.js';

/** Characters of an `Idempotency-Key`. */
export const KEY_MOST = 255;
/** How long the first answer is kept. */
export const KEPT = '24 hours';
const HEADER = 'Idempotency-Key';

const LOCK = `select pg_try_advisory_xact_lock(hashtextextended('idempotency ' || :caller || ' ' || :key, 0)) as free`;

const FIND = `select print, status, headers, body from kernel.answer
  where key_id = :caller::bigint and idempotency_key = :key and stored_at > kernel.now() - interval '${KEPT}'`;

const KEEP = `insert into kernel.answer (key_id, idempotency_key, print, status, headers, body)
  values (:caller::bigint, :key, :print, :status, :headers::jsonb, :body)
  on conflict (key_id, idempotency_key) do update set print = excluded.print, status = excluded.status,
    headers = excluded.headers, body = excluded.body, stored_at = excluded.stored_at`;

interface Kept {
  print: Buffer;
  status: number;
  headers: Record<string, string>;
  body: string | null;
}

export const takesIdempotencyKey = ({ method }: { method: string }): boolean => method === 'POST' || method === 'PUT';

/** The key that a POST or PUT was sent with. */
export function idempotencyKey(request: ApiRequest): { key?: string; faults?: FieldErrors } {
  const sent = request.headersDistinct['idempotency-key'];
  if (!sent || !takesIdempotencyKey(request)) return {};
  if (sent.length > 1) return { faults: { [HEADER]: ['may be given once'] } };
  const key = sent[0]!;
  if (/^[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?$/.test(key) && key.length <= KEY_MOST) return { key };
  return { faults: { [HEADER]: [`must be 1 to ${KEY_MOST} visible ASCII characters`] } };
}

/** The answers that were given under keys. Read and written in the transaction of the write itself, so that neither is there without the other. */
@Injectable()
export class IdempotencyStore {
  constructor(private readonly database: Database) {}

  /**
   * Runs the handler, or answers what it answered before.
   * @throws Problem 409 while another request with the key is under way, 422 when that was another request
   */
  async once(caller: string, key: string, print: Buffer, handler: () => Promise<JsonResponse>): Promise<JsonResponse> {
    const [lock] = await this.database.rows<{ free: boolean }>(LOCK, { caller, key });
    if (!lock!.free)
      throw conflict('idempotency_key_in_use', `A request with this ${HEADER} is under way`).with({
        'Retry-After': '1',
      });
    const [kept] = await this.database.rows<Kept>(FIND, { caller, key });
    if (kept) return replay(kept, print);
    const reply = await handler();
    const { status, headers, text = null } = reply;
    await this.database.rows(KEEP, { caller, key, print, status, headers: JSON.stringify(headers), body: text });
    return reply;
  }
}

function replay({ print, status, headers, body }: Kept, sent: Buffer): JsonResponse {
  if (!print.equals(sent)) throw invalid({ [HEADER]: ['was sent with another request before'] });
  return new JsonResponse(body ?? undefined, status, { ...headers, 'Idempotency-Replayed': 'true' });
}
