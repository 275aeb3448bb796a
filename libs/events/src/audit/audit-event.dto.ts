import { Id, Identified, Int32, OneOf, Shape, Text, Timestamp } from '@app/platform/rest';
import { ApiSchema } from '@nestjs/swagger';

const AUDIT_ACTORS = ['key', 'operator', 'job', 'sql'];
/** The last is a request that the service did not serve. */
export const AUDIT_KINDS = ['created', 'updated', 'deleted', 'rejected'];

/** Rows of an event in a list. */
export const SHOWN_ROWS = 10;

const ROW = { type: 'object', additionalProperties: true };
const CHANGE = {
  type: 'object',
  required: ['key'],
  properties: {
    key: { ...ROW, description: 'Primary key of the row' },
    before: { ...ROW, description: 'The changed columns before an update, or the whole row before a deletion' },
    after: { ...ROW, description: 'The changed columns after an update, or the whole row that was created' },
  },
};
const EXAMPLE = { key: { id: 1 }, before: { is_enabled: true }, after: { is_enabled: false } };

@ApiSchema({ description: 'A record of the audit trail: what a statement changed in a table, or a rejected request.' })
export class AuditEventDto extends Identified {
  @Timestamp({ description: 'When it happened' }) at: string;
  @OneOf(AUDIT_ACTORS, {
    example: 'key',
    description:
      'Who: an API key, the operator with a command, a job of the service, or `sql` for statements from elsewhere',
  })
  actor: string;
  @Id({ nullable: true, description: 'Id of the API key; null: another actor, or a request without a valid key' })
  keyId: string | null;
  @Text({
    nullable: true,
    example: 'update-webhook',
    description: 'Operation of the API, command, job, or user of the database',
  })
  operation: string | null;
  @Text({
    nullable: true,
    example: '5c5b0b5e-0a35-4b9e-9e1a-3f2b1c0d9e8f',
    description: '`X-Request-Id` of the response; events of one request share it',
  })
  requestId: string | null;
  @Text({ nullable: true, example: 'PUT', description: 'Method of the request' }) method: string | null;
  @Text({ nullable: true, example: '/v1/webhooks/1', description: 'Path of the request' })
  path: string | null;
  @Text({ nullable: true, example: '203.0.113.9', description: 'IP address of the client' }) client: string | null;
  @Id({ nullable: true, example: null, description: 'Id of the asset; null: the event concerns no single asset' })
  assetId: string | null;
  @OneOf(AUDIT_KINDS, { example: 'updated', description: 'What happened' }) kind: string;
  @Text({ nullable: true, example: 'events.webhook', description: 'The changed table; null for a rejected request' })
  table: string | null;
  @Int32({ min: 1, example: 1, description: 'Number of changed rows, or of rejected requests that are only counted' })
  count: number;
  @Shape(
    { type: ['array', 'null'], items: CHANGE },
    {
      example: [EXAMPLE],
      description: `The changed rows, at most the first ${SHOWN_ROWS}, with the columns of the database; null for a rejected request`,
    },
  )
  changes: object[] | null;
  @Int32({ nullable: true, min: 100, example: null, description: 'Status of the response to a rejected request' })
  status: number | null;
  @Text({ nullable: true, example: null, description: 'Error code of the response to a rejected request' })
  code: string | null;
}
