import { isDeepStrictEqual } from 'node:util';
import { BootstrapError } from '../../apps/cli/bootstrap.mjs';

/**
 * Requests the first page of each list from one server and the page of its `next_url` from another. The page must equal
 * that of the first server, or be rejected (4xx) with a message.
 * @returns how many pages were equal, and how many were rejected
 */
export async function continueElsewhere(first, other, lists, key) {
  const found = { same: 0, refused: 0 };
  for (const list of lists) {
    const next = (await answerOf(`${first.base}${list}`, key)).body?.paging?.next_url;
    if (!next) throw new BootstrapError(`${list} has no second page`);
    const expected = await answerOf(next, key);
    const answer = await answerOf(next.replace(first.base, other.base), key);
    const isRefused = answer.status >= 400 && answer.status < 500 && typeof answer.body?.message === 'string';
    const isSame = answer.status === 200 && isDeepStrictEqual(answer.body.data, expected.body.data);
    if (!isSame && !isRefused)
      throw new BootstrapError(
        `${next} at the other server: ${answer.status} ${JSON.stringify(answer.body).slice(0, 300)}`,
      );
    found[isSame ? 'same' : 'refused']++;
  }
  return found;
}

async function answerOf(url, key) {
  const response = await fetch(url, { headers: { 'API-Key': key } });
  return { status: response.status, body: await response.json() };
}
