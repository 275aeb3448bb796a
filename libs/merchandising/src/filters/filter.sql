-- filters
select exists (select 1 from catalog.asset_v1 asset where asset.id = :asset and ((:accounts::bigint[] is null
  or exists (select 1 from catalog.account_asset_v1 seen
  where seen.asset_id = :asset and seen.account_id = any (:accounts) ))
  and (:assets::bigint[] is null or :asset = any (:assets)))) as found, * from (
  select string_agg(case filter.type when 'custom' then (select row_to_json(projected)::text from (select filter.id::text, filter.asset_id::text, filter.name, filter.label, filter.is_enabled, filter.type, filter.created_at, filter.updated_at) projected) when 'floor' then (select row_to_json(projected)::text from (select filter.id::text, filter.asset_id::text, filter.name, filter.label, filter.is_enabled, filter.type, filter.created_at, filter.updated_at) projected) when 'floor_plan' then (select row_to_json(projected)::text from (select filter.id::text, filter.asset_id::text, filter.name, filter.label, filter.is_enabled, filter.type, filter.created_at, filter.updated_at) projected) when 'range' then (select row_to_json(projected)::text from (select filter.id::text, filter.asset_id::text, filter.name, filter.label, filter.is_enabled, filter.type, filter.range_type, filter.created_at, filter.updated_at) projected) end, ',') filter (where filter.n <= :size) as data,
  coalesce(max(filter.n) > :size, false) as more, (max(filter.id) filter (where filter.n <= :size))::text as last
  from (select filter.*, row_number() over (order by filter.id) as n from (select filter.* from merchandising.filter filter
  where filter.asset_id = :asset  order by filter.id limit :size::int + 1 offset 0) filter) filter
  ) listed;

-- filters/1
select case filter.type when 'custom' then (select row_to_json(projected)::text from (select filter.id::text, filter.asset_id::text, filter.type, filter.name, filter.label, filter.is_enabled, (select coalesce(json_agg(json_build_object('id', option.id::text, 'label', option.label, 'sort', option.sort)
  order by option.sort, option.id), '[]') from merchandising.filter_option option
  where option.asset_id = :asset and option.filter_id = filter.id) as options, filter.created_at, filter.updated_at) projected) when 'floor' then (select row_to_json(projected)::text from (select filter.id::text, filter.asset_id::text, filter.type, filter.name, filter.label, filter.is_enabled, (select coalesce(json_agg(json_build_object('id', option.id::text, 'label', option.label, 'sort', option.sort)
  order by option.sort, option.id), '[]') from merchandising.filter_option option
  where option.asset_id = :asset and option.filter_id = filter.id) as options, filter.created_at, filter.updated_at) projected) when 'floor_plan' then (select row_to_json(projected)::text from (select filter.id::text, filter.asset_id::text, filter.type, filter.name, filter.label, filter.is_enabled, (select coalesce(json_agg(json_build_object('id', option.id::text, 'label', option.label, 'sort', option.sort)
  order by option.sort, option.id), '[]') from merchandising.filter_option option
  where option.asset_id = :asset and option.filter_id = filter.id) as options, filter.created_at, filter.updated_at) projected) when 'range' then (select row_to_json(projected)::text from (select filter.id::text, filter.asset_id::text, filter.range_type, filter.type, filter.name, filter.label, filter.is_enabled, (select coalesce(json_agg(json_build_object('id', option.id::text, 'label', option.label, 'sort', option.sort)
  order by option.sort, option.id), '[]') from merchandising.filter_option option
  where option.asset_id = :asset and option.filter_id = filter.id) as options, filter.created_at, filter.updated_at) projected) end as data from merchandising.filter filter  where filter.asset_id = :asset and filter.id = :id and exists (select 1 from catalog.asset_v1 asset where asset.id = :asset and ((:accounts::bigint[] is null
  or exists (select 1 from catalog.account_asset_v1 seen
  where seen.asset_id = :asset and seen.account_id = any (:accounts) ))
  and (:assets::bigint[] is null or :asset = any (:assets))));

-- DELETE filters/{filter}?cascade=1
delete from merchandising.filter stored using json_to_recordset(:rows::json) as given ("asset_id" bigint, "id" bigint) where stored."asset_id" = given."asset_id" and stored."id" = given."id";
select exists (select 1 from catalog.asset_v1 asset where asset.id = :asset and ((:accounts::bigint[] is null
  or exists (select 1 from catalog.account_asset_v1 seen
  where seen.asset_id = :asset and seen.account_id = any (:accounts) ))
  and (:assets::bigint[] is null or :asset = any (:assets)))) and exists (select 1 from merchandising.filter named where named.id = :filter and named.asset_id = :asset) as found;
