import { Id, Int32, OneOf, responseSchema, Shape, Text, Timestamp, Bool } from '@app/platform/rest';
import { ApiSchema } from '@nestjs/swagger';
import { EVENT_TYPES } from './subjects.js';

const DATA = {
  type: 'object',
  description:
    'Ids of the subject. `changed` of an update lists its changed fields. `pricing.published` has the number of the `publication` and its `totals`, `pricing.unit_changed` the price `before` and `after` it.',
  properties: {
    id: { type: 'string', description: 'Id of the subject' },
    url: { type: 'string', description: 'Where to read it: the path of a `GET` request' },
    unit_id: { type: 'string', description: 'Id of the unit of a reference' },
    group_id: { type: 'string', description: 'Id of the group of a reference' },
    changed: { type: 'array', items: { type: 'string' }, description: 'Names of the changed fields' },
    process_id: { type: 'string', description: 'Id of the pricing process' },
    transaction_id: { type: 'string', description: 'Id of the transaction' },
    publication: { type: 'integer', description: 'Number of the publication' },
    totals: { type: 'object', description: 'Counts of entries, as in the publication' },
    number: { type: 'string', description: 'Number of the unit whose price changed' },
    before: { type: ['object', 'null'], description: 'Its price, and when it was available, before the publication' },
    after: { type: 'object', description: 'Its price, and when it is available, since the publication' },
    webhook_id: { type: 'string', description: 'Id of the webhook that was disabled' },
  },
};

/** A change, mostly of an asset. */
@ApiSchema({ description: 'A committed change. It names the subject, whose values are read at `url` of `data`.' })
export class EventDto {
  @Text({ example: '1-42', description: 'Unique; the same on every read' }) id: string;
  @OneOf(EVENT_TYPES, { example: 'unit.updated', description: 'What happened' }) type: string;
  @Timestamp({ description: 'When it happened' }) timestamp: string;
  @Id({ sometimes: true, description: 'Id of the asset; `webhook.disabled` has none' }) assetId: string;
  @Int32({
    min: 1,
    sometimes: true,
    example: 42,
    description:
      'Counts the events of the asset in the order of their commits, from 1 and without gaps. `pricing.unit_changed` has that of its publication',
  })
  sequence: number;
  @Shape(DATA, { example: { id: '7', changed: ['area'], url: '/v1/assets/1/multifamily/units/7' } }) data: object;
}

const EVENT = responseSchema(EventDto);

/** Part of the feed. */
@ApiSchema({ description: 'Events after a cursor, in the order of the feed.' })
export class EventsDto {
  @Shape({ type: 'array', description: 'The events', items: EVENT }, { example: [EVENT['example']] }) data: EventDto[];
  @Text({ example: '9f2c4e1a-128', description: 'Send it as `after` to read on; unchanged if there were no events' })
  cursor: string;
  @Bool({ example: false, description: 'Whether there are more events now' }) hasMore: boolean;
}
