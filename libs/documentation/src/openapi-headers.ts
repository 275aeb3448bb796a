import type { JsonSchema } from '@app/platform/core';
import { CHALLENGE, MAX_KEY_LENGTH, RETENTION } from '@app/platform/rest';

const text = (description: string, example: string, more: JsonSchema = {}, required = false): JsonSchema => ({
  description,
  ...(required && { required }),
  schema: { type: 'string', ...more },
  example,
});

const count = (description: string, example: number): JsonSchema => ({
  description,
  schema: { type: 'integer', minimum: 0 },
  example,
});

const ETAG = 'W/"q0NtY6ZQnmN1mWUr7iSdgbW1cZk"';

/** Response headers, apart from those that HTTP requires. */
export const HEADERS = {
  'X-Request-Id': text('Id of the request. Quote it when you report a problem.', '6f1c2f9e-3c1b-4e07-a5a0-1f3b8f1a2b3c', { format: 'uuid' }, true), // oxfmt-ignore
  'RateLimit-Limit': count(
    'Number of requests that the key may send in two minutes: twice its rate a minute. It may send all of them at once.',
    2400,
  ),
  'RateLimit-Remaining': count('Number of requests that the key may still send before `RateLimit-Reset`.', 1799),
  'RateLimit-Reset': count('Seconds until `RateLimit-Remaining` is back at `RateLimit-Limit`.', 42),
  'Retry-After': count('Seconds to wait before you send the request again.', 1),
  ETag: text('Version of the response, for `If-None-Match` and `If-Match`.', ETAG),
  Link: text(
    'Related URLs: `rel="prev"` and `rel="next"` of a list, `rel="transaction"` of an ingest.',
    '<https://maps.example.com/v1/assets?page=2>; rel="next"',
  ),
  Location: text(
    'URL of the created resource, or of the page that the response redirects to.',
    'https://maps.example.com/v1/assets/1/multifamily/units/1',
    { format: 'uri' },
    true,
  ),
  'Idempotency-Replayed': text('Present if the response is that of an earlier request with the same `Idempotency-Key`.', 'true', { enum: ['true'] }), // oxfmt-ignore
  'WWW-Authenticate': text('How to authenticate.', CHALLENGE, {}, true),
  'Accept-Ranges': text('The file supports range requests.', 'bytes', { enum: ['bytes'] }),
  'Content-Range': text(
    'The range of bytes in the response, and the size of the file.',
    'bytes 0-1023/20480',
    {},
    true,
  ),
  'X-Robots-Tag': text('Present if search engines should not index the page.', 'noindex'),
  'Content-Disposition': text('Name for the downloaded file.', 'attachment; filename="level-1.svg"'),
} as const;

export type HeaderName = keyof typeof HEADERS;

/** @param required headers that are always present */
export const headers = (names: readonly HeaderName[], required: readonly HeaderName[] = []): JsonSchema =>
  Object.fromEntries(
    names.map((name) => [
      name,
      required.includes(name) ? { ...HEADERS[name], required: true } : { $ref: `#/components/headers/${name}` },
    ]),
  );

/** Headers of every response to a request with a key. */
export const LIMITED: readonly HeaderName[] = ['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset'];

export const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: `A unique text of your choice for each change. A repeated request with the same key within ${RETENTION} changes nothing and returns the first response, with \`Idempotency-Replayed: true\`.`,
  schema: { type: 'string', minLength: 1, maxLength: MAX_KEY_LENGTH, examples: ['prices-2026-11-21T10'] },
};

export const IF_MATCH = {
  name: 'If-Match',
  in: 'header',
  required: false,
  description: 'The `ETag` of the resource as you viewed it. If it has changed since, the request is rejected (412).',
  schema: { type: 'string', examples: [ETAG] },
};

/** `If-Match` of operations that publish prices. */
export const IF_PUBLICATION = {
  ...IF_MATCH,
  description:
    'The publication that the data set was compared with (`compared_with` of a preview), such as `"7"`, or `"0"` if there is none yet. If another one is live, the request is rejected (412).',
  schema: { type: 'string', examples: ['"7"'] },
};

export const IF_NONE_MATCH = {
  name: 'If-None-Match',
  in: 'header',
  required: false,
  description: 'The `ETag` of the response that you have. If nothing has changed, the response is 304 without a body.',
  schema: { type: 'string', examples: [ETAG] },
};

export const flagHeader = (flag: string) => ({
  name: 'Experimental-Flags',
  in: 'header',
  required: true,
  description: `This operation is experimental: the header must name \`${flag}\`. Several flags are separated by commas.`,
  schema: { type: 'string', enum: [flag] },
  example: flag,
});
