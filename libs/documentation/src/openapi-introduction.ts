import { ERRORS_LISTED, MiB } from '@app/platform/core';
import { BATCH, JSON_LIMIT, PER_PAGE, PER_PAGE_MOST, RETENTION } from '@app/platform/rest';

/** What all operations have in common, for readers who open the document before the guides. */
export const INTRODUCTION = `
The [guide for integrators](/guides/integrating.md) has all of this with examples.

**Keys.** Send your API key in the header \`API-Key\`. Each operation names the permission that the key needs. What lies outside the scope of the key is not found (404).

**Experimental operations** need the header \`Experimental-Flags\` with the flag that the operation names. They may change at any time.

**Lists** are paged: \`page\` counts from 1; \`per-page\` is ${PER_PAGE} by default and at most ${PER_PAGE_MOST}. Follow \`paging.next_url\` until it is null.

**Updates** keep what you leave out; \`null\` clears a field that may be null. Ids in the body must be those of the path. You can send back what you read: fields that cannot be written are ignored, and unknown fields are refused (422).

**Errors** are JSON with \`message\`, \`code\` and \`request_id\`. Decide by the status and \`code\`. A 422 lists up to ${ERRORS_LISTED} errors in \`fields\`, by path. A request with invalid input changes nothing.

**Retries.** Send an \`Idempotency-Key\` with each POST and PUT, and repeat it after a timeout or a 503: within ${RETENTION} nothing happens twice. Wait as long as \`Retry-After\` says.

**Limits.** A key may send a number of requests a minute, which \`RateLimit-Limit\` names; more are refused (429). A JSON body may have ${JSON_LIMIT / MiB} MiB, and a batch ${BATCH} items.

**Caching.** Every GET has an \`ETag\`: send it as \`If-None-Match\` to get 304 while nothing has changed, or as \`If-Match\` with an update to change only what you have seen.

**Test data.** The examples of this document work with the demonstration that the service loads at its first start: a property of id 1 with units, maps and prices. \`dry-run=1\` tries an ingest, and publishes nothing.

**Versions.** The path names the major version, \`/v1\`. New operations, optional parameters, response fields and error codes may come with any release; ignore what you do not know. What will be removed is marked \`deprecated\` at least six months before: see [versions](/guides/versions.md).
`.trim();
