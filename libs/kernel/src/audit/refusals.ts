import { type BeforeApplicationShutdown, Injectable, Logger } from '@nestjs/common';
import type { ApiRequest } from '../http/request.js';
import { Database } from '../persistence/database.js';
import { isDatabaseTrouble } from '../persistence/sql-faults.js';
import { type Origin, originOf } from './origin.js';

/** Milliseconds between two writes. */
const PAUSE = 1_000;
/** Refusals that wait to be written; of one write; that a process writes down singly, at once and each second after. */
const HELD = 5_000;
const AT_ONCE = 1_000;
const BURST = 1_000;
const EACH_SECOND = 20;

/** These are recorded whatever was asked for; others when something was to be written. */
const ALWAYS = [401, 403, 429];
const READS = ['GET', 'HEAD', 'OPTIONS'];

interface Refusal extends Origin {
  /** by `performance.now()` */
  noted: number;
  count: number;
  status: number;
  code: string;
}

/** Times are those of the database's clock, less the time that a refusal has waited here. */
const WRITE = `insert into audit.event (at, actor, key_id, request_id, operation, method, path, client, asset_id, kind, count, status, code)
  select clock.now - make_interval(secs => waited / 1000.0), actor, key_id, request_id, operation, method, path, client, asset_id,
    'refused', count, status, code
  from (select kernel.now() as now) clock, json_to_recordset(:refusals::json) as refusal (waited float8, actor text, key_id bigint, request_id uuid,
    operation text, method text, path text, client text, asset_id bigint, count int, status int, code text)`;

/**
 * What was refused, for the audit trail: kept in memory and written once a second, so that a flood of bad requests costs one
 * statement a second. What is more than a process may write down singly is counted, by status.
 */
@Injectable()
export class Refusals implements BeforeApplicationShutdown {
  private readonly logger = new Logger(Refusals.name);
  private readonly waiting: Refusal[] = [];
  /** how many are not listed, by status */
  private surplus = new Map<number, number>();
  private allowance = BURST;
  private allowedAt = performance.now();
  private timer: NodeJS.Timeout | undefined;
  private writing: Promise<boolean> | undefined;

  constructor(private readonly database: Database) {}

  note(request: ApiRequest, status: number, code: string): void {
    if (status >= 500 || (READS.includes(request.method) && !ALWAYS.includes(status))) return;
    if (this.mayList()) {
      this.waiting.push({ ...originOf(request), noted: performance.now(), count: 1, status, code });
    } else this.count(status, 1);
    this.schedule();
  }

  /** What is left is written while the pool is still there. */
  async beforeApplicationShutdown(): Promise<void> {
    clearTimeout(this.timer);
    await this.writing;
    while (this.waiting.length + this.surplus.size > 0 && (await this.write()));
    if (this.waiting.length > 0)
      this.logger.warn({ count: this.waiting.length }, 'Refusals are lost for the audit trail');
  }

  private count(status: number, more: number): void {
    this.surplus.set(status, (this.surplus.get(status) ?? 0) + more);
  }

  private mayList(): boolean {
    if (this.waiting.length >= HELD) return false;
    const now = performance.now();
    this.allowance = Math.min(BURST, this.allowance + ((now - this.allowedAt) / 1000) * EACH_SECOND);
    this.allowedAt = now;
    if (this.allowance < 1) return false;
    this.allowance -= 1;
    return true;
  }

  private schedule(): void {
    this.timer ??= setTimeout(() => {
      this.writing = this.write().finally(() => {
        this.timer = this.writing = undefined;
        if (this.waiting.length + this.surplus.size > 0) this.schedule();
      });
    }, PAUSE).unref();
  }

  /** What a database that is away does not take is tried again. @returns whether it was taken */
  private async write(): Promise<boolean> {
    const now = performance.now();
    const some = this.waiting.slice(0, AT_ONCE);
    const counted = [...this.surplus];
    this.surplus = new Map();
    const refusals = [
      ...some.map(({ noted, ...refusal }) => ({ ...refusal, waited: now - noted })),
      ...counted.map(([status, count]) => ({ actor: 'key', waited: 0, count, status, code: 'not_listed' })),
    ];
    try {
      await this.database.rows(WRITE, { refusals: JSON.stringify(refusals) }, 'audit');
      this.waiting.splice(0, some.length);
      return true;
    } catch (error) {
      if (!isDatabaseTrouble(error)) this.waiting.splice(0, some.length); // it would be so for ever
      for (const [status, count] of counted) this.count(status, count);
      this.logger.warn({ text: String(error) }, 'Refusals could not be recorded; it is tried again');
      return false;
    }
  }
}
