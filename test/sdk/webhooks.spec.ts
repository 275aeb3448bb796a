import { verifyWebhook, WebhookVerificationError } from '@app/sdk';
import { Webhook } from 'standardwebhooks';

const SECRET = 'whsec_1pDdWyZ2lFhS0l0h3v3kPq6rV1mXy9cTn8uBb4aEo2A=';
const OTHER = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=';
const NOW = new Date('2026-11-28T12:00:00Z');
const BODY = '{"id":"1-42","type":"unit.updated","data":{"id":"7"}}';

/** As another implementation signs it. */
const signed = (...secrets: string[]) => ({
  'webhook-id': '1-42',
  'webhook-timestamp': String(NOW.getTime() / 1000),
  'webhook-signature': secrets.map((secret) => new Webhook(secret).sign('1-42', NOW, BODY)).join(' '),
});
const verify = (headers: Record<string, string>, body = BODY, now = NOW.getTime()) =>
  verifyWebhook(SECRET, headers, body, { now });

describe('verifyWebhook', () => {
  it('returns the event of a signed request', async () => {
    expect(await verify(signed(SECRET))).toEqual(JSON.parse(BODY));
    expect(await verifyWebhook(SECRET, new Headers(signed(SECRET)), BODY, { now: NOW.getTime() })).toMatchObject({
      type: 'unit.updated',
    });
  });

  it('accepts one of several signatures, as after a rotation', async () => {
    expect(await verify(signed(OTHER, SECRET))).toEqual(JSON.parse(BODY));
  });

  it.each<[string, Record<string, string>, string?, number?]>([
    ['another secret', signed(OTHER)],
    ['another body', signed(SECRET), `${BODY} `],
    ['another id', { ...signed(SECRET), 'webhook-id': '1-43' }],
    ['an old time', signed(SECRET), BODY, NOW.getTime() + 301_000],
    ['a future time', signed(SECRET), BODY, NOW.getTime() - 301_000],
    ['another version of signatures', { ...signed(SECRET), 'webhook-signature': 'v2,AAAA' }],
    ['a signature that is not base64', { ...signed(SECRET), 'webhook-signature': 'v1,§' }],
    ['no headers', {}],
  ])('rejects %s', async (...[, headers, body, now]) => {
    await expect(verify(headers, body, now)).rejects.toThrow(WebhookVerificationError);
  });
});
