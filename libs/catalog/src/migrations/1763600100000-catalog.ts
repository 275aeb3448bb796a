import type { MigrationInterface, QueryRunner } from 'typeorm';

const DATED = `created_at timestamptz(0) not null default now(), updated_at timestamptz(0) not null default now()`;

/** The foreign key is deferred, because the file is stored and recorded last. */
const image = (table: string, column: string): string =>
  `constraint ${table}_${column}_fkey foreign key (${column}) references kernel.stored_file (name)
          deferrable initially deferred`;

/** For an SQL string, so the quote is doubled. */
const PUNCTUATION = `!"#$%&''()*+,-./:;<=>?@[\\]^_\`{|}~`;

export class Catalog1763600100000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create schema if not exists catalog;

      create table catalog.account (
        id bigint generated always as identity,
        name text not null,
        ${DATED},
        constraint account_pkey primary key (id)
      );

      create table catalog.asset (
        id bigint generated always as identity,
        uuid uuid not null default gen_random_uuid(),
        market text not null,
        name text not null,
        display_name text not null,
        description text,
        address_line1 text not null,
        address_line2 text,
        address_city text not null,
        address_state text not null,
        address_country text not null,
        address_postal_code text not null,
        address_latitude double precision,
        address_longitude double precision,
        ${DATED},
        constraint asset_pkey primary key (id)
      );
      create index asset_by_name on catalog.asset (name);
      create index asset_by_market on catalog.asset (market, id);
      create index asset_by_update on catalog.asset (updated_at);

      -- Words as people type them: what is neither letter nor digit parts them.
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
        name text not null,
        label text not null,
        ${DATED},
        constraint building_pkey primary key (asset_id, id),
        constraint building_asset_fkey foreign key (asset_id) references catalog.asset (id) on delete cascade
      );

      create table catalog.floor (
        asset_id bigint not null,
        id bigint generated always as identity,
        name text not null,
        filter_label text not null,
        filter_short_label text not null,
        sort integer not null,
        ${DATED},
        constraint floor_pkey primary key (asset_id, id),
        constraint floor_asset_fkey foreign key (asset_id) references catalog.asset (id) on delete cascade
      );
      create index floor_in_order on catalog.floor (asset_id, sort, id);

      create table catalog.floor_plan (
        asset_id bigint not null,
        id bigint generated always as identity,
        name text not null,
        bedroom_count integer not null,
        bathroom_count double precision not null,
        filter_label text not null,
        image text,
        secondary_image text,
        ${DATED},
        constraint floor_plan_pkey primary key (asset_id, id),
        constraint floor_plan_asset_fkey foreign key (asset_id) references catalog.asset (id) on delete cascade,
        ${image('floor_plan', 'image')},
        ${image('floor_plan', 'secondary_image')}
      );
      create index floor_plan_by_image on catalog.floor_plan (image) where image is not null;
      create index floor_plan_by_secondary_image on catalog.floor_plan (secondary_image) where secondary_image is not null;

      create table catalog.unit (
        asset_id bigint not null,
        id bigint generated always as identity,
        building_id bigint not null,
        floor_id bigint not null,
        floor_plan_id bigint not null,
        unit_number text not null,
        area integer not null,
        is_affordable_housing_unit boolean not null default false,
        view_image text,
        secondary_view_image text,
        ${DATED},
        constraint unit_pkey primary key (asset_id, id),
        constraint unit_asset_fkey foreign key (asset_id) references catalog.asset (id) on delete cascade,
        constraint unit_building_fkey foreign key (asset_id, building_id) references catalog.building (asset_id, id),
        constraint unit_floor_fkey foreign key (asset_id, floor_id) references catalog.floor (asset_id, id),
        constraint unit_floor_plan_fkey foreign key (asset_id, floor_plan_id) references catalog.floor_plan (asset_id, id),
        ${image('unit', 'view_image')},
        ${image('unit', 'secondary_view_image')}
      );
      create index unit_by_number on catalog.unit (asset_id, unit_number);
      create index unit_by_building on catalog.unit (asset_id, building_id, id);
      create index unit_by_floor on catalog.unit (asset_id, floor_id, id);
      create index unit_by_floor_plan on catalog.unit (asset_id, floor_plan_id, id);
      create index unit_by_update on catalog.unit (asset_id, updated_at);
      create index unit_by_view_image on catalog.unit (view_image) where view_image is not null;
      create index unit_by_secondary_view_image on catalog.unit (secondary_view_image) where secondary_view_image is not null;

      -- What other contexts may read.
      create view catalog.account_v1 as select id, name from catalog.account;
      create view catalog.account_asset_v1 as select asset_id, account_id from catalog.account_asset;
      create view catalog.asset_v1 as select id, name, display_name from catalog.asset;
      create view catalog.unit_v1 as
        select asset_id, id, building_id, floor_id, floor_plan_id, unit_number, area, created_at from catalog.unit;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop schema catalog cascade');
  }
}
