import { must, mustAccept, mustReject } from '../support/server.mjs';

/** Entries for the first units of the asset, with these prices. */
const entriesOf = ({ units }, price) =>
  units.map(({ id, unit_number, provider_id }, at) => ({
    ...{ unit_number, provider_id: provider_id ?? `conformance-${id}` },
    ...{ price: price + at, available_on: '2030-03-01', lease_term: 12 },
  }));

const pathOf = (url) => new URL(url).pathname;

/** The address in the `Link` header with the relation `transaction`. */
const linked = ({ headers }) => /<([^>]+)>; *rel="?transaction"?/.exec(headers.get('link') ?? '')?.[1];

/** Opens a transaction, after aborting one that an earlier expectation left open. */
async function opened(place, body) {
  const process = await place.process();
  const open = () => place.main.post(`${process.path}/ingest?commit=0`, body);
  let response = await open();
  if (response.status === 409 && linked(response)) {
    await place.main.delete(pathOf(linked(response)));
    response = await open();
  }
  const ingest = mustAccept(response, body === undefined ? 202 : 200);
  return { process, response, ingest, path: linked(response) ? pathOf(linked(response)) : '' };
}

/** Publishes prices in one request. */
async function published(place, price) {
  const { path } = await opened(place, []);
  await place.main.delete(path);
  const process = await place.process();
  const response = await place.main.post(`${process.path}/ingest?commit=1`, entriesOf(process, price));
  return { process, response };
}

async function pricesOf(place, { path }) {
  const { data } = await place.main.read(`${path}/entries?per-page=1000`);
  return data.flat().map((entry) => entry.price);
}

export const ingest = [
  {
    id: 'open/ingest-url',
    says: 'Returns `transaction_ingest_url` in the 200 body and a `Link` header naming the transaction.',
    async holds(place) {
      const { process, ingest: body, path } = await opened(place, entriesOf(await place.process(), 1000));
      must(path.startsWith(`${process.path}/transactions/`), `Link: ${path}`);
      must(pathOf(body.transaction_ingest_url) === `${path}/ingest`, body);
    },
  },
  {
    id: 'open/empty',
    says: 'No body: 202, the transaction is opened and empty.',
    async holds(place) {
      const { path } = await opened(place, undefined);
      const { status, source_count } = await place.main.read(path);
      must(status === 'pending' && source_count === 0, { status, source_count });
    },
  },
  {
    id: 'open/twice',
    says: 'Opening another transaction while one is open returns 409.',
    async holds(place) {
      const { process, path } = await opened(place, []);
      const second = await place.main.post(`${process.path}/ingest?commit=0`, entriesOf(process, 1));
      mustReject(second, 409);
      must(linked(second) && pathOf(linked(second)) === path, `Link: ${linked(second)}`);
    },
  },
  {
    id: 'open/link-on-errors',
    says: 'also present when another error occurs, so the transaction ID can be found',
    async holds(place) {
      const { process, path } = await opened(place, []);
      const refused = await place.main.post(`${process.path}/ingest?commit=0`, { not: 'entries' });
      must(refused.status >= 400, `status ${refused.status}`);
      must(linked(refused) && pathOf(linked(refused)) === path, `Link: ${linked(refused)}`);
    },
  },
  {
    id: 'open/invalid-opens-nothing',
    says: 'An invalid opening request opens nothing.',
    async holds(place) {
      const { process, path } = await opened(place, []);
      await place.main.delete(path);
      const [entry] = entriesOf(process, 1);
      mustReject(await place.main.post(`${process.path}/ingest?commit=0`, [{ ...entry, price: -1 }]), 422, '0.price');
      const next = await place.main.post(`${process.path}/ingest?commit=0`, []);
      mustAccept(next, 200);
      await place.main.delete(pathOf(linked(next)));
    },
  },
  {
    id: 'open/commit-values',
    says: '`0` or `1`, else 422. Default `0`.',
    async holds(place) {
      const { process, path } = await opened(place, []);
      mustReject(await place.main.post(`${path}/ingest?commit=yes`, entriesOf(process, 1)), 422);
      mustAccept(await place.main.post(`${path}/ingest`, entriesOf(process, 1)), 200);
      const { status } = await place.main.read(path);
      must(status === 'pending', `without commit: ${status}`);
    },
  },
  {
    id: 'transaction/fields',
    says: '`source_count` integer (number of files sent during the transaction); `expires_in`',
    async holds(place) {
      const { process, path } = await opened(place, entriesOf(await place.process(), 1000));
      mustAccept(await place.main.post(`${path}/ingest?commit=0`, []), 200);
      const seen = await place.main.read(path);
      must(seen.source_count === 2, { source_count: seen.source_count });
      must(typeof seen.uuid === 'string' && seen.asset_id === process.asset && 'pricing_strategy' in seen, seen);
      must('queued_at' in seen && 'started_at' in seen && 'ended_at' in seen && 'process_id' in seen, seen);
    },
  },
  {
    id: 'transaction/expires-in',
    says: 'A transaction not committed within 30 minutes gets status `expired`.',
    async holds(place) {
      const { path } = await opened(place, []);
      const { expires_in: seconds } = await place.main.read(path);
      must(Number.isInteger(seconds) && seconds > 1500 && seconds <= 1800, { expires_in: seconds });
    },
  },
  {
    id: 'send/invalid-is-ignored',
    says: 'A body mistake returns a 400-level error and the request is ignored.',
    async holds(place) {
      const { process, path } = await opened(place, entriesOf(await place.process(), 1000));
      const { source_count: before } = await place.main.read(path);
      const [entry] = entriesOf(process, 1);
      const refused = await place.main.post(`${path}/ingest?commit=1`, [
        entry,
        { ...entry, available_on: '2024-02-30' },
      ]);
      must(refused.status >= 400 && refused.status < 500, `status ${refused.status}`);
      const { status, source_count } = await place.main.read(path);
      must(status === 'pending' && source_count === before, { status, source_count });
    },
  },
  {
    id: 'send/entry-rules',
    says: '| specials_description | string | no | At most 512 characters. |',
    async holds(place) {
      const { process, path } = await opened(place, []);
      const [entry] = entriesOf(process, 1);
      const send = (changes) => place.main.post(`${path}/ingest?commit=0`, [{ ...entry, ...changes }]);
      mustReject(await send({ specials_description: 'x'.repeat(513) }), 422, '0.specials_description');
      mustAccept(await send({ specials_description: 'x'.repeat(512), leasing_fields: { any: 'key' } }), 200);
      for (const field of ['unit_number', 'provider_id', 'price', 'available_on'])
        mustReject(await send({ [field]: undefined }), 422, `0.${field}`);
    },
  },
  {
    id: 'commit/finishes',
    says: 'Timestamps `queued_at`, `started_at`, `ended_at` are set.',
    async holds(place) {
      const { process, path } = await opened(place, entriesOf(await place.process(), 1000));
      mustAccept(await place.main.post(`${path}/ingest?commit=1`, entriesOf(process, 2000)), 200);
      const { status, queued_at, started_at, ended_at, expires_in } = await place.main.read(path);
      must(status === 'finished' && queued_at && started_at && ended_at, { status, queued_at, started_at, ended_at });
      must(expires_in === null, { expires_in });
    },
  },
  {
    id: 'commit/one-request',
    says: 'A request with `commit=1` on the process path completes a data set in one request.',
    async holds(place) {
      const { response } = await published(place, 3000);
      mustAccept(response, 200);
      const { status } = await place.main.read(pathOf(linked(response)));
      must(status === 'finished', status);
    },
  },
  {
    id: 'commit/replaces',
    says: "the process's entries become exactly the transaction's",
    async holds(place) {
      const { process } = await published(place, 4000);
      const { response } = await published(place, 5000);
      mustAccept(response, 200);
      const prices = await pricesOf(place, process);
      must(prices.length > 0 && prices.every((price) => price >= 5000 && price < 5100), prices);
    },
  },
  {
    id: 'commit/closed',
    says: 'More data, or a second commit: 409.',
    async holds(place) {
      const { process, response } = await published(place, 6000);
      const path = pathOf(linked(response));
      mustReject(await place.main.post(`${path}/ingest?commit=0`, entriesOf(process, 1)), 409);
      mustReject(await place.main.post(`${path}/ingest?commit=1`, entriesOf(process, 1)), 409);
    },
  },
  {
    id: 'commit/not-before',
    says: 'Readers see the old set or the new one, never a mixture.',
    async holds(place) {
      const { process } = await published(place, 7000);
      const before = await pricesOf(place, process);
      const { path } = await opened(place, entriesOf(process, 8000));
      const during = await pricesOf(place, process);
      must(during.join() === before.join(), `before ${before.join()}, while a transaction is open ${during.join()}`);
      await place.main.delete(path);
    },
  },
  {
    id: 'abort/drops',
    says: '`DELETE` on an open transaction aborts it (status `expired`).',
    async holds(place) {
      const { path } = await opened(place, entriesOf(await place.process(), 1));
      mustAccept(await place.main.delete(path), 200);
      const { status } = await place.main.read(path);
      must(status === 'expired', status);
    },
  },
  {
    id: 'entries/nested',
    says: 'Array of arrays: one inner array per unit, paged by unit; unmatched entries are not listed.',
    async holds(place) {
      const { process } = await published(place, 9000);
      const { data } = await place.main.read(`${process.path}/entries`);
      must(data.length > 0 && data.every((entries) => Array.isArray(entries) && entries.length > 0), data[0]);
      for (const entries of data) must(new Set(entries.map(({ unit_id }) => unit_id)).size === 1, entries);
    },
  },
  {
    id: 'entries/flat',
    says: 'one entry per unit',
    async holds(place) {
      const process = await place.process();
      const { path } = await opened(place, entriesOf(process, 1000));
      const half = entriesOf(process, 800).map((entry) => ({ ...entry, lease_term: 6 }));
      mustAccept(await place.main.post(`${path}/ingest?commit=1`, half), 200);
      const { data } = await place.main.read(`${process.path}/entries?flat-pricing=1`);
      must(data.length > 0, 'no entries');
      for (const entries of data) must(entries.length === 1 && entries[0].lease_term === 12, entries);
    },
  },
  {
    id: 'entries/unit',
    says: '`unit` (unit ID filter)',
    async holds(place) {
      const { process } = await published(place, 1200);
      const { data } = await place.main.read(`${process.path}/entries?unit=${process.units[0].id}`);
      must(data.length === 1 && data[0].every(({ unit_id }) => unit_id === process.units[0].id), data);
    },
  },
  {
    id: 'units/priced',
    says: 'The same rule fills the pricing unit',
    async holds(place) {
      const { process } = await published(place, 1300);
      const { price, available_on } = await place.main.read(`${process.path}/units/${process.units[0].id}`);
      must(price === 1300 && available_on === '2030-03-01', { price, available_on });
    },
  },
  {
    id: 'units/update',
    says: 'shows or hides prices in the viewer',
    async holds(place) {
      const { path, units } = await place.process();
      const one = `${path}/units/${units[0].id}`;
      for (const show_pricing of [false, true]) {
        const updated = mustAccept(await place.main.put(one, { id: units[0].id, show_pricing }), 200);
        must(updated.show_pricing === show_pricing, updated);
        must((await place.main.read(one)).show_pricing === show_pricing, 'not stored');
      }
    },
  },
];
