-- /v1/assets?archived=1
select true as found, * from (
  select string_agg(row_to_json(projected)::text, ',') filter (where asset.n <= :size) as data,
  coalesce(max(asset.n) > :size, false) as more, (max(asset.id) filter (where asset.n <= :size))::text as last
  from (select asset.*, row_number() over (order by asset.id) as n from (select asset.* from catalog.asset asset
  where asset.archived_at >= platform.now() - interval '30 days' and ((:accounts::bigint[] is null
  or exists (select from catalog.account_asset held where held.asset_id = asset.id and held.account_id = any (:accounts)))
  and (:assets::bigint[] is null or asset.id = any (:assets)))  order by asset.id limit :size::int + 1 offset 0) asset) asset  cross join lateral (select asset.id::text, asset.uuid, asset.market, asset.name, asset.display_name, asset.description, asset.address_line1, asset.address_line2, asset.address_city, asset.address_state, asset.address_country, asset.address_postal_code, asset.address_latitude, asset.address_longitude, asset.accent_color, asset.contact_phone, asset.contact_email, asset.contact_hours, asset.contact_url, asset.time_zone, asset.count_visits, asset.effective_time_zone, asset.archived_at, :files || asset.logo as logo_url, (select coalesce(sum(counted.units), 0)::int from catalog.unit_count counted where counted.asset_id = asset.id) as unit_count, asset.created_at, asset.updated_at) projected
  ) listed;

-- /v1/accounts?archived=1
select true as found, * from (
  select string_agg(row_to_json(projected)::text, ',') filter (where account.n <= :size) as data,
  coalesce(max(account.n) > :size, false) as more, (max(account.id) filter (where account.n <= :size))::text as last
  from (select account.*, row_number() over (order by account.id) as n from (select account.* from catalog.account account
  where account.archived_at >= platform.now() - interval '30 days' and ((:accounts::bigint[] is null or account.id = any (:accounts)) and :assets::bigint[] is null)  order by account.id limit :size::int + 1 offset 0) account) account  cross join lateral (select account.id::text, account.name, account.archived_at, account.created_at, account.updated_at) projected
  ) listed;

-- DELETE /v1/assets/{asset}?dry-run=1
select 'account_asset' as resource, count(*)::int as count from catalog.account_asset where asset_id = :id union all select 'building' as resource, count(*)::int as count from catalog.building where asset_id = :id union all select 'floor' as resource, count(*)::int as count from catalog.floor where asset_id = :id union all select 'floor_plan' as resource, count(*)::int as count from catalog.floor_plan where asset_id = :id union all select 'unit' as resource, count(*)::int as count from catalog.unit where asset_id = :id union all select 'asset_expense' as resource, count(*)::int as count from expenses.asset_expense where asset_id = :id union all select 'floor_plan_entry' as resource, count(*)::int as count from expenses.floor_plan_entry where asset_id = :id union all select 'floor_plan_expense' as resource, count(*)::int as count from expenses.floor_plan_expense where asset_id = :id union all select 'price_display' as resource, count(*)::int as count from expenses.price_display where asset_id = :id union all select 'pricing_disclaimer' as resource, count(*)::int as count from expenses.pricing_disclaimer where asset_id = :id union all select 'unit_entry' as resource, count(*)::int as count from expenses.unit_entry where asset_id = :id union all select 'unit_expense' as resource, count(*)::int as count from expenses.unit_expense where asset_id = :id union all select 'background' as resource, count(*)::int as count from mapping.background where asset_id = :id union all select 'embed_map' as resource, count(*)::int as count from mapping.embed_map where asset_id = :id union all select 'landing_page' as resource, count(*)::int as count from mapping.landing_page where asset_id = :id union all select 'shape_binding' as resource, count(*)::int as count from mapping.shape_binding where asset_id = :id union all select 'unit_map' as resource, count(*)::int as count from mapping.unit_map where asset_id = :id union all select 'asset_outbound_link' as resource, count(*)::int as count from merchandising.asset_outbound_link where asset_id = :id union all select 'description' as resource, count(*)::int as count from merchandising.description where asset_id = :id union all select 'description_assignment' as resource, count(*)::int as count from merchandising.description_assignment where asset_id = :id union all select 'description_group' as resource, count(*)::int as count from merchandising.description_group where asset_id = :id union all select 'filter' as resource, count(*)::int as count from merchandising.filter where asset_id = :id union all select 'filter_option' as resource, count(*)::int as count from merchandising.filter_option where asset_id = :id union all select 'filter_option_unit' as resource, count(*)::int as count from merchandising.filter_option_unit where asset_id = :id union all select 'gallery' as resource, count(*)::int as count from merchandising.gallery where asset_id = :id union all select 'marker_description' as resource, count(*)::int as count from merchandising.marker_description where asset_id = :id union all select 'unit_outbound_link' as resource, count(*)::int as count from merchandising.unit_outbound_link where asset_id = :id union all select 'unit_outbound_link_url' as resource, count(*)::int as count from merchandising.unit_outbound_link_url where asset_id = :id union all select 'pricing_process' as resource, count(*)::int as count from pricing.process where asset_id = :id union all select 'publication' as resource, count(*)::int as count from pricing.publication where asset_id = :id union all select 'pricing_transaction' as resource, count(*)::int as count from pricing.transaction where asset_id = :id union all select 'pricing_unit' as resource, count(*)::int as count from pricing.unit where asset_id = :id union all select 'asset_reference' as resource, count(*)::int as count from reference.asset_reference where asset_id = :id union all select 'unit_reference' as resource, count(*)::int as count from reference.unit_reference where asset_id = :id union all select 'unit_reference_group' as resource, count(*)::int as count from reference.unit_reference_group where asset_id = :id;
select exists (select 1 from catalog.asset_v1 asset where asset.id = :asset and ((:accounts::bigint[] is null
  or exists (select 1 from catalog.account_asset_v1 seen
  where seen.asset_id = :asset and seen.account_id = any (:accounts) ))
  and (:assets::bigint[] is null or :asset = any (:assets)))) as found;
select space.nspname || '.' || class.relname as name
  from pg_class class join pg_namespace space on space.oid = class.relnamespace
  join pg_attribute owner on owner.attrelid = class.oid and owner.attname = :column and not owner.attisdropped
  where space.nspname <> 'platform' and exists (select from pg_trigger where tgrelid = class.oid and tgname = 'audit_delete');

-- DELETE /v1/accounts/{account}?dry-run=1
select 'account_asset' as resource, count(*)::int as count from catalog.account_asset where account_id = :id union all select 'embed' as resource, count(*)::int as count from mapping.embed where account_id = :id union all select 'embed_map' as resource, count(*)::int as count from mapping.embed_map where account_id = :id;

-- POST /v1/archived-accounts/{archived-account}/restore
select exists (select from catalog.account account
  where account.id = :archivedAccount
  and (account.archived_at is null or account.archived_at >= platform.now() - interval '30 days') and ((:accounts::bigint[] is null or account.id = any (:accounts)) and :assets::bigint[] is null)) as found;

-- POST /v1/archived-assets/{archived-asset}/restore
select exists (select from catalog.asset asset where asset.id = :archivedAsset
  and (asset.archived_at is null or asset.archived_at >= platform.now() - interval '30 days') and ((:accounts::bigint[] is null
  or exists (select from catalog.account_asset held where held.asset_id = asset.id and held.account_id = any (:accounts)))
  and (:assets::bigint[] is null or asset.id = any (:assets)))) as found;

-- a run of RemoveArchivedJob
delete from catalog.account_asset where asset_id = :asset and ctid = any (array(
  select ctid from catalog.account_asset where asset_id = :asset limit 2000));
delete from catalog.asset stored using json_to_recordset(:rows::json) as given ("id" bigint) where stored."id" = given."id";
delete from catalog.building where asset_id = :asset and ctid = any (array(
  select ctid from catalog.building where asset_id = :asset limit 2000));
delete from catalog.floor where asset_id = :asset and ctid = any (array(
  select ctid from catalog.floor where asset_id = :asset limit 2000));
delete from catalog.floor_plan where asset_id = :asset and ctid = any (array(
  select ctid from catalog.floor_plan where asset_id = :asset limit 2000));
delete from catalog.unit where asset_id = :asset and ctid = any (array(
  select ctid from catalog.unit where asset_id = :asset limit 2000));
select from catalog.asset where id = :id and archived_at is not null and not asset.archived_at >= platform.now() - interval '30 days';
select id::text from catalog.account where archived_at is not null
  and not account.archived_at >= platform.now() - interval '30 days' order by id limit 100;
select id::text from catalog.asset where archived_at is not null
  and not asset.archived_at >= platform.now() - interval '30 days' order by id limit 100;
with recursive held as (
  select class.oid, space.nspname || '.' || class.relname as name
  from pg_class class join pg_namespace space on space.oid = class.relnamespace
  join pg_attribute owner on owner.attrelid = class.oid and owner.attname = 'asset_id' and not owner.attisdropped
  where class.relkind in ('r', 'p') and class.relpersistence <> 't' and space.nspname not in ('platform', 'audit', 'pg_catalog', 'information_schema')
  ), keys as (
  select conrelid, confrelid, confdeltype in ('a', 'r') as restricts from pg_constraint
  where contype = 'f' and conrelid <> confrelid and conrelid in (select oid from held) and confrelid in (select oid from held)
  ), above as (
  select conrelid as referring, confrelid as referred from keys
  union select above.referring, keys.confrelid from above join keys on keys.conrelid = above.referred
  )
  select name from held
  where name <> 'catalog.unit_count' and not exists (select from keys
  join keys back on back.conrelid = keys.confrelid and back.confrelid = keys.conrelid
  where keys.confrelid = held.oid and keys.restricts)
  order by (select count(*) from above where above.referred = held.oid), name;
