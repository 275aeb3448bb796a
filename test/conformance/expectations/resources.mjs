import { isObject, must, mustEqual, NotApplicable } from '../support/server.mjs';

const ID = (value) => typeof value === 'string' && value.length > 0 && value.length <= 255;
const TEXT = (value) => typeof value === 'string';
const NUMBER = (value) => typeof value === 'number';
const INTEGER = Number.isInteger;
const SWITCH = (value) => typeof value === 'boolean';
const TIME = (value) => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?[+-]\d\d:\d\d$/.test(value);
const DATE = (value) => /^\d{4}-\d\d-\d\d$/.test(value);
const LIST = Array.isArray;
const oneOf =
  (...values) =>
  (value) =>
    values.includes(value);
const orNull = (is) => (value) => value === null || is(value);

const TIMES = { created_at: TIME, updated_at: TIME };
const OWN = { id: ID, asset_id: ID };
const LINK_TYPES = oneOf('iframe_api', 'url_template', 'urls_per_unit');
const FILTER_TYPES = oneOf('floor', 'custom', 'floor_plan', 'range');
const REFERENCE = { ...OWN, name: TEXT, description: orNull(TEXT), key: orNull(TEXT), ...TIMES };

/**
 * The list of each resource below the asset (or the account), its fields, and the sentence that promises them. `{x}` is
 * the first item of the list that `in` names. With `view: false`, no operation views a single item.
 */
const RESOURCES = [
  {
    name: 'account',
    list: '/v1/accounts',
    says: '`id` string; `name` string; `created_at`; `updated_at`. Read only (list, view).',
    fields: { id: ID, name: TEXT, ...TIMES },
  },
  {
    name: 'embed',
    list: '/v1/accounts/{account}/embeds',
    says: '`service_maps` array of objects {`id` string, `asset_id` string, `instance_key` string or null}',
    fields: {
      ...{ id: ID, account_id: ID, name: TEXT, tags: LIST, ...TIMES },
      service_maps: (maps) =>
        LIST(maps) && maps.every((map) => ID(map.id) && ID(map.asset_id) && orNull(TEXT)(map.instance_key)),
    },
  },
  {
    name: 'asset',
    list: '/v1/assets',
    says: '| address_state | string, exactly 2 characters (abbreviated state or province) | R | optional |',
    fields: {
      ...{ id: ID, uuid: (value) => /^[0-9a-f-]{36}$/i.test(value), market: TEXT, name: TEXT, display_name: TEXT },
      ...{ description: orNull(TEXT), unit_count: INTEGER, address_line1: TEXT, address_line2: orNull(TEXT) },
      ...{ address_city: TEXT, address_state: (value) => /^..$/u.test(value), address_postal_code: TEXT },
      ...{ address_country: (value) => /^[A-Z]{3}$/.test(value) },
      ...{ address_latitude: orNull(NUMBER), address_longitude: orNull(NUMBER), ...TIMES },
    },
  },
  {
    name: 'building',
    list: '{path}/buildings',
    says: '`label` string <= 255 (optional; when omitted in create the building name is used)',
    fields: { ...OWN, name: TEXT, label: TEXT, ...TIMES },
  },
  {
    name: 'floor',
    list: '{path}/floors',
    says: '`filter_short_label` string <= 4 (R)',
    fields: { ...OWN, name: TEXT, filter_label: TEXT, filter_short_label: TEXT, sort: INTEGER, ...TIMES },
  },
  {
    name: 'floor-plan',
    list: '{path}/floor-plans',
    says: '`bathroom_count` number float >= 0 (R; fractions mean partial baths, 1.5 = one and a half)',
    fields: {
      ...{ ...OWN, name: TEXT, bedroom_count: INTEGER, bathroom_count: NUMBER, filter_label: TEXT },
      ...{ secondary_image_url: orNull(TEXT), ...TIMES },
    },
  },
  {
    name: 'unit',
    list: '{path}/units',
    says: '| view_image_url, secondary_view_image_url | string or null | resp | resp |',
    fields: {
      ...{ ...OWN, building_id: ID, floor_id: ID, floor_plan_id: ID, map_id: ID, unit_number: TEXT, area: INTEGER },
      ...{ is_affordable_housing_unit: SWITCH, view_image_url: orNull(TEXT), secondary_view_image_url: orNull(TEXT) },
      ...TIMES,
    },
  },
  {
    name: 'unit-outbound-link',
    list: '{path}/units/outbound-links',
    says: '`type` (R in create and update) enum `iframe_api` | `url_template` | `urls_per_unit`',
    fields: { ...OWN, name: TEXT, label: orNull(TEXT), type: LINK_TYPES, ...TIMES },
  },
  {
    name: 'asset-outbound-link',
    list: '{path}/outbound-links',
    says: '`open_new_window` boolean (R; whether the link opens in a new browser window)',
    fields: { ...OWN, name: TEXT, template: TEXT, label: TEXT, open_new_window: SWITCH, ...TIMES },
  },
  {
    name: 'landing-page',
    list: '{path}/landing-pages',
    says: '`id`; `asset_id`; `service_map_id`; `name`; `created_at`; `updated_at`. Read only.',
    fields: { ...OWN, service_map_id: ID, name: TEXT, ...TIMES },
  },
  {
    name: 'description-group',
    list: '{path}/units/description-groups',
    says: '`id`; `asset_id` (R/U); `name` string <= 255 (R/U); `created_at`; `updated_at`.',
    fields: { ...OWN, name: TEXT, ...TIMES },
  },
  {
    name: 'description',
    list: '{path}/units/description-groups/{group}/descriptions',
    in: '{path}/units/description-groups',
    says: '`body` string <= 2000, plain text or basic Markdown (R)',
    fields: { ...OWN, group_id: ID, name: TEXT, label: TEXT, body: TEXT, is_enabled: SWITCH, ...TIMES },
  },
  {
    name: 'filter',
    list: '{path}/filters',
    says: '(returned by create, view and update; absent in list items)',
    fields: {
      ...{ ...OWN, name: TEXT, label: TEXT, type: FILTER_TYPES, is_enabled: SWITCH, ...TIMES },
      options: (value) => value === undefined,
    },
    viewAdds: ['options'],
  },
  {
    name: 'filter-option',
    list: '{path}/filters/{filter}/options',
    in: '{path}/filters',
    says: '`type` (R; must equal the type of the owning filter; same enum as the filter)',
    fields: { ...OWN, filter_id: ID, type: FILTER_TYPES, label: TEXT, sort: INTEGER, is_enabled: SWITCH, ...TIMES },
  },
  {
    name: 'marker-description',
    list: '{path}/marker-descriptions',
    says: '`iframe_source_url` (string or null); `outbound_link_url` (string or null)',
    fields: {
      ...{ ...OWN, name: TEXT, label: orNull(TEXT), description: orNull(TEXT), gallery_id: orNull(ID) },
      ...{ iframe_source_url: orNull(TEXT), outbound_link_url: orNull(TEXT), ...TIMES },
    },
  },
  {
    name: 'gallery',
    list: '{path}/galleries',
    says: '| Gallery | `id`, `asset_id`, `name`, `images` (array of `{url}`), `created_at`, `updated_at` |',
    fields: {
      ...{ ...OWN, name: TEXT, ...TIMES },
      images: (images) => LIST(images) && images.every(({ url }) => TEXT(url)),
    },
  },
  {
    name: 'unit-map',
    list: '{path}/maps',
    says: '| Unit map, response | `id`, `asset_id`, `name`, `tags`, `style`, `is_dimension_locked`, `url` (the compiled map, or null)',
    fields: {
      ...{ ...OWN, name: TEXT, tags: LIST, style: TEXT, is_dimension_locked: SWITCH, url: orNull(TEXT) },
      ...{ source_url: orNull(TEXT), ...TIMES },
    },
  },
  {
    name: 'background',
    list: '{path}/maps/{map}/backgrounds',
    in: '{path}/maps',
    says: '| Background | `id`, `asset_id`, `unit_map_id`, `name`, `image_url`, `created_at`, `updated_at`.',
    fields: { ...OWN, unit_map_id: ID, name: TEXT, image_url: orNull(TEXT), ...TIMES },
  },
  {
    name: 'asset-reference',
    list: '{path}/references',
    says: '`value` string <= 255 (required in create and in update; the matched third-party value)',
    fields: { ...REFERENCE, value: TEXT },
  },
  {
    name: 'unit-reference-group',
    list: '{path}/units/reference-groups',
    says: '`key` string or null <= 255, same pattern, unique per asset',
    fields: REFERENCE,
  },
  {
    name: 'unit-reference',
    list: '{path}/units/reference-groups/{group}/references',
    in: '{path}/units/reference-groups',
    view: false,
    says: '`value` string or null <= 255 (required; when non-null it is unique within the group)',
    fields: { group_id: ID, asset_id: ID, unit_id: ID, key: orNull(TEXT), value: orNull(TEXT), ...TIMES },
  },
  {
    name: 'pricing-process',
    list: '{path}/pricing',
    says: '| Process | `type` `push`, `poll` or `manual`; `pricing_strategy` `flat_pricing` or `revenue_management`.',
    fields: {
      ...{ ...OWN, name: TEXT, type: oneOf('push', 'poll', 'manual'), ...TIMES },
      pricing_strategy: oneOf('flat_pricing', 'revenue_management'),
    },
  },
  {
    name: 'pricing-entry',
    list: '{path}/pricing/{process}/entries',
    in: '{path}/pricing',
    view: false,
    nested: true,
    says: 'The list response `data` is an array of arrays of entries.',
    fields: {
      ...{ unit_number: TEXT, provider_id: TEXT, price: INTEGER, available_on: DATE, lease_term: orNull(INTEGER) },
      ...{ lease_starts_on: orNull(DATE), created_at: TIME },
    },
  },
  {
    name: 'pricing-unit',
    list: '{path}/pricing/{process}/units',
    in: '{path}/pricing',
    says: '| provider_id | string or null (third-party ID matched on the unit) | optional |',
    fields: {
      ...{ id: ID, pricing_id: ID, provider_id: orNull(TEXT), unit_number: TEXT, status: orNull(TEXT) },
      ...{ price: orNull(INTEGER), full_price: orNull(INTEGER), show_pricing: SWITCH, show_online_leasing: SWITCH },
      ...{ specials_description: orNull(TEXT), available_on: orNull(DATE), ...TIMES },
    },
  },
];

/** The address of the list, and its first page. */
async function listed(place, { list, in: parent, name, nested }) {
  const root = async (template) => {
    let path = template;
    if (path.includes('{path}')) path = path.replace('{path}', await place.multifamily());
    if (path.includes('{account}')) path = path.replace('{account}', (await first(place, '/v1/accounts')).id);
    return path;
  };
  const filled = parent
    ? (await root(list)).replace(/\{\w+\}/, (await first(place, await root(parent))).id)
    : await root(list);
  const { data } = await place.main.read(filled);
  if (nested) must(data.every(LIST), data[0]);
  const items = nested ? data.flat() : data;
  if (items.length === 0) throw new NotApplicable(`the key sees no ${name.replaceAll('-', ' ')}`);
  return { path: filled, items };
}

async function first(place, path) {
  const { data } = await place.main.read(path);
  if (data.length === 0) throw new NotApplicable(`there is nothing at ${path}`);
  return data[0];
}

const fieldsOf = (resource) => ({
  id: `fields/${resource.name}`,
  says: resource.says,
  async holds(place) {
    const { items } = await listed(place, resource);
    for (const item of items) {
      must(isObject(item), item);
      for (const [field, is] of Object.entries(resource.fields))
        must(is(item[field]), { id: item.id, [field]: item[field] ?? null });
    }
  },
});

const viewOf = (resource) => ({
  id: `view/${resource.name}`,
  says: 'Return the single resource object.',
  async holds(place) {
    const { path, items } = await listed(place, resource);
    const viewed = await place.main.read(`${path}/${items[0].id}`);
    for (const field of resource.viewAdds ?? []) {
      must(field in viewed, `no ${field}`);
      delete viewed[field];
    }
    mustEqual(viewed, items[0], 'viewed:');
  },
});

export const resources = RESOURCES.flatMap((resource) =>
  resource.view === false ? [fieldsOf(resource)] : [fieldsOf(resource), viewOf(resource)],
);
