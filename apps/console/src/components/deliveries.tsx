import type { Delivery } from '@app/sdk';
import { ago, count, duration, moment, number } from '../format.js';
import { may } from '../session.js';

const TAGS: Record<Delivery['status'], string> = {
  pending: 'tag',
  retrying: 'tag bad',
  delivered: 'tag good',
  failed: 'tag bad',
};

interface Props {
  deliveries: Delivery[];
  isBusy: boolean;
  replay(delivery: Delivery): void;
}

/** What was sent to a webhook, with each try. */
export function Deliveries({ deliveries, isBusy, replay }: Props) {
  const mayReplay = may('webhooks.manage', true);
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">Time</th>
          <th scope="col">Event</th>
          <th scope="col">Status</th>
          <th scope="col">Last answer</th>
          <th scope="col" class="figure">
            Took
          </th>
          <th scope="col">Tries</th>
          {mayReplay && <td />}
        </tr>
      </thead>
      <tbody>
        {deliveries.map((delivery) => {
          const last = delivery.tries.at(-1);
          return (
            <tr key={delivery.id}>
              <th scope="row">
                <time dateTime={delivery.created_at} title={ago(delivery.created_at)}>
                  {moment(delivery.created_at)}
                </time>
              </th>
              <td data-label="Event">
                <div>
                  {delivery.type}
                  <small>{delivery.event_id}</small>
                </div>
              </td>
              <td data-label="Status">
                <div>
                  <span class={TAGS[delivery.status]}>{delivery.status}</span>
                  {delivery.status === 'retrying' && delivery.due_at && <small>again {dueIn(delivery.due_at)}</small>}
                </div>
              </td>
              <td data-label="Last answer">
                {last ? <bdi>{last.status ?? last.error}</bdi> : <span class="muted">none yet</span>}
              </td>
              <td class="figure" data-label="Took">
                {last ? `${number(last.duration_ms)} ms` : '–'}
              </td>
              <td data-label="Tries">
                {delivery.tries.length > 0 ? <Tries tries={delivery.tries} /> : <span class="muted">none</span>}
              </td>
              {mayReplay && (
                <td class="steps">
                  {delivery.status !== 'pending' && (
                    <button
                      type="button"
                      aria-label={`Replay ${delivery.type}, ${delivery.event_id}`}
                      disabled={isBusy}
                      onClick={() => replay(delivery)}
                    >
                      Replay
                    </button>
                  )}
                </td>
              )}
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

function Tries({ tries }: { tries: Delivery['tries'] }) {
  return (
    <details>
      <summary>{count(tries.length, 'try', 'tries')}</summary>
      {tries.toReversed().map(({ at, duration_ms: took, status, error, response }) => (
        <div key={at} class="try">
          <small>
            {moment(at)}, {number(took)} ms, <bdi>{status ?? error}</bdi>
          </small>
          {response === '' ? <small>no text</small> : <pre dir="auto">{response}</pre>}
        </div>
      ))}
    </details>
  );
}

function dueIn(time: string): string {
  const seconds = Math.round((Date.parse(time) - Date.now()) / 1000);
  return seconds > 0 ? `in ${duration(seconds)}` : 'now';
}
