import { invalid, omitUndefined, SETTINGS, type Settings } from '@app/platform/core';
import { Database, InjectRepository, Repository, UnitOfWork } from '@app/platform/persistence';
import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Webhook, type WebhookFields, type WebhookScope } from './webhook.aggregate.js';

interface WrittenWebhook {
  id: string;
  outcome: 'created' | 'changed' | 'unchanged';
  /** of a new webhook */
  secret?: string;
}

/** Which webhook a command writes. */
type WebhookTarget = { id: string } | { name: string; scope: WebhookScope } | { scope: WebhookScope };

/**
 * Creates a webhook for the events from now on, or changes one: with an id that one, with a name the newest of that name if there is one.
 * @throws Problem 404, 422
 */
export class WriteWebhook extends Command<WrittenWebhook> {
  constructor(
    readonly target: WebhookTarget,
    readonly fields: Partial<WebhookFields>,
  ) {
    super();
  }
}

const NEWEST = 'select id::text from events.webhook where name = :name order by webhook.id desc limit 1';

const FOLLOW = `insert into events.webhook_lane (webhook_id, position)
  values (:webhook, coalesce((select position from events.feed), 0))`;

/** Wakes the processes that send. */
const WAKE = `select pg_notify('events', '')`;

@CommandHandler(WriteWebhook)
export class WriteWebhookHandler implements ICommandHandler<WriteWebhook> {
  constructor(
    private readonly work: UnitOfWork,
    private readonly database: Database,
    @InjectRepository(Webhook) private readonly webhooks: Repository<Webhook>,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  execute({ target, fields }: WriteWebhook): Promise<WrittenWebhook> {
    if (fields.url !== undefined) this.requireHttps(fields.url);
    return this.work.run(async () => {
      const id = 'id' in target ? target.id : 'name' in target ? await this.newest(target.name) : undefined;
      const scope = 'scope' in target ? target.scope : undefined;
      const written = id === undefined ? await this.create(fields, scope!) : await this.change(id, fields, scope);
      await this.database.rows(WAKE);
      return written;
    });
  }

  private async create(fields: Partial<WebhookFields>, scope: WebhookScope): Promise<WrittenWebhook> {
    const webhook = await this.webhooks.add(new Webhook(fields as WebhookFields, scope));
    await this.database.execute(FOLLOW, { webhook: webhook.id });
    return { id: webhook.id, outcome: 'created', secret: webhook.newSecret };
  }

  private async change(
    id: string,
    fields: Partial<WebhookFields>,
    scope: WebhookScope | undefined,
  ): Promise<WrittenWebhook> {
    const webhook = await this.webhooks.lock({ id });
    const isChanged = webhook.revise(omitUndefined(fields), scope);
    await this.webhooks.save(webhook);
    return { id, outcome: isChanged ? 'changed' : 'unchanged' };
  }

  private async newest(name: string): Promise<string | undefined> {
    const [row] = await this.database.rows<{ id: string }>(NEWEST, { name });
    return row?.id;
  }

  /** Plain http is for networks that the operator names. */
  private requireHttps(url: string): void {
    if (!/^https:/i.test(url) && this.settings.webhookNetworks.rules.length === 0)
      throw invalid({ url: ['must begin with https://'] });
  }
}
