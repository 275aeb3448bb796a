/** Where events come from: a table of an asset, and what integrators call its rows. */
interface Subject {
  table: string;
  name: string;
  /** column with the id of the subject */
  id: string;
  /** set if a row is only a part of the subject, which a change of the row updates: the name of the field that shows it */
  part?: string;
}

const subject = (table: string, name = table.split('.')[1]!, id = 'id'): Subject => ({ table, name, id });
const part = (table: string, name: string, id: string, field: string): Subject => ({ table, name, id, part: field });

/** The tables whose changes are events. */
export const SUBJECTS: readonly Subject[] = [
  subject('catalog.asset'),
  part('catalog.account_asset', 'asset', 'asset_id', 'accounts'),
  subject('catalog.building'),
  subject('catalog.floor'),
  subject('catalog.floor_plan'),
  subject('catalog.unit'),
  subject('data_model.data_model'),
  subject('expenses.asset_expense'),
  subject('expenses.floor_plan_expense'),
  part('expenses.floor_plan_entry', 'floor_plan_expense', 'expense_id', 'entries'),
  part('expenses.price_display', 'asset', 'asset_id', 'price_display'),
  subject('expenses.pricing_disclaimer'),
  subject('expenses.unit_expense'),
  part('expenses.unit_entry', 'unit_expense', 'expense_id', 'entries'),
  subject('mapping.background'),
  subject('mapping.landing_page'),
  subject('mapping.unit_map'),
  subject('merchandising.asset_outbound_link'),
  subject('merchandising.description'),
  part('merchandising.description_assignment', 'description', 'description_id', 'units'),
  subject('merchandising.description_group'),
  subject('merchandising.filter'),
  subject('merchandising.filter_option'),
  part('merchandising.filter_option_unit', 'filter_option', 'option_id', 'units'),
  subject('merchandising.gallery'),
  subject('merchandising.marker_description'),
  subject('merchandising.unit_outbound_link', 'outbound_link'),
  part('merchandising.unit_outbound_link_url', 'outbound_link', 'link_id', 'urls'),
  subject('pricing.process', 'pricing_process'),
  subject('pricing.unit', 'pricing_unit'),
  subject('reference.asset_reference'),
  subject('reference.unit_reference'),
  subject('reference.unit_reference_group', 'reference_group'),
];

const IN_ASSET = '/v1/assets/{asset}/multifamily';
const PROCESS = `${IN_ASSET}/pricing/{process}`;

/** Where to read a subject, if its address needs no ids but these. */
export const SUBJECT_URLS: Readonly<Record<string, string>> = {
  asset: '/v1/assets/{asset}',
  building: `${IN_ASSET}/buildings/{id}`,
  floor: `${IN_ASSET}/floors/{id}`,
  floor_plan: `${IN_ASSET}/floor-plans/{id}`,
  unit: `${IN_ASSET}/units/{id}`,
  asset_expense: `${IN_ASSET}/expenses/{id}`,
  floor_plan_expense: `${IN_ASSET}/floor-plans/expenses/{id}`,
  unit_expense: `${IN_ASSET}/units/expenses/{id}`,
  pricing_disclaimer: `${IN_ASSET}/pricing-disclaimers/{id}`,
  landing_page: `${IN_ASSET}/landing-pages/{id}`,
  unit_map: `${IN_ASSET}/maps/{id}`,
  asset_outbound_link: `${IN_ASSET}/outbound-links/{id}`,
  description_group: `${IN_ASSET}/units/description-groups/{id}`,
  filter: `${IN_ASSET}/filters/{id}`,
  gallery: `${IN_ASSET}/galleries/{id}`,
  marker_description: `${IN_ASSET}/marker-descriptions/{id}`,
  outbound_link: `${IN_ASSET}/units/outbound-links/{id}`,
  pricing_process: `${IN_ASSET}/pricing/{id}`,
  pricing_unit: `${PROCESS}/units/{id}`,
  asset_reference: `${IN_ASSET}/references/{id}`,
  reference_group: `${IN_ASSET}/units/reference-groups/{id}`,
};
/** The changes of a publication, a transaction, a webhook. */
export const PUBLICATION_URL = `${PROCESS}/publications/{id}/changes`;
export const TRANSACTION_URL = `${PROCESS}/transactions/{id}`;
export const WEBHOOK_URL = '/v1/webhooks/{id}';

/** SQL of an address; null without one. @param values SQL of what stands for the names in braces */
export const urlIn = (url: string, values: Readonly<Record<string, string>>): string =>
  Object.entries(values).reduce((sql, [name, value]) => `replace(${sql}, '{${name}}', coalesce(${value}, ''))`, url);

const KINDS = ['created', 'updated', 'deleted'] as const;

/** Tables of which some changes are events. */
export const WEBHOOK = 'events.webhook';
export const PUBLICATION = 'pricing.publication';
export const TRANSACTION = 'pricing.transaction';

/** Events of pricing, which are more than a changed row. */
export const PRICING_TYPES = ['pricing.published', 'pricing.guard_refused', 'pricing.transaction_expired'] as const;

/** An event for each unit of a publication whose price changed. It is not stored: readers that name it get it from `pricing.published`. */
export const UNIT_CHANGED = 'pricing.unit_changed';

/** Events of the document that shows an asset on its maps. */
export const DOCUMENT_TYPES = ['embed.document_built', 'embed.document_failed'] as const;

/** The event of a webhook, which belongs to no asset. */
export const WEBHOOK_DISABLED = 'webhook.disabled';

/** The types of all events. */
export const EVENT_TYPES: readonly string[] = [
  ...new Set(SUBJECTS.filter(({ part: field }) => field === undefined).map(({ name }) => name)),
]
  .flatMap((name) => KINDS.map((kind) => `${name}.${kind}`))
  .concat(PRICING_TYPES, UNIT_CHANGED, DOCUMENT_TYPES, WEBHOOK_DISABLED);

/** What a subscription may name: types, all types of a subject, or all. */
export const EVENT_CHOICES: readonly string[] = [
  '*',
  ...new Set(EVENT_TYPES.map((type) => type.replace(/\.\w+$/, '.*'))),
  ...EVENT_TYPES,
];

/** Choices as patterns of `like`. */
export const patternsOf = (choices: readonly string[]): string[] =>
  choices.map((choice) => choice.replaceAll('_', '\\_').replace(/\*$/, '%'));
