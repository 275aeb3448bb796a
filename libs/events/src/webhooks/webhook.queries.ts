import { isWithinScope } from '@app/catalog/contract';
import { type Actor, declareVisibility } from '@app/platform/auth';
import { type Json, type JsonPage, JsonQuery, type PageRequest } from '@app/platform/persistence';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';

/** Lists the webhooks within the scope of the actor. */
export class ListWebhooks extends Query<JsonPage> {
  constructor(
    readonly actor: Actor,
    readonly page: PageRequest,
  ) {
    super();
  }
}

export class ViewWebhook extends Query<Json> {
  constructor(
    readonly actor: Actor,
    readonly webhookId: string,
  ) {
    super();
  }
}

/** Lists the deliveries of a webhook, the newest first. */
export class ListDeliveries extends Query<JsonPage> {
  constructor(
    readonly actor: Actor,
    readonly webhookId: string,
    readonly filter: { status?: string; type?: string },
    readonly page: PageRequest,
  ) {
    super();
  }
}

export class ViewDelivery extends Query<Json> {
  constructor(
    readonly webhookId: string,
    readonly id: string,
  ) {
    super();
  }
}

const VISIBLE = `exists (select from events.webhook webhook where webhook.id = :webhook and ${isWithinScope('webhook')})`;

declareVisibility('webhook', VISIBLE);

// Each depends on the current time, so no response is cached.

const WEBHOOK = `webhook.id::text, webhook.name, webhook.url, webhook.types, webhook.accounts::text[] as account_ids,
  webhook.assets::text[] as asset_ids, webhook.is_enabled, webhook.status_details,
  case when webhook.previous_secret_ends_at > platform.now() then date_trunc('second', webhook.previous_secret_ends_at) end
    as previous_secret_ends_at, webhook.created_at, webhook.updated_at`;

const STATE = `waiting.waiting_count, waiting.lag_seconds, date_trunc('second', lane.last_success_at) as last_success_at,
  date_trunc('second', lane.failing_since) as failing_since`;

const STATE_OF = `join events.webhook_lane lane on lane.webhook_id = webhook.id cross join lateral (
  select count(*)::int as waiting_count,
    coalesce(extract(epoch from platform.now() - min(delivery.created_at)), 0)::int as lag_seconds
  from events.delivery delivery where delivery.webhook_id = webhook.id and delivery.state = 'pending') waiting`;

const STATUS = `case when delivery.state = 'pending' and delivery.due_at > platform.now() then 'retrying' else delivery.state end`;

const DELIVERY = `delivery.id::text, delivery.event_id, delivery.type, ${STATUS} as status,
  case delivery.state when 'pending' then date_trunc('second', delivery.due_at) end as due_at, delivery.tries,
  date_trunc('second', delivery.created_at) as created_at`;

const scopeOf = ({ accounts, assets }: Actor) => ({ accounts, assets });

@QueryHandler(ListWebhooks)
export class ListWebhooksHandler implements IQueryHandler<ListWebhooks> {
  constructor(private readonly json: JsonQuery) {}

  execute({ actor, page }: ListWebhooks): Promise<JsonPage> {
    return this.json.page(page, {
      from: 'events.webhook webhook',
      where: isWithinScope('webhook'),
      select: `${WEBHOOK}, ${STATE}`,
      join: STATE_OF,
      values: scopeOf(actor),
    });
  }
}

@QueryHandler(ViewWebhook)
export class ViewWebhookHandler implements IQueryHandler<ViewWebhook> {
  constructor(private readonly json: JsonQuery) {}

  execute({ actor, webhookId }: ViewWebhook): Promise<Json> {
    return this.json.one({
      from: 'events.webhook webhook',
      where: `webhook.id = :webhook and ${isWithinScope('webhook')}`,
      select: WEBHOOK,
      values: { ...scopeOf(actor), webhook: webhookId },
    });
  }
}

@QueryHandler(ListDeliveries)
export class ListDeliveriesHandler implements IQueryHandler<ListDeliveries> {
  constructor(private readonly json: JsonQuery) {}

  execute({ actor, webhookId, filter, page }: ListDeliveries): Promise<JsonPage> {
    return this.json.page(page, {
      requires: { sql: VISIBLE, values: scopeOf(actor) },
      from: 'events.delivery delivery',
      where: `delivery.webhook_id = :webhook and (:status::text is null or ${STATUS} = :status)
        and (:type::text is null or delivery.type = :type)`,
      select: DELIVERY,
      newestFirst: true,
      values: { webhook: webhookId, status: filter.status ?? null, type: filter.type ?? null },
    });
  }
}

@QueryHandler(ViewDelivery)
export class ViewDeliveryHandler implements IQueryHandler<ViewDelivery> {
  constructor(private readonly json: JsonQuery) {}

  execute({ webhookId, id }: ViewDelivery): Promise<Json> {
    return this.json.one(
      {
        from: 'events.delivery delivery',
        where: 'delivery.webhook_id = :webhook',
        select: DELIVERY,
        values: { webhook: webhookId },
      },
      id,
    );
  }
}
