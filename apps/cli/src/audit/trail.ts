import { type RowChange } from '@app/platform/audit';
import type { Read } from '../inspect/read-only.js';

export interface Wanted {
  asset: string | undefined;
  key: string | undefined;
  operation: string | undefined;
  request: string | undefined;
  since: { seconds: number } | { at: Date } | undefined;
  /** undefined = rejected requests and writes */
  rejected: boolean | undefined;
  /** only events with a lower id */
  before: string | undefined;
  limit: number;
}

/** An audit event with the columns that the command line shows. */
export interface AuditRow {
  id: string;
  at: string;
  actor: 'key' | 'operator' | 'job' | 'sql';
  key_id: string | null;
  key_name: string | null;
  request_id: string | null;
  operation: string | null;
  method: string | null;
  path: string | null;
  client: string | null;
  asset_id: string | null;
  kind: 'created' | 'updated' | 'deleted' | 'refused';
  table: string | null;
  count: number;
  changes: RowChange[] | null;
  status: number | null;
  code: string | null;
}

const SHOWN = `event.id::text, to_json(date_trunc('milliseconds', event.at at time zone 'UTC')) #>> '{}' || 'Z' as at, event.actor,
  event.key_id::text, key.name as key_name, event.request_id, event.operation, event.method, event.path, event.client,
  event.asset_id::text, event.kind, event.relation as table, event.count, event.changes, event.status, event.code`;

/** SQL conditions by filter, of its parameter. */
const CONDITIONS: Record<string, (value: string) => string> = {
  asset: (id) => `event.asset_id = ${id}`,
  key: (id) => `event.key_id = ${id}`,
  operation: (id) => `event.operation = ${id}`,
  request: (id) => `event.request_id = ${id}`,
  rejected: (flag) => `(event.kind = 'refused') = ${flag}`,
  before: (id) => `event.id < ${id}`,
  at: (time) => since(`${time}::timestamptz`),
  seconds: (seconds) => since(`platform.now() - make_interval(secs => ${seconds})`),
};

/** Limits the scan by id: ids ascend with time, except for events whose recording was delayed. */
function since(time: string): string {
  return `event.at >= ${time} and event.id >= (select min(id) from (select id from audit.event where at >= ${time} offset 0) recent)`;
}

/** Reads events, the newest first. */
export async function eventsOf(read: Read, { since, limit, ...wanted }: Wanted): Promise<AuditRow[]> {
  const filters = Object.entries({ ...wanted, ...since }).filter(([, value]) => value !== undefined);
  const where = filters.map(([name], index) => CONDITIONS[name]!(`$${index + 2}`));
  const sql = `select ${SHOWN} from audit.event event left join platform.api_key key on key.id = event.key_id
    where ${where.join(' and ') || 'true'} order by event.id desc limit $1`;
  return read<AuditRow>(sql, [limit, ...filters.map(([, value]) => value)]);
}
