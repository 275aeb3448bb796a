import type { MigrationInterface, QueryRunner } from 'typeorm';

const DATED = `created_at timestamptz(0) not null default now(), updated_at timestamptz(0) not null default now()`;

/** The foreign key is deferred, because the file is stored and recorded last. */
const file = (table: string, column: string): string =>
  `constraint ${table}_${column}_fkey foreign key (${column}) references platform.stored_file (name)
          deferrable initially deferred`;

export class Mapping1766000400000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create schema mapping;

      create table mapping.unit_map (
        asset_id bigint not null,
        id bigint generated always as identity,
        name text not null check (name <> ''),
        tags text[] not null default '{}',
        style text not null check (style in ('a', 'a.1', 'a.2', 'b', 'c', 'd', 'e', 'f.1', 'f.2', 'f.3', 'g.1', 'g.2', 'h', 'x')),
        is_dimension_locked boolean not null default false,
        building_id bigint,
        background_tone text not null default 'pale' check (background_tone in ('pale', 'natural')),
        file text,
        geojson text,
        source text,
        is_file_uploaded boolean not null default false,
        shapes_key text,
        stray_labels jsonb not null default '[]',
        binding_fingerprint text,
        ${DATED},
        constraint unit_map_pkey primary key (asset_id, id),
        constraint unit_map_asset_fkey foreign key (asset_id) references catalog.asset (id) on delete cascade,
        constraint unit_map_building_fkey foreign key (asset_id, building_id) references catalog.building (asset_id, id) on delete set null (building_id),
        ${file('unit_map', 'file')},
        ${file('unit_map', 'geojson')},
        ${file('unit_map', 'source')}
      );
      create index unit_map_by_building on mapping.unit_map (asset_id, building_id);
      create index unit_map_by_file on mapping.unit_map (file) where file is not null;
      create index unit_map_by_geojson on mapping.unit_map (geojson) where geojson is not null;
      create index unit_map_by_source on mapping.unit_map (source) where source is not null;

      create table mapping.unit_map_shape (
        asset_id bigint not null,
        unit_map_id bigint not null,
        position integer not null check (position >= 0),
        shape_id text not null,
        names text[] not null,
        texts text[] not null,
        x double precision not null,
        y double precision not null,
        inside integer check (inside >= 0),
        is_mark boolean not null,
        unit_id bigint,
        bound_by text check (bound_by in ('name', 'text', 'given', 'hand')),
        reason text check (reason in ('no_label', 'no_such_unit', 'container', 'label', 'ambiguous', 'two_areas', 'contradictory', 'elsewhere')),
        constraint unit_map_shape_pkey primary key (asset_id, unit_map_id, position),
        constraint unit_map_shape_map_fkey foreign key (asset_id, unit_map_id) references mapping.unit_map (asset_id, id) on delete cascade,
        constraint unit_map_shape_unit_fkey foreign key (asset_id, unit_id) references catalog.unit (asset_id, id) on delete set null (unit_id)
      );
      create index unit_map_shape_by_unit on mapping.unit_map_shape (asset_id, unit_id);

      create table mapping.shape_binding (
        asset_id bigint not null,
        unit_map_id bigint not null,
        shape_id text not null,
        x double precision not null,
        y double precision not null,
        unit_id bigint not null,
        constraint shape_binding_pkey primary key (asset_id, unit_map_id, shape_id),
        constraint shape_binding_map_fkey foreign key (asset_id, unit_map_id) references mapping.unit_map (asset_id, id) on delete cascade,
        constraint shape_binding_unit_fkey foreign key (asset_id, unit_id) references catalog.unit (asset_id, id) on delete cascade
      );
      create index shape_binding_by_unit on mapping.shape_binding (asset_id, unit_id);

      create table mapping.background (
        asset_id bigint not null,
        id bigint generated always as identity,
        unit_map_id bigint not null,
        name text not null check (name <> ''),
        image text not null,
        is_drawing boolean not null default false,
        ${DATED},
        constraint background_pkey primary key (asset_id, id),
        constraint background_map_fkey foreign key (asset_id, unit_map_id) references mapping.unit_map (asset_id, id) on delete cascade,
        ${file('background', 'image')}
      );
      create unique index background_name on mapping.background (asset_id, unit_map_id, name);
      create index background_by_image on mapping.background (image);

      create table mapping.landing_page (
        asset_id bigint not null,
        id bigint generated always as identity,
        key text not null,
        name text not null check (name <> ''),
        unit_map_id bigint not null,
        ${DATED},
        constraint landing_page_pkey primary key (asset_id, id),
        constraint landing_page_map_fkey foreign key (asset_id, unit_map_id) references mapping.unit_map (asset_id, id) on delete cascade
      );
      -- With the asset, so that the table can be distributed by it (docs/scaling.md).
      create unique index landing_page_viewer_key on mapping.landing_page (key, asset_id);
      create index landing_page_by_map on mapping.landing_page (asset_id, unit_map_id);

      create table mapping.embed (
        account_id bigint not null,
        id bigint generated always as identity,
        key text not null,
        name text not null check (name <> ''),
        tags text[] not null default '{}',
        allowed_origins text[] not null default '{}',
        ${DATED},
        constraint embed_pkey primary key (account_id, id)
      );
      create unique index embed_viewer_key on mapping.embed (key);

      create table mapping.embed_map (
        asset_id bigint not null,
        account_id bigint not null,
        embed_id bigint not null,
        position integer not null check (position >= 0),
        unit_map_id bigint not null,
        instance_key text,
        pricing_process_id bigint, -- of another context, so without a foreign key: an unknown one counts as none
        constraint embed_map_pkey primary key (asset_id, account_id, embed_id, position),
        constraint embed_map_embed_fkey foreign key (account_id, embed_id) references mapping.embed (account_id, id) on delete cascade,
        constraint embed_map_assignment_fkey foreign key (asset_id, account_id) references catalog.account_asset (asset_id, account_id) on delete cascade,
        constraint embed_map_map_fkey foreign key (asset_id, unit_map_id) references mapping.unit_map (asset_id, id) on delete cascade
      );
      create index embed_map_by_embed on mapping.embed_map (account_id, embed_id, position);
      create index embed_map_by_map on mapping.embed_map (asset_id, unit_map_id);

      -- What other contexts may read.
      create view mapping.unit_map_v1 as select asset_id, id from mapping.unit_map;

      -- An embed is deleted with its last map, in the same transaction, whatever deletes that (an asset is unassigned or deleted).
      -- The lock comes first: of two transactions that delete the last two maps, the second sees what the first did.
      create function mapping.remove_empty_embeds() returns trigger language plpgsql as $$
      begin
        perform from mapping.embed embed
          where (embed.account_id, embed.id) in (select gone.account_id, gone.embed_id from gone)
          order by embed.account_id, embed.id for update;
        delete from mapping.embed embed
          where (embed.account_id, embed.id) in (select gone.account_id, gone.embed_id from gone)
            and not exists (select from mapping.embed_map map where map.account_id = embed.account_id and map.embed_id = embed.id);
        return null;
      end $$;
      create trigger embed_map_gone after delete on mapping.embed_map
        referencing old table as gone for each statement execute function mapping.remove_empty_embeds();
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop schema mapping cascade');
  }
}
