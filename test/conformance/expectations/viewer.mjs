import { must, mustAccept, mustReject, NotApplicable } from '../support/server.mjs';

/** An embed with at least one map, of an account that the key sees. */
async function embedOf(place) {
  const { data: accounts } = await place.main.read('/v1/accounts');
  for (const { id } of accounts) {
    const { data } = await place.main.read(`/v1/accounts/${id}/embeds`);
    const embed = data.find(({ service_maps: maps }) => maps.length > 0);
    if (embed) return embed;
  }
  throw new NotApplicable('the key sees no embed with a map');
}

const pathOf = (url) => new URL(url).pathname;

export const viewer = [
  {
    id: 'embed/page',
    says: "| Embed | adds `url`, the viewer's page.",
    async holds(place) {
      const { url } = await embedOf(place);
      const page = await place.main.get(pathOf(url), { key: null, flags: null });
      mustAccept(page, 200);
      must(/^text\/html\b/.test(page.headers.get('content-type') ?? ''), `${page.headers.get('content-type')}`);
    },
  },
  {
    id: 'embed/key-is-no-id',
    says: '`key`s in viewer URLs are random, not ids.',
    async holds(place) {
      const { id, url } = await embedOf(place);
      const key = pathOf(url).split('/').at(-1);
      must(key !== id && key.length >= 10, url);
      must((await place.main.get(`/embed/${id}`, { key: null })).status === 404, 'the id opens the page');
    },
  },
  {
    id: 'embed/document',
    says: 'It needs no API key, and CORS lets any page read it.',
    async holds(place) {
      const { url } = await embedOf(place);
      const path = `/v1/embeds/${pathOf(url).split('/').at(-1)}/viewer-document`;
      const answer = await place.main.get(path, {
        key: null,
        flags: null,
        headers: { Origin: 'https://shop.example' },
      });
      const document = mustAccept(answer, 200);
      must(Array.isArray(document.assets) && document.assets.length > 0, 'no assets');
      must(answer.headers.get('etag') && answer.headers.get('access-control-allow-origin'), 'no ETag, or no CORS');
    },
  },
  {
    id: 'landing-page/page',
    says: '| Landing page | adds `url`.',
    async holds(place) {
      const { data } = await place.main.read(`${await place.multifamily()}/landing-pages`);
      if (data.length === 0) throw new NotApplicable('the asset has no landing page');
      mustAccept(await place.main.get(pathOf(data[0].url), { key: null, flags: null }), 200);
    },
  },
  {
    id: 'landing-page/filter',
    says: 'Filter `asset` naming another asset: an empty list.',
    async holds(place) {
      const { data } = await place.main.read(`${await place.multifamily()}/landing-pages?asset=999999999`);
      must(data.length === 0, data);
    },
  },
  {
    id: 'caches/build',
    says: '202 without body for Build caches.',
    async holds(place) {
      const { status, text } = await place.main.post(`${await place.multifamily()}/caches/build`);
      must(status === 202 && text === '', `status ${status}, ${text.length} bytes`);
    },
  },
  {
    id: 'images/public',
    says: 'Image URLs are absolute, content-addressed, cacheable for a year and need no key.',
    async holds(place) {
      const { data } = await place.main.read(`${await place.multifamily()}/floor-plans`);
      const url = data.find(({ image_url }) => image_url)?.image_url;
      if (!url) throw new NotApplicable('no floor plan has an image');
      const { status, headers } = await place.main.get(pathOf(url), { key: null, flags: null });
      must(status === 200, `status ${status}`);
      must(
        /max-age=31536000/.test(headers.get('cache-control') ?? ''),
        `Cache-Control: ${headers.get('cache-control')}`,
      );
    },
  },
  {
    id: 'maps/source-needs-the-key',
    says: '`source_url` (needs the key)',
    async holds(place) {
      const { data } = await place.main.read(`${await place.multifamily()}/maps`);
      const url = data.find(({ source_url }) => source_url)?.source_url;
      if (!url) throw new NotApplicable('no map has a source');
      mustReject(await place.main.get(pathOf(url), { key: null }), 401);
      must((await place.main.get(pathOf(url))).status === 200, 'not even with the key');
    },
  },
];
