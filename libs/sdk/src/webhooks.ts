import type { WebhookEvent } from './generated/main-api.js';

/** The headers of a request: those of `fetch`, or of Node's `request.headers`. */
export type WebhookHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

export interface VerifyOptions {
  /** Seconds by which `webhook-timestamp` may differ from now; an older request may have been sent again by somebody else. Default: 300 */
  tolerance?: number;
  /** The current time, in milliseconds. Default: `Date.now()` */
  now?: number;
}

/** The request does not come from the service, or is too old: respond with 401. */
export class WebhookVerificationError extends Error {
  override readonly name = 'WebhookVerificationError';
}

/**
 * Verifies a webhook (Standard Webhooks 1.0.0) and returns its event.
 * @param secret `whsec_...`, as the service showed it
 * @param body exactly as it was received: parsing and serialising it again breaks the signature
 * @throws WebhookVerificationError
 */
export async function verifyWebhook(
  secret: string,
  headers: WebhookHeaders,
  body: string,
  { tolerance = 300, now = Date.now() }: VerifyOptions = {},
): Promise<WebhookEvent> {
  const [id, timestamp, signatures] = ['id', 'timestamp', 'signature'].map((name) =>
    header(headers, `webhook-${name}`),
  );
  if (!id || !timestamp || !signatures) throw new WebhookVerificationError('The headers of a webhook are missing');
  if (!/^\d+$/.test(timestamp) || Math.abs(now / 1_000 - Number(timestamp)) > tolerance)
    throw new WebhookVerificationError('The request is too old, or the clocks differ');
  const text = new TextEncoder().encode(`${id}.${timestamp}.${body}`);
  const key = await importKey(secret);
  for (const signature of signatures.split(' ')) {
    const bytes = signature.startsWith('v1,') ? fromBase64(signature.slice(3)) : undefined;
    if (bytes && (await crypto.subtle.verify('HMAC', key, bytes, text))) return JSON.parse(body) as WebhookEvent;
  }
  throw new WebhookVerificationError('No signature matches the secret');
}

function header(headers: WebhookHeaders, name: string): string | undefined {
  if (headers instanceof Headers) return headers.get(name) ?? undefined;
  const value = headers[name];
  return typeof value === 'string' ? value : value?.join(' ');
}

function importKey(secret: string) {
  const bytes = fromBase64(secret.replace(/^whsec_/, ''));
  if (!bytes) throw new TypeError('The secret of a webhook is whsec_ and base64');
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify']);
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(text), (char) => char.charCodeAt(0));
  } catch {
    return undefined;
  }
}
