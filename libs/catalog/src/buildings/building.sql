-- buildings
select exists (select 1 from catalog.asset_v1 asset where asset.id = :asset and ((:accounts::bigint[] is null
  or exists (select 1 from catalog.account_asset_v1 seen
  where seen.asset_id = :asset and seen.account_id = any (:accounts) ))
  and (:assets::bigint[] is null or :asset = any (:assets)))) as found, * from (
  select string_agg(row_to_json(projected)::text, ',') filter (where building.n <= :size) as data,
  coalesce(max(building.n) > :size, false) as more, (max(building.id) filter (where building.n <= :size))::text as last
  from (select building.*, row_number() over (order by building.id) as n from (select building.* from catalog.building building
  where building.asset_id = :asset  order by building.id limit :size::int + 1 offset 0) building) building  cross join lateral (select building.id::text, building.asset_id::text, building.name, building.label, building.created_at, building.updated_at) projected
  ) listed;

-- buildings?page=2
select exists (select 1 from catalog.asset_v1 asset where asset.id = :asset and ((:accounts::bigint[] is null
  or exists (select 1 from catalog.account_asset_v1 seen
  where seen.asset_id = :asset and seen.account_id = any (:accounts) ))
  and (:assets::bigint[] is null or :asset = any (:assets)))) as found, * from (
  select string_agg(row_to_json(projected)::text, ',') filter (where building.n <= :size) as data,
  coalesce(max(building.n) > :size, false) as more, (max(building.id) filter (where building.n <= :size))::text as last
  from (select building.*, row_number() over (order by building.id) as n from (select building.* from catalog.building building
  where building.asset_id = :asset and building.id >= (select building.id from catalog.building building where building.asset_id = :asset order by building.id limit 1 offset :offset::bigint) order by building.id limit :size::int + 1 offset 0) building) building  cross join lateral (select building.id::text, building.asset_id::text, building.name, building.label, building.created_at, building.updated_at) projected
  ) listed;

-- buildings?total=1
select exists (select 1 from catalog.asset_v1 asset where asset.id = :asset and ((:accounts::bigint[] is null
  or exists (select 1 from catalog.account_asset_v1 seen
  where seen.asset_id = :asset and seen.account_id = any (:accounts) ))
  and (:assets::bigint[] is null or :asset = any (:assets)))) as found, * from (
  select string_agg(row_to_json(projected)::text, ',') filter (where building.n <= :size) as data,
  coalesce(max(building.n) > :size, false) as more, (max(building.id) filter (where building.n <= :size))::text as last
  from (select building.*, row_number() over (order by building.id) as n from (select building.* from catalog.building building
  where building.asset_id = :asset  order by building.id limit :size::int + 1 offset 0) building) building  cross join lateral (select building.id::text, building.asset_id::text, building.name, building.label, building.created_at, building.updated_at) projected
  ) listed cross join lateral (select count(*)::int as total from catalog.building building where building.asset_id = :asset) counted;

-- buildings/1
select (select row_to_json(projected)::text from (select building.id::text, building.asset_id::text, building.name, building.label, building.created_at, building.updated_at) projected) as data from catalog.building building  where building.asset_id = :asset and building.id = :id and exists (select 1 from catalog.asset_v1 asset where asset.id = :asset and ((:accounts::bigint[] is null
  or exists (select 1 from catalog.account_asset_v1 seen
  where seen.asset_id = :asset and seen.account_id = any (:accounts) ))
  and (:assets::bigint[] is null or :asset = any (:assets))));

-- PUT buildings/batch?match-by=name
insert into catalog.building ("asset_id", "id", "name", "label") overriding system value
  select given."asset_id", given."id", given."name", given."label" from json_to_recordset(:rows::json) as given ("asset_id" bigint, "id" bigint, "name" text, "label" text);
select name, array_agg(id::text) as ids from catalog.building
  where asset_id = :assetId and name = any (:names::text[]) group by name;
select nextval(pg_get_serial_sequence('catalog.building', 'id'))::text as id from generate_series(1, :count::int);
select pg_advisory_xact_lock(hashtextextended(:set, 4_711_202_341));
update catalog.building stored set "label" = given."label", "updated_at" = now() from json_to_recordset(:rows::json) as given ("asset_id" bigint, "id" bigint, "label" text)
  where stored."asset_id" = given."asset_id" and stored."id" = given."id";

-- DELETE buildings/{building}?cascade=1
delete from catalog.building stored using json_to_recordset(:rows::json) as given ("asset_id" bigint, "id" bigint) where stored."asset_id" = given."asset_id" and stored."id" = given."id";
select exists (select 1 from catalog.asset_v1 asset where asset.id = :asset and ((:accounts::bigint[] is null
  or exists (select 1 from catalog.account_asset_v1 seen
  where seen.asset_id = :asset and seen.account_id = any (:accounts) ))
  and (:assets::bigint[] is null or :asset = any (:assets)))) and exists (select 1 from catalog.building named where named.id = :building and named.asset_id = :asset) as found;
select owner.nspname || '.' || referring.relname as "table",
  array(select attname::text from unnest(own.conkey) with ordinality as at (number, n)
  join pg_attribute on attrelid = own.conrelid and attnum = at.number order by n) as columns,
  array(select attname::text from unnest(own.confkey) with ordinality as at (number, n)
  join pg_attribute on attrelid = own.confrelid and attnum = at.number order by n) as referenced,
  own.confdeltype in ('a', 'r') as restricts, own.confdeltype in ('n', 'd') as clears, own.conkey <@ primary_key.conkey as is_part
  from pg_constraint own
  join pg_constraint primary_key on primary_key.conrelid = own.conrelid and primary_key.contype = 'p'
  join pg_class referring on referring.oid = own.conrelid
  join pg_namespace owner on owner.oid = referring.relnamespace
  where own.contype = 'f' and own.confrelid = cast(:table as text)::regclass and own.conrelid <> own.confrelid
  order by own.conname;
select referring.id::text from catalog.unit referring where asset_id = :value0 and building_id = :value1 order by referring.id limit 501;
select schemaname || '.' || relname as "table", n_tup_del::int as deleted,
  case when exists (select from pg_constraint where conrelid = relid and contype = 'f' and confdeltype in ('n', 'd'))
  then n_tup_upd::int else 0 end as changed
  from pg_stat_xact_user_tables where schemaname not in ('platform', 'audit') and n_tup_del + n_tup_upd > 0;
