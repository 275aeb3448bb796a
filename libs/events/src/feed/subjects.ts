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

const KINDS = ['created', 'updated', 'deleted'] as const;

/** Tables of which some changes are events. */
export const WEBHOOK = 'events.webhook';
export const PUBLICATION = 'pricing.publication';
export const TRANSACTION = 'pricing.transaction';

/** Events of pricing, which are more than a changed row. */
export const PRICING_TYPES = ['pricing.published', 'pricing.guard_refused', 'pricing.transaction_expired'] as const;

/** An event for each unit of a publication whose price changed. It is not in the feed but made of `pricing.published` when it is asked for by name. */
export const UNIT_CHANGED = 'pricing.unit_changed';

/** Events of the document that shows an asset on its maps. */
export const DOCUMENT_TYPES = ['embed.document_built', 'embed.document_failed'] as const;

/** It has no asset. */
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
