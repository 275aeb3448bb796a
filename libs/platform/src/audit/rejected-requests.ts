import { type BeforeApplicationShutdown, Injectable, Logger } from '@nestjs/common';
import { Database } from '../persistence/connection/database.js';
import { isTransientError } from '../persistence/connection/postgres-errors.js';
import { type AuditedRequest, type AuditContext, auditContextOf } from './audit-context.js';

/** Milliseconds between two writes, and between two writes of the counts. */
const WRITE_INTERVAL = 1_000;
const COUNTS_INTERVAL = 60_000;
/** Rejections held in memory at most, and rejections of one write. */
const MAX_BUFFERED = 5_000;
const BATCH_SIZE = 1_000;
/** Rejections that a process lists individually: the burst, and the refill per second with and without a key. */
const BURST = 1_000;
const REFILL_WITH_KEY = 20;
const REFILL_WITHOUT_KEY = 1 / 60;

/** Statuses recorded for every method; other statuses are recorded for writes only. */
const ALWAYS = [401, 403, 429];
const READS = ['GET', 'HEAD', 'OPTIONS'];

interface RejectedRequest extends AuditContext {
  /** by `performance.now()` */
  rejectedAt: number;
  count: number;
  status: number;
  code: string;
}

/** The time of a rejection is the database clock minus the time it waited in memory. */
const WRITE = `insert into audit.event (at, actor, key_id, request_id, operation, method, path, client, asset_id, kind, count, status, code)
  select clock.now - make_interval(secs => waited / 1000.0), actor, key_id, request_id, operation, method, path, client, asset_id,
    'refused', count, status, code
  from (select platform.now() as now) clock, json_to_recordset(:rejections::json) as rejection (waited float8, actor text, key_id bigint, request_id uuid,
    operation text, method text, path text, client text, asset_id bigint, count int, status int, code text)`;

/**
 * Records rejected requests in the audit trail. They are buffered and written once a second, so a flood of bad requests costs
 * one statement a second. Rejections beyond the allowance of a process are only counted, by status, and the counts are written
 * once a minute: clients without a key create a few thousand rows a day at most.
 */
@Injectable()
export class RejectedRequestLog implements BeforeApplicationShutdown {
  private readonly logger = new Logger(RejectedRequestLog.name);
  private readonly buffer: RejectedRequest[] = [];
  /** rejections that are only counted, by status */
  private unlisted = new Map<number, number>();
  private unlistedWrittenAt = -Infinity;
  private readonly withKey = new TokenBucket(REFILL_WITH_KEY);
  private readonly withoutKey = new TokenBucket(REFILL_WITHOUT_KEY);
  private timer: NodeJS.Timeout | undefined;
  private writing: Promise<boolean> | undefined;

  constructor(private readonly database: Database) {}

  /** Requests of visitors, to public operations, are not recorded: neither are their addresses. */
  note(request: AuditedRequest, status: number, code: string): void {
    if (request.operation?.public) return;
    if (status >= 500 || (READS.includes(request.method) && !ALWAYS.includes(status))) return;
    if (this.mayList(request)) {
      this.buffer.push({ ...auditContextOf(request), rejectedAt: performance.now(), count: 1, status, code });
    } else this.count(status, 1);
    this.schedule();
  }

  /** Flushes the buffer while the connection pool is still open. */
  async beforeApplicationShutdown(): Promise<void> {
    clearTimeout(this.timer);
    await this.writing;
    while (this.buffer.length + this.unlisted.size > 0 && (await this.write({ isLast: true })));
    if (this.buffer.length > 0)
      this.logger.warn({ count: this.buffer.length }, 'Rejected requests are missing in the audit trail');
  }

  private count(status: number, more: number): void {
    this.unlisted.set(status, (this.unlisted.get(status) ?? 0) + more);
  }

  private mayList({ caller }: AuditedRequest): boolean {
    return this.buffer.length < MAX_BUFFERED && (caller ? this.withKey : this.withoutKey).consume();
  }

  private schedule(): void {
    this.timer ??= setTimeout(() => {
      this.writing = this.write().finally(() => {
        this.timer = this.writing = undefined;
        if (this.buffer.length + this.unlisted.size > 0) this.schedule();
      });
    }, WRITE_INTERVAL).unref();
  }

  /** Keeps the buffer for a retry while the database is unavailable. @returns whether the write succeeded */
  private async write({ isLast } = { isLast: false }): Promise<boolean> {
    const now = performance.now();
    const some = this.buffer.slice(0, BATCH_SIZE);
    const counted = isLast || now - this.unlistedWrittenAt >= COUNTS_INTERVAL ? [...this.unlisted] : [];
    if (some.length + counted.length === 0) return true;
    if (counted.length > 0) this.unlisted = new Map();
    const rejections = [
      ...some.map(({ rejectedAt, ...rejection }) => ({ ...rejection, waited: now - rejectedAt })),
      ...counted.map(([status, count]) => ({ actor: 'key', waited: 0, count, status, code: 'not_listed' })),
    ];
    try {
      await this.database.rows(WRITE, { rejections: JSON.stringify(rejections) }, 'audit');
      this.buffer.splice(0, some.length);
      if (counted.length > 0) this.unlistedWrittenAt = now;
      return true;
    } catch (error) {
      if (!isTransientError(error)) this.buffer.splice(0, some.length); // would fail on every retry
      for (const [status, count] of counted) this.count(status, count);
      this.logger.warn({ text: String(error) }, 'Rejected requests could not be recorded; retrying');
      return false;
    }
  }
}

/** A token bucket: refills with time, up to the burst. */
class TokenBucket {
  private tokens = BURST;
  private refilledAt = performance.now();

  constructor(private readonly refillPerSecond: number) {}

  consume(): boolean {
    const now = performance.now();
    this.tokens = Math.min(BURST, this.tokens + ((now - this.refilledAt) / 1000) * this.refillPerSecond);
    this.refilledAt = now;
    if (this.tokens < 1) return false;
    this.tokens -= 1;
    return true;
  }
}
