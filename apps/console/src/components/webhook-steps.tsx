import { useLocation } from 'preact-iso';
import type { Webhook } from '@app/sdk';
import { count } from '../format.js';
import { PATHS } from '../routes.js';
import { session } from '../session.js';
import { Confirm } from './confirm.js';
import { Name } from './name.js';
import { Rotate } from './rotate.js';
import type { Shown } from './shown-once.js';

export type Step = 'switch' | 'rotate' | 'delete' | 'replay';

interface Props {
  step: Step;
  webhook: Webhook;
  /** tells what was done, and reads the page again */
  done(said: string): void;
  show(secret: Shown): void;
  close(): void;
}

/** A step with a webhook, which shows first what it changes. */
export function WebhookSteps({ step, webhook, done, show, close }: Props) {
  const { client } = session.value!;
  const { route } = useLocation();
  const of = { webhook: webhook.id };
  const view = (signal: AbortSignal) => client.viewWebhook(of, { signal });
  const waiting = count(webhook.waiting_count ?? 0, 'event waits', 'events wait');
  switch (step) {
    case 'replay':
      return (
        <Confirm
          label="Replay all failures"
          look={async (signal) => {
            const failed = { ...of, status: 'failed' as const, perPage: 1, total: true };
            return (await client.listWebhookDeliveries(failed, { signal })).paging.total_count ?? 0;
          }}
          act={async () => {
            const { count: sent } = await client.replayWebhookDeliveries({ ...of, body: { status: 'failed' } });
            done(`${count(sent, 'delivery', 'deliveries')} will be sent again.`);
          }}
          close={close}
        >
          {(failures) => (
            <p>
              {count(failures, 'event is', 'events are')} sent again with the same ids, so that a receiver can tell
              which it already has.
            </p>
          )}
        </Confirm>
      );
    case 'switch': {
      const { is_enabled: isEnabled } = webhook;
      return (
        <Confirm
          label={isEnabled ? 'Disable the webhook' : 'Enable the webhook'}
          look={view}
          act={async (viewed) => {
            await client.updateWebhook({ ...of, body: { is_enabled: !isEnabled } }, { ifUnchanged: viewed });
            done(isEnabled ? 'Disabled.' : 'Enabled.');
          }}
          close={close}
        >
          {() => (
            <p>
              {isEnabled
                ? 'Nothing more is sent. Events wait, as long as they are kept, until it is enabled again.'
                : `Events that waited and are still kept are sent at once; ${waiting}.`}
            </p>
          )}
        </Confirm>
      );
    }
    case 'rotate':
      return (
        <Rotate
          label="Rotate the secret"
          act={async (hours) => {
            const { name, secret } = await client.rotateWebhookSecret({ ...of, body: { overlap_hours: hours } });
            const signs = `The old secret signs too for ${count(hours, 'hour')}.`;
            show({ of: 'secret', name, secret, note: hours === 0 ? 'The old secret signs nothing more.' : signs });
            done('');
          }}
          close={close}
        >
          <p>
            Requests to <Name>{webhook.url}</Name> are signed with a new secret, and for the hours below with the old
            one too. Then receivers that know only the old one refuse them.
          </p>
        </Rotate>
      );
    case 'delete':
      return (
        <Confirm
          label="Delete the webhook"
          look={async (signal) => {
            await client.deleteWebhook({ ...of, dryRun: true }, { signal });
            return view(signal);
          }}
          act={async (viewed) => {
            await client.deleteWebhook(of, { ifUnchanged: viewed });
            route(PATHS.webhooks);
          }}
          close={close}
        >
          {() => (
            <p>
              The webhook goes with its secret and the log of its deliveries, for ever. {waiting}, and will not be sent.
            </p>
          )}
        </Confirm>
      );
  }
}
