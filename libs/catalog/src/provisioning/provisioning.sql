-- provision FILE
insert into catalog.floor ("asset_id", "id", "name", "filter_label", "filter_short_label", "sort") overriding system value
  select given."asset_id", given."id", given."name", given."filter_label", given."filter_short_label", given."sort" from json_to_recordset(:rows::json) as given ("asset_id" bigint, "id" bigint, "name" text, "filter_label" text, "filter_short_label" text, "sort" integer);
insert into catalog.floor_plan ("asset_id", "id", "name", "bedroom_count", "bathroom_count", "filter_label", "image", "secondary_image") overriding system value
  select given."asset_id", given."id", given."name", given."bedroom_count", given."bathroom_count", given."filter_label", given."image", given."secondary_image" from json_to_recordset(:rows::json) as given ("asset_id" bigint, "id" bigint, "name" text, "bedroom_count" integer, "bathroom_count" double precision, "filter_label" text, "image" text, "secondary_image" text);
insert into catalog.unit ("asset_id", "id", "building_id", "floor_id", "floor_plan_id", "unit_number", "area", "is_affordable_housing_unit", "view_image", "secondary_view_image") overriding system value
  select given."asset_id", given."id", given."building_id", given."floor_id", given."floor_plan_id", given."unit_number", given."area", coalesce(given."is_affordable_housing_unit", false), given."view_image", given."secondary_view_image" from json_to_recordset(:rows::json) as given ("asset_id" bigint, "id" bigint, "building_id" bigint, "floor_id" bigint, "floor_plan_id" bigint, "unit_number" text, "area" integer, "is_affordable_housing_unit" boolean, "view_image" text, "secondary_view_image" text);
insert into pricing.unit (asset_id, process_id, id, created_at)
  select unit.asset_id, process.id, unit.id, greatest(unit.created_at, process.created_at)
  from catalog.unit_v1 unit join pricing.process process on process.asset_id = :asset and process.id = :process
  where unit.asset_id = :asset and unit.id = any (:units::bigint[]) order by unit.id for key share of unit
  on conflict do nothing returning id::text;
lock table catalog.building in share row exclusive mode;
select
  (select to_json(own) from (select asset.id::text, asset.market, asset.name, asset.display_name, asset.description, asset.address_line1, asset.address_line2, asset.address_city, asset.address_state, asset.address_country, asset.address_postal_code, asset.address_latitude, asset.address_longitude, asset.accent_color, asset.contact_phone, asset.contact_email, asset.contact_hours, asset.contact_url, asset.time_zone, asset.logo,
  nullif(asset.count_visits, false) as count_visits) own) as asset,
  (select coalesce(json_agg(part order by part.id::bigint), '[]') from (select account.id::text, account.name from catalog.account account
  join catalog.account_asset assigned on assigned.account_id = account.id
  where assigned.asset_id = :assetId and account.archived_at is null) part) as accounts,
  (select coalesce(json_agg(part order by part.id::bigint), '[]') from (select part.id::text, part.name, part.label from catalog.building part where part.asset_id = :assetId) part) as buildings,
  (select coalesce(json_agg(part order by part.id::bigint), '[]') from (select part.id::text, part.name, part.filter_label, part.filter_short_label, part.sort from catalog.floor part where part.asset_id = :assetId) part) as floors,
  (select coalesce(json_agg(part order by part.id::bigint), '[]') from (select part.id::text, part.name, part.bedroom_count, part.bathroom_count, part.filter_label, part.image, part.secondary_image from catalog.floor_plan part where part.asset_id = :assetId) part) as floor_plans,
  (select coalesce(json_agg(part order by part.id::bigint), '[]') from (select part.id::text, part.building_id::text, part.floor_id::text, part.floor_plan_id::text, part.unit_number, part.area, part.is_affordable_housing_unit, part.view_image, part.secondary_view_image from catalog.unit part where part.asset_id = :assetId) part) as units
  from catalog.asset asset where asset.id = :assetId and asset.archived_at is null;
select given.n, min(asset.id)::text as id, count(asset.id)::int as count
  from json_to_recordset(:assets::json) as given(n int, id text, uuid uuid, name text)
  left join catalog.asset asset on asset.archived_at is null and case when given.uuid is not null then asset.uuid = given.uuid
  when given.id is not null then asset.id::text = given.id else asset.name = given.name end
  group by given.n order by given.n;
select given.path, min(asset.id)::text as id, count(asset.id)::int as count
  from json_to_recordset(:named::json) as given(path text, id text, name text)
  left join catalog.asset asset on asset.archived_at is null and (asset.id::text = given.id or asset.name = given.name)
  group by given.path;
select id::text from catalog.building where id = any (:ids::bigint[]);
select id::text from catalog.building_v1 where asset_id = :assetId and id = any (:ids::bigint[])  order by id for key share;
select id::text from catalog.floor_plan_v1 where asset_id = :assetId and id = any (:ids::bigint[])  order by id for key share;
select id::text from catalog.unit_v1 where asset_id = :assetId and id = any (:ids::bigint[])  order by id for key share;
select id::text from platform.api_key key
  where name = :name and revoked_at is null order by key.id desc limit 1;
select id::text, unit_number as number, floor_id::text as "floorId", building_id::text as "buildingId" from catalog.unit_v1
  where asset_id = :asset order by id;
select md5(
  coalesce((select string_agg(concat_ws(':', unit.id, unit.building_id, unit.floor_id, unit.unit_number), ',' order by unit.id)
  from catalog.unit_v1 unit where unit.asset_id = :asset), '') || '|' ||
  string_agg(concat_ws(':', map.id, case when map.id = :map then :shapesKey else map.shapes_key end, case when map.id = :map then :buildingId::bigint else map.building_id end, (select string_agg(concat_ws(':', hand.shape_id, hand.x, hand.y, hand.unit_id), ',' order by hand.shape_id)
  from mapping.shape_binding hand where hand.asset_id = map.asset_id and hand.unit_map_id = map.id)), ',' order by map.id)) as now
  from mapping.unit_map map where map.asset_id = :asset and (map.shapes_key is not null or map.id = :map);
select name, array_agg(id::text) as ids from catalog.account where archived_at is null and name = any (:names) group by name;
select name, array_agg(id::text) as ids from catalog.building
  where asset_id = :assetId and name = any (:names) group by name;
select name, array_agg(id::text) as ids from catalog.floor
  where asset_id = :assetId and name = any (:names) group by name;
select name, array_agg(id::text) as ids from catalog.floor_plan
  where asset_id = :assetId and name = any (:names) group by name;
select nextval(pg_get_serial_sequence('catalog.floor', 'id'))::text as id from generate_series(1, :count::int);
select nextval(pg_get_serial_sequence('catalog.floor_plan', 'id'))::text as id from generate_series(1, :count::int);
select nextval(pg_get_serial_sequence('catalog.unit', 'id'))::text as id from generate_series(1, :count::int);
select pg_advisory_xact_lock(:lock);
select pg_notify('events', '');
select sequence from (select pg_get_serial_sequence(:table, 'id')::regclass as sequence) own
  where coalesce(pg_sequence_last_value(sequence), 0) < :upTo::bigint;
select setval(sequence, :upTo::bigint) from (select sequence from (select pg_get_serial_sequence(:table, 'id')::regclass as sequence) own
  where coalesce(pg_sequence_last_value(sequence), 0) < :upTo::bigint) below;
select wanted.position, assigned.asset_id is null as foreign from (select * from json_to_recordset(:maps::json)
  as wanted ("assetId" bigint, "unitMapId" bigint, "instanceKey" text, "pricingProcessId" bigint, position integer)) wanted
  left join catalog.account_asset_v1 assigned
  on assigned.account_id = :accountId and assigned.asset_id = wanted."assetId"
  left join mapping.unit_map map on map.asset_id = wanted."assetId" and map.id = wanted."unitMapId"
  where assigned.asset_id is null or map.id is null order by wanted.position;
set constraints all immediate;
set local idle_in_transaction_session_timeout = 0;
with bound as materialized (select * from json_to_recordset(:bindings::json)
  as bound (position int, "unitId" bigint, "boundBy" text, reason text)
  ), known as materialized (select unit.id from catalog.unit_v1 unit
  where unit.asset_id = :asset and unit.id in (select bound."unitId" from bound) order by unit.id for key share)
  update mapping.unit_map_shape shape set unit_id = known.id, bound_by = bound."boundBy", reason = bound.reason
  from bound left join known on known.id = bound."unitId"
  where shape.asset_id = :asset and shape.unit_map_id = :map and shape.position = bound.position
  and (shape.unit_id, shape.bound_by, shape.reason) is distinct from (known.id, bound."boundBy", bound.reason);
with shape as materialized (select * from json_to_recordset(:shapes::json)
  as shape (position int, "shapeId" text, names json, texts json, x float8, y float8, inside int, "isMark" boolean, "unitId" bigint, "boundBy" text, reason text)
  ), known as materialized (select unit.id from catalog.unit_v1 unit
  where unit.asset_id = :asset and unit.id in (select shape."unitId" from shape) order by unit.id for key share)
  insert into mapping.unit_map_shape
  (asset_id, unit_map_id, position, shape_id, names, texts, x, y, inside, is_mark, unit_id, bound_by, reason)
  select :asset::bigint, :map::bigint, position, "shapeId", array(select json_array_elements_text(names)),
  array(select json_array_elements_text(texts)), x, y, inside, "isMark", known.id, "boundBy", reason
  from shape left join known on known.id = shape."unitId";

-- provision FILE, changed
update catalog.floor stored set "sort" = given."sort", "updated_at" = now() from json_to_recordset(:rows::json) as given ("asset_id" bigint, "id" bigint, "sort" integer)
  where stored."asset_id" = given."asset_id" and stored."id" = given."id";
update catalog.unit stored set "area" = given."area", "updated_at" = now() from json_to_recordset(:rows::json) as given ("asset_id" bigint, "id" bigint, "area" integer)
  where stored."asset_id" = given."asset_id" and stored."id" = given."id";

-- export
select embed.id::text, embed.account_id::text, embed.name, embed.tags, embed.allowed_origins,
  json_agg(json_build_object('unit_map_id', placed.unit_map_id::text, 'instance_key', placed.instance_key,
  'pricing_process_id', placed.pricing_process_id::text) order by placed.position) as maps
  from mapping.embed embed
  join catalog.account_v1 account on account.id = embed.account_id
  join mapping.embed_map placed on placed.account_id = embed.account_id and placed.embed_id = embed.id
  where (embed.account_id, embed.id) in (select held.account_id, held.embed_id from mapping.embed_map held
  where held.asset_id = :assetId)
  group by embed.account_id, embed.id, embed.name, embed.tags, embed.allowed_origins
  having bool_and(placed.asset_id = :assetId) order by embed.id;

-- provision FILE --prune, with empty lists
select asset.id::text, asset.name
  from catalog.account_asset assigned join catalog.asset asset on asset.id = assigned.asset_id
  where assigned.account_id = :accountId and not asset.id = any (:keep::bigint[]) order by asset.id;
select name from catalog.building part where part.asset_id = :assetId and not part.id = any (:keep::bigint[])
  and exists (select from catalog.unit where unit.asset_id = :assetId and unit.building_id = part.id) order by id;
select name from catalog.floor part where part.asset_id = :assetId and not part.id = any (:keep::bigint[])
  and exists (select from catalog.unit where unit.asset_id = :assetId and unit.floor_id = part.id) order by id;
select name from catalog.floor_plan part where part.asset_id = :assetId and not part.id = any (:keep::bigint[])
  and exists (select from catalog.unit where unit.asset_id = :assetId and unit.floor_plan_id = part.id) order by id;
