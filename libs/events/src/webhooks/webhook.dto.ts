import { DISTINCT } from '@app/platform/core';
import {
  Bool,
  HttpUrl,
  Id,
  Identified,
  Int32,
  OneOf,
  PartialType,
  Shape,
  Text,
  Timestamp,
  Timestamped,
} from '@app/platform/rest';
import { ApiSchema, IntersectionType, OmitType } from '@nestjs/swagger';
import { EVENT_CHOICES, UNIT_CHANGED } from '../feed/subjects.js';

/** What the service makes of a delivery: `retrying` waits for its next try. */
export const DELIVERY_STATUSES = ['pending', 'retrying', 'delivered', 'failed'];
export const REPLAYED_STATUSES = ['retrying', 'delivered', 'failed'];

const TYPES = {
  type: 'array',
  [DISTINCT]: true,
  minItems: 1,
  maxItems: 200,
  items: { type: 'string', enum: EVENT_CHOICES },
};
const IDS = { type: 'array', items: { type: 'string' } };
const OVERLAP = { default: 24, max: 9999 };

export class CreateWebhookDto {
  @Text({ max: 255, example: 'Website', description: 'What the webhook is for' }) name: string;
  @HttpUrl({
    example: 'https://www.harbour.example/webhooks',
    description: 'Where events are sent by POST: a public address with https',
  })
  url: string;
  @Shape(TYPES, {
    example: ['unit.*', 'pricing.published'],
    description: `Types of events to send; \`unit.*\` stands for all types of a subject, \`*\` for all. \`${UNIT_CHANGED}\` is sent only if it is named`,
  })
  types: string[];
  @Bool({ optional: true, example: true, description: 'Whether events are sent; default true' }) isEnabled?: boolean;
}

export class UpdateWebhookDto extends PartialType(CreateWebhookDto) {}

export class RotateWebhookSecretDto {
  @Int32({
    optional: true,
    min: 0,
    max: OVERLAP.max,
    example: OVERLAP.default,
    description: `Hours for which requests carry the signature of the old secret too; default ${OVERLAP.default}`,
  })
  overlapHours?: number;
}

export const overlapOf = ({ overlapHours = OVERLAP.default }: RotateWebhookSecretDto): number => overlapHours;

class WebhookFieldsDto {
  @Text({ max: 255, example: 'Website', description: 'What the webhook is for' }) name: string;
  @HttpUrl({ example: 'https://www.harbour.example/webhooks', description: 'Where events are sent' }) url: string;
  @Shape(
    { type: 'array', items: { type: 'string' } },
    {
      example: ['unit.*', 'pricing.published'],
      description: 'Types of events that are sent',
    },
  )
  types: string[];
  @Shape(IDS, {
    nullable: true,
    example: ['1'],
    description: 'Accounts whose events it receives: those of the key that created it; null: all',
  })
  accountIds: string[] | null;
  @Shape(IDS, {
    nullable: true,
    example: null,
    description: 'The only assets among them: those of the key that created it; null: all',
  })
  assetIds: string[] | null;
  @Bool({ example: true, description: 'Whether events are sent' }) isEnabled: boolean;
  @Text({ nullable: true, example: null, description: 'Why it is disabled' }) statusDetails: string | null;
  @Timestamp({ nullable: true, example: null, description: 'Until when the secret before the last rotation signs too' })
  previousSecretEndsAt: string | null;
}

class WebhookStateDto {
  @Int32({ min: 0, sometimes: true, example: 0, description: 'Events that wait to be sent; only in lists' })
  waitingCount: number;
  @Int32({
    min: 0,
    sometimes: true,
    example: 0,
    description: 'Age of the oldest event that has not been sent, in seconds; only in lists',
  })
  lagSeconds: number;
  @Timestamp({ nullable: true, sometimes: true, description: 'When it last accepted an event; only in lists' })
  lastSuccessAt: string | null;
  @Timestamp({
    nullable: true,
    sometimes: true,
    example: null,
    description: 'Since when it has accepted none; only in lists',
  })
  failingSince: string | null;
}

@ApiSchema({ description: 'An endpoint to which events are sent. Lists also show how far it is.' })
export class WebhookDto extends IntersectionType(Identified, WebhookFieldsDto, WebhookStateDto, Timestamped) {}

@ApiSchema({ description: 'A webhook with a new secret.' })
export class NewWebhookDto extends OmitType(WebhookDto, [
  'waitingCount',
  'lagSeconds',
  'lastSuccessAt',
  'failingSince',
]) {
  @Text({
    nullable: true,
    example: 'whsec_1pDdWyZ2lFhS0l0h3v3kPq6rV1mXy9cTn8uBb4aEo2A=',
    description:
      'The secret that signs its requests, shown only here. Null when an `Idempotency-Key` repeats the response',
  })
  secret: string | null;
}

const TRY = {
  type: 'object',
  required: ['at', 'duration_ms', 'status', 'error', 'response'],
  properties: {
    at: { type: 'string', format: 'date-time', description: 'When it was sent' },
    duration_ms: { type: 'integer', description: 'Milliseconds until the response' },
    status: { type: ['integer', 'null'], description: 'Status of the response; null: there was none' },
    error: { type: ['string', 'null'], description: 'Why there was no response' },
    response: { type: 'string', description: 'The first KiB of the response' },
  },
};
const TRIED = { at: '2026-11-28T11:21:15+00:00', duration_ms: 41, status: 200, error: null, response: '' };

@ApiSchema({ description: 'An event that was sent to a webhook, or will be.' })
export class DeliveryDto extends Identified {
  @Text({ example: '1-42', description: 'Id of the event, sent as `webhook-id` with every try' }) eventId: string;
  @Text({ example: 'unit.updated', description: 'Type of the event' }) type: string;
  @OneOf(DELIVERY_STATUSES, {
    example: 'delivered',
    description: '`pending`: is sent next. `retrying`: waits for its next try. `failed`: all tries failed',
  })
  status: string;
  @Timestamp({ nullable: true, example: null, description: 'When it is sent next; null: it is not sent again' })
  dueAt: string | null;
  @Shape({ type: 'array', items: TRY }, { example: [TRIED], description: 'The last 20 tries, the oldest first' })
  tries: object[];
  @Timestamp({ description: 'When the event reached the webhook' }) createdAt: string;
}

/** What to send again. */
export class ReplayDto {
  @Id({ optional: true, example: undefined, description: 'Only this delivery' }) deliveryId?: string;
  @OneOf(REPLAYED_STATUSES, { optional: true, example: 'failed', description: 'Only deliveries with this status' })
  status?: string;
  @Timestamp({ optional: true, example: '2026-11-20T11:21:15+00:00', description: 'Only those since this time' })
  from?: string;
  @Timestamp({ optional: true, example: undefined, description: 'Only those before this time' }) until?: string;
}

@ApiSchema({ description: 'What is sent again.' })
export class ReplayedDto {
  @Int32({ min: 0, example: 3, description: 'Number of deliveries' }) count: number;
}
