-- filters/{filter}/options
select exists (select 1 from catalog.asset_v1 asset where asset.id = :asset and ((:accounts::bigint[] is null
  or exists (select 1 from catalog.account_asset_v1 seen
  where seen.asset_id = :asset and seen.account_id = any (:accounts) ))
  and (:assets::bigint[] is null or :asset = any (:assets)))) and exists (select 1 from merchandising.filter named where named.id = :filter and named.asset_id = :asset) as found, * from (
  select string_agg(case filter_option.type when 'custom' then (select row_to_json(projected)::text from (select filter_option.id::text, filter_option.asset_id::text, filter_option.filter_id::text, filter_option.type, filter_option.label, filter_option.sort, filter_option.is_enabled, filter_option.created_at, filter_option.updated_at) projected) when 'floor' then (select row_to_json(projected)::text from (select filter_option.id::text, filter_option.asset_id::text, filter_option.filter_id::text, filter_option.type, filter_option.label, filter_option.sort, filter_option.is_enabled, filter_option.floor_id::text, filter_option.short_label, filter_option.created_at, filter_option.updated_at) projected) when 'floor_plan' then (select row_to_json(projected)::text from (select filter_option.id::text, filter_option.asset_id::text, filter_option.filter_id::text, filter_option.type, filter_option.label, filter_option.sort, filter_option.is_enabled, filter_option.floor_plan_id::text, filter_option.created_at, filter_option.updated_at) projected) when 'range' then (select row_to_json(projected)::text from (select filter_option.id::text, filter_option.asset_id::text, filter_option.filter_id::text, filter_option.type, filter_option.label, filter_option.sort, filter_option.is_enabled, filter_option.min, filter_option.max, filter_option.created_at, filter_option.updated_at) projected) end, ',') filter (where filter_option.n <= :size) as data,
  coalesce(max(filter_option.n) > :size, false) as more, (max(filter_option.id) filter (where filter_option.n <= :size))::text as last
  from (select filter_option.*, row_number() over (order by filter_option.sort, filter_option.id) as n from (select filter_option.* from merchandising.filter_option filter_option
  where filter_option.asset_id = :asset and filter_option.filter_id = :filter  order by filter_option.sort, filter_option.id limit :size::int + 1 offset :offset::bigint) filter_option) filter_option
  ) listed;

-- filters/1/options/1
select case filter_option.type when 'custom' then (select row_to_json(projected)::text from (select filter_option.id::text, filter_option.asset_id::text, filter_option.filter_id::text, filter_option.type, filter_option.label, filter_option.sort, filter_option.is_enabled, filter_option.created_at, filter_option.updated_at) projected) when 'floor' then (select row_to_json(projected)::text from (select filter_option.id::text, filter_option.asset_id::text, filter_option.filter_id::text, filter_option.type, filter_option.label, filter_option.sort, filter_option.is_enabled, filter_option.floor_id::text, filter_option.short_label, filter_option.created_at, filter_option.updated_at) projected) when 'floor_plan' then (select row_to_json(projected)::text from (select filter_option.id::text, filter_option.asset_id::text, filter_option.filter_id::text, filter_option.type, filter_option.label, filter_option.sort, filter_option.is_enabled, filter_option.floor_plan_id::text, filter_option.created_at, filter_option.updated_at) projected) when 'range' then (select row_to_json(projected)::text from (select filter_option.id::text, filter_option.asset_id::text, filter_option.filter_id::text, filter_option.type, filter_option.label, filter_option.sort, filter_option.is_enabled, filter_option.min, filter_option.max, filter_option.created_at, filter_option.updated_at) projected) end as data from merchandising.filter_option filter_option  where filter_option.asset_id = :asset and filter_option.filter_id = :filter and filter_option.id = :id and exists (select 1 from catalog.asset_v1 asset where asset.id = :asset and ((:accounts::bigint[] is null
  or exists (select 1 from catalog.account_asset_v1 seen
  where seen.asset_id = :asset and seen.account_id = any (:accounts) ))
  and (:assets::bigint[] is null or :asset = any (:assets)))) and exists (select 1 from merchandising.filter named where named.id = :filter and named.asset_id = :asset);

-- PUT filters/{filter}/options/batch
select coalesce(max(option.sort), 0) as sort from merchandising.filter_option option
  where option.asset_id = :asset and option.filter_id = :filter;

-- DELETE filters/{filter}/options/{option}
delete from merchandising.filter_option stored using json_to_recordset(:rows::json) as given ("asset_id" bigint, "id" bigint) where stored."asset_id" = given."asset_id" and stored."id" = given."id";
select exists (select 1 from catalog.asset_v1 asset where asset.id = :asset and ((:accounts::bigint[] is null
  or exists (select 1 from catalog.account_asset_v1 seen
  where seen.asset_id = :asset and seen.account_id = any (:accounts) ))
  and (:assets::bigint[] is null or :asset = any (:assets)))) and exists (select 1 from merchandising.filter named where named.id = :filter and named.asset_id = :asset) and exists (select 1 from merchandising.filter_option named where named.id = :option and named.asset_id = :asset and named.filter_id = :filter) as found;
