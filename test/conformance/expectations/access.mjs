import { isHttp, must, mustAccept, mustReject } from '../support/server.mjs';

const LIST = '/v1/assets';
const INVALID = 'pms_0000000000000000000000000000000000000000';

/** For both APIs: how keys are sent, and how errors look. */
export const access = (profile) => [
  {
    id: 'key/none',
    says: 'When neither header nor query parameter is present, the response is status 401 with body `{message}` whose text says that no API key was found in the request.',
    async holds(place) {
      const refused = await place.of(profile).get(LIST, { key: null });
      mustReject(refused, 401);
      must(/no api key/i.test(refused.body.message), refused.body.message);
    },
  },
  {
    id: 'key/empty',
    says: 'An empty key is no key',
    async holds(place) {
      mustReject(await place.of(profile).get(LIST, { key: '' }), 401);
    },
  },
  {
    id: 'key/invalid',
    says: 'When the key cannot be validated, the response is status 403 with body `{message}` whose text says that the authentication credentials are invalid.',
    async holds(place) {
      for (const key of [INVALID, 'x']) {
        const refused = await place.of(profile).get(LIST, { key });
        mustReject(refused, 403);
        must(/invalid/i.test(refused.body.message), refused.body.message);
      }
    },
  },
  {
    id: 'key/header',
    says: 'Requests that require authentication carry an API key either in the header `API-Key` or in the query parameter `api-key`.',
    async holds(place) {
      mustAccept(await place.of(profile).get(LIST), 200);
    },
  },
  {
    id: 'key/query',
    says: 'or in the query parameter `api-key`',
    async holds(place) {
      const server = place.of(profile);
      mustAccept(await server.get(`${LIST}?api-key=${server.key}`, { key: null }), 200);
    },
  },
  {
    id: 'key/header-counts',
    says: 'Both channels present: the header counts.',
    async holds(place) {
      const server = place.of(profile);
      mustReject(await server.get(`${LIST}?api-key=${server.key}`, { key: INVALID }), 403);
      mustAccept(await server.get(`${LIST}?api-key=${INVALID}`), 200);
    },
  },
  {
    id: 'key/challenge',
    says: 'with `WWW-Authenticate: ApiKey realm="property-map-service"`.',
    async holds(place) {
      const { headers } = await place.of(profile).get(LIST, { key: null });
      must(headers.get('www-authenticate')?.startsWith('ApiKey realm='), `${headers.get('www-authenticate')}`);
    },
  },
  {
    id: 'errors/message',
    says: 'Every error body is a JSON object with a `message` string',
    async holds(place) {
      const server = place.of(profile);
      mustReject(await server.get('/v1/assets/0'), 404);
      mustReject(await server.get('/v1/no-such-route'), 404);
      mustReject(await server.get(`${LIST}?page=0`), 422);
    },
  },
  {
    id: 'errors/additions',
    says: "`message` is the spec's; the rest are additions.",
    async holds(place) {
      const { body, headers } = await place.of(profile).get('/v1/assets/0');
      must(typeof body.code === 'string' && typeof body.request_id === 'string', body);
      must(headers.get('x-request-id') === body.request_id, `X-Request-Id ${headers.get('x-request-id')}`);
    },
  },
  {
    id: 'errors/not-found',
    says: 'An id in a path that is not such a string is simply not found (404).',
    async holds(place) {
      for (const id of ['0', 'no-such', '9'.repeat(40), '%20'])
        mustReject(await place.of(profile).get(`/v1/assets/${id}`), 404);
    },
  },
  {
    id: 'errors/method',
    says: 'Path known, method not (`Allow` header)',
    async holds(place) {
      const refused = await place.of(profile).delete(LIST);
      mustReject(refused, 405);
      must(/\bGET\b/.test(refused.headers.get('allow') ?? ''), `Allow: ${refused.headers.get('allow')}`);
    },
  },
  {
    id: 'http/json',
    says: 'Every response body is JSON.',
    async holds(place) {
      for (const path of [LIST, '/v1/assets/0']) {
        const { headers } = await place.of(profile).get(path);
        must(/^application\/json\b/.test(headers.get('content-type') ?? ''), `${headers.get('content-type')}`);
      }
    },
  },
  {
    id: 'http/etag',
    says: 'Every 200 of a GET has an `ETag`; `If-None-Match` gives 304.',
    async holds(place) {
      const etag = (await place.of(profile).get(LIST)).headers.get('etag');
      must(etag, 'no ETag');
      const { status, text } = await place.of(profile).get(LIST, { headers: { 'If-None-Match': etag } });
      must(status === 304 && text === '', `status ${status}, ${text.length} bytes`);
    },
  },
  {
    id: 'http/head',
    says: 'HEAD as GET.',
    async holds(place) {
      const { status, headers, text } = await place.of(profile).request('HEAD', LIST);
      must(status === 200 && text === '' && headers.get('etag'), `status ${status}, ETag ${headers.get('etag')}`);
    },
  },
  {
    id: 'http/cors',
    says: 'CORS on every path for any origin, `null` included',
    async holds(place) {
      const wanted = { 'Access-Control-Request-Method': 'GET', 'Access-Control-Request-Headers': 'api-key' };
      for (const Origin of ['https://shop.example', 'null']) {
        const asked = await place.of(profile).request('OPTIONS', LIST, { key: null, headers: { Origin, ...wanted } });
        must(asked.status < 300, `OPTIONS: status ${asked.status}`);
        must(/api-key/i.test(asked.headers.get('access-control-allow-headers') ?? ''), 'API-Key is not allowed');
        const { headers } = await place.of(profile).get(LIST, { headers: { Origin } });
        must(['*', Origin].includes(headers.get('access-control-allow-origin')), `of ${Origin}: refused`);
        must(/\bLink\b/i.test(headers.get('access-control-expose-headers') ?? ''), 'Link is not exposed');
      }
    },
  },
  {
    id: 'http/trailing-slash',
    says: 'A trailing slash is served as without it',
    async holds(place) {
      mustAccept(await place.of(profile).get(`${LIST}/`), 200);
    },
  },
  {
    id: 'query/unknown',
    says: 'other unknown ones are ignored, because clients send them.',
    async holds(place) {
      mustAccept(await place.of(profile).get(`${LIST}?colour=red`), 200);
    },
  },
  {
    id: 'query/repeated',
    says: 'A known one given twice, or as `page[]`: 422.',
    async holds(place) {
      for (const query of ['page=1&page=2', 'page[]=1'])
        mustReject(await place.of(profile).get(`${LIST}?${query}`), 422);
    },
  },
  {
    id: 'query/integers',
    says: 'Integers are plain decimal digits (`1e1`, `0x10`, `+1`, ` 1` are 422).',
    async holds(place) {
      for (const page of ['1e1', '0x10', '%2B1', '%201', 'one'])
        mustReject(await place.of(profile).get(`${LIST}?page=${page}`), 422);
    },
  },
  {
    id: 'paging/envelope',
    says: '`paging` = `per_page` (integer), `current_page` (integer), `prev_url` (string or null), `next_url` (string or null).',
    async holds(place) {
      const { paging, data } = await place.of(profile).read(`${LIST}?per-page=1`);
      const isUrl = (value) => value === null || isHttp(value);
      must(Array.isArray(data) && paging?.per_page === 1 && paging.current_page === 1, paging);
      must('prev_url' in paging && 'next_url' in paging && isUrl(paging.prev_url) && isUrl(paging.next_url), paging);
    },
  },
  {
    id: 'paging/default',
    says: '`page` from 1, default 1; `per-page` default 100, at most 1000.',
    async holds(place) {
      const { paging } = await place.of(profile).read(LIST);
      must(paging.per_page === 100 && paging.current_page === 1, paging);
    },
  },
  {
    id: 'paging/most',
    says: 'A larger `per-page` is served as 1000 and `per_page` says so.',
    async holds(place) {
      const { paging } = await place.of(profile).read(`${LIST}?per-page=5000`);
      must(paging.per_page === 1000, paging);
    },
  },
  {
    id: 'paging/invalid',
    says: 'Zero, negative or not an integer: 422.',
    async holds(place) {
      for (const query of ['page=0', 'page=-1', 'page=1.5', 'per-page=0', 'per-page=-5', 'per-page=x'])
        mustReject(await place.of(profile).get(`${LIST}?${query}`), 422);
    },
  },
  {
    id: 'paging/past-the-end',
    says: 'A page past the end: 200, `data: []`, `next_url: null`.',
    async holds(place) {
      const { data, paging } = await place.of(profile).read(`${LIST}?page=1000000`);
      must(data.length === 0 && paging.next_url === null, { paging, items: data.length });
    },
  },
];
