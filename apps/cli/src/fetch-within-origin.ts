import { parseUrl } from '@app/platform/core';

const REDIRECTS = [301, 302, 303, 307, 308];
const MAX_REDIRECTS = 5;

/** A redirect that is not followed; the message is one line for the operator. */
export class RedirectError extends Error {}

/**
 * Like the global `fetch`, but follows redirects only within the origin of the request: `fetch` would send headers such as `API-Key` to
 * any other.
 * @throws RedirectError naming both addresses
 */
export async function fetchWithinOrigin(url: string | URL, init: RequestInit = {}): Promise<Response> {
  let at = new URL(url);
  for (let followed = 0; ; followed++) {
    const response = await fetch(at, { ...init, redirect: 'manual' });
    const location = REDIRECTS.includes(response.status) ? response.headers.get('location') : null;
    if (location === null) return response;
    await response.body?.cancel();
    const next = parseUrl(location, at);
    const { method = 'GET' } = init;
    if (next?.origin !== at.origin || !['GET', 'HEAD'].includes(method))
      throw new RedirectError(
        `${at.href} redirects to ${location}: use the address of the server that responds itself`,
      );
    if (followed === MAX_REDIRECTS) throw new RedirectError(`${at.href} redirects more than ${MAX_REDIRECTS} times`);
    at = next;
  }
}
