-- maps
select exists (select 1 from catalog.asset_v1 asset where asset.id = :asset and ((:accounts::bigint[] is null
  or exists (select 1 from catalog.account_asset_v1 seen
  where seen.asset_id = :asset and seen.account_id = any (:accounts) ))
  and (:assets::bigint[] is null or :asset = any (:assets)))) as found, * from (
  select string_agg(row_to_json(projected)::text, ',') filter (where unit_map.n <= :size) as data,
  coalesce(max(unit_map.n) > :size, false) as more, (max(unit_map.id) filter (where unit_map.n <= :size))::text as last
  from (select unit_map.*, row_number() over (order by unit_map.id) as n from (select unit_map.* from mapping.unit_map unit_map
  where unit_map.asset_id = :asset   order by unit_map.id limit :size::int + 1 offset 0) unit_map) unit_map  cross join lateral (select unit_map.id::text, unit_map.asset_id::text, unit_map.name, unit_map.tags, unit_map.style,
  unit_map.is_dimension_locked, unit_map.building_id::text, unit_map.background_tone, :files || unit_map.file as url, :files || unit_map.geojson as geojson_url,
  case when unit_map.source is not null then
  concat(:base::text, '/v1/assets/', unit_map.asset_id, '/multifamily/maps/', unit_map.id, '/source') end as source_url,
  (select json_build_object('bound_shapes', coalesce(sum(count) filter (where kind = 'bound'), 0),
  'unbound_shapes', coalesce(json_object_agg(reason, count order by reason) filter (where kind = 'unbound'), '{}'),
  'stray_labels', coalesce(json_object_agg(reason, count order by reason) filter (where kind = 'stray'), '{}'))
  from (select 'bound' as kind, '' as reason, count(*) from mapping.unit_map_shape shape
  where shape.asset_id = unit_map.asset_id and shape.unit_map_id = unit_map.id and shape.unit_id is not null
  union all select 'unbound', coalesce(shape.reason, 'no_such_unit'), count(*) from mapping.unit_map_shape shape
  where shape.asset_id = unit_map.asset_id and shape.unit_map_id = unit_map.id and shape.unit_id is null group by 2
  union all select 'stray', stray ->> 'reason', count(*) from jsonb_array_elements(unit_map.stray_labels) stray group by 2) counted
  where unit_map.shapes_key is not null
  having unit_map.shapes_key is not null) as binding, unit_map.created_at, unit_map.updated_at) projected
  ) listed;

-- maps?tags=level-1
select exists (select 1 from catalog.asset_v1 asset where asset.id = :asset and ((:accounts::bigint[] is null
  or exists (select 1 from catalog.account_asset_v1 seen
  where seen.asset_id = :asset and seen.account_id = any (:accounts) ))
  and (:assets::bigint[] is null or :asset = any (:assets)))) as found, * from (
  select string_agg(row_to_json(projected)::text, ',') filter (where unit_map.n <= :size) as data,
  coalesce(max(unit_map.n) > :size, false) as more, (max(unit_map.id) filter (where unit_map.n <= :size))::text as last
  from (select unit_map.*, row_number() over (order by unit_map.id) as n from (select unit_map.* from mapping.unit_map unit_map
  where unit_map.asset_id = :asset and unit_map.tags @> :tags::text[]  order by unit_map.id limit :size::int + 1 offset 0) unit_map) unit_map  cross join lateral (select unit_map.id::text, unit_map.asset_id::text, unit_map.name, unit_map.tags, unit_map.style,
  unit_map.is_dimension_locked, unit_map.building_id::text, unit_map.background_tone, :files || unit_map.file as url, :files || unit_map.geojson as geojson_url,
  case when unit_map.source is not null then
  concat(:base::text, '/v1/assets/', unit_map.asset_id, '/multifamily/maps/', unit_map.id, '/source') end as source_url,
  (select json_build_object('bound_shapes', coalesce(sum(count) filter (where kind = 'bound'), 0),
  'unbound_shapes', coalesce(json_object_agg(reason, count order by reason) filter (where kind = 'unbound'), '{}'),
  'stray_labels', coalesce(json_object_agg(reason, count order by reason) filter (where kind = 'stray'), '{}'))
  from (select 'bound' as kind, '' as reason, count(*) from mapping.unit_map_shape shape
  where shape.asset_id = unit_map.asset_id and shape.unit_map_id = unit_map.id and shape.unit_id is not null
  union all select 'unbound', coalesce(shape.reason, 'no_such_unit'), count(*) from mapping.unit_map_shape shape
  where shape.asset_id = unit_map.asset_id and shape.unit_map_id = unit_map.id and shape.unit_id is null group by 2
  union all select 'stray', stray ->> 'reason', count(*) from jsonb_array_elements(unit_map.stray_labels) stray group by 2) counted
  where unit_map.shapes_key is not null
  having unit_map.shapes_key is not null) as binding, unit_map.created_at, unit_map.updated_at) projected
  ) listed;

-- maps/1
select (select row_to_json(projected)::text from (select unit_map.id::text, unit_map.asset_id::text, unit_map.name, unit_map.tags, unit_map.style,
  unit_map.is_dimension_locked, unit_map.building_id::text, unit_map.background_tone, :files || unit_map.file as url, :files || unit_map.geojson as geojson_url,
  case when unit_map.source is not null then
  concat(:base::text, '/v1/assets/', unit_map.asset_id, '/multifamily/maps/', unit_map.id, '/source') end as source_url,
  (select json_build_object('bound_shapes', coalesce(sum(count) filter (where kind = 'bound'), 0),
  'unbound_shapes', coalesce(json_object_agg(reason, count order by reason) filter (where kind = 'unbound'), '{}'),
  'stray_labels', coalesce(json_object_agg(reason, count order by reason) filter (where kind = 'stray'), '{}'))
  from (select 'bound' as kind, '' as reason, count(*) from mapping.unit_map_shape shape
  where shape.asset_id = unit_map.asset_id and shape.unit_map_id = unit_map.id and shape.unit_id is not null
  union all select 'unbound', coalesce(shape.reason, 'no_such_unit'), count(*) from mapping.unit_map_shape shape
  where shape.asset_id = unit_map.asset_id and shape.unit_map_id = unit_map.id and shape.unit_id is null group by 2
  union all select 'stray', stray ->> 'reason', count(*) from jsonb_array_elements(unit_map.stray_labels) stray group by 2) counted
  where unit_map.shapes_key is not null
  having unit_map.shapes_key is not null) as binding, unit_map.created_at, unit_map.updated_at) projected) as data from mapping.unit_map unit_map  where unit_map.asset_id = :asset and unit_map.id = :id and exists (select 1 from catalog.asset_v1 asset where asset.id = :asset and ((:accounts::bigint[] is null
  or exists (select 1 from catalog.account_asset_v1 seen
  where seen.asset_id = :asset and seen.account_id = any (:accounts) ))
  and (:assets::bigint[] is null or :asset = any (:assets))));

-- maps/1/units
select (select row_to_json(projected)::text from (select unit_map.asset_id::text, unit_map.id::text as unit_map_id,
  (select coalesce(json_agg(json_build_object('shape_id', shape.shape_id, 'names', shape.names, 'texts', shape.texts,
  'x', shape.x, 'y', shape.y, 'unit_id', unit.id::text, 'unit_number', unit.unit_number, 'bound_by', shape.bound_by) order by shape.position), '[]')
  from mapping.unit_map_shape shape
  join catalog.unit_v1 unit on unit.asset_id = :asset and unit.id = shape.unit_id
  where shape.asset_id = :asset and shape.unit_map_id = unit_map.id) as bound_shapes,
  (select coalesce(json_agg(json_build_object('shape_id', shape.shape_id, 'names', shape.names, 'texts', shape.texts,
  'x', shape.x, 'y', shape.y, 'reason', coalesce(shape.reason, 'no_such_unit')) order by shape.position), '[]')
  from mapping.unit_map_shape shape where shape.asset_id = :asset and shape.unit_map_id = unit_map.id and shape.unit_id is null) as unbound_shapes,
  unit_map.stray_labels,
  (select coalesce(json_agg(json_build_object('unit_id', unit.id::text, 'unit_number', unit.unit_number,
  'floor_id', unit.floor_id::text, 'on_other_map', placed.anywhere) order by unit.id), '[]')
  from catalog.unit_v1 unit
  cross join lateral (select count(*) > 0 as anywhere, coalesce(bool_or(shape.unit_map_id = unit_map.id), false) as here
  from mapping.unit_map_shape shape where shape.asset_id = :asset and shape.unit_id = unit.id) placed
  where unit.asset_id = :asset and not placed.here) as unplaced_units) projected) as data from mapping.unit_map unit_map  where unit_map.asset_id = :asset and unit_map.id = :id and exists (select 1 from catalog.asset_v1 asset where asset.id = :asset and ((:accounts::bigint[] is null
  or exists (select 1 from catalog.account_asset_v1 seen
  where seen.asset_id = :asset and seen.account_id = any (:accounts) ))
  and (:assets::bigint[] is null or :asset = any (:assets))));

-- POST maps
delete from mapping.unit_map_shape where asset_id = :asset and unit_map_id = :map;
select id::text from mapping.background where asset_id = :asset and unit_map_id = :map and is_drawing;
select id::text from mapping.background where asset_id = :asset and unit_map_id = :map and name = :name;
select shape.unit_map_id::text as map, map.building_id::text as building, shape.names, shape.texts, shape.inside,
  shape.is_mark as "isMark", hand.unit_id is not null as "isByHand",
  coalesce(hand.unit_id, case when shape.bound_by = 'given' then shape.unit_id end)::text as given
  from mapping.unit_map_shape shape
  join mapping.unit_map map on map.asset_id = shape.asset_id and map.id = shape.unit_map_id
  left join mapping.shape_binding hand on hand.asset_id = shape.asset_id and hand.unit_map_id = shape.unit_map_id and hand.shape_id = shape.shape_id
  and abs(hand.x - shape.x) < 0.01 and abs(hand.y - shape.y) < 0.01
  where shape.asset_id = :asset order by shape.unit_map_id, shape.position;
update mapping.unit_map set binding_fingerprint = :as where asset_id = :asset and id = :map;

-- PUT maps/{map}/shapes/{shape}
insert into mapping.shape_binding (asset_id, unit_map_id, shape_id, x, y, unit_id)
  select asset_id, unit_map_id, shape_id, x, y, bound.unit from mapping.unit_map_shape shape
  join unnest(:shapes::text[], :units::bigint[]) as bound (shape, unit) on bound.shape = shape.shape_id where shape.asset_id = :asset and shape.unit_map_id = :map
  on conflict (asset_id, unit_map_id, shape_id) do update set x = excluded.x, y = excluded.y, unit_id = excluded.unit_id;
select exists (select 1 from catalog.asset_v1 asset where asset.id = :asset and ((:accounts::bigint[] is null
  or exists (select 1 from catalog.account_asset_v1 seen
  where seen.asset_id = :asset and seen.account_id = any (:accounts) ))
  and (:assets::bigint[] is null or :asset = any (:assets)))) and exists (select 1 from mapping.unit_map named where named.id = :map and named.asset_id = :asset) and exists (select 1 from mapping.unit_map_shape named where named.shape_id = :shape and named.asset_id = :asset) as found;
select shape_id as id from mapping.unit_map_shape shape where shape.asset_id = :asset and shape.unit_map_id = :map and shape_id = any (:shapes::text[]);

-- PUT maps/{map}/shapes/{shape}
delete from mapping.shape_binding where asset_id = :asset and unit_map_id = :map and shape_id = :shape;

-- DELETE maps/{map}?cascade=1
delete from mapping.unit_map stored using json_to_recordset(:rows::json) as given ("asset_id" bigint, "id" bigint) where stored."asset_id" = given."asset_id" and stored."id" = given."id";
select exists (select 1 from catalog.asset_v1 asset where asset.id = :asset and ((:accounts::bigint[] is null
  or exists (select 1 from catalog.account_asset_v1 seen
  where seen.asset_id = :asset and seen.account_id = any (:accounts) ))
  and (:assets::bigint[] is null or :asset = any (:assets)))) and exists (select 1 from mapping.unit_map named where named.id = :map and named.asset_id = :asset) as found;

-- a run of FindUnboundMapsJob
select distinct asset_id::text as asset, asset_id from mapping.unit_map
  where shapes_key is not null and asset_id > :after order by asset_id limit :batch;
select map.asset_id::text as asset, map.id::text as map
  from (select map.asset_id, md5(
  coalesce((select string_agg(concat_ws(':', unit.id, unit.building_id, unit.floor_id, unit.unit_number), ',' order by unit.id)
  from catalog.unit_v1 unit where unit.asset_id = map.asset_id), '') || '|' ||
  string_agg(concat_ws(':', map.id, map.shapes_key, map.building_id, (select string_agg(concat_ws(':', hand.shape_id, hand.x, hand.y, hand.unit_id), ',' order by hand.shape_id)
  from mapping.shape_binding hand where hand.asset_id = map.asset_id and hand.unit_map_id = map.id)), ',' order by map.id)) as now from mapping.unit_map map
  where map.shapes_key is not null and map.asset_id = any (:assets::bigint[]) group by map.asset_id) fingerprint
  join mapping.unit_map map on map.asset_id = fingerprint.asset_id and map.binding_fingerprint is distinct from fingerprint.now
  where map.shapes_key is not null and map.asset_id = any (:assets::bigint[]) order by map.asset_id, map.id;
