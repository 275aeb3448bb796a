import { isVisibleWhere } from '@app/catalog/contract';
import { SUBJECTS } from '../feed/subjects.js';
import type { Actor } from '@app/platform/auth';
import { type JsonPage, JsonQuery, type PageRequest } from '@app/platform/persistence';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { SHOWN_ROWS } from './audit-event.dto.js';

/** Conditions that an event meets: all that are given. */
export interface AuditFilter {
  asset?: string;
  key?: string;
  operation?: string;
  request?: string;
  kind?: string;
  since?: string;
}

/** Lists the audit trail, the newest events first: to an actor that sees everything all of them, to others the changes of what their assets own. */
export class ListAuditEvents extends Query<JsonPage> {
  constructor(
    readonly actor: Actor,
    readonly filter: AuditFilter,
    readonly page: PageRequest,
  ) {
    super();
  }
}

/**
 * What an asset owns, by the events of the feed. Other changes of an asset, such as those of embeds, may name other accounts, and
 * rejected requests may be those of strangers.
 */
const OWN = SUBJECTS.filter(({ part }) => part !== 'accounts')
  .map(({ table }) => `'${table}'`)
  .join(', ');

const KIND = `case event.kind when 'refused' then 'rejected' else event.kind end`;

/** Limits the scan by id: ids ascend with time, except for events whose recording was delayed. */
const SINCE = `(:since::timestamptz is null or event.at >= :since and event.id >= (
  select min(recent.id) from (select id from audit.event_v1 where at >= :since offset 0) recent))`;

/** An event has up to a thousand rows. */
const CHANGES = `(select json_agg(change) from (select change from json_array_elements(event.changes) change limit ${SHOWN_ROWS}) shown)`;

/** `platform.now()`, because the change log knows nothing of the trail: no response may be cached. */
const IS_PAST = 'event.at <= platform.now()';

@QueryHandler(ListAuditEvents)
export class ListAuditEventsHandler implements IQueryHandler<ListAuditEvents> {
  constructor(private readonly json: JsonQuery) {}

  execute({ actor, filter, page }: ListAuditEvents): Promise<JsonPage> {
    const { asset = null, key = null, operation = null, request = null, kind = null, since = null } = filter;
    return this.json.page(page, {
      from: 'audit.event_v1 event',
      where: `${IS_PAST} and ${isVisibleWhere('event.asset_id', `event.relation in (${OWN})`)} and (:asset::bigint is null or event.asset_id = :asset) and (:key::bigint is null or event.key_id = :key)
        and (:operation::text is null or event.operation = :operation) and (:request::uuid is null or event.request_id = :request)
        and (:kind::text is null or event.kind = case :kind when 'rejected' then 'refused' else :kind end) and ${SINCE}`,
      select: `event.id::text, date_trunc('second', event.at) as at, event.actor, event.key_id::text, event.operation, event.request_id,
        event.method, event.path, event.client, event.asset_id::text, ${KIND} as kind, event.relation as table, event.count, ${CHANGES} as changes,
        event.status, event.code`,
      newestFirst: true,
      values: {
        ...{ accounts: actor.accounts, assets: actor.assets },
        ...{ asset, key, operation, request, kind, since },
      },
    });
  }
}
