import type { Answered, Asked, Fault } from './proxy.js';

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- bodies of any shape
type Json = any;

/** Whether a request, such as `GET /v1/assets?page=1`, is affected by a fault. */
const matches = (asked: Asked, pattern: RegExp): boolean => pattern.test(`${asked.method} ${asked.path}`);
const ANY = /^/;

function changeBody(message: { body: Buffer }, change: (body: Json) => unknown): void {
  let body: Json;
  try {
    body = JSON.parse(message.body.toString());
  } catch {
    return;
  }
  message.body = Buffer.from(JSON.stringify(change(body) ?? body));
}

const answers = (pattern: RegExp, spoil: (answered: Answered, asked: Asked) => void): Fault => ({
  answered: (answered, asked) => matches(asked, pattern) && spoil(answered, asked),
});
/** Responds with another status. */
const status = (from: number, to: number, pattern = ANY) =>
  answers(pattern, (answered) => {
    if (answered.status === from) answered.status = to;
  });
const withoutHeader = (name: string, pattern = ANY) => answers(pattern, ({ headers }) => delete headers[name]);
/** Changes the JSON of responses. */
const body = (pattern: RegExp, change: (body: Json) => unknown) =>
  answers(pattern, (answered) => changeBody(answered, change));
/** Changes each item of a list. */
const items = (pattern: RegExp, change: (item: Json) => unknown) =>
  body(pattern, (list) => void (Array.isArray(list.data) && list.data.flat().forEach(change)));
/** Responds to these requests as if the path did not exist. */
const refuses = (pattern: RegExp, with_ = 404) => answers(pattern, (answered) => void (answered.status = with_));

const asks = (pattern: RegExp, mistake: (asked: Asked) => unknown): Fault => ({
  asked: (asked) => matches(asked, pattern) && void mistake(asked),
});
/** Reads the request with another path or query. */
const rewritten = (pattern: RegExp, from: RegExp | string, to: string) =>
  asks(pattern, (asked) => (asked.path = asked.path.replace(from, to)));
/** Reads the request with another body. */
const misread = (pattern: RegExp, change: (body: Json) => unknown) =>
  asks(pattern, (asked) => changeBody(asked, change));

const LIST = /^GET \/v1\/assets(\?|$)/;
const UNITS = /^GET \S+\/units\?/;
const TRANSACTION = /^GET \S+\/transactions\/\d+$/;
const ENTRIES = /^GET \S+\/entries/;
const INGEST = /^POST \S+\/ingest/;
const ERROR = (change: (error: Json) => unknown) =>
  answers(ANY, (answered) => answered.status >= 400 && changeBody(answered, change));

const ACCESS: Record<string, Fault> = {
  'key/none': status(401, 403),
  'key/empty': { answered: (answered, { headers }) => headers['api-key'] === '' && void (answered.status = 403) },
  'key/invalid': ERROR((error) => void (error.message = 'No')),
  'key/header': asks(ANY, ({ headers }) => delete headers['api-key']),
  'key/query': rewritten(ANY, /api-key=\w+/, ''),
  'key/header-counts': asks(/api-key=/, ({ headers }) => delete headers['api-key']),
  'key/challenge': withoutHeader('www-authenticate'),
  'errors/message': answers(ANY, (answered) => {
    if (answered.status >= 400) answered.body = Buffer.from('Not found');
  }),
  'errors/additions': ERROR((error) => void delete error.request_id),
  'errors/not-found': status(404, 400),
  'errors/method': withoutHeader('allow'),
  'http/json': answers(ANY, ({ headers }) => void (headers['content-type'] = 'text/plain')),
  'http/etag': asks(ANY, ({ headers }) => delete headers['if-none-match']),
  'http/head': refuses(/^HEAD/, 405),
  'http/cors': { answered: ({ headers }, asked) => asked.headers.origin === 'null' && void delete headers['access-control-allow-origin'] }, // oxfmt-ignore
  'http/trailing-slash': refuses(/\/$/),
  'query/unknown': refuses(/colour=/, 422),
  'query/repeated': rewritten(ANY, /page(\[\]|%5B%5D)=1/, ''),
  'query/integers': rewritten(ANY, 'page=1e1', 'page=10'),
  'paging/envelope': body(LIST, ({ paging }) => void delete paging.prev_url),
  'paging/default': body(LIST, ({ paging }) => void (paging.per_page = 50)),
  'paging/most': body(LIST, ({ paging }) => void (paging.per_page = 5000)),
  'paging/invalid': rewritten(LIST, 'page=-1', 'page=1'),
  'paging/past-the-end': refuses(/page=1000000/),
};

/** Path of the list of a resource, and the field that a faulty server gets wrong. */
const RESOURCES: Record<string, [list: string, field: string]> = {
  account: ['/accounts', 'name'],
  embed: ['/embeds', 'service_maps'],
  asset: ['/v1/assets', 'address_state'],
  building: ['/buildings', 'label'],
  floor: ['/floors', 'filter_short_label'],
  'floor-plan': ['/floor-plans', 'bathroom_count'],
  unit: ['/units', 'view_image_url'],
  'unit-outbound-link': ['/outbound-links', 'type'],
  'asset-outbound-link': ['/outbound-links', 'open_new_window'],
  'landing-page': ['/landing-pages', 'service_map_id'],
  'description-group': ['/description-groups', 'name'],
  description: ['/descriptions', 'body'],
  filter: ['/filters', 'type'],
  'filter-option': ['/options', 'type'],
  'marker-description': ['/marker-descriptions', 'iframe_source_url'],
  gallery: ['/galleries', 'images'],
  'unit-map': ['/maps', 'url'],
  background: ['/backgrounds', 'unit_map_id'],
  'asset-reference': ['/references', 'value'],
  'unit-reference-group': ['/reference-groups', 'key'],
  'unit-reference': ['/references', 'value'],
  'pricing-process': ['/pricing', 'pricing_strategy'],
  'pricing-entry': ['/entries', 'available_on'],
  'pricing-unit': ['/units', 'provider_id'],
};

/** Resources with a list but no view. */
const LISTED_ONLY = ['unit-reference', 'pricing-entry'];

const FIELDS = Object.entries(RESOURCES).map(([name, [list, field]]): [string, Fault] => [
  `fields/${name}`,
  items(new RegExp(`^GET \\S*${list}(\\?|$)`), (item) => void (item[field] = { wrong: true })),
]);
const VIEWS = Object.entries(RESOURCES)
  .filter(([name]) => !LISTED_ONLY.includes(name))
  .map(([name, [list, field]]): [string, Fault] => [
    `view/${name}`,
    body(new RegExp(`^GET \\S*${list}/\\d+$`), (item) => void (item[field] = 'another')),
  ]);

let answersSoFar = 0;

const READ: Record<string, Fault> = {
  ...ACCESS,
  ...Object.fromEntries([...FIELDS, ...VIEWS]),
  'paging/walk': body(UNITS, ({ data, paging }) => void (paging.next_url && data.pop())),
  'paging/back': body(UNITS, ({ paging }) => void (paging.prev_url &&= paging.prev_url.replace(/\?.*/, '?page=9'))),
  'paging/filters-are-kept': body(UNITS, ({ paging }) => void (paging.next_url &&= paging.next_url.replace(/per-page=\d+/, ''))), // oxfmt-ignore
  'paging/no-key-in-urls': body(/api-key=/, ({ paging }) => void (paging.next_url += '&api-key=x')),
  'paging/link': withoutHeader('link'),
  'order/id': body(UNITS, ({ data }) => void data.reverse()),
  'order/floors': body(/\/floors/, ({ data }) => void data.reverse()),
  'filter/unit-number': rewritten(ANY, /unit-number=[^&]*/, ''),
  'flag/missing': asks(ANY, ({ headers }) => void (headers['experimental-flags'] = 'filters-resource')),
  'flag/several': { asked: ({ headers }) => void (headers['experimental-flags'] = `${headers['experimental-flags']}`.split(',')[0]) }, // oxfmt-ignore
  'flag/singular': asks(ANY, ({ headers }) => void (headers['experimental-flags'] = `${headers['experimental-flags']}`.replace(/unit-description-/, 'x-'))), // oxfmt-ignore
  'asset/unit-count': body(/^GET \/v1\/assets\/\d+$/, (asset) => void asset.unit_count++),
};

const WRITE: Record<string, Fault> = {
  'create/location': withoutHeader('location'),
  'create/is-viewed': body(/^POST \S+\/units$/, (unit) => void unit.area++),
  'create/building-label': body(/^POST \S+\/buildings$/, (building) => void (building.label = '')),
  'create/required': ERROR(
    (error) => void (error.fields = Object.fromEntries(Object.entries(error.fields).slice(0, 1))),
  ),
  'create/limits': misread(
    /^POST \/v1\/assets$/,
    (asset) => void (asset.address_state = asset.address_state.slice(0, 2)),
  ),
  'create/code-points': status(201, 422, /\/floors$/),
  'create/int32': misread(
    /^POST \S+\/units$/,
    (unit) => void (unit.area = Math.abs(Math.trunc(unit.area)) % 2147483648),
  ),
  'create/same-asset': status(422, 404, /^POST \S+\/units$/),
  'create/asset-twice': status(409, 201),
  'update/merges': body(/^PUT \/v1\/assets\/\d+$/, (asset) => void (asset.name = '')),
  'update/ids': asks(/^PUT \S+\/units\/\d+$/, (asked) => changeBody(asked, (unit) => void (unit.id = asked.path.split('/').at(-1)))), // oxfmt-ignore
  'update/needs-no-ids': status(200, 422, /^PUT/),
  'update/takes-back-what-was-read': status(200, 422, /^PUT/),
  'update/floor-plan-label': misread(/^PUT/, (plan) => void (plan.filter_label = plan.filter_label.slice(0, 65))),
  'body/unknown-field': misread(/^PUT/, (unit) => void delete unit.aera),
  'body/not-json': status(400, 500),
  'body/media-type': status(415, 400),
  'body/nothing-changes': body(/^GET \S+\/references$/, ({ data }) => void data.push({})),
  'delete/unit': body(/^DELETE/, () => ({})),
  'delete/floor-plan-in-use': status(409, 200, /^DELETE/),
  'repeat/idempotency-key': asks(ANY, ({ headers }) => delete headers['idempotency-key']),
};

const INGESTS: Record<string, Fault> = {
  'open/ingest-url': body(INGEST, (ingest) => void (ingest.transaction_ingest_url = ingest.transaction_url)),
  'open/empty': status(202, 200),
  'open/twice': answers(INGEST, (answered) => {
    if (answered.status === 409) delete answered.headers.link;
  }),
  'open/link-on-errors': answers(INGEST, (answered) => {
    if (answered.status === 422) delete answered.headers.link;
  }),
  'open/invalid-opens-nothing': misread(INGEST, (entries) => (entries.length ? [] : entries)),
  'open/commit-values': rewritten(INGEST, 'commit=yes', 'commit=0'),
  'transaction/fields': body(TRANSACTION, (transaction) => void (transaction.source_count = 1)),
  'transaction/expires-in': body(TRANSACTION, (transaction) => void (transaction.expires_in = 3600)),
  'send/invalid-is-ignored': body(TRANSACTION, (transaction) => void (transaction.source_count = ++answersSoFar)),
  'send/entry-rules': misread(INGEST, (entries: Json[]) => entries.map((entry) => ({ ...entry, ...(entry.specials_description && { specials_description: 'x' }) }))), // oxfmt-ignore
  'commit/finishes': body(TRANSACTION, (transaction) => void (transaction.started_at = null)),
  'commit/one-request': rewritten(/\/pricing\/\d+\/ingest/, 'commit=1', 'commit=0'),
  'commit/replaces': body(ENTRIES, ({ data }) => void data.push([{ ...data[0][0], price: 4000 }])),
  'commit/closed': status(409, 200, /transactions/),
  'commit/not-before': items(ENTRIES, (entry) => void (entry.price += ++answersSoFar)),
  'abort/drops': body(TRANSACTION, (transaction) => void (transaction.status = 'pending')),
  'entries/nested': body(ENTRIES, (list) => void (list.data = list.data.flat())),
  'entries/flat': rewritten(ENTRIES, 'flat-pricing=1', 'flat-pricing=0'),
  'entries/unit': rewritten(ENTRIES, /unit=\d+/, ''),
  'units/priced': body(/^GET \S+\/pricing\/\d+\/units\/\d+$/, (unit) => void (unit.price = null)),
  'units/update': misread(/^PUT/, (unit) => void delete unit.show_pricing),
};

const VIEWER: Record<string, Fault> = {
  'embed/page': refuses(/^GET \/embed/, 401),
  'embed/key-is-no-id': status(404, 200, /^GET \/embed\/\d+$/),
  'embed/document': withoutHeader('access-control-allow-origin'),
  'landing-page/page': refuses(/^GET \/share/),
  'landing-page/filter': rewritten(ANY, /\?asset=\d+/, ''),
  'caches/build': status(202, 200),
  'images/public': withoutHeader('cache-control'),
  'maps/source-needs-the-key': status(401, 200),
};

const SECOND: Record<string, Fault> = {
  ...ACCESS,
  'data-models/assets': body(/^GET \/v1\/assets\/\d+$/, (asset) => void asset.unit_count++),
  'data-models/fields': items(
    /data-models/,
    (model) => void (model.updated_at = model.updated_at.replace('Z', '+00:00')),
  ),
  'data-models/flag': asks(ANY, ({ headers }) => void (headers['experimental-flags'] = 'data-models-resource')),
  'data-models/csv-only': status(422, 400, /^PUT/),
};

const prefixed = (profile: string, faults: Record<string, Fault>) =>
  Object.entries(faults).map(([id, fault]): [string, Fault] => [`${profile}:${id}`, fault]);

/** A fault for each expectation, which it must detect. */
export const FAULTS = new Map([
  ...prefixed('read', READ),
  ...prefixed('write', WRITE),
  ...prefixed('ingest', INGESTS),
  ...prefixed('viewer', VIEWER),
  ...prefixed('second', SECOND),
]);
