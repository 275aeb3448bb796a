import { useState } from 'preact/hooks';
import type { AuditEvent } from '@app/sdk';
import { ago, count, moment, number } from '../format.js';
import { may, session } from '../session.js';
import { CopyTable } from './copy-table.js';
import { Field } from './field.js';
import { Name } from './name.js';
import { Problem } from './problem.js';
import { Title } from './title.js';
import { useLoad } from './use-load.js';

const KINDS: Record<AuditEvent['kind'], string> = {
  created: 'Created',
  updated: 'Updated',
  deleted: 'Deleted',
  rejected: 'Rejected',
};
/** Events that are read at once. */
const STEP = 100;

/** The audit trail: who changed what, and which requests were rejected. */
export function Audit() {
  const { client } = session.value!;
  const [kind, setKind] = useState<AuditEvent['kind']>();
  const [asset, setAsset] = useState('');
  const [key, setKey] = useState('');
  const [since, setSince] = useState('');
  const [wanted, setWanted] = useState(STEP);
  const filter = { ...(kind && { kind }), ...(asset && { asset }), ...(key && { key }), ...(since && { since }) };
  const { data, error, isLoading, reload } = useLoad(JSON.stringify({ filter, wanted }), async (signal) => {
    const { data: events, paging } = await client.listAuditEvents({ ...filter, perPage: wanted }, { signal });
    return { events, hasMore: paging.next_url !== null && paging.next_url !== undefined };
  });
  const keys = useLoad('keys', async (signal) =>
    may('keys.manage') ? client.listKeys({ perPage: 1000 }, { signal }).all() : [],
  );
  const names = new Map(keys.data?.map(({ id, name }) => [id, name]));
  const events = data?.events ?? [];
  const choose = <T,>(set: (value: T) => void, value: T) => {
    set(value);
    setWanted(STEP);
  };
  return (
    <section>
      <div class="head">
        <Title>Audit trail</Title>
        <button type="button" onClick={reload}>
          Refresh
        </button>
      </div>
      <div class="chips" role="group" aria-label="Kind of event">
        <button type="button" aria-pressed={kind === undefined} onClick={() => choose(setKind, undefined)}>
          All
        </button>
        {(Object.keys(KINDS) as AuditEvent['kind'][]).map((each) => (
          <button type="button" key={each} aria-pressed={kind === each} onClick={() => choose(setKind, each)}>
            {KINDS[each]}
          </button>
        ))}
      </div>
      <div class="row after">
        <Field label="Asset id">
          {(control) => <IdInput {...control} value={asset} set={(value) => choose(setAsset, value)} />}
        </Field>
        <Field label="Key id">
          {(control) => <IdInput {...control} value={key} set={(value) => choose(setKey, value)} />}
        </Field>
        <Field label="Since">
          {(control) => (
            <input
              {...control}
              type="date"
              value={since}
              onInput={({ currentTarget }) => choose(setSince, currentTarget.value)}
            />
          )}
        </Field>
      </div>
      <p class="summary" role="status">
        {data ? `${count(events.length, 'event')}${data.hasMore ? ', the newest' : ''}.` : error ? '' : 'Loading…'}
      </p>
      {error !== undefined && <Problem error={error} retry={reload} />}
      {isLoading && !data && <progress aria-label="Loading" />}
      {events.length > 0 && (
        <table>
          <thead>
            <tr>
              <th scope="col">Time</th>
              <th scope="col">Who</th>
              <th scope="col">Operation</th>
              <th scope="col">What</th>
              <th scope="col">Changes</th>
            </tr>
          </thead>
          <tbody>
            {events.map((event) => (
              <tr key={event.id}>
                <th scope="row">
                  <time dateTime={event.at} title={ago(event.at)}>
                    {moment(event.at)}
                  </time>
                </th>
                <td data-label="Who">
                  <div>
                    <Name>{whoOf(event, names)}</Name>
                    {event.client && <small>{event.client}</small>}
                  </div>
                </td>
                <td data-label="Operation">
                  <Name>{event.operation ?? '–'}</Name>
                </td>
                <td data-label="What">
                  <div>
                    {whatOf(event)}
                    {event.asset_id && <small>asset {event.asset_id}</small>}
                  </div>
                </td>
                <td data-label="Changes">
                  <Changes event={event} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <div class="row after">
        {data?.hasMore && wanted < 1000 && (
          <button type="button" onClick={() => setWanted(Math.min(wanted + 300, 1000))}>
            Show older events
          </button>
        )}
        {data?.hasMore && wanted === 1000 && <p class="hint">These are the newest 1,000. A filter finds others.</p>}
        {events.length > 0 && (
          <CopyTable
            head={['Id', 'Time', 'Who', 'Address', 'Operation', 'Asset', 'What', 'Request']}
            rows={events.map((event) => [
              ...[event.id, event.at, whoOf(event, names), event.client, event.operation, event.asset_id],
              ...[whatOf(event), event.request_id],
            ])}
          />
        )}
      </div>
    </section>
  );
}

function IdInput({ value, set, ...control }: { value: string; set(value: string): void; id: string }) {
  return (
    <input
      {...control}
      inputMode="numeric"
      maxLength={19}
      value={value}
      onChange={({ currentTarget }) => set(currentTarget.value.replaceAll(/\D/g, ''))}
    />
  );
}

function whoOf({ actor, key_id: id }: AuditEvent, names: ReadonlyMap<string, string>): string {
  if (actor !== 'key') return actor === 'sql' ? 'SQL' : actor;
  if (id === null) return 'no valid key';
  const name = names.get(id);
  return name === undefined ? `key ${id}` : `${name} (key ${id})`;
}

function whatOf({ kind, table, count: rows, status, code }: AuditEvent): string {
  if (kind !== 'rejected') return `${kind} ${rows === 1 ? '' : `${number(rows)} rows of `}${table}`;
  return rows === 1 ? `rejected: ${status} ${code}` : `rejected ${number(rows)} times: ${status}`;
}

function Changes({ event: { kind, method, path, changes, count: all } }: { event: AuditEvent }) {
  if (kind === 'rejected') return path === null ? <span class="muted">–</span> : <Name>{`${method} ${path}`}</Name>;
  const rows = changes ?? [];
  return (
    <details>
      <summary>{count(all, 'row')}</summary>
      {rows.map((row, at) => (
        <pre key={at} dir="auto">
          {linesOf(row).join('\n')}
        </pre>
      ))}
      {all > rows.length && <small>and {number(all - rows.length)} more</small>}
    </details>
  );
}

const textOf = (value: unknown): string => JSON.stringify(value) ?? 'null';

function linesOf({ key, before, after }: NonNullable<AuditEvent['changes']>[number]): string[] {
  const fields = Object.keys(after ?? before ?? {}).filter((name) => !(name in key));
  return [
    Object.entries(key)
      .map(([name, value]) => `${name} ${textOf(value)}`)
      .join(', '),
    ...fields.map((name) =>
      before && after
        ? `${name}: ${textOf(before[name])} → ${textOf(after[name])}`
        : `${name}: ${textOf((after ?? before)![name])}`,
    ),
  ];
}
