import type { MigrationInterface, QueryRunner } from 'typeorm';

const DATED = `created_at timestamptz(0) not null default now(), updated_at timestamptz(0) not null default now()`;

/** The foreign key is deferred, because the file is stored and recorded last. */
const file = (table: string, column: string): string =>
  `constraint ${table}_${column}_fkey foreign key (${column}) references platform.stored_file (name)
          deferrable initially deferred`;

/** For an SQL string, so the quote is doubled. */
const PUNCTUATION = `!"#$%&''()*+,-./:;<=>?@[\\]^_\`{|}~`;

const MARKETS = `'affordable_housing', 'agriculture', 'airplane', 'airport', 'build_to_rent', 'camping', 'cemetery', 'condos',
  'coworking', 'cruise_ship', 'cultural', 'data_center', 'demo', 'education', 'entertainment', 'gallery_museum',
  'geography', 'government', 'harbor_marina', 'healthcare', 'hospitality', 'industrial', 'infrastructure', 'land',
  'logistics', 'manufactured_housing', 'master_planned', 'military_housing', 'mixed_use', 'multifamily', 'office',
  'oil_and_gas', 'other', 'parking', 'rentable_items', 'resort', 'retail', 'salon', 'self_storage', 'senior_living',
  'single_family', 'spa', 'stadium_arena', 'student', 'theme_park', 'transit'`;

export class Catalog1766000100000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(String.raw`
      create schema catalog;

      create table catalog.account (
        id bigint generated always as identity,
        name text not null check (name <> ''),
        archived_at timestamptz(0),
        ${DATED},
        constraint account_pkey primary key (id)
      );
      create index account_archived on catalog.account (id) where archived_at is not null;

      create table catalog.asset (
        id bigint generated always as identity,
        uuid uuid not null default gen_random_uuid(),
        market text not null check (market in (${MARKETS})),
        name text not null check (name <> ''),
        display_name text not null check (display_name <> ''),
        description text,
        address_line1 text not null check (address_line1 <> ''),
        address_line2 text,
        address_city text not null check (address_city <> ''),
        address_state text not null check (address_state ~ '^[A-Za-z]{2}$'),
        address_country text not null check (address_country ~ '^[A-Z]{3}$'),
        address_postal_code text not null check (address_postal_code <> ''),
        address_latitude double precision check (address_latitude between -90 and 90),
        address_longitude double precision check (address_longitude between -180 and 180),
        time_zone text check (time_zone <> ''),
        effective_time_zone text not null default 'UTC' check (effective_time_zone <> ''),
        count_visits boolean not null default false,
        accent_color text check (accent_color ~ '^#[0-9A-Fa-f]{6}$'),
        contact_phone text,
        contact_email text,
        contact_hours text,
        contact_url text,
        logo text,
        archived_at timestamptz(0),
        ${DATED},
        constraint asset_pkey primary key (id),
        ${file('asset', 'logo')}
      );
      create index asset_by_logo on catalog.asset (logo) where logo is not null;
      create index asset_archived on catalog.asset (id) where archived_at is not null;
      create index asset_by_name on catalog.asset (name, id);
      create index asset_by_market on catalog.asset (market, id);
      create index asset_by_update on catalog.asset (updated_at, id);

      -- Words as people type them: what is neither letter nor digit separates them.
      create function catalog.words_of(text) returns tsvector language sql immutable parallel safe
        as $$ select to_tsvector('simple'::regconfig, translate(lower($1), '${PUNCTUATION}', repeat(' ', ${PUNCTUATION.length - 1}))) $$;
      create index asset_by_words on catalog.asset using gin (catalog.words_of(name || ' ' || display_name || ' ' ||
        address_line1 || ' ' || coalesce(address_line2, '') || ' ' || address_city || ' ' || address_postal_code));

      create table catalog.account_asset (
        asset_id bigint not null,
        account_id bigint not null,
        created_at timestamptz(0) not null default now(),
        constraint account_asset_pkey primary key (asset_id, account_id),
        constraint account_asset_asset_fkey foreign key (asset_id) references catalog.asset (id) on delete cascade,
        constraint account_asset_account_fkey foreign key (account_id) references catalog.account (id) on delete cascade
      );
      create index account_asset_by_account on catalog.account_asset (account_id, asset_id);

      create table catalog.building (
        asset_id bigint not null,
        id bigint generated always as identity,
        name text not null check (name <> ''),
        label text not null,
        ${DATED},
        constraint building_pkey primary key (asset_id, id),
        constraint building_asset_fkey foreign key (asset_id) references catalog.asset (id) on delete cascade
      );

      create table catalog.floor (
        asset_id bigint not null,
        id bigint generated always as identity,
        name text not null check (name <> ''),
        filter_label text not null check (filter_label <> ''),
        filter_short_label text not null check (filter_short_label <> ''),
        sort integer not null,
        ${DATED},
        constraint floor_pkey primary key (asset_id, id),
        constraint floor_asset_fkey foreign key (asset_id) references catalog.asset (id) on delete cascade
      );
      create index floor_in_order on catalog.floor (asset_id, sort, id);

      create table catalog.floor_plan (
        asset_id bigint not null,
        id bigint generated always as identity,
        name text not null check (name <> ''),
        bedroom_count integer not null check (bedroom_count >= 0),
        bathroom_count double precision not null check (bathroom_count >= 0),
        filter_label text not null check (filter_label <> ''),
        image text,
        secondary_image text,
        ${DATED},
        constraint floor_plan_pkey primary key (asset_id, id),
        constraint floor_plan_asset_fkey foreign key (asset_id) references catalog.asset (id) on delete cascade,
        ${file('floor_plan', 'image')},
        ${file('floor_plan', 'secondary_image')}
      );
      create index floor_plan_by_image on catalog.floor_plan (image) where image is not null;
      create index floor_plan_by_secondary_image on catalog.floor_plan (secondary_image) where secondary_image is not null;

      -- Numbers that people take for equal have the same key.
      create function catalog.unit_number_key(text) returns text language sql immutable parallel safe
        as $$ select btrim(normalize($1, nfkc), E' \t\n\x0b\f\r\u0085\u1680\u2028\u2029\ufeff') $$;

      create table catalog.unit (
        asset_id bigint not null,
        id bigint generated always as identity,
        building_id bigint not null,
        floor_id bigint not null,
        floor_plan_id bigint not null,
        unit_number text not null check (unit_number <> ''),
        area integer not null check (area >= 0),
        is_affordable_housing_unit boolean not null default false,
        view_image text,
        secondary_view_image text,
        ${DATED},
        constraint unit_pkey primary key (asset_id, id),
        constraint unit_asset_fkey foreign key (asset_id) references catalog.asset (id) on delete cascade,
        constraint unit_building_fkey foreign key (asset_id, building_id) references catalog.building (asset_id, id),
        constraint unit_floor_fkey foreign key (asset_id, floor_id) references catalog.floor (asset_id, id),
        constraint unit_floor_plan_fkey foreign key (asset_id, floor_plan_id) references catalog.floor_plan (asset_id, id),
        ${file('unit', 'view_image')},
        ${file('unit', 'secondary_view_image')}
      );
      create index unit_by_number on catalog.unit (asset_id, catalog.unit_number_key(unit_number), id);
      create index unit_by_building on catalog.unit (asset_id, building_id, id);
      create index unit_by_floor on catalog.unit (asset_id, floor_id, id);
      create index unit_by_floor_plan on catalog.unit (asset_id, floor_plan_id, id);
      create index unit_by_update on catalog.unit (asset_id, updated_at, id);
      create index unit_by_view_image on catalog.unit (view_image) where view_image is not null;
      create index unit_by_secondary_view_image on catalog.unit (secondary_view_image) where secondary_view_image is not null;

      -- Units of an asset: the sum of its rows. Every statement that adds or removes units adds a row, so that no writer waits for another;
      -- a job folds them into the one with the id 0. No foreign key: it would lock the asset, which may be what is deleted.
      create table catalog.unit_count (
        asset_id bigint not null,
        id bigint generated by default as identity,
        units integer not null,
        constraint unit_count_pkey primary key (asset_id, id)
      );
      create index unit_count_to_fold on catalog.unit_count (id) where id > 0;

      create function catalog.count_units() returns trigger language plpgsql as $$
      begin
        case tg_op
          when 'INSERT' then insert into catalog.unit_count (asset_id, units) select asset_id, count(*) from changed group by asset_id;
          when 'DELETE' then insert into catalog.unit_count (asset_id, units) select asset_id, -count(*) from changed group by asset_id;
          when 'UPDATE' then insert into catalog.unit_count (asset_id, units) values (old.asset_id, -1), (new.asset_id, 1);
          when 'TRUNCATE' then delete from catalog.unit_count;
        end case;
        return null;
      end $$;
      create trigger unit_added after insert on catalog.unit
        referencing new table as changed for each statement execute function catalog.count_units();
      create trigger unit_removed after delete on catalog.unit
        referencing old table as changed for each statement execute function catalog.count_units();
      create trigger unit_moved after update of asset_id on catalog.unit
        for each row when (old.asset_id <> new.asset_id) execute function catalog.count_units();
      create trigger unit_truncated after truncate on catalog.unit
        for each statement execute function catalog.count_units();

      -- What other contexts may read: what is archived is not there.
      create view catalog.account_v1 as select id, name from catalog.account where archived_at is null;
      create view catalog.account_asset_v1 as select held.asset_id, held.account_id from catalog.account_asset held
        where not exists (select from catalog.account account where account.id = held.account_id and account.archived_at is not null)
          and not exists (select from catalog.asset asset where asset.id = held.asset_id and asset.archived_at is not null);
      create view catalog.asset_v1 as select id, name, display_name from catalog.asset where archived_at is null;
      create view catalog.time_zone_v1 as select id as asset_id, effective_time_zone as time_zone from catalog.asset;
      create view catalog.unit_v1 as
        select asset_id, id, building_id, floor_id, floor_plan_id, unit_number, area, created_at from catalog.unit;
      create view catalog.building_v1 as select asset_id, id, name from catalog.building;
      -- What may name a building, by unit_number_key: its name, or its id unless another one has that name.
      create view catalog.named_building_v1 as
        select asset_id, id, catalog.unit_number_key(name) as key from catalog.building
        union all
        select asset_id, id, id::text from catalog.building building where not exists (select from catalog.building other
          where other.asset_id = building.asset_id and catalog.unit_number_key(other.name) = building.id::text);
      create view catalog.floor_v1 as select asset_id, id, name from catalog.floor;
      create view catalog.floor_plan_v1 as select asset_id, id from catalog.floor_plan;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop schema catalog cascade');
  }
}
