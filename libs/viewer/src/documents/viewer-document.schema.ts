type Schema = Record<string, unknown>;

const text: Schema = { type: 'string' };
const number: Schema = { type: 'number' };
const flag: Schema = { type: 'boolean' };
const day: Schema = { type: 'string', format: 'date' };
const instant: Schema = { type: 'string', format: 'date-time' };

const constant = (value: unknown): Schema => ({ const: value });
const oneOf = (...values: string[]): Schema => ({ type: 'string', enum: values });
const listOf = (items: Schema): Schema => ({ type: 'array', items });
const byUnit: Schema = { type: 'object', additionalProperties: text };

/** An object of these members and no others; `?` at the end of a name makes it optional. */
function object(members: Record<string, Schema>): Schema {
  const names = Object.keys(members);
  return {
    type: 'object',
    properties: Object.fromEntries(names.map((name) => [name.replace(/\?$/, ''), members[name]])),
    required: names.filter((name) => !name.endsWith('?')),
    additionalProperties: false,
  };
}

const STATE = oneOf('live', 'stale', 'hidden', 'empty');

const PROCESS = object({ id: text, name: text, pricing_strategy: oneOf('flat_pricing', 'revenue_management') });

const FLOOR_PLAN = object({
  id: text,
  name: text,
  bedroom_count: number,
  bathroom_count: number,
  'label?': text,
  'image_url?': text,
  'secondary_image_url?': text,
});

const UNIT = object({
  id: text,
  number: text,
  building_id: text,
  floor_id: text,
  floor_plan_id: text,
  area: number,
  'affordable?': constant(true),
  availability: oneOf('available', 'upcoming', 'unavailable'),
  'available_on?': day,
  'price?': number,
  'full_price?': number,
  'specials?': text,
  'status?': text,
  'apply_url?': text,
  'view_image_url?': text,
  'secondary_view_image_url?': text,
});

const OPTION = object({
  id: text,
  label: text,
  'short_label?': text,
  'floor_id?': text,
  'floor_plan_id?': text,
  'min?': number,
  'max?': number,
  'unit_ids?': listOf(text),
});

const FILTER = object({
  id: text,
  name: text,
  label: text,
  type: oneOf('custom', 'floor', 'floor_plan', 'range'),
  'range_type?': oneOf('unit_area', 'unit_move_in', 'unit_price'),
  options: listOf(OPTION),
});

const DESCRIPTION_GROUP = object({
  id: text,
  name: text,
  descriptions: listOf(object({ id: text, label: text, html: text, unit_ids: listOf(text) })),
});

const UNIT_LINK = object({
  id: text,
  name: text,
  label: text,
  type: oneOf('iframe_api', 'url_template', 'urls_per_unit'),
  'icon?': text,
  'event_key?': text,
  open_in_new_window: flag,
  show_icon_in_list: flag,
  'urls?': byUnit,
});

const MARKER = object({
  id: text,
  name: text,
  label: text,
  'html?': text,
  images: listOf(text),
  'iframe_url?': text,
  'link_url?': text,
  places: listOf(object({ map_id: text, x: number, y: number })),
});

const MAP = object({
  id: text,
  name: text,
  tags: listOf(text),
  instance_keys: listOf(text),
  style: text,
  floor_ids: listOf(text),
  building_ids: listOf(text),
  'url?': text,
  'view_box?': object({ x: number, y: number, width: number, height: number }),
  backgrounds: listOf(object({ id: text, name: text, image_url: text })),
  unit_ids: listOf(text),
});

const ADDRESS = object({
  'line_1?': text,
  'line_2?': text,
  'city?': text,
  'state?': text,
  'postal_code?': text,
  'country?': text,
});

const ASSET = object({
  id: text,
  uuid: text,
  name: text,
  'description?': text,
  address: ADDRESS,
  currency: text,
  area_unit: oneOf('sqft', 'sqm'),
  state: STATE,
  'as_of?': instant,
  'pricing_process?': PROCESS,
  buildings: listOf(object({ id: text, name: text, label: text })),
  floors: listOf(object({ id: text, name: text, label: text, short_label: text })),
  floor_plans: listOf(FLOOR_PLAN),
  units: listOf(UNIT),
  filters: listOf(FILTER),
  description_groups: listOf(DESCRIPTION_GROUP),
  unit_links: listOf(UNIT_LINK),
  links: listOf(object({ id: text, name: text, label: text, url: text, open_in_new_window: flag })),
  markers: listOf(MARKER),
  maps: listOf(MAP),
});

/** JSON Schema of the document, version 2. A test holds it and the types of `ViewerDocument` together. */
export const VIEWER_DOCUMENT_SCHEMA = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'Viewer document, version 2',
  description: 'What a map viewer shows of an embed or a landing page.',
  ...(object({
    version: constant(2),
    kind: oneOf('embed', 'landing_page'),
    key: text,
    name: text,
    tags: listOf(text),
    'allowed_origins?': listOf(text),
    state: STATE,
    'as_of?': instant,
    today: day,
    assets: listOf(ASSET),
  }) as { type: 'object'; properties: Record<string, Schema>; required: string[]; additionalProperties: false }),
};
