import { randomUUID } from 'node:crypto';
import { SETTINGS, type Settings } from '@app/platform/core';
import { InjectRepository, Repository, Scheduled, TriggeredJob } from '@app/platform/persistence';
import { Inject, Logger } from '@nestjs/common';
import { eventsAfter, typesWanted } from '../feed/event.queries.js';
import { FeedSignal } from '../feed/feed-signal.listener.js';
import { PING } from './ping-webhook.command.js';
import { type OutboundResponse, requestOutbound } from './outbound-request.js';
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
/**
 * Lanes at once in a process: of webhooks that respond promptly, and of those that fail or are slow. Each kind has its own limit, so the
 * second cannot keep the first waiting.
 */
const LANES = { prompt: 500, slow: 50 };
/** Milliseconds from which a response is slow, and after which slow webhooks follow the feed again. */
const SLOW_MS = 2_000;
const SLOW_EVERY_MS = 5_000;
/** Assets of one webhook to which events are sent at the same time. */
const PARALLEL = 8;
/** Milliseconds until a receiver must have responded. */
const TIMEOUT = 15_000;
const RESPONSE_BYTES = 1_024;
/** Tries that a delivery shows. */
const SHOWN_TRIES = 20;

const BEHIND = `select webhook.id::text, webhook.types, webhook.accounts::text[], webhook.assets::text[], lane.position::text,
    lane.unit_id::text as unit, feed.position::text as until, lane.failing_since is not null as "isFailing"
  from events.webhook webhook join events.webhook_lane lane on lane.webhook_id = webhook.id cross join events.feed feed
  where webhook.is_enabled and (lane.position < feed.position or lane.unit_id is not null)`;

/** The place of the lane moves together with what it adds; if another process has moved it, nothing is added. */
const follow = (events: string): string => `with found as materialized (
    ${events}
  ), last as (
    select position, unit_id from found order by position desc, unit_id desc limit 1
  ), place as (
    select position, unit_id from last where (select count(*) from found) = ${EVENTS}
    union all select :until::bigint, null where (select count(*) from found) < ${EVENTS}
  ), moved as (
    update events.webhook_lane lane set position = place.position, unit_id = place.unit_id from place
    where lane.webhook_id = :webhook and lane.position = :position and lane.unit_id is not distinct from :unit::bigint returning lane.webhook_id
  )
  insert into events.delivery (webhook_id, event_id, type, lane, body, due_at, created_at)
  select moved.webhook_id, found.event_id, found.type, found.asset_id::text, found.text, platform.now(), platform.now()
  from found cross join moved order by found.position, found.unit_id`;
const FOLLOWED = eventsAfter(String(EVENTS));
const FOLLOW = { all: follow(FOLLOWED.all), withUnits: follow(FOLLOWED.withUnits) };

/** What may be sent now. */
const IS_DUE = `delivery.webhook_id = webhook.id and delivery.state = 'pending' and delivery.due_at <= (select platform.now())
  and (webhook.is_enabled or delivery.type = '${PING}') and (lane.paused_until is null or lane.paused_until <= (select platform.now()))`;

/** Due deliveries of a slow webhook from which it follows the feed no further: the events wait there. */
const FULL = `select from events.delivery delivery join events.webhook webhook on webhook.id = delivery.webhook_id
  join events.webhook_lane lane on lane.webhook_id = webhook.id where webhook.id = :webhook and ${IS_DUE} limit 1 offset ${BATCH_SIZE}`;

/** Leases end in real time, even if tests move that of the domain. */
const IS_FREE = `(lane.leased_by = :process or lane.leased_until is null or lane.leased_until < clock_timestamp())`;

const READY = `select webhook.id::text, lane.failing_since is not null as "isFailing" from events.webhook webhook join events.webhook_lane lane on lane.webhook_id = webhook.id
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

interface Ready {
  id: string;
  isFailing: boolean;
}

interface Behind extends Ready {
  types: string[];
  accounts: string[] | null;
  assets: string[] | null;
  position: string;
  unit: string | null;
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
  /** webhooks that were slow or failed here, and when they were last sent to */
  private readonly slow = new Map<string, number>();
  private following: Promise<void> | undefined;
  private followedSlow = -Infinity;
  /** whether lanes wait for others to end */
  private isCrowded = false;
  private readonly stopped = new AbortController();

  constructor(@InjectRepository(Webhook) private readonly webhooks: Repository<Webhook>) {
    super();
  }

  override onModuleInit(): void {
    super.onModuleInit();
    this.signal.follow(() => this.trigger());
  }

  /** Starts what is due; lanes go on by themselves. Slow webhooks follow the feed beside the others. */
  override async run(): Promise<void> {
    const behind = await this.database.rows<Behind>(BEHIND);
    const [prompt, slow] = [behind.filter((each) => !this.isSlow(each)), behind.filter((each) => this.isSlow(each))];
    await this.followAll(prompt);
    if (slow.length > 0 && performance.now() > this.followedSlow + SLOW_EVERY_MS)
      this.following ??= this.followSlow(slow)
        .then(() => this.trigger())
        .catch((error: unknown) => this.logFailure(error))
        .finally(() => {
          this.following = undefined;
          this.followedSlow = performance.now();
        });
    const ready = await this.database.rows<Ready>(READY, { process: this.process });
    if (behind.length + ready.length > 0) this.signal.listen(); // from now on, it knows of events at once
    this.startAll(ready.filter(({ id }) => !this.lanes.has(id)));
  }

  /** Sends everything that is due, for tests; also what a run at the same time left behind. */
  async finish(): Promise<void> {
    for (let before = ''; ;) {
      this.followedSlow = -Infinity;
      await this.run();
      if (this.lanes.size > 0 || this.following) {
        await Promise.all([...this.lanes.values(), this.following]);
        continue;
      }
      const behind = JSON.stringify(await this.database.rows<Behind>(BEHIND));
      if (behind === '[]' || behind === before) return;
      before = behind;
    }
  }

  override async onModuleDestroy(): Promise<void> {
    this.stopped.abort();
    await super.onModuleDestroy();
    await Promise.all([...this.lanes.values(), this.following]);
  }

  protected override lag() {
    return this.database.rows<{ lag: number | null }>(LAG);
  }

  private isSlow({ id, isFailing }: Ready): boolean {
    return isFailing || this.slow.has(id);
  }

  private async followAll(behind: readonly Behind[]): Promise<void> {
    for (const webhook of behind) if (!this.stopped.signal.aborted) await this.follow(webhook);
  }

  private async followSlow(behind: readonly Behind[]): Promise<void> {
    for (const webhook of behind)
      if ((await this.database.rows(FULL, { webhook: webhook.id })).length === 0) await this.followAll([webhook]);
  }

  private async follow({ id: webhook, types: wanted, ...behind }: Behind): Promise<void> {
    const { which, types } = typesWanted(wanted);
    const values = { ...behind, webhook, types, asset: null };
    const added = await this.work.run(() => this.database.execute(FOLLOW[which], values));
    if (added === EVENTS) this.trigger(); // there may be more
  }

  /** As many as the limits allow; of the slow ones, those that have waited longest. */
  private startAll(ready: readonly Ready[]): void {
    const [prompt, slow] = [ready.filter((each) => !this.isSlow(each)), ready.filter((each) => this.isSlow(each))];
    const busy = [...this.lanes.keys()].filter((id) => this.slow.has(id)).length;
    const waiting = slow.sort((one, other) => (this.slow.get(one.id) ?? 0) - (this.slow.get(other.id) ?? 0));
    const room = { slow: Math.max(0, LANES.slow - busy), prompt: Math.max(0, LANES.prompt - (this.lanes.size - busy)) };
    this.isCrowded = waiting.length > room.slow || prompt.length > room.prompt;
    for (const { id } of waiting.slice(0, room.slow)) {
      this.slow.set(id, performance.now());
      this.start(id);
    }
    for (const { id } of prompt.slice(0, room.prompt)) this.start(id);
  }

  private start(webhook: string): void {
    const lane = this.drain(webhook)
      .catch((error: unknown) => this.logFailure(error))
      .finally(() => {
        this.lanes.delete(webhook);
        if (this.isCrowded) this.trigger();
      });
    this.lanes.set(webhook, lane);
  }

  private async drain(webhook: string): Promise<void> {
    const values = { webhook, process: this.process };
    try {
      while (!this.stopped.signal.aborted) {
        const due = await this.database.rows<Due>(TAKE, values, 'webhooks');
        if (due.length === 0) break;
        await this.deliverAll(webhook, due);
        if (this.slow.has(webhook)) break; // others wait for their turn
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
    const late = setTimeout(() => this.slowDown(webhook), SLOW_MS);
    const tried = await this.send(delivery).finally(() => clearTimeout(late));
    if (this.stopped.signal.aborted && 'error' in tried) return; // the process stops; another one tries
    const status = 'status' in tried ? tried.status : null;
    const isSuccess = status !== null && status >= 200 && status < 300;
    if (!isSuccess) this.slowDown(webhook);
    else if (performance.now() - start < SLOW_MS) this.slow.delete(webhook);
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

  /** From now on, its lane counts as a slow one, so that it holds up no prompt one. */
  private slowDown(webhook: string): void {
    if (!this.slow.has(webhook)) this.slow.set(webhook, performance.now());
    if (this.isCrowded) this.trigger();
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
