-- outbound-links
select exists (select 1 from catalog.asset_v1 asset where asset.id = :asset and ((:accounts::bigint[] is null
  or exists (select 1 from catalog.account_asset_v1 seen
  where seen.asset_id = :asset and seen.account_id = any (:accounts) ))
  and (:assets::bigint[] is null or :asset = any (:assets)))) as found, * from (
  select string_agg(row_to_json(projected)::text, ',') filter (where asset_outbound_link.n <= :size) as data,
  coalesce(max(asset_outbound_link.n) > :size, false) as more, (max(asset_outbound_link.id) filter (where asset_outbound_link.n <= :size))::text as last
  from (select asset_outbound_link.*, row_number() over (order by asset_outbound_link.id) as n from (select asset_outbound_link.* from merchandising.asset_outbound_link asset_outbound_link
  where asset_outbound_link.asset_id = :asset  order by asset_outbound_link.id limit :size::int + 1 offset 0) asset_outbound_link) asset_outbound_link  cross join lateral (select asset_outbound_link.id::text, asset_outbound_link.asset_id::text, asset_outbound_link.name, asset_outbound_link.template, asset_outbound_link.label, asset_outbound_link.icon_type, asset_outbound_link.open_new_window, asset_outbound_link.created_at, asset_outbound_link.updated_at) projected
  ) listed;

-- outbound-links/1
select (select row_to_json(projected)::text from (select asset_outbound_link.id::text, asset_outbound_link.asset_id::text, asset_outbound_link.name, asset_outbound_link.template, asset_outbound_link.label, asset_outbound_link.icon_type, asset_outbound_link.open_new_window, asset_outbound_link.created_at, asset_outbound_link.updated_at) projected) as data from merchandising.asset_outbound_link asset_outbound_link  where asset_outbound_link.asset_id = :asset and asset_outbound_link.id = :id and exists (select 1 from catalog.asset_v1 asset where asset.id = :asset and ((:accounts::bigint[] is null
  or exists (select 1 from catalog.account_asset_v1 seen
  where seen.asset_id = :asset and seen.account_id = any (:accounts) ))
  and (:assets::bigint[] is null or :asset = any (:assets))));
