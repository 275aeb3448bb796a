import type { MigrationInterface, QueryRunner } from 'typeorm';

const DATED = `created_at timestamptz(0) not null default now(), updated_at timestamptz(0) not null default now()`;
const OF_ASSET = (table: string) => `asset_id bigint not null,
        constraint ${table}_asset_fkey foreign key (asset_id) references catalog.asset (id) on delete cascade`;
const OF_UNIT = (table: string) => `unit_id bigint not null,
        constraint ${table}_unit_fkey foreign key (asset_id, unit_id) references catalog.unit (asset_id, id) on delete cascade`;

const ICON_TYPE = `icon_type text check (icon_type in (
          'email', 'print', 'reserve', 'share', 'search', 'info', 'video_camera', 'video_play', 'virtual_tour', '360_tour', 'calendar',
          'floorplan', 'form', 'location', 'person', 'photo', 'photo_and_tour', 'plus_sign', 'smartphone', 'telephone'))`;

export class Merchandising1766000500000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create schema merchandising;

      create table merchandising.unit_outbound_link (
        ${OF_ASSET('unit_outbound_link')},
        id bigint generated always as identity,
        type text not null check (type in ('iframe_api', 'url_template', 'urls_per_unit')),
        name text not null check (name <> ''),
        label text,
        ${ICON_TYPE},
        shown_for text not null default 'all' check (shown_for in ('all', 'available', 'unavailable')),
        event_key text check (event_key ~ '^[a-z0-9-]+$'),
        template text,
        open_in_new_window boolean,
        show_icon_in_list boolean,
        ${DATED},
        constraint unit_outbound_link_fields_check check (case type
          when 'iframe_api' then event_key is not null and num_nonnulls(template, open_in_new_window, show_icon_in_list) = 0
          when 'url_template' then num_nulls(template, open_in_new_window) = 0 and show_icon_in_list is null
          else num_nulls(open_in_new_window, show_icon_in_list) = 0 and template is null end),
        constraint unit_outbound_link_pkey primary key (asset_id, id)
      );

      create table merchandising.unit_outbound_link_url (
        asset_id bigint not null,
        link_id bigint not null,
        ${OF_UNIT('unit_outbound_link_url')},
        url text not null,
        constraint unit_outbound_link_url_pkey primary key (asset_id, link_id, unit_id),
        constraint unit_outbound_link_url_link_fkey foreign key (asset_id, link_id)
          references merchandising.unit_outbound_link (asset_id, id) on delete cascade
      );
      create index unit_outbound_link_url_by_unit on merchandising.unit_outbound_link_url (asset_id, unit_id);

      create table merchandising.asset_outbound_link (
        ${OF_ASSET('asset_outbound_link')},
        id bigint generated always as identity,
        name text not null check (name <> ''),
        template text not null check (template <> ''),
        label text not null check (label <> ''),
        ${ICON_TYPE},
        open_new_window boolean not null,
        ${DATED},
        constraint asset_outbound_link_pkey primary key (asset_id, id)
      );

      create table merchandising.description_group (
        ${OF_ASSET('description_group')},
        id bigint generated always as identity,
        name text not null check (name <> ''),
        ${DATED},
        constraint description_group_pkey primary key (asset_id, id)
      );

      create table merchandising.description (
        asset_id bigint not null,
        id bigint generated always as identity,
        group_id bigint not null,
        name text not null check (name <> ''),
        label text not null check (label <> ''),
        body text not null check (body <> ''),
        is_enabled boolean not null,
        ${DATED},
        constraint description_pkey primary key (asset_id, id),
        constraint description_group_fkey foreign key (asset_id, group_id)
          references merchandising.description_group (asset_id, id) on delete cascade
      );
      create unique index description_of_group on merchandising.description (asset_id, group_id, id);

      create table merchandising.description_assignment (
        asset_id bigint not null,
        group_id bigint not null,
        ${OF_UNIT('description_assignment')},
        description_id bigint not null,
        constraint description_assignment_pkey primary key (asset_id, group_id, unit_id),
        constraint description_assignment_description_fkey foreign key (asset_id, group_id, description_id)
          references merchandising.description (asset_id, group_id, id) on delete cascade
      );
      create index description_assignment_by_unit on merchandising.description_assignment (asset_id, unit_id);

      create table merchandising.filter (
        ${OF_ASSET('filter')},
        id bigint generated always as identity,
        type text not null check (type in ('custom', 'floor', 'floor_plan', 'range')),
        name text not null check (name <> ''),
        label text not null check (label <> ''),
        is_enabled boolean not null default true,
        range_type text check (range_type in ('unit_area', 'unit_move_in', 'unit_price')),
        ${DATED},
        constraint filter_fields_check check ((type = 'range') = (range_type is not null)),
        constraint filter_pkey primary key (asset_id, id)
      );

      create table merchandising.filter_option (
        asset_id bigint not null,
        id bigint generated always as identity,
        filter_id bigint not null,
        type text not null check (type in ('custom', 'floor', 'floor_plan', 'range')),
        label text not null check (label <> ''),
        sort integer not null check (sort <= 255),
        is_enabled boolean not null default true,
        floor_id bigint,
        short_label text,
        floor_plan_id bigint,
        min integer,
        max integer,
        ${DATED},
        constraint filter_option_fields_check check (
          (type = 'floor') = (floor_id is not null) and (type = 'floor' or short_label is null)
          and (type = 'floor_plan') = (floor_plan_id is not null) and num_nulls(min, max) = case type when 'range' then 0 else 2 end),
        constraint filter_option_range_check check (min <= max),
        constraint filter_option_pkey primary key (asset_id, id),
        constraint filter_option_filter_fkey foreign key (asset_id, filter_id)
          references merchandising.filter (asset_id, id) on delete cascade,
        constraint filter_option_floor_fkey foreign key (asset_id, floor_id)
          references catalog.floor (asset_id, id) on delete cascade,
        constraint filter_option_floor_plan_fkey foreign key (asset_id, floor_plan_id)
          references catalog.floor_plan (asset_id, id) on delete cascade
      );
      create index filter_option_in_order on merchandising.filter_option (asset_id, filter_id, sort, id);

      create table merchandising.filter_option_unit (
        asset_id bigint not null,
        option_id bigint not null,
        ${OF_UNIT('filter_option_unit')},
        constraint filter_option_unit_pkey primary key (asset_id, option_id, unit_id),
        constraint filter_option_unit_option_fkey foreign key (asset_id, option_id)
          references merchandising.filter_option (asset_id, id) on delete cascade
      );
      create index filter_option_unit_by_unit on merchandising.filter_option_unit (asset_id, unit_id);

      create table merchandising.gallery (
        ${OF_ASSET('gallery')},
        id bigint generated always as identity,
        name text not null check (name <> ''),
        images text[] not null,
        alts text[] not null,
        floor_plan_id bigint,
        unit_id bigint,
        tour_url text,
        video_url text,
        ${DATED},
        constraint gallery_alts_check check (cardinality(alts) = cardinality(images)),
        constraint gallery_owner_check check (floor_plan_id is null or unit_id is null),
        constraint gallery_pkey primary key (asset_id, id),
        constraint gallery_floor_plan_fkey foreign key (asset_id, floor_plan_id)
          references catalog.floor_plan (asset_id, id) on delete cascade,
        constraint gallery_unit_fkey foreign key (asset_id, unit_id) references catalog.unit (asset_id, id) on delete cascade
      );
      create index gallery_by_floor_plan on merchandising.gallery (asset_id, floor_plan_id);
      create index gallery_by_unit on merchandising.gallery (asset_id, unit_id);
      comment on column merchandising.gallery.images is 'names of stored files'; -- so that they are not collected

      create table merchandising.marker_description (
        ${OF_ASSET('marker_description')},
        id bigint generated always as identity,
        name text not null check (name <> ''),
        gallery_id bigint,
        label text,
        description text,
        iframe_source_url text,
        outbound_link_url text,
        -- no foreign key, because maps belong to another context: positions on deleted maps are not shown
        places jsonb not null default '[]',
        ${DATED},
        constraint marker_description_pkey primary key (asset_id, id),
        constraint marker_description_gallery_fkey foreign key (asset_id, gallery_id)
          references merchandising.gallery (asset_id, id) on delete set null (gallery_id)
      );
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop schema merchandising cascade');
  }
}
