import { setTimeout as sleep } from 'node:timers/promises';
import { EventsModule } from '@app/events';
import {
  EVENT_CHOICES,
  PingWebhook,
  REPLAYED_STATUSES,
  ReplayDeliveries,
  RotateWebhookSecret,
  ViewDelivery,
  WriteWebhook,
} from '@app/events/provisioning';
import { isId, parseUrl, type Problem } from '@app/platform/core';
import { Database } from '@app/platform/persistence';
import type { INestApplicationContext } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import type { Command, Input } from '../command.js';
import { requireDatabase } from '../connect.js';
import { withContexts } from '../contexts.js';
import { CommandError, UsageError } from '../errors.js';
import { columns } from '../inspect/columns.js';
import { readOnly } from '../inspect/read-only.js';
import type { Io } from '../io.js';

const JSON_OPTION = { type: 'boolean', help: 'prints JSON' } as const;
const ID = ['ID'];

/** Milliseconds to wait for the response to a ping. */
const PING_TIMEOUT = 20_000;

const LIST = `select webhook.id::text, webhook.name, webhook.url, webhook.types, webhook.is_enabled, webhook.status_details,
  coalesce(to_json(webhook.accounts::text[]), '"all"') as accounts, coalesce(to_json(webhook.assets::text[]), '"all"') as assets,
  (select count(*)::int from events.delivery where webhook_id = webhook.id and state = 'pending') as waiting,
  to_json(date_trunc('second', lane.last_success_at)) as last_success_at, to_json(date_trunc('second', lane.failing_since)) as failing_since
  from events.webhook webhook join events.webhook_lane lane on lane.webhook_id = webhook.id order by webhook.id`;

interface WebhookRow extends Record<string, unknown> {
  id: string;
  name: string;
  url: string;
  is_enabled: boolean;
  status_details: string | null;
  failing_since: string | null;
}

interface Ping {
  status: string;
  tries: { status: number | null; error: string | null; duration_ms: number }[];
}

const webhooksList: Command = {
  name: 'webhooks list',
  summary: 'Lists webhooks, with the events that wait and the last success of each',
  options: { json: JSON_OPTION },
  async run({ flags }, io) {
    const rows = await readOnly(io, (read) => read<WebhookRow>(LIST));
    if (flags['json']) io.out(JSON.stringify(rows, null, 2));
    else if (rows.length === 0) io.err('There are no webhooks.');
    else io.out(columns(rows.map(({ is_enabled, ...row }) => ({ ...row, status: statusOf(is_enabled, row) }))));
  },
};

const webhooksCreate: Command = {
  name: 'webhooks create',
  summary: 'Creates a webhook for the events from now on, and prints its secret once',
  options: {
    name: { type: 'string', value: 'N', help: 'what it is for', required: true },
    url: { type: 'string', value: 'URL', help: 'where events are sent, with https', required: true },
    types: { type: 'string', value: 'a,b', help: 'such as unit.*,pricing.published; default: *, all' },
    accounts: { type: 'string', value: 'all|id,id', help: 'accounts whose events it receives', required: true },
    json: JSON_OPTION,
  },
  run: (input, io) => {
    const { name, url, types, accounts } = fieldsOf(input);
    return within(io, async (app) => {
      await requireKnown(app, accounts);
      const scope = { accounts, assets: null };
      const { id, secret } = await app.get(CommandBus).execute(new WriteWebhook({ scope }, { name, url, types }));
      show(io, input, id, secret!);
    });
  },
};

const webhooksPing: Command = {
  name: 'webhooks ping',
  parameters: ID,
  summary: 'Sends a test event, and prints the response',
  options: { json: JSON_OPTION },
  run: ({ parameters: [webhook], flags }, io) =>
    within(io, async (app) => {
      const id = await app.get(CommandBus).execute(new PingWebhook(idOf(webhook)));
      const ping = await answered(app, webhook!, id);
      if (flags['json']) return io.out(JSON.stringify(ping, null, 2));
      const [{ status, error, duration_ms } = { status: null, error: 'No response yet', duration_ms: 0 }] = ping.tries;
      if (ping.status !== 'delivered') throw new CommandError(error ?? `The receiver responded with ${status}`);
      io.out(`The receiver responded with ${status} after ${duration_ms} ms.`);
    }),
};

const webhooksReplay: Command = {
  name: 'webhooks replay',
  parameters: ID,
  summary: 'Sends deliveries again: one, or those with a status',
  options: {
    delivery: { type: 'string', value: 'ID', help: 'only this delivery' },
    status: { type: 'string', value: REPLAYED_STATUSES.join('|'), help: 'those with this status; default: failed' },
  },
  run({ parameters: [webhook], options }, io) {
    const { delivery, status = delivery === undefined ? 'failed' : undefined } = options;
    if (status !== undefined && !REPLAYED_STATUSES.includes(status))
      throw new UsageError(`--status must be one of ${REPLAYED_STATUSES.join(', ')}`, 'webhooks replay');
    const which = { ...(delivery !== undefined && { deliveryId: delivery }), ...(status !== undefined && { status }) };
    return within(io, async (app) => {
      await requireWebhook(app, idOf(webhook));
      const count = await app.get(CommandBus).execute(new ReplayDeliveries(webhook!, which));
      io.out(`${count} ${count === 1 ? 'delivery is' : 'deliveries are'} sent again by the running servers.`);
    });
  },
};

const webhooksRotate: Command = {
  name: 'webhooks rotate',
  parameters: ID,
  summary: 'Replaces the secret; the old one signs too for an overlap',
  options: {
    overlap: { type: 'string', value: 'HOURS', help: 'how long both sign; default 24h' },
    json: JSON_OPTION,
  },
  run(input, io) {
    const hours = /^(\d{1,4})h?$/.exec(input.options['overlap'] ?? '24h')?.[1];
    if (hours === undefined) throw new UsageError('--overlap must be hours, 0 to 9999: 24h', 'webhooks rotate');
    const id = idOf(input.parameters[0]);
    return within(io, async (app) => {
      await requireWebhook(app, id);
      show(io, input, id, await app.get(CommandBus).execute(new RotateWebhookSecret(id, Number(hours))));
    });
  },
};

/** Reports problems of commands by their message. */
function within(io: Io, work: (app: INestApplicationContext) => Promise<void>): Promise<void> {
  requireDatabase(io);
  return withContexts(io, work, [EventsModule]).catch((error: Problem) => {
    throw error.kind === 'invalid' || error.kind === 'not_found' ? new CommandError(error.message) : error;
  });
}

const listOf = (text: string): string[] => [...new Set(text.split(',').map((item) => item.trim()))].filter(Boolean);

function fieldsOf({ options }: Input) {
  const name = options['name']!;
  const types = listOf(options['types'] ?? '*');
  const accounts = options['accounts'] === 'all' ? null : listOf(options['accounts']!);
  const unknown = types.find((type) => !EVENT_CHOICES.includes(type));
  const refuse = (message: string) => new UsageError(message, 'webhooks create');
  if (!/\S/.test(name) || name.includes('\0') || [...name].length > 255)
    throw refuse('--name must be 1 to 255 characters, not blank');
  if (!/^https?:\/\/[^\s/]/i.test(options['url']!) || !parseUrl(options['url']!))
    throw refuse('--url must be a full https URL');
  if (unknown !== undefined || types.length === 0) throw refuse(`There is no type "${unknown ?? ''}" of events`);
  if (accounts?.length === 0 || !(accounts ?? []).every(isId))
    throw refuse('--accounts must be all, or ids such as 1,2');
  return { name, url: options['url']!, types, accounts };
}

async function requireKnown(app: INestApplicationContext, accounts: string[] | null): Promise<void> {
  const known = await app
    .get(Database)
    .rows<{ id: string }>('select id::text from catalog.account_v1 where id = any (:ids::bigint[])', { ids: accounts });
  const unknown = (accounts ?? []).filter((id) => !known.some((row) => row.id === id));
  if (unknown.length > 0) throw new CommandError(`There is no account with the id ${unknown.join(', ')}`);
}

async function requireWebhook(app: INestApplicationContext, id: string): Promise<void> {
  const found = await app.get(Database).rows('select from events.webhook where id = :id', { id });
  if (found.length === 0) throw new CommandError(`There is no webhook with the id ${id}`);
}

function idOf(text: string | undefined): string {
  if (!isId(text!)) throw new CommandError(`There is no webhook with the id ${text}`);
  return text!;
}

/** The ping after its try, which this process or a running server makes. */
async function answered(app: INestApplicationContext, webhook: string, id: string): Promise<Ping> {
  for (const end = Date.now() + PING_TIMEOUT; ; await sleep(100)) {
    const { text } = await app.get(QueryBus).execute(new ViewDelivery(webhook, id));
    const ping = JSON.parse(text) as Ping;
    if (ping.tries.length > 0 || Date.now() > end) return ping;
  }
}

function show(io: Io, { flags }: Input, id: string, secret: string): void {
  if (flags['json']) return io.out(JSON.stringify({ id, secret }, null, 2));
  io.out(secret);
  io.err(`The secret of webhook ${id}. It is shown only once.`);
}

const statusOf = (isEnabled: boolean, { failing_since }: Pick<WebhookRow, 'failing_since'>): string =>
  !isEnabled ? 'disabled' : failing_since ? 'failing' : 'working';

export const webhookCommands = [webhooksList, webhooksCreate, webhooksPing, webhooksReplay, webhooksRotate];
