import type { Webhook } from '@app/sdk';
import { moment } from '../format.js';
import { Name } from './name.js';

/** Whether a webhook is sent events, and why not. */
export function WebhookState({ webhook }: { webhook: Webhook }) {
  if (!webhook.is_enabled)
    return (
      <div>
        <span class={webhook.status_details ? 'tag bad' : 'tag'}>disabled</span>
        <small>
          <Name>{webhook.status_details ?? 'by hand'}</Name>
        </small>
      </div>
    );
  if (webhook.failing_since)
    return (
      <div>
        <span class="tag bad">failing</span>
        <small>since {moment(webhook.failing_since)}</small>
      </div>
    );
  return <span class="tag good">enabled</span>;
}
