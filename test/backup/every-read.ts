import type { TestApp } from '../support/app.js';
import { declared } from '../support/declared.js';

const REQUEST_ID = /"request_id":"[^"]+",?/;

/** Every GET of the API for everything that the key sees, besides the feed, which has another cursor on each server: status and body by path, without the server's address. */
export async function everyRead(app: TestApp, key: string): Promise<Record<string, string>> {
  const answers: Record<string, string> = {};
  const read = async (path: string): Promise<string> =>
    (answers[path] ??= await app
      .get(path, { key })
      .then(({ status, text }) => `${status} ${text.replaceAll(app.base, '').replace(REQUEST_ID, '')}`));
  const ids = async (list: string): Promise<string[]> => {
    const text = await read(list);
    if (!text.startsWith('200 ')) return [];
    const { data } = JSON.parse(text.slice(4)) as { data?: { id?: string }[] };
    return (data ?? []).flatMap(({ id }) => id ?? []);
  };
  const keys = (): string[] =>
    Object.values(answers).flatMap((text) => /(?<="\/(embed|share)\/)[^"]+/g.exec(text) ?? []);
  const operations = declared('main').filter(
    ({ method, path }) => method === 'GET' && path.startsWith('v1/') && path !== 'v1/events',
  );
  operations.sort((a, b) => Number(a.path.includes(':key')) - Number(b.path.includes(':key')));
  for (const { path } of operations) {
    let places = [''];
    for (const segment of path.split('/')) {
      const expanded = places.map(async (place) =>
        (segment === ':key' ? keys() : segment.startsWith(':') ? await ids(place) : [segment]).map(
          (value) => `${place}/${value}`,
        ),
      );
      places = (await Promise.all(expanded)).flat();
    }
    for (const place of places) await read(place);
  }
  return answers;
}
