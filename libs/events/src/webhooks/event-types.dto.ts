import type { JsonSchema } from '@app/platform/core';
import { PING } from './ping-webhook.command.js';
import {
  DOCUMENT_TYPES,
  EVENT_TYPES,
  PRICING_TYPES,
  PUBLICATION_URL,
  SUBJECT_URLS,
  TRANSACTION_URL,
  UNIT_CHANGED,
  WEBHOOK_DISABLED,
  WEBHOOK_URL,
} from '../feed/subjects.js';

type Properties = Record<string, JsonSchema>;

const object = (description: string, properties: Properties, optional: Properties = {}): JsonSchema => ({
  type: 'object',
  description,
  required: Object.keys(properties),
  properties: { ...properties, ...optional },
});
const text = (description: string): JsonSchema => ({ type: 'string', description });

const URL = { url: text('Where to read it: the path of a `GET` request') };
const CHANGED = { type: 'array', items: { type: 'string' }, description: 'Names of the changed fields' };
const REFERENCE = { group_id: text('Id of the group'), unit_id: text('Id of the unit') };
const PRICING_UNIT = { id: text('Id of the unit'), process_id: text('Id of the pricing process') };
const PRICED = {
  type: 'object',
  required: ['price', 'available_on', 'availability'],
  properties: {
    price: { type: ['integer', 'null'], description: 'Price; null: none' },
    available_on: { type: ['string', 'null'], format: 'date', description: 'Day from which it is available' },
    availability: { enum: ['available', 'upcoming', 'unavailable'], description: 'On the day of the publication' },
  },
};
const TRANSACTION = { process_id: text('Id of the pricing process'), transaction_id: text('Id of the transaction') };

/** What `data` of the events is. */
const DATA: Record<string, JsonSchema> = {
  EventSubject: object('What was created or deleted.', { id: text('Id of the subject') }, URL),
  EventChange: object('What was changed.', { id: text('Id of the subject'), changed: CHANGED }, URL),
  EventUnitReference: object('The third-party id that a unit got or lost.', REFERENCE),
  EventUnitReferenceChange: object('The third-party id that was changed.', { ...REFERENCE, changed: CHANGED }),
  EventPricingUnit: object('The pricing unit that was created or deleted.', PRICING_UNIT, URL),
  EventPricingUnitChange: object('The pricing unit that was changed.', { ...PRICING_UNIT, changed: CHANGED }, URL),
  EventPublication: object('What was published.', {
    ...TRANSACTION,
    publication: { type: 'integer', description: 'Number of the publication' },
    totals: {
      type: 'object',
      description: 'Counts of entries, as in the publication',
      additionalProperties: { type: 'integer' },
    },
    ...URL,
  }),
  EventUnitPrice: object('The unit whose price or availability a publication changed.', {
    id: text('Id of the unit'),
    number: text('Number of the unit'),
    process_id: text('Id of the pricing process'),
    publication: { type: 'integer', description: 'Number of the publication' },
    before: {
      ...PRICED,
      type: ['object', 'null'],
      description: 'Until the publication; null: not known to the process',
    },
    after: { ...PRICED, description: 'Since the publication' },
    ...URL,
  }),
  EventDocument: object('Empty. The event is about the document of the asset.', {}),
  EventWebhook: object('The webhook: its `status_details` say why.', { webhook_id: text('Id of the webhook'), ...URL }),
  EventTransaction: object('The transaction.', { ...TRANSACTION, ...URL }),
  EventPing: object('The webhook.', { webhook_id: text('Id of the webhook') }),
};

const EXAMPLES: Record<string, unknown> = {
  id: '7',
  changed: ['name'],
  group_id: '1',
  unit_id: '7',
  process_id: '1',
  transaction_id: '3',
  publication: 2,
  totals: { received: 120, matched: 118, unmatched: 2 },
  number: '101',
  before: { price: 2100, available_on: '2026-12-01', availability: 'upcoming' },
  after: { price: 2050, available_on: '2026-12-01', availability: 'upcoming' },
  webhook_id: '1',
};

const [PUBLISHED] = PRICING_TYPES;

function dataOf(type: string): string {
  if (type === PING) return 'EventPing';
  if (type === PUBLISHED) return 'EventPublication';
  if (type === UNIT_CHANGED) return 'EventUnitPrice';
  if (type === WEBHOOK_DISABLED) return 'EventWebhook';
  if ((DOCUMENT_TYPES as readonly string[]).includes(type)) return 'EventDocument';
  if ((PRICING_TYPES as readonly string[]).includes(type)) return 'EventTransaction';
  const [subject, kind] = type.split('.');
  const name = { unit_reference: 'EventUnitReference', pricing_unit: 'EventPricingUnit' }[subject!];
  if (kind === 'updated') return name === undefined ? 'EventChange' : `${name}Change`;
  return name ?? 'EventSubject';
}

const COMMON = {
  id: text('Unique; `webhook-id` of webhooks'),
  timestamp: { type: 'string', format: 'date-time', description: 'When it happened' },
};
const OF_ASSET = {
  ...COMMON,
  asset_id: text('Id of the asset'),
  sequence: {
    type: 'integer',
    description: 'Counts the events of the asset in the order of their commits, from 1 and without gaps',
  },
};

const shared = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` });
const pick = (schema: JsonSchema): object =>
  Object.fromEntries((schema['required'] as string[]).map((name) => [name, EXAMPLES[name]]));

/** Example ids of the events that have another form: those without an asset, and those of single units. */
const IDS: Record<string, string> = {
  [PING]: 'ping-5c0b2f4e-7a0d-4c55-9f41-0d6a3a1c7a55',
  [WEBHOOK_DISABLED]: '0-3',
  [UNIT_CHANGED]: '1-42-7',
};

const [, REFUSED, EXPIRED] = PRICING_TYPES;
const URLS: Record<string, string> = {
  [PUBLISHED]: PUBLICATION_URL.replace('{id}', '2'),
  [UNIT_CHANGED]: SUBJECT_URLS['pricing_unit']!,
  [REFUSED]: TRANSACTION_URL.replace('{id}', '3'),
  [EXPIRED]: TRANSACTION_URL.replace('{id}', '3'),
  [WEBHOOK_DISABLED]: WEBHOOK_URL.replace('{id}', '1'),
};

function exampleUrl(type: string): { url?: string } {
  const [subject, kind] = type.split('.');
  const url = URLS[type] ?? (kind === 'deleted' ? undefined : SUBJECT_URLS[subject!]);
  return url === undefined ? {} : { url: url.replace('{id}', '7').replace(/\{\w+\}/g, '1') };
}

function describe(type: string) {
  const data = dataOf(type);
  const isOfAsset = type !== PING && type !== WEBHOOK_DISABLED;
  const own = { type: { const: type, description: 'What happened' }, data: shared(data) };
  return {
    summary: type,
    schema: {
      allOf: [
        shared(isOfAsset ? 'AssetEvent' : 'PlainEvent'),
        { type: 'object', required: ['type', 'data'], properties: own },
      ],
    } as JsonSchema,
    example: {
      id: IDS[type] ?? '1-42',
      type,
      timestamp: '2026-11-28T11:21:15+00:00',
      ...(isOfAsset && { asset_id: '1', sequence: 42 }),
      data: { ...pick(DATA[data]!), ...exampleUrl(type) },
    },
  };
}

/** Every event that a webhook may be sent, for the section `webhooks` of the OpenAPI document. */
export const WEBHOOK_EVENTS = {
  tag: 'Webhooks',
  schemas: {
    ...DATA,
    AssetEvent: object('What every event of an asset has.', OF_ASSET),
    PlainEvent: object('What an event without an asset has.', COMMON),
  },
  types: Object.fromEntries([...EVENT_TYPES, PING].map((type) => [type, describe(type)])),
};
