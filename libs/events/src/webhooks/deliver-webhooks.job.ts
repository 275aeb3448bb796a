import { randomUUID } from 'node:crypto';
import { isVisible } from '@app/catalog/contract';
import { type OutboundResponse, requestOutbound, SETTINGS, type Settings } from '@app/platform/core';
import { InjectRepository, Repository, Scheduled, TriggeredJob } from '@app/platform/persistence';
import { Inject, Logger } from '@nestjs/common';
import { EVENT_JSON } from '../feed/event.queries.js';
import { FeedSignal } from '../feed/feed-signal.listener.js';
import { patternsOf } from '../feed/subjects.js';
import { PING } from './ping-webhook.command.js';
import { delayAfter, FAILING_DAYS, retryAfterOf } from './retry.value.js';
import { signedHeaders } from './signature.value.js';
import { Webhook } from './webhook.aggregate.js';
import { WebhookMetrics } from './webhook.metrics.js';

const EVERY_MS = 1_000;
/** Events that become deliveries in one statement. */
const EVENTS = 1_000;
/** Deliveries that a process takes at once, for at most so many milliseconds of new tries. */
const BATCH_SIZE = 100;
const BATCH_MS = 20_000;
/** Assets of one webhook to which events are sent at the same time. */
const PARALLEL = 8;
/** Milliseconds until a receiver must have responded. */
const TIMEOUT = 15_000;
const RESPONSE_BYTES = 1_024;
/** Tries that a delivery shows. */
const SHOWN_TRIES = 20;

const BEHIND = `select webhook.id::text, webhook.types, webhook.accounts::text[], webhook.assets::text[], lane.position::text,
    feed.position::text as until
  from events.webhook webhook join events.webhook_lane lane on lane.webhook_id = webhook.id cross join events.feed feed
  where webhook.is_enabled and lane.position < feed.position`;

/** The position of the lane moves together with what it adds; if another process has moved it, nothing is added. */
const FOLLOW = `with found as materialized (
    select event.position, event.asset_id::text as lane, event.asset_id || '-' || event.sequence as event_id, event.type, ${EVENT_JSON} as body
    from events.event event
    where event.position > :position::bigint and event.position <= :until::bigint and event.type like any (:types::text[])
      and ${isVisible('event.asset_id')}
    order by event.position limit ${EVENTS}
  ), moved as (
    update events.webhook_lane lane set position = (
      select case when count(*) = ${EVENTS} then max(position) else :until::bigint end from found)
    where lane.webhook_id = :webhook and lane.position = :position returning lane.webhook_id
  )
  insert into events.delivery (webhook_id, event_id, type, lane, body, due_at, created_at)
  select moved.webhook_id, found.event_id, found.type, found.lane, found.body, platform.now(), platform.now()
  from found cross join moved order by found.position`;

/** What may be sent now. */
const IS_DUE = `delivery.webhook_id = webhook.id and delivery.state = 'pending' and delivery.due_at <= (select platform.now())
  and (webhook.is_enabled or delivery.type = '${PING}') and (lane.paused_until is null or lane.paused_until <= (select platform.now()))`;

/** Leases end in real time, even if tests move that of the domain. */
const IS_FREE = `(lane.leased_by = :process or lane.leased_until is null or lane.leased_until < clock_timestamp())`;

const READY = `select webhook.id::text from events.webhook webhook join events.webhook_lane lane on lane.webhook_id = webhook.id
  where ${IS_FREE} and exists (select from events.delivery delivery where ${IS_DUE})`;

/** A process that was killed holds a lease for at most a minute. */
const TAKE = `with leased as (
    update events.webhook_lane lane set leased_by = :process, leased_until = clock_timestamp() + interval '1 minute'
    where lane.webhook_id = :webhook and ${IS_FREE} returning lane.*
  )
  select delivery.id::text, delivery.event_id as event, delivery.type, delivery.lane, delivery.body, delivery.tried, webhook.url,
    array_remove(array[webhook.secret, case when webhook.previous_secret_ends_at > platform.now() then webhook.previous_secret end], null) as secrets
  from leased lane join events.webhook webhook on webhook.id = lane.webhook_id
  cross join lateral (select delivery.* from events.delivery delivery where ${IS_DUE} order by delivery.id limit ${BATCH_SIZE}) delivery
  order by delivery.id`;

const RELEASE = `update events.webhook_lane set leased_by = null, leased_until = null
  where webhook_id = :webhook and leased_by = :process`;

const RECORD = `with recorded as (
    update events.delivery delivery set state = :state, tried = delivery.tried + 1,
      due_at = platform.now() + make_interval(secs => :delay::float8),
      tries = case when jsonb_array_length(tries) >= ${SHOWN_TRIES} then tries - 0 else tries end || jsonb_build_object(
        'at', date_trunc('second', platform.now()), 'duration_ms', :duration::int, 'status', :status::int, 'error', :error::text, 'response', :response::text)
    where delivery.webhook_id = :webhook and delivery.id = :id
  )
  update events.webhook_lane lane set
    last_success_at = case when :isSuccess then platform.now() else last_success_at end,
    failing_since = case when :isSuccess then null else coalesce(failing_since, platform.now()) end,
    paused_until = case when :pause::float8 > 0 then platform.now() + make_interval(secs => :pause::float8) end
  where lane.webhook_id = :webhook returning failing_since <= platform.now() - interval '${FAILING_DAYS} days' as "isLost"`;

const LAG = `select extract(epoch from platform.now() - min(delivery.due_at))::float8 as lag
  from events.webhook webhook join events.webhook_lane lane on lane.webhook_id = webhook.id
  join events.delivery delivery on ${IS_DUE} and delivery.tried = 0 where lane.failing_since is null`;

interface Behind {
  id: string;
  types: string[];
  accounts: string[] | null;
  assets: string[] | null;
  position: string;
  until: string;
}

interface Due {
  id: string;
  event: string;
  type: string;
  lane: string | null;
  body: string;
  tried: number;
  url: string;
  secrets: string[];
}

type Tried = Pick<OutboundResponse, 'status' | 'headers' | 'text'> | { error: string };

/**
 * Sends events to webhooks. Each webhook is a lane of its own, which one process at a time leases, so a slow or dead one delays no other.
 * A delivery is recorded after its try: if the process is killed in between, it is sent again, with the same id
 * (docs/decisions/0031-webhooks.md).
 */
@Scheduled('deliver-webhooks', EVERY_MS)
export class DeliverWebhooksJob extends TriggeredJob {
  @Inject(FeedSignal) private readonly signal: FeedSignal;
  @Inject(SETTINGS) private readonly settings: Settings;
  @Inject(WebhookMetrics) private readonly metrics: WebhookMetrics;
  private readonly logger = new Logger('Webhooks');
  private readonly process = randomUUID();
  private readonly lanes = new Map<string, Promise<void>>();
  private readonly stopped = new AbortController();

  constructor(@InjectRepository(Webhook) private readonly webhooks: Repository<Webhook>) {
    super();
  }

  override onModuleInit(): void {
    super.onModuleInit();
    this.signal.follow(() => this.trigger());
  }

  /** Starts what is due; lanes go on by themselves. */
  override async run(): Promise<void> {
    const behind = await this.database.rows<Behind>(BEHIND);
    for (const webhook of behind) await this.follow(webhook);
    const ready = await this.database.rows<{ id: string }>(READY, { process: this.process });
    if (behind.length + ready.length > 0) this.signal.listen(); // from now on, it knows of events at once
    for (const { id } of ready) if (!this.lanes.has(id)) this.start(id);
  }

  /** Sends everything that is due, for tests. */
  async finish(): Promise<void> {
    for (await this.run(); this.lanes.size > 0; await this.run()) await Promise.all(this.lanes.values());
  }

  override async onModuleDestroy(): Promise<void> {
    this.stopped.abort();
    await super.onModuleDestroy();
    await Promise.all(this.lanes.values());
  }

  protected override lag() {
    return this.database.rows<{ lag: number | null }>(LAG);
  }

  private follow({ id, types, accounts, assets, position, until }: Behind): Promise<void> {
    const values = { webhook: id, types: patternsOf(types), accounts, assets, position, until };
    return this.work.run(async () => void (await this.database.execute(FOLLOW, values)));
  }

  private start(webhook: string): void {
    const lane = this.drain(webhook)
      .catch((error: unknown) => this.logFailure(error))
      .finally(() => this.lanes.delete(webhook));
    this.lanes.set(webhook, lane);
  }

  private async drain(webhook: string): Promise<void> {
    const values = { webhook, process: this.process };
    try {
      while (!this.stopped.signal.aborted) {
        const due = await this.database.rows<Due>(TAKE, values, 'webhooks');
        if (due.length === 0) break;
        await this.deliverAll(webhook, due);
      }
    } finally {
      await this.database.rows(RELEASE, values, 'webhooks');
    }
  }

  /** The events of an asset one after the other, several assets at once. */
  private async deliverAll(webhook: string, due: readonly Due[]): Promise<void> {
    const end = performance.now() + BATCH_MS;
    const byAsset = new Map<string, Due[]>();
    for (const each of due) {
      const lane = each.lane ?? `ping ${each.id}`;
      byAsset.set(lane, [...(byAsset.get(lane) ?? []), each]);
    }
    const groups = [...byAsset.values()];
    const isOver = (): boolean => performance.now() > end || this.stopped.signal.aborted;
    const worker = async (): Promise<void> => {
      for (let group = groups.shift(); group && !isOver(); group = groups.shift())
        for (const delivery of group) if (!isOver()) await this.deliver(webhook, delivery);
    };
    await Promise.all(Array.from({ length: Math.min(PARALLEL, groups.length) }, worker));
  }

  private async deliver(webhook: string, delivery: Due): Promise<void> {
    const start = performance.now();
    const tried = await this.send(delivery);
    if (this.stopped.signal.aborted && 'error' in tried) return; // the process stops; another one tries
    const status = 'status' in tried ? tried.status : null;
    const isSuccess = status !== null && status >= 200 && status < 300;
    const retryAfter = 'headers' in tried ? retryAfterOf(tried.headers['retry-after']) : 0;
    const delay = delivery.type === PING ? undefined : delayAfter(delivery.tried + 1, retryAfter);
    this.metrics.count(isSuccess);
    const [lane] = await this.database.rows<{ isLost: boolean | null }>(
      RECORD,
      {
        ...{ webhook, id: delivery.id, isSuccess, status },
        state: isSuccess ? 'delivered' : delay === undefined ? 'failed' : 'pending',
        delay: isSuccess ? 0 : (delay ?? 0),
        pause: !isSuccess && (status === 429 || status === 503) ? retryAfter : 0,
        duration: Math.round(performance.now() - start),
        error: 'error' in tried ? tried.error : null,
        response: 'text' in tried ? storable(tried.text) : '',
      },
      'webhooks',
    );
    if (status === 410) await this.disable(webhook, 'The receiver responded with 410 Gone');
    else if (lane?.isLost && !isSuccess)
      await this.disable(webhook, `No event was accepted for ${FAILING_DAYS} days; the last try: ${reasonOf(tried)}`);
  }

  private async send({ event, body, url, secrets }: Due): Promise<Tried> {
    const headers = signedHeaders(event, Math.floor(Date.now() / 1_000), body, secrets);
    const sent = {
      ...{ method: 'POST', body, timeout: TIMEOUT, maxBytes: RESPONSE_BYTES, signal: this.stopped.signal },
      headers: { ...headers, 'Content-Type': 'application/json', 'User-Agent': 'property-map-service' },
    };
    return requestOutbound(new URL(url), sent, this.settings.webhookNetworks).catch((error: unknown) => ({
      error: messageOf(error),
    }));
  }

  private async disable(id: string, reason: string): Promise<void> {
    const isDisabled = await this.work.run(async () => {
      const webhook = await this.webhooks.lock({ id });
      const isChanged = webhook.disable(reason);
      await this.webhooks.save(webhook);
      return isChanged;
    });
    if (isDisabled) this.logger.warn({ webhook: id, reason }, 'A webhook was disabled');
  }
}

const reasonOf = (tried: Tried): string => ('error' in tried ? tried.error : `status ${tried.status}`);

/** Postgres stores neither NUL nor lone surrogates. */
const storable = (text: string): string => text.replaceAll('\0', '\u{FFFD}').toWellFormed();

/** The reason of a failed connection; some errors have only a code. */
function messageOf(error: unknown): string {
  const { message, code } = error as Error & { code?: string };
  return storable(message || code || 'The connection failed').slice(0, 500);
}
