import { Outbox, Scheduled, TriggeredJob } from '@app/platform/persistence';
import { Inject } from '@nestjs/common';
import {
  PRICING_TYPES,
  PUBLICATION,
  PUBLICATION_URL,
  SUBJECT_URLS,
  SUBJECTS,
  TRANSACTION,
  TRANSACTION_URL,
  urlIn,
  WEBHOOK,
  WEBHOOK_DISABLED,
  WEBHOOK_URL,
} from './subjects.js';

/** Without a reader that waits, nothing announces a change. */
const EVERY_MS = 1_000;
/** Of the job, and of the consumer of the outbox. The trigger `add_outbox_entry` uses it too. */
export const RELAY_EVENTS = 'relay-events';

/** Entries of the outbox in one transaction; each record of the audit trail has up to a thousand changed rows. */
const BATCH_SIZE = 20;

const START = 'insert into events.feed (id) values (1) on conflict do nothing';
const FEED = 'select position::text from events.feed where id = 1 for update skip locked';

const [PUBLISHED, REFUSED, EXPIRED] = PRICING_TYPES;

const text = (value: string | undefined): string => (value === undefined ? 'null' : `'${value}'`);
const subjects = SUBJECTS.map(
  ({ table, name, id, part }) => `(${[table, name, id, part, SUBJECT_URLS[name]].map(text).join(', ')})`,
);

/** The ids of a row besides that of its asset. */
const IDS = `(select jsonb_object_agg(name, value) from json_each_text(row.change -> 'key') ids (name, value) where name <> 'asset_id')`;
const CHANGED = `(select jsonb_agg(name order by name) from json_object_keys(row.change -> 'after') name)`;

/** A column of the changed row, in its key or not. */
const idOf = (column: string): string =>
  `coalesce(${['key', 'after', 'before'].map((part) => `row.change -> '${part}' ->> ${column}`).join(', ')})`;

const ASSET = 'row.asset_id::text';
const KEY = (name: string): string => `row.change -> 'key' ->> '${name}'`;
/** Where to read a subject, if it still exists. */
const PART_URL = `jsonb_strip_nulls(jsonb_build_object('url',
  ${urlIn('subject.url', { asset: ASSET, process: KEY('process_id'), id: idOf('subject.id') })}))`;
const URL = `case row.kind when 'deleted' then '{}' else ${PART_URL} end`;

/** Turns entries of the outbox into events that follow a position: records of the audit trail, and events of what it does not record. */
const RELAY = `with taken as materialized (
    select id, asset_id, inserted_at as at, (data ->> 'audit_event_id')::bigint as audit_event_id, data ->> 'type' as type,
      data -> 'data' as data
    from json_to_recordset(:taken::json) as entry (id bigint, asset_id bigint, inserted_at timestamptz, data jsonb)
  ), row as materialized (
    select taken.id, taken.asset_id, event.at, event.kind, event.relation, each.change, each.n
    from taken join audit.event_v1 event on event.id = taken.audit_event_id
    cross join lateral json_array_elements(event.changes) with ordinality each (change, n)
  ), happened as (
    select row.id, row.asset_id, row.at, min(row.n) as n, what.type, what.data
    from row join (values ${subjects.join(', ')}) subject (relation, name, id, part, url) on subject.relation = row.relation
    cross join lateral (
      select subject.name || '.' || row.kind as type,
        case row.kind when 'updated' then ${IDS} || jsonb_build_object('changed', ${CHANGED}) else ${IDS} end || ${URL} as data
      where subject.part is null
      union all select subject.name || '.updated',
        jsonb_build_object('id', ${idOf('subject.id')}, 'changed', jsonb_build_array(subject.part)) || ${PART_URL}
      where subject.part is not null
    ) what
    group by row.id, row.asset_id, row.at, what.type, what.data
    union all select row.id, row.asset_id, row.at, row.n, '${PUBLISHED}', jsonb_build_object(
      'process_id', row.change -> 'key' ->> 'process_id', 'publication', row.change -> 'key' -> 'id',
      'transaction_id', row.change -> 'after' ->> 'transaction_id', 'totals', row.change -> 'after' -> 'totals',
      'url', ${urlIn(`'${PUBLICATION_URL}'`, { asset: ASSET, process: KEY('process_id'), id: KEY('id') })})
    from row where row.relation = '${PUBLICATION}' and row.kind = 'created'
    union all select row.id, row.asset_id, row.at, row.n, what.type,
      jsonb_build_object('process_id', transaction.process_id::text, 'transaction_id', transaction.id::text,
        'url', ${urlIn(`'${TRANSACTION_URL}'`, { asset: ASSET, process: 'transaction.process_id::text', id: 'transaction.id::text' })})
    from row cross join lateral (
      select '${REFUSED}' as type where row.change -> 'after' ->> 'guard' = 'refused'
      union all select '${EXPIRED}' where row.change -> 'after' ->> 'status' = 'expired'
    ) what
    join pricing.transaction_v1 transaction
      on transaction.asset_id = row.asset_id and transaction.id = (row.change -> 'key' ->> 'id')::bigint
    where row.relation = '${TRANSACTION}'
    union all select row.id, row.asset_id, row.at, row.n, '${WEBHOOK_DISABLED}', jsonb_build_object('webhook_id', ${KEY('id')},
      'url', ${urlIn(`'${WEBHOOK_URL}'`, { id: KEY('id') })})
    from row where row.relation = '${WEBHOOK}' and row.kind = 'updated' and row.change -> 'after' ->> 'is_enabled' = 'false'
    union all select id, asset_id, at, 1, type, data from taken where type is not null
  ), event as materialized (
    select asset_id, type, at, data, row_number() over (order by id, n, type) as nth,
      row_number() over (partition by asset_id order by id, n, type) as nth_of_asset
    from happened
  ), more as (
    select asset_id, max(nth_of_asset) as events from event group by asset_id
  ), numbered as (
    insert into events.asset_sequence as known (asset_id, last) select asset_id, events from more
    on conflict (asset_id) do update set last = known.last + excluded.last returning asset_id, last
  ), added as (
    insert into events.event (position, asset_id, sequence, type, at, data)
    select :position::bigint + nth, asset_id, last - events + nth_of_asset, type, at, data
    from event join more using (asset_id) join numbered using (asset_id) order by nth
    returning position
  )
  update events.feed set position = :position::bigint + (select count(*) from added) where id = 1
  returning pg_notify('events', '')`;

/**
 * Moves committed changes into the feed, one replica at a time. Each transaction ends before the next begins, so no reader sees a
 * position before a lower one (docs/decisions/0030-feed-of-events.md).
 */
@Scheduled(RELAY_EVENTS, EVERY_MS)
export class RelayEventsJob extends TriggeredJob {
  @Inject(Outbox) private readonly outbox: Outbox;

  override async run(): Promise<void> {
    if (await this.outbox.hasEntries(this.name)) while ((await this.work.run(() => this.relay())) === BATCH_SIZE);
  }

  protected override lag() {
    return this.outbox.lag(this.name);
  }

  /** @returns the number of entries that became events; 0 if another replica is at it */
  private async relay(): Promise<number> {
    await this.database.execute(START);
    const [feed] = await this.database.rows<{ position: string }>(FEED);
    if (!feed) return 0;
    const taken = await this.outbox.take(this.name, BATCH_SIZE);
    if (taken.length > 0) await this.database.rows(RELAY, { position: feed.position, taken: JSON.stringify(taken) });
    return taken.length;
  }
}
