import { useRoute } from 'preact-iso';
import { useEffect, useState } from 'preact/hooks';
import type { Delivery, Webhook } from '@app/sdk';
import { count, number } from '../format.js';
import { PATHS } from '../routes.js';
import { may, session } from '../session.js';
import { Deliveries } from './deliveries.js';
import { Few } from './few.js';
import { Name } from './name.js';
import { Problem } from './problem.js';
import { type Shown, ShownOnce } from './shown-once.js';
import { Title } from './title.js';
import { useAttempt } from './use-attempt.js';
import { useLoad } from './use-load.js';
import { type Step, WebhookSteps } from './webhook-steps.js';
import { WebhookState } from './webhook-state.js';
import { LastSuccess, waitingOf } from './webhooks.js';

const STATUSES: Record<Delivery['status'], string> = {
  failed: 'Failed',
  retrying: 'Retrying',
  pending: 'Pending',
  delivered: 'Delivered',
};
/** Deliveries that are read and shown. */
const LATEST = 100;
const POLL_MS = 2000;

export function WebhookPage() {
  const { webhook: id = '' } = useRoute().params;
  const { client } = session.value!;
  const of = { webhook: id };
  const [status, setStatus] = useState<Delivery['status']>();
  const [step, setStep] = useState<Step>();
  const [shown, setShown] = useState<Shown>();
  const [said, setSaid] = useState('');
  const sending = useAttempt();
  const read = useLoad(id, async (signal) => {
    // Only lists show how far a webhook is.
    const [viewed, listed, failed] = await Promise.all([
      client.viewWebhook(of, { signal }),
      client.listWebhooks({ perPage: 1000 }, { signal }).all(),
      client.listWebhookDeliveries({ ...of, status: 'failed', perPage: 1, total: true }, { signal }),
    ]);
    const webhook: Webhook = { ...listed.find((each) => each.id === id), ...viewed };
    return { webhook, failures: failed.paging.total_count ?? 0 };
  });
  const log = useLoad(`${id} ${status}`, async (signal) =>
    client.listWebhookDeliveries({ ...of, perPage: LATEST, ...(status && { status }) }, { signal }),
  );
  const { webhook, failures = 0 } = read.data ?? {};
  const { reload } = log;
  // After the deliveries, so that the count has every failure among them.
  useEffect(() => {
    if (!log.isLoading) read.reload();
  }, [log.isLoading]);
  const done = (text: string) => {
    setSaid(text);
    setStep(undefined);
    reload();
  };
  const replay = (delivery: Delivery) =>
    sending.attempt(async () => {
      await client.replayWebhookDeliveries({ ...of, body: { delivery_id: delivery.id } });
      done(`${delivery.event_id} will be sent again.`);
    });
  const ping = () =>
    sending.attempt(async () => {
      await client.pingWebhook(of);
      done('A ping is on its way.');
    });
  /** A webhook that is disabled is sent pings only. */
  const isUnderWay = log.data?.data.some(
    (each) => each.status === 'pending' && (webhook?.is_enabled || each.type === 'webhook.ping'),
  );
  useEffect(() => {
    if (!isUnderWay) return;
    const timer = setTimeout(reload, POLL_MS);
    return () => clearTimeout(timer);
  }, [log.data, isUnderWay]);
  const mayWrite = may('webhooks.manage', true);
  const toggle = (wanted: Step) => setStep(step === wanted ? undefined : wanted);
  const button = (wanted: Step, text: string) => (
    <button type="button" aria-expanded={step === wanted} onClick={() => toggle(wanted)}>
      {text}
    </button>
  );
  return (
    <section>
      <nav class="trail" aria-label="Way back">
        <a href={PATHS.webhooks}>Webhooks</a>
      </nav>
      <div class="head">
        <Title>{webhook ? <Name>{webhook.name}</Name> : 'Webhook'}</Title>
        <button type="button" onClick={reload}>
          Refresh
        </button>
      </div>
      <p class="summary" role="status">
        {said}
      </p>
      {read.error !== undefined && <Problem error={read.error} retry={read.reload} />}
      {read.isLoading && !read.data && <progress aria-label="Loading" />}
      {shown && <ShownOnce shown={shown} done={() => setShown(undefined)} />}
      {webhook && <Facts webhook={webhook} />}
      {webhook && mayWrite && (
        <div class="row">
          <button type="button" disabled={sending.isBusy} onClick={() => void ping()}>
            Ping
          </button>
          {failures > 0 && button('replay', `Replay ${count(failures, 'failure')}…`)}
          {button('switch', webhook.is_enabled ? 'Disable…' : 'Enable…')}
          {button('rotate', 'Rotate the secret…')}
          {button('delete', 'Delete…')}
        </div>
      )}
      {sending.error !== undefined && <Problem error={sending.error} />}
      {webhook && step && (
        <WebhookSteps
          key={step}
          step={step}
          webhook={webhook}
          done={done}
          show={setShown}
          close={() => setStep(undefined)}
        />
      )}
      <h2>Deliveries</h2>
      <div class="chips after" role="group" aria-label="Status of deliveries">
        <button type="button" aria-pressed={status === undefined} onClick={() => setStatus(undefined)}>
          All
        </button>
        {(Object.keys(STATUSES) as Delivery['status'][]).map((each) => (
          <button type="button" key={each} aria-pressed={status === each} onClick={() => setStatus(each)}>
            {STATUSES[each]}
          </button>
        ))}
      </div>
      {log.error !== undefined && <Problem error={log.error} retry={log.reload} />}
      {log.isLoading && !log.data && <progress aria-label="Loading" />}
      {log.data && log.data.data.length === 0 && <p class="muted">Nothing of this kind is kept.</p>}
      {log.data && log.data.data.length > 0 && (
        <Deliveries deliveries={log.data.data} isBusy={sending.isBusy} replay={(delivery) => void replay(delivery)} />
      )}
      {log.data?.paging.next_url && <p class="hint">These are the latest {number(LATEST)}.</p>}
    </section>
  );
}

function Facts({ webhook }: { webhook: Webhook }) {
  return (
    <dl class="facts">
      <div>
        <dt>Address</dt>
        <dd>
          <Name>{webhook.url}</Name>
        </dd>
      </div>
      <div>
        <dt>State</dt>
        <dd>
          <WebhookState webhook={webhook} />
        </dd>
      </div>
      <div>
        <dt>Waiting</dt>
        <dd>{waitingOf(webhook)}</dd>
      </div>
      <div>
        <dt>Last success</dt>
        <dd>
          <LastSuccess at={webhook.last_success_at} />
        </dd>
      </div>
      <div>
        <dt>Events</dt>
        <dd>
          <Few items={webhook.types} />
        </dd>
      </div>
    </dl>
  );
}
