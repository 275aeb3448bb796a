import { createHmac, randomBytes } from 'node:crypto';

const PREFIX = 'whsec_';

/** A secret of 32 random bytes. */
export const newWebhookSecret = (): string => PREFIX + randomBytes(32).toString('base64');

/** The headers of a try, as Standard Webhooks 1.0.0 defines them. @param seconds Unix time of the try */
export const signedHeaders = (id: string, seconds: number, body: string, secrets: readonly string[]) => ({
  'webhook-id': id,
  'webhook-timestamp': String(seconds),
  'webhook-signature': secrets.map((secret) => `v1,${signatureOf(`${id}.${seconds}.${body}`, secret)}`).join(' '),
});

const signatureOf = (text: string, secret: string): string =>
  createHmac('sha256', Buffer.from(secret.slice(PREFIX.length), 'base64'))
    .update(text)
    .digest('base64');
