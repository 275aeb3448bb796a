import type { Json } from '@app/platform/persistence';
import { body, Ctx, JsonResponse, Operation, param, type RequestContext, Resource, returns } from '@app/platform/rest';
import { HttpCode } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { EVENT_TYPES } from '../feed/subjects.js';
import { DeleteWebhook } from './delete-webhook.command.js';
import { PING, PingWebhook } from './ping-webhook.command.js';
import { ReplayDeliveries } from './replay-deliveries.command.js';
import { RotateWebhookSecret } from './rotate-webhook-secret.command.js';
import {
  CreateWebhookDto,
  DELIVERY_STATUSES,
  DeliveryDto,
  NewWebhookDto,
  overlapOf,
  ReplayDto,
  ReplayedDto,
  RotateWebhookSecretDto,
  UpdateWebhookDto,
  WebhookDto,
} from './webhook.dto.js';
import { ListDeliveries, ListWebhooks, ViewDelivery, ViewWebhook } from './webhook.queries.js';
import { WriteWebhook } from './write-webhook.command.js';

const access = { permission: 'webhooks.manage' };

@Resource('webhooks', { tag: 'Webhooks', tables: { webhook: 'events.webhook' }, extension: true })
export class WebhookController {
  constructor(
    private readonly queries: QueryBus,
    private readonly commands: CommandBus,
  ) {}

  @Operation('GET', '', {
    ...access,
    id: 'list-webhooks',
    description:
      'Lists the webhooks whose assets are among those of the key, with how far each is: the events that wait, and its last success.',
    returns: returns.list(WebhookDto),
  })
  list(@Ctx() { actor, page }: RequestContext) {
    return this.queries.execute(new ListWebhooks(actor, page));
  }

  @Operation('GET', ':webhook', {
    ...access,
    id: 'view-webhook',
    description: 'Returns one webhook, without its secret.',
    returns: returns.one(WebhookDto),
  })
  view(@Ctx() { actor, ids }: RequestContext<'webhook'>) {
    return this.queries.execute(new ViewWebhook(actor, ids.webhookId));
  }

  @Operation('POST', '', {
    ...access,
    id: 'create-webhook',
    description:
      'Creates a webhook, and returns its secret once. From now on, it is sent the events of the assets that the key sees, each signed as Standard Webhooks defines.',
    body: body.json(CreateWebhookDto).ignoring(WebhookDto),
    returns: returns.one(NewWebhookDto),
  })
  async create(@Ctx() context: RequestContext<never, CreateWebhookDto>) {
    const { accounts, assets } = context.actor;
    const { id, secret } = await this.commands.execute(new WriteWebhook({ scope: { accounts, assets } }, context.body));
    return this.withSecret(context, id, secret!, { Location: `${context.url}/${id}` });
  }

  @Operation('PUT', ':webhook', {
    ...access,
    id: 'update-webhook',
    description:
      'Changes a webhook. While it is disabled, its events wait; once it is enabled again, it gets those that are kept.',
    body: body.json(UpdateWebhookDto),
    returns: returns.one(WebhookDto),
  })
  async update(@Ctx() { actor, ids, body }: RequestContext<'webhook', UpdateWebhookDto>) {
    await this.commands.execute(new WriteWebhook({ id: ids.webhookId }, body));
    return this.queries.execute(new ViewWebhook(actor, ids.webhookId));
  }

  @Operation('DELETE', ':webhook', {
    ...access,
    id: 'delete-webhook',
    description: 'Deletes a webhook with its deliveries, and returns it as it was.',
    query: [param.dryRun('`1` returns the webhook without deleting it.')],
    returns: returns.one(WebhookDto),
  })
  delete(@Ctx() { actor, ids, query }: RequestContext<'webhook', undefined, { dryRun?: boolean }>) {
    const view = new ViewWebhook(actor, ids.webhookId);
    return query.dryRun ? this.queries.execute(view) : this.commands.execute(new DeleteWebhook(ids.webhookId, view));
  }

  @Operation('POST', ':webhook/rotate', {
    ...access,
    id: 'rotate-webhook-secret',
    summary: 'Rotate webhook secret',
    description:
      'Gives a webhook a new secret, and returns it once. During the overlap, requests carry the signatures of both secrets.',
    body: body.json(RotateWebhookSecretDto),
    returns: returns.one(NewWebhookDto),
  })
  @HttpCode(200)
  async rotate(@Ctx() context: RequestContext<'webhook', RotateWebhookSecretDto>) {
    const { webhookId } = context.ids;
    const secret = await this.commands.execute(new RotateWebhookSecret(webhookId, overlapOf(context.body)));
    return this.withSecret(context, webhookId, secret);
  }

  @Operation('POST', ':webhook/ping', {
    ...access,
    id: 'ping-webhook',
    description: `Sends an event of the type \`${PING}\` once, also to a disabled webhook. The deliveries show the response.`,
    returns: returns.one(DeliveryDto),
  })
  @HttpCode(200)
  async ping(@Ctx() { ids }: RequestContext<'webhook'>) {
    const id = await this.commands.execute(new PingWebhook(ids.webhookId));
    return this.queries.execute(new ViewDelivery(ids.webhookId, id));
  }

  @Operation('GET', ':webhook/deliveries', {
    ...access,
    id: 'list-webhook-deliveries',
    description: 'Lists what was sent to a webhook or waits to be sent, the newest first, with every try.',
    query: [
      param.choice('status', DELIVERY_STATUSES, 'Only deliveries with this status.'),
      param.choice('type', [...EVENT_TYPES, PING], 'Only events of this type.'),
    ],
    returns: returns.list(DeliveryDto),
  })
  deliveries(
    @Ctx() { actor, ids, page, query }: RequestContext<'webhook', undefined, { status?: string; type?: string }>,
  ) {
    return this.queries.execute(new ListDeliveries(actor, ids.webhookId, query, page));
  }

  @Operation('POST', ':webhook/replay', {
    ...access,
    id: 'replay-webhook-deliveries',
    description:
      'Sends deliveries again, with the same `webhook-id`: one, those of a period, or those that failed. At least one field is required.',
    body: body.json(ReplayDto),
    returns: returns.one(ReplayedDto),
  })
  @HttpCode(200)
  async replay(@Ctx() { ids, body }: RequestContext<'webhook', ReplayDto>) {
    const count = await this.commands.execute(new ReplayDeliveries(ids.webhookId, body));
    return new JsonResponse(JSON.stringify({ count }));
  }

  /** The response that shows a secret once: a repetition by `Idempotency-Key` has null instead. */
  private async withSecret(
    { actor }: Pick<RequestContext, 'actor'>,
    id: string,
    secret: string,
    headers: Record<string, string> = {},
  ): Promise<JsonResponse> {
    const viewed: Json = await this.queries.execute(new ViewWebhook(actor, id));
    const showing = (shown: string | null) => JSON.stringify({ ...(JSON.parse(viewed.text) as object), secret: shown });
    return new JsonResponse(showing(secret), undefined, headers, showing(null));
  }
}
