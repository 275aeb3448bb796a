import type { Lag } from '../../core/model/jobs.js';
import { Scheduled, ScheduledJob } from '../../persistence/jobs/scheduled-job.js';
import { RETENTION } from './idempotency.js';

const EVERY_MS = 600_000;
const BATCH_SIZE = 1_000;

const DELETE = `delete from platform.idempotency_record where (key_id, idempotency_key) in (
  select key_id, idempotency_key from platform.idempotency_record where stored_at <= (select platform.now()) - interval '${RETENTION}'
  order by stored_at limit ${BATCH_SIZE} for update skip locked)`;

/** Seconds by which the oldest stored response is overdue for deletion. */
const LAG = `select extract(epoch from platform.now() - interval '${RETENTION}' - min(stored_at))::float8 as lag from platform.idempotency_record`;

/** Deletes expired idempotency records. Every replica runs it: SKIP LOCKED divides the rows among them. */
@Scheduled('purge-idempotency-keys', EVERY_MS)
export class PurgeIdempotencyKeysJob extends ScheduledJob {
  override async run(): Promise<void> {
    while ((await this.work.run(() => this.database.execute(DELETE))) === BATCH_SIZE);
  }

  protected override lag(): Promise<Lag[]> {
    return this.database.rows(LAG);
  }
}
