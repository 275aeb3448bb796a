declare const VALUE: unique symbol;

/** A JSON Schema, and the type of the values that it describes. */
interface Schema<Value = unknown> {
  readonly [VALUE]?: Value;
  readonly [keyword: string]: unknown;
}

type ValueOf<S> = S extends { readonly [VALUE]?: infer Value } ? Value : never;

/** A member is optional if its name ends with a `?`. */
type Members<S> = {
  [Name in keyof S as Name extends `${string}?` ? never : Name]: ValueOf<S[Name]>;
} & { [Name in keyof S as Name extends `${infer Short}?` ? Short : never]?: ValueOf<S[Name]> };

/** Creates a function for schemas of one type with a description. */
const typed =
  <Value>(schema: object) =>
  (description: string): Schema<Value> => ({ ...schema, description });

const text = typed<string>({ type: 'string' });
const number = typed<number>({ type: 'number' });
const flag = typed<boolean>({ type: 'boolean' });
const day = typed<string>({ type: 'string', format: 'date' });
const instant = typed<string>({ type: 'string', format: 'date-time' });
const texts = typed<string[]>({ type: 'array', items: { type: 'string' } });
const byUnit = typed<Record<string, string>>({ type: 'object', additionalProperties: { type: 'string' } });

const constant = <const Value>(value: Value, description: string): Schema<Value> => ({ const: value, description });
const oneOf = <const Value extends string>(values: Value[], description: string): Schema<Value> =>
  typed<Value>({ type: 'string', enum: values })(description);
const listOf = <Item>(items: Schema<Item>, description: string): Schema<Item[]> =>
  typed<Item[]>({ type: 'array', items })(description);

/** The schema of an object with exactly these members; a `?` at the end of a name makes it optional. */
function object<S extends Record<string, Schema>>(members: S): Schema<Members<S>> {
  const names = Object.keys(members);
  return {
    type: 'object',
    properties: Object.fromEntries(names.map((name) => [name.replace(/\?$/, ''), members[name]])),
    required: names.filter((name) => !name.endsWith('?')),
    additionalProperties: false,
  };
}

const id = (what: string) => text(`Id of the ${what}`);
const label = text('Text that visitors see');
const stateOf = (what: string) =>
  oneOf(['live', 'stale', 'hidden', 'empty'], `State of the prices of ${what}; stale after 48 hours`);

const PROCESS = object({
  id: id('pricing process'),
  name: text('Name of the process'),
  pricing_strategy: oneOf(['flat_pricing', 'revenue_management'], 'One price for each unit, or prices by lease term'),
});

const BUILDING = object({ id: id('building'), name: text('Its name'), label });

const FLOOR = object({
  id: id('floor'),
  name: text('Its name'),
  label,
  short_label: text('Text where space is short'),
});

const PICTURE = object({
  url: text('URL of the image'),
  'alt?': text('What it shows, for people who cannot see it'),
});

/** What galleries show. */
const PICTURES = {
  'pictures?': listOf(PICTURE, 'Pictures in display order'),
  'tour_urls?': texts('https URLs of 360° tours'),
  'video_urls?': texts('https URLs of videos'),
};

const FLOOR_PLAN = object({
  id: id('floor plan'),
  name: text('Its name'),
  bedroom_count: number('Bedrooms; 0 for a studio'),
  bathroom_count: number('Bathrooms; 1.5 means a full and a half bath'),
  'label?': text('Label of the filter that groups floor plans'),
  'image_url?': text('URL of the image'),
  'secondary_image_url?': text('URL of the second image'),
  ...PICTURES,
});

const UNIT = object({
  id: id('unit'),
  number: text('Number of the unit'),
  building_id: id('building'),
  floor_id: id('floor'),
  floor_plan_id: id('floor plan'),
  area: number('Area in the `area_unit` of the asset'),
  'affordable?': constant(true, 'Affordable housing'),
  availability: oneOf(
    ['available', 'upcoming', 'unavailable'],
    'Availability on the day `today`; `unavailable` without an entry, and in the states `reserved`, `sold`, `waitlist` and `off_market`',
  ),
  'available_on?': day('First day on which it can be rented; only for upcoming units'),
  'price?': number('Monthly rent, or the total price if the asset displays totals; absent if hidden or incomplete'),
  'total_price?': number(
    'Monthly rent with every required monthly charge, if `price` is not that; absent if incomplete',
  ),
  'base_price?': number('Monthly rent; only if `price` is the total price'),
  'price_estimate?': constant(true, 'The total price counts ranges with their maximum'),
  'price_incomplete?': constant(true, 'No price, because a required charge has no amount'),
  'move_in_price?': number('Due at application and move-in, with the first month; absent if that is the total price'),
  'charges?': number('Position of its charges in `charge_sets` of the asset'),
  'full_price?': number('Full rent; present if `price` is reduced from it'),
  'lease_term?': number('Lease term of the price, in months'),
  'has_quotes?': constant(true, 'It has prices for other lease terms or starts: ask for quotes'),
  'specials?': text('Special offer'),
  'state?': oneOf(
    ['available', 'on_notice', 'reserved', 'sold', 'coming_soon', 'waitlist', 'off_market'],
    'What its status in the price feed means; absent for a word without a state',
  ),
  'status?': text('Word of the price feed without a state; only if its process shows such words'),
  'apply_url?': text('URL for leasing it online'),
  'view_image_url?': text('URL of the image of the view'),
  'secondary_view_image_url?': text('URL of the second image of the view'),
  ...PICTURES,
});

const OPTION = object({
  id: id('option'),
  label,
  'short_label?': text('Text where space is short'),
  'floor_id?': id('floor that a floor filter selects'),
  'floor_plan_id?': id('floor plan that a floor plan filter selects'),
  'min?': number('Lower bound of a range; days from today for dates'),
  'max?': number('Upper bound of a range'),
  'unit_ids?': texts('Ids of the units that a custom filter selects'),
});

const FILTER = object({
  id: id('filter'),
  name: text('Its name'),
  label,
  type: oneOf(['custom', 'floor', 'floor_plan', 'range'], 'Criterion of the options'),
  'range_type?': oneOf(['unit_area', 'unit_move_in', 'unit_price'], 'Value that ranges apply to'),
  options: listOf(OPTION, 'Options in display order'),
});

const DESCRIPTION = object({
  id: id('description'),
  label: text('Text of the tab'),
  html: text('Safe HTML'),
  unit_ids: texts('Ids of the units that it describes'),
});

const DESCRIPTION_GROUP = object({
  id: id('group'),
  name: text('Its name'),
  descriptions: listOf(DESCRIPTION, 'Descriptions of the group'),
});

const UNIT_LINK = object({
  id: id('link'),
  name: text('Its name'),
  label,
  type: oneOf(
    ['iframe_api', 'url_template', 'urls_per_unit'],
    '`iframe_api` notifies the host page instead of opening a URL',
  ),
  'icon?': text('Icon beside the text'),
  'shown_for?': oneOf(
    ['available', 'unavailable'],
    'Units that have the link, `upcoming` ones with the available; absent = all',
  ),
  'event_key?': text('Names the link in events of the viewer'),
  open_in_new_window: flag('Whether it opens in a new window'),
  show_icon_in_list: flag('Whether lists of units show its icon'),
  'urls?': byUnit('URLs by unit id; other units have no link'),
});

const LINK = object({
  id: id('link'),
  name: text('Its name'),
  label,
  url: text('URL that the link opens'),
  open_in_new_window: flag('Whether it opens in a new window'),
});

const PLACE = object({
  map_id: id('map'),
  x: number('Position in the drawing, from the left'),
  y: number('Position in the drawing, from the top'),
});

const MARKER = object({
  id: id('marker'),
  name: text('Its name'),
  label,
  'html?': text('Safe HTML'),
  ...PICTURES,
  'iframe_url?': text('URL of a page to show in a frame'),
  'link_url?': text('URL of a link'),
  places: listOf(PLACE, 'Positions on maps'),
});

const VIEW_BOX = object({
  x: number('Left edge'),
  y: number('Top edge'),
  width: number('Width'),
  height: number('Height'),
});

const MAP = object({
  id: id('map'),
  name: text('Its name'),
  tags: texts('Tags of the map'),
  instance_keys: texts('Names of the map within the embed'),
  style: text('How units are drawn'),
  'background_tone?': constant(
    'natural',
    'Backgrounds are pictures, which keep their colors; absent if they are drawings',
  ),
  floor_ids: texts('Ids of the floors on the map'),
  building_ids: texts('Ids of the buildings on the map'),
  'url?': text('URL of the compiled map'),
  'view_box?': { ...VIEW_BOX, description: 'Bounds of the drawing, in its coordinates' },
  backgrounds: listOf(
    object({ id: id('background'), name: text('Its name'), image_url: text('URL of the image') }),
    'Images below the units',
  ),
  unit_ids: texts('Ids of the units on the map'),
});

const ADDRESS = object({
  'line_1?': text('Street and number'),
  'line_2?': text('Second line'),
  'city?': text('City'),
  'state?': text('State or province'),
  'postal_code?': text('Postal code'),
  'country?': text('ISO 3166-1 alpha-3'),
});

const CONTACT = object({
  'phone?': text('Phone number, as people write it'),
  'email?': text('E-mail address'),
  'hours?': text('When it can be reached'),
  'url?': text('URL of a page, such as a contact form: https, mailto or tel'),
});

const CHARGE = object({
  id: id('expense'),
  label,
  frequency: oneOf(
    ['one_time', 'daily', 'weekly', 'monthly', 'quarterly', 'annually', 'per_lease', 'per_stay'],
    'How often it is paid',
  ),
  'category?': text('Group of charges'),
  'due_at?': text('When it is first due'),
  'amount?': number('What one piece costs'),
  'min_amount?': number('The least that it costs'),
  'max_amount?': number('The most that it costs'),
  'percentage?': number('Percent of the rent'),
  'steps?': typed<number[]>({ type: 'array', items: { type: 'number' } })('The first, the second, ... piece'),
  'text_amount?': text('Words instead of an amount'),
  'max_quantity?': number('Most pieces'),
  'required?': constant(true, 'Every renter pays it: it is part of the total price, or due once'),
  'refundable?': constant(true, 'The renter gets it back'),
  'included?': constant(true, 'The rent contains it'),
  'situational?': constant(true, 'It depends on an event'),
  'replaced?': constant(true, 'A more specific charge of the same type replaces it'),
  'per_applicant?': constant(true, 'Each applicant pays it'),
  'tooltip?': text('Short explanation'),
  'disclaimer?': text('Legal text'),
});

const DISCLAIMER = object({
  id: id('disclaimer'),
  'label?': text('Heading'),
  'short_text?': text('One sentence'),
  'long_text?': text('The whole text'),
  'subtext?': text('Small print'),
});

const ASSET = object({
  id: id('asset'),
  uuid: text('Globally unique id'),
  name: text('Name that visitors see'),
  'description?': text('Text about the property'),
  address: { ...ADDRESS, description: 'Postal address' },
  'count_visits?': constant(true, 'Pages send what visitors do, to be counted'),
  'accent_color?': text('Color of buttons and links, `#rrggbb`'),
  'logo_url?': text('URL of the logo'),
  'contact?': { ...CONTACT, description: 'How to reach the leasing office' },
  directions_url: text('URL of a page that shows the way'),
  currency: text('ISO 4217 code, from the country'),
  area_unit: oneOf(['sqft', 'sqm'], 'Unit of areas'),
  time_zone: text('IANA name of the time zone in which its days begin'),
  state: stateOf('the asset'),
  'as_of?': instant('Publication time of the prices'),
  'pricing_process?': { ...PROCESS, description: 'The process whose prices are shown' },
  'price_display?': constant('total', 'Prices are total prices; absent if they are base rents'),
  'charge_sets?': listOf(
    typed<ViewerCharge[]>({ type: 'array', items: CHARGE })('Charges of a unit besides the rent'),
    'Charges; units with the same ones share a set',
  ),
  'disclaimers?': listOf(DISCLAIMER, 'Texts about prices'),
  buildings: listOf(BUILDING, 'Buildings of the asset'),
  floors: listOf(FLOOR, 'Floors in display order'),
  floor_plans: listOf(FLOOR_PLAN, 'Floor plans of the asset'),
  units: listOf(UNIT, 'Units, ordered by building, floor and number'),
  filters: listOf(FILTER, 'Filters in display order'),
  description_groups: listOf(DESCRIPTION_GROUP, 'Descriptions of units, by group'),
  unit_links: listOf(UNIT_LINK, 'Links of units'),
  links: listOf(LINK, 'Links of the property'),
  markers: listOf(MARKER, 'Markers on maps'),
  maps: listOf(MAP, 'Maps in display order'),
});

const DOCUMENT = object({
  version: constant(2, 'Version of the document format'),
  kind: oneOf(['embed', 'landing_page'], 'Kind of page'),
  key: text('Key of the page, the last part of its URL'),
  name: text('Name of the page'),
  tags: texts('Tags of the embed'),
  'allowed_origins?': texts('Origins of pages that may frame the page; absent = any'),
  state: stateOf('all assets (the worst)'),
  'as_of?': instant('Publication time of the oldest data set shown'),
  today: day('Day for which availability was computed, in the time zone of the asset; the earliest of several'),
  assets: listOf(ASSET, 'Assets of the page'),
});

/** JSON Schema of the document, version 2. */
export const VIEWER_DOCUMENT_SCHEMA = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'Viewer document, version 2',
  description: 'The data that a map viewer shows for an embed or a landing page.',
  ...(DOCUMENT as {
    type: 'object';
    properties: Record<string, Schema>;
    required: string[];
    additionalProperties: false;
  }),
};

/**
 * The data of a map page for an embed or a landing page (docs/viewer-document.md). Optional members are absent without a value. URLs of
 * files are absolute, or relative to the server; prices are whole units of the asset's currency per month.
 */
export type ViewerDocument = ValueOf<typeof DOCUMENT>;
export type PriceState = ViewerDocument['state'];
export type ViewerAsset = ValueOf<typeof ASSET>;
export type ViewerFloorPlan = ValueOf<typeof FLOOR_PLAN>;
export type ViewerPictures = Pick<ViewerFloorPlan, 'pictures' | 'tour_urls' | 'video_urls'>;
export type ViewerCharge = ValueOf<typeof CHARGE>;
export type ViewerDisclaimer = ValueOf<typeof DISCLAIMER>;
export type ViewerUnit = ValueOf<typeof UNIT>;
export type Availability = ViewerUnit['availability'];
export type ViewerFilter = ValueOf<typeof FILTER>;
export type ViewerFilterOption = ValueOf<typeof OPTION>;
export type ViewerDescriptionGroup = ValueOf<typeof DESCRIPTION_GROUP>;
export type ViewerUnitLink = ValueOf<typeof UNIT_LINK>;
export type ViewerMarker = ValueOf<typeof MARKER>;
export type ViewerMap = ValueOf<typeof MAP>;
