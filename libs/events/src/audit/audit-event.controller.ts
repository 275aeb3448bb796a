import { Ctx, Operation, param, type QueryParameter, type RequestContext, Resource, returns } from '@app/platform/rest';
import { QueryBus } from '@nestjs/cqrs';
import { AUDIT_KINDS, AuditEventDto } from './audit-event.dto.js';
import { type AuditFilter, ListAuditEvents } from './audit-event.queries.js';

const REQUEST: QueryParameter = {
  name: 'request',
  property: 'request',
  description: 'Only events of the request with this `X-Request-Id`.',
  schema: { type: 'string', format: 'uuid' },
  example: undefined,
  parse: (sent) =>
    /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(sent) ? { value: sent } : { error: 'must be the id of a request' },
};

@Resource('audit-events', { tag: 'Audit', extension: true })
export class AuditEventController {
  constructor(private readonly queries: QueryBus) {}

  @Operation('GET', '', {
    id: 'list-audit-events',
    description:
      'Lists who changed what, the newest first. A key that sees all accounts and assets gets the whole trail, with rejected requests, accounts, embeds and keys; another key gets the changes of what belongs to its assets alone. Events are kept as long as the operator decides.',
    permission: 'audit.read',
    query: [
      param.id('asset', 'Only events of this asset.'),
      param.id('key', 'Only events of this API key.'),
      param.text('operation', 255, 'Only events of this operation, command or job.', 'update-webhook'),
      REQUEST,
      param.choice('kind', AUDIT_KINDS, 'Only changes of this kind, or only rejected requests.'),
      param.instant('since', 'Only events since this time.'),
    ],
    returns: returns.list(AuditEventDto),
  })
  list(@Ctx() { actor, query, page }: RequestContext<never, undefined, AuditFilter>) {
    return this.queries.execute(new ListAuditEvents(actor, query, page));
  }
}
