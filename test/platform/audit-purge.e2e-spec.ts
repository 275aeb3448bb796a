import { PurgeAuditEventsJob } from '@app/platform/audit';
import { TestApp } from '../support/app.js';

let app: TestApp;

beforeAll(async () => {
  app = await TestApp.start({ AUDIT_DAYS: '30' });
});
afterAll(() => app.close());

const MINUTES = 24 * 60;

const left = async () =>
  (
    await app.sql<{ operation: string; count: number }>(
      'select operation, count(*)::int as count from audit.event group by operation order by operation',
    )
  ).map(({ operation, count }) => [operation, count]);

const events = (operation: string, count: number, age: string) =>
  app.sql(
    `insert into audit.event (actor, operation, kind, at) select 'job', $1, 'created', platform.now() - $3::interval from generate_series(1, $2)`,
    [operation, count, age],
  );

describe('The audit trail', () => {
  it('is kept for the configured days, and purged in batches by several replicas at once', async () => {
    const replica = await app.replica({ AUDIT_DAYS: '30' });
    await events('old', 2_500, '31 days');
    await events('new', 3, '29 days');
    await Promise.all([app, replica].map((each) => each.app.get(PurgeAuditEventsJob).run()));
    const kept = (await left()).filter(([operation]) => operation === 'new' || operation === 'old');
    expect(kept).toEqual([['new', 3]]);

    await app.advance(2 * MINUTES);
    await app.app.get(PurgeAuditEventsJob).run();
    expect((await left()).filter(([operation]) => operation === 'new')).toEqual([]);
  });
});
