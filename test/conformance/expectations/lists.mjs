import { must, mustAccept, mustEqual, mustReject, NotApplicable } from '../support/server.mjs';

/** The first page of units of an asset. It has at least two; otherwise paging cannot be checked. */
async function unitsOf(place) {
  const path = `${await place.multifamily()}/units`;
  const { data } = await place.main.read(`${path}?per-page=1000`);
  if (data.length < 2) throw new NotApplicable('the asset has fewer than two units');
  return { path, data, perPage: Math.ceil(data.length / 3) };
}

const ids = (items) => items.map(({ id }) => id);
const isAscending = (values) => values.every((value, at) => at === 0 || values[at - 1] <= value);

export const lists = [
  {
    id: 'paging/walk',
    says: '`per-page` (integer int32, limits the number of returned resources)',
    async holds(place) {
      const { path, data, perPage } = await unitsOf(place);
      const walked = [];
      let next = `${path}?per-page=${perPage}`;
      for (let page = 1; next; page++) {
        const { data: items, paging } = await place.main.read(next);
        must(items.length <= perPage && paging.current_page === page, paging);
        must((paging.prev_url === null) === (page === 1), paging);
        walked.push(...ids(items));
        must(walked.length <= data.length, 'the pages do not end');
        next = paging.next_url;
      }
      mustEqual(walked, ids(data).slice(0, walked.length), 'page by page:');
    },
  },
  {
    id: 'paging/back',
    says: '`prev_url`/`next_url` are absolute',
    async holds(place) {
      const { path, data, perPage } = await unitsOf(place);
      const { paging } = await place.main.read(`${path}?per-page=${perPage}`);
      const second = await place.main.read(paging.next_url);
      const back = await place.main.read(second.paging.prev_url);
      mustEqual(ids(back.data), ids(data).slice(0, perPage), 'the page before the second:');
    },
  },
  {
    id: 'paging/filters-are-kept',
    says: 'keep `per-page` and the filters',
    async holds(place) {
      const { path, data } = await unitsOf(place);
      const { paging } = await place.main.read(`${path}?per-page=1`);
      must(new URL(paging.next_url).searchParams.get('per-page') === '1', paging);
      const filtered = await place.main.read(
        `${path}?per-page=1&unit-number=${encodeURIComponent(data[0].unit_number)}`,
      );
      for (const { unit_number } of filtered.data) must(unit_number === data[0].unit_number, unit_number);
    },
  },
  {
    id: 'paging/no-key-in-urls',
    says: 'never contain `api-key`',
    async holds(place) {
      const { path } = await unitsOf(place);
      const { headers, body } = await place.main.get(`${path}?per-page=1&api-key=${place.main.key}`, { key: null });
      must(body.paging.next_url && !body.paging.next_url.includes(place.main.key), body.paging);
      must(!/api-key/i.test(`${body.paging.next_url} ${headers.get('link')}`), body.paging);
    },
  },
  {
    id: 'paging/link',
    says: 'Also sent as a `Link` header (`rel="prev"`, `rel="next"`).',
    async holds(place) {
      const { path } = await unitsOf(place);
      const { headers, body } = await place.main.get(`${path}?per-page=1`);
      const link = headers.get('link') ?? '';
      must(link.includes(`<${body.paging.next_url}>; rel="next"`), `Link: ${link}`);
    },
  },
  {
    id: 'order/id',
    says: 'Lists are sorted by id ascending',
    async holds(place) {
      const { data } = await unitsOf(place);
      const known = ids(data);
      if (!known.every((id) => /^\d+$/.test(id))) throw new NotApplicable('ids are no numbers');
      must(isAscending(known.map(Number)), known);
    },
  },
  {
    id: 'order/floors',
    says: 'floors and filter options by `sort`, then id.',
    async holds(place) {
      const { data } = await place.main.read(`${await place.multifamily()}/floors?per-page=1000`);
      if (data.length < 2) throw new NotApplicable('the asset has fewer than two floors');
      const sorts = data.map(({ sort }) => sort);
      must(isAscending(sorts), sorts);
    },
  },
  {
    id: 'filter/unit-number',
    says: 'filter `unit-number` (string <= 255)',
    async holds(place) {
      const { path, data } = await unitsOf(place);
      const [{ unit_number: number }] = data;
      const found = await place.main.read(`${path}?unit-number=${encodeURIComponent(number)}`);
      must(found.data.length > 0 && found.data.every(({ unit_number }) => unit_number === number), ids(found.data));
      const none = await place.main.read(`${path}?unit-number=no-unit-has-this-number`);
      must(none.data.length === 0, `${none.data.length} units of a number that none has`);
      mustReject(await place.main.get(`${path}?unit-number=${'x'.repeat(256)}`), 422);
    },
  },
  {
    id: 'flag/missing',
    says: 'Experimental flag missing | 400, message and `code` name the flag.',
    async holds(place) {
      const path = await place.multifamily();
      for (const flags of [null, 'Filters-Resource', 'references']) {
        const refused = await place.main.get(`${path}/filters`, { flags });
        mustReject(refused, 400);
        must(/filters-resource/.test(refused.body.message) && /filters-resource/.test(refused.body.code), refused.body);
      }
    },
  },
  {
    id: 'flag/several',
    says: 'several flags are separated by commas',
    async holds(place) {
      const path = await place.multifamily();
      for (const flags of ['filters-resource', 'references, filters-resource', 'no-such-flag,filters-resource'])
        mustAccept(await place.main.get(`${path}/filters`, { flags }), 200);
    },
  },
  {
    id: 'flag/singular',
    says: '`unit-description-resource` counts as `unit-descriptions-resource`.',
    async holds(place) {
      const path = `${await place.multifamily()}/units/description-groups`;
      mustAccept(await place.main.get(path, { flags: 'unit-description-resource' }), 200);
    },
  },
  {
    id: 'asset/unit-count',
    says: '`unit_count` is the number of its units.',
    async holds(place) {
      const { data } = await unitsOf(place);
      if (data.length === 1000) throw new NotApplicable('the asset has a thousand units or more');
      const { unit_count } = await place.main.read(`/v1/assets/${(await place.asset()).id}`);
      must(unit_count === data.length, `unit_count ${unit_count}, units ${data.length}`);
    },
  },
];
