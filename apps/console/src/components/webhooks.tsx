import { useState } from 'preact/hooks';
import type { Webhook } from '@app/sdk';
import { ago, count, duration, moment, number } from '../format.js';
import { webhookPath } from '../routes.js';
import { may, session } from '../session.js';
import { CreateWebhook } from './create-webhook.js';
import { Few } from './few.js';
import { Name } from './name.js';
import { Problem } from './problem.js';
import { type Shown, ShownOnce } from './shown-once.js';
import { Title } from './title.js';
import { useLoad } from './use-load.js';
import { WebhookState } from './webhook-state.js';

export function Webhooks() {
  const { client } = session.value!;
  const [isCreating, setCreating] = useState(false);
  const [shown, setShown] = useState<Shown>();
  const { data, error, isLoading, reload } = useLoad('webhooks', async (signal) =>
    (await client.listWebhooks({ perPage: 1000 }, { signal }).all()).sort(byTrouble),
  );
  return (
    <section>
      <div class="head">
        <Title>Webhooks</Title>
        {may('webhooks.manage', true) && (
          <button type="button" aria-expanded={isCreating} onClick={() => setCreating(!isCreating)}>
            Create a webhook
          </button>
        )}
        <button type="button" onClick={reload}>
          Refresh
        </button>
      </div>
      <p class="summary" role="status">
        {data ? summaryOf(data) : error ? '' : 'Loading…'}
      </p>
      {shown && <ShownOnce shown={shown} done={() => setShown(undefined)} />}
      {isCreating && (
        <CreateWebhook
          created={({ name, secret }) => {
            setShown({ of: 'secret', name, secret });
            setCreating(false);
            reload();
          }}
          close={() => setCreating(false)}
        />
      )}
      {error !== undefined && <Problem error={error} retry={reload} />}
      {isLoading && !data && <progress aria-label="Loading" />}
      {data && data.length > 0 && (
        <table>
          <thead>
            <tr>
              <th scope="col">Webhook</th>
              <th scope="col">State</th>
              <th scope="col">Waiting</th>
              <th scope="col">Last success</th>
              <th scope="col">Events</th>
            </tr>
          </thead>
          <tbody>
            {data.map((webhook) => (
              <tr key={webhook.id}>
                <th scope="row">
                  <a href={webhookPath(webhook.id)}>
                    <Name>{webhook.name}</Name>
                  </a>
                  <small>
                    <Name>{webhook.url}</Name>
                  </small>
                </th>
                <td data-label="State">
                  <WebhookState webhook={webhook} />
                </td>
                <td data-label="Waiting">{waitingOf(webhook)}</td>
                <td data-label="Last success">
                  <LastSuccess at={webhook.last_success_at} />
                </td>
                <td data-label="Events">
                  <div>
                    <Few items={webhook.types} />
                  </div>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}

export function LastSuccess({ at }: { at: string | null | undefined }) {
  if (!at) return <span class="muted">never</span>;
  return (
    <time dateTime={at} title={moment(at)}>
      {ago(at)}
    </time>
  );
}

export function waitingOf({ waiting_count: waiting = 0, lag_seconds: lag = 0 }: Webhook): string {
  if (waiting === 0) return 'none';
  return `${number(waiting)}, the oldest for ${duration(lag)}`;
}

const isFailing = ({ is_enabled, failing_since }: Webhook): boolean => is_enabled && !!failing_since;
const isOff = ({ is_enabled, status_details }: Webhook): boolean => !is_enabled && status_details !== null;
const rank = (webhook: Webhook): number => (isOff(webhook) ? 0 : isFailing(webhook) ? 1 : 2);

/** Those that the service has disabled first, then those that fail. */
const byTrouble = (one: Webhook, other: Webhook): number =>
  rank(one) - rank(other) || one.name.localeCompare(other.name);

function summaryOf(webhooks: Webhook[]): string {
  const failing = webhooks.filter(isFailing).length;
  const disabled = webhooks.filter(({ is_enabled }) => !is_enabled).length;
  return `${count(webhooks.length, 'webhook')}, ${number(failing)} failing, ${number(disabled)} disabled.`;
}
