import { MAX_LISTED_ERRORS, MiB } from '@app/platform/core';
import { MAX_BATCH_ITEMS, MAX_JSON_BYTES, DEFAULT_PER_PAGE, MAX_PER_PAGE, RETENTION } from '@app/platform/rest';

/** The description of the document: the conventions that all operations share. */
export const INTRODUCTION = `
The [guide for integrators](/guides/integrating.md) covers all of this in detail, with examples.

**Keys.** Ask the operator of this server for an [API key](/guides/integrating.md#api-keys), and send it in the header \`API-Key\`. Each operation names the permission that the key needs. Requests for resources outside the scope of the key get 404.

**Experimental operations** require the header \`Experimental-Flags\` with the flag that the operation names. They may change at any time.

**Lists** are paged: \`page\` counts from 1; \`per-page\` is ${DEFAULT_PER_PAGE} by default and at most ${MAX_PER_PAGE}. Follow \`paging.next_url\` until it is null.

**Updates** keep the fields that you omit; \`null\` clears a nullable field. Ids in the body must equal those in the path. You can send back what you read: read-only fields are ignored. Unknown fields are rejected (422).

**Errors** are JSON with \`message\`, \`code\` and \`request_id\`. Programs should check the status and \`code\`; the description of each error response says what to do next. A 422 lists up to ${MAX_LISTED_ERRORS} errors in \`fields\`, by path. A request with invalid input changes nothing.

**Retries.** Send an \`Idempotency-Key\` with each POST and PUT, and repeat the request with the same key after a timeout or a 503: within ${RETENTION}, the change is made only once. Wait at least as long as \`Retry-After\` says.

**Limits.** \`RateLimit-Limit\` says how many requests a key may send in two minutes, at once or spread, and \`RateLimit-Remaining\` how many are left. Beyond that, the response is 429: wait as long as \`Retry-After\` says, then send the request again. A JSON body must not exceed ${MAX_JSON_BYTES / MiB} MiB, and a batch ${MAX_BATCH_ITEMS} items.

**Caching.** Every GET response has an \`ETag\`. Send it as \`If-None-Match\` to get 304 when nothing has changed, or as \`If-Match\` with an update to change only what you have seen.

**Test data.** The examples in this document work with the demonstration that the service loads on its first start: a property with the id 1, with units, maps and prices. \`dry-run=1\` previews an ingest and publishes nothing.

**Versions.** The path names the major version, \`/v1\`. Any release may add operations, optional parameters, response fields and error codes: ignore those that you do not know. Features are marked \`deprecated\` at least six months before they are removed: see [versions](/guides/versions.md).
`.trim();
