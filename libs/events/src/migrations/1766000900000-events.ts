import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Events1766000900000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create schema events;

      -- The feed. The position orders all events, the sequence those of an asset, without gaps. No foreign keys: events outlive
      -- what they are about.
      create table events.event (
        position bigint not null check (position > 0),
        asset_id bigint not null,
        sequence bigint not null check (sequence > 0),
        type text not null,
        at timestamptz not null,
        data jsonb not null,
        constraint event_pkey primary key (asset_id, sequence)
      );
      create unique index event_by_position on events.event (position);
      create index event_by_time on events.event (at);

      -- The last sequence of each asset; only the relay writes it.
      create table events.asset_sequence (
        asset_id bigint not null,
        last bigint not null check (last > 0),
        constraint asset_sequence_pkey primary key (asset_id)
      );

      -- At most one row: the last position, and the last that was purged. Its lock admits one relay at a time.
      create table events.feed (
        id integer not null check (id = 1),
        position bigint not null default 0 check (position >= 0),
        purged bigint not null default 0 check (purged >= 0),
        constraint feed_pkey primary key (id)
      );

      -- Runs at the commit, after all statements of the transaction. The lock is held until others see the commit, so the next
      -- transaction of the asset takes a higher id: within an asset, the relay's ids are in the order of commits.
      create function events.add_outbox_entry() returns trigger language plpgsql as $$
      declare
        asset constant bigint = coalesce(new.asset_id, 0);
      begin
        perform pg_advisory_xact_lock(1766000900, hashint8(asset));
        insert into platform.outbox_entry (asset_id, consumer, data)
          values (asset, 'relay-events', jsonb_build_object('audit_event_id', new.id));
        notify outbox;
        return null;
      end $$;
      create constraint trigger add_outbox_entry after insert on audit.event deferrable initially deferred for each row
        when ((new.asset_id is not null or new.relation = 'events.webhook') and new.kind <> 'refused') execute function events.add_outbox_entry();

      -- Endpoints to which events are sent. Accounts and assets are those of the key that made it; null means all.
      create table events.webhook (
        id bigint generated always as identity,
        name text not null check (name <> ''),
        url text not null,
        types text[] not null check (types <> '{}'),
        accounts bigint[],
        assets bigint[],
        is_enabled boolean not null default true,
        status_details text,
        secret text not null,
        previous_secret text,
        previous_secret_ends_at timestamptz,
        created_at timestamptz(0) not null default now(),
        updated_at timestamptz(0) not null default now(),
        constraint webhook_pkey primary key (id)
      );
      -- How far an endpoint is, and which process sends to it.
      create table events.webhook_lane (
        webhook_id bigint not null,
        position bigint not null check (position >= 0),
        unit_id bigint,
        leased_by text,
        leased_until timestamptz,
        paused_until timestamptz,
        failing_since timestamptz,
        last_success_at timestamptz,
        constraint webhook_lane_pkey primary key (webhook_id),
        constraint webhook_lane_webhook_id_fkey foreign key (webhook_id) references events.webhook on delete cascade
      );
      -- An event for an endpoint, with every try. The lane keeps the events of an asset in order; a ping has none.
      create table events.delivery (
        webhook_id bigint not null,
        id bigint generated always as identity,
        event_id text not null,
        type text not null,
        lane text,
        body text not null,
        state text not null default 'pending' check (state in ('pending', 'delivered', 'failed')),
        due_at timestamptz not null,
        tried integer not null default 0 check (tried >= 0),
        tries jsonb not null default '[]',
        created_at timestamptz not null,
        constraint delivery_pkey primary key (webhook_id, id),
        constraint delivery_webhook_id_fkey foreign key (webhook_id) references events.webhook on delete cascade
      );
      create index delivery_by_due on events.delivery (webhook_id, due_at) where state = 'pending';
      create index delivery_by_time on events.delivery (created_at);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop trigger add_outbox_entry on audit.event; drop schema events cascade');
  }
}
