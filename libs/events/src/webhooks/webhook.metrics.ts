import { cachedProbe, Metrics } from '@app/platform/core';
import { Database } from '@app/platform/persistence';
import { Injectable } from '@nestjs/common';
import { Counter, Gauge } from 'prom-client';

const STATES = ['working', 'failing', 'disabled'] as const;

const COUNT = `select count(*) filter (where is_enabled and failing_since is null)::int as working,
    count(*) filter (where is_enabled and failing_since is not null)::int as failing,
    count(*) filter (where not is_enabled)::int as disabled
  from events.webhook join events.webhook_lane on webhook_id = id`;

/** Counts tries of this process, and webhooks by their state. */
@Injectable()
export class WebhookMetrics {
  private readonly tries;

  constructor(metrics: Metrics, database: Database) {
    this.tries = new Counter({
      name: 'webhook_deliveries_total',
      help: 'Tries to deliver an event to a webhook, by outcome',
      labelNames: ['outcome'],
      registers: [metrics],
    });
    for (const outcome of ['delivered', 'failed']) this.tries.inc({ outcome }, 0);
    const counts = cachedProbe(() => database.rows<Record<(typeof STATES)[number], number>>(COUNT));
    metrics.observe(
      Gauge,
      { name: 'webhook_endpoints', help: 'Webhooks, by whether they accept events', labelNames: ['state'] },
      async () => {
        const found = await counts();
        return STATES.map((state) => ({ labels: { state }, value: found?.[state] }));
      },
    );
  }

  count(isSuccess: boolean): void {
    this.tries.inc({ outcome: isSuccess ? 'delivered' : 'failed' });
  }
}
