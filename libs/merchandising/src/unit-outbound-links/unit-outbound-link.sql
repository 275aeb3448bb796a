-- units/outbound-links
select exists (select 1 from catalog.asset_v1 asset where asset.id = :asset and ((:accounts::bigint[] is null
  or exists (select 1 from catalog.account_asset_v1 seen
  where seen.asset_id = :asset and seen.account_id = any (:accounts) ))
  and (:assets::bigint[] is null or :asset = any (:assets)))) as found, * from (
  select string_agg(case unit_outbound_link.type when 'urls_per_unit' then (select row_to_json(projected)::text from (select unit_outbound_link.id::text, unit_outbound_link.asset_id::text, unit_outbound_link.name, unit_outbound_link.label, unit_outbound_link.icon_type, unit_outbound_link.shown_for, unit_outbound_link.type, unit_outbound_link.event_key, unit_outbound_link.open_in_new_window, unit_outbound_link.show_icon_in_list, unit_outbound_link.created_at, unit_outbound_link.updated_at) projected) when 'iframe_api' then (select row_to_json(projected)::text from (select unit_outbound_link.id::text, unit_outbound_link.asset_id::text, unit_outbound_link.name, unit_outbound_link.label, unit_outbound_link.icon_type, unit_outbound_link.shown_for, unit_outbound_link.type, unit_outbound_link.event_key, unit_outbound_link.created_at, unit_outbound_link.updated_at) projected) when 'url_template' then (select row_to_json(projected)::text from (select unit_outbound_link.id::text, unit_outbound_link.asset_id::text, unit_outbound_link.name, unit_outbound_link.label, unit_outbound_link.icon_type, unit_outbound_link.shown_for, unit_outbound_link.type, unit_outbound_link.event_key, unit_outbound_link.template, unit_outbound_link.open_in_new_window, unit_outbound_link.created_at, unit_outbound_link.updated_at) projected) end, ',') filter (where unit_outbound_link.n <= :size) as data,
  coalesce(max(unit_outbound_link.n) > :size, false) as more, (max(unit_outbound_link.id) filter (where unit_outbound_link.n <= :size))::text as last
  from (select unit_outbound_link.*, row_number() over (order by unit_outbound_link.id) as n from (select unit_outbound_link.* from merchandising.unit_outbound_link unit_outbound_link
  where unit_outbound_link.asset_id = :asset  order by unit_outbound_link.id limit :size::int + 1 offset 0) unit_outbound_link) unit_outbound_link
  ) listed;

-- units/outbound-links/1
select case unit_outbound_link.type when 'urls_per_unit' then (select row_to_json(projected)::text from (select unit_outbound_link.id::text, unit_outbound_link.asset_id::text, unit_outbound_link.name, unit_outbound_link.label, unit_outbound_link.icon_type, unit_outbound_link.shown_for, unit_outbound_link.type, unit_outbound_link.event_key, unit_outbound_link.open_in_new_window, unit_outbound_link.show_icon_in_list, unit_outbound_link.created_at, unit_outbound_link.updated_at) projected) when 'iframe_api' then (select row_to_json(projected)::text from (select unit_outbound_link.id::text, unit_outbound_link.asset_id::text, unit_outbound_link.name, unit_outbound_link.label, unit_outbound_link.icon_type, unit_outbound_link.shown_for, unit_outbound_link.type, unit_outbound_link.event_key, unit_outbound_link.created_at, unit_outbound_link.updated_at) projected) when 'url_template' then (select row_to_json(projected)::text from (select unit_outbound_link.id::text, unit_outbound_link.asset_id::text, unit_outbound_link.name, unit_outbound_link.label, unit_outbound_link.icon_type, unit_outbound_link.shown_for, unit_outbound_link.type, unit_outbound_link.event_key, unit_outbound_link.template, unit_outbound_link.open_in_new_window, unit_outbound_link.created_at, unit_outbound_link.updated_at) projected) end as data from merchandising.unit_outbound_link unit_outbound_link  where unit_outbound_link.asset_id = :asset and unit_outbound_link.id = :id and exists (select 1 from catalog.asset_v1 asset where asset.id = :asset and ((:accounts::bigint[] is null
  or exists (select 1 from catalog.account_asset_v1 seen
  where seen.asset_id = :asset and seen.account_id = any (:accounts) ))
  and (:assets::bigint[] is null or :asset = any (:assets))));

-- PUT units/outbound-links/{outbound-link}/urls
insert into merchandising.unit_outbound_link_url as stored (asset_id, link_id, unit_id, url)
  select :asset, :owner, sent.* from unnest(:unitId::bigint[], :url::text[]) sent (unit_id, url) order by sent.unit_id
  on conflict (asset_id, link_id, unit_id) do update set url = excluded.url where stored.url is distinct from excluded.url;
select exists (select 1 from catalog.asset_v1 asset where asset.id = :asset and ((:accounts::bigint[] is null
  or exists (select 1 from catalog.account_asset_v1 seen
  where seen.asset_id = :asset and seen.account_id = any (:accounts) ))
  and (:assets::bigint[] is null or :asset = any (:assets)))) and exists (select 1 from merchandising.unit_outbound_link named where named.id = :outboundLink and named.asset_id = :asset) as found;

-- units/outbound-links/{outbound-link}/urls
select exists (select 1 from catalog.asset_v1 asset where asset.id = :asset and ((:accounts::bigint[] is null
  or exists (select 1 from catalog.account_asset_v1 seen
  where seen.asset_id = :asset and seen.account_id = any (:accounts) ))
  and (:assets::bigint[] is null or :asset = any (:assets)))) and exists (select 1 from merchandising.unit_outbound_link named where named.id = :outboundLink and named.asset_id = :asset) as found, * from (
  select string_agg(row_to_json(projected)::text, ',' order by unit.n) filter (where unit.n <= :size) as data,
  coalesce(max(unit.n) > :size, false) as more, (max(unit.id) filter (where unit.n <= :size))::text as last
  from (select unit.*, row_number() over (order by unit.id) as n from (select unit.* from catalog.unit_v1 unit
  where unit.asset_id = :asset  order by unit.id limit :size::int + 1 offset 0) unit) unit left join lateral (select stored.url from merchandising.unit_outbound_link_url stored
  where stored.asset_id = :asset and stored.link_id = :outboundLink and stored.unit_id = unit.id offset 0) stored on true cross join lateral (select unit.id::text as unit_id, stored.url) projected
  ) listed;
select parent.type from merchandising.unit_outbound_link parent where parent.asset_id = :asset and parent.id = :outboundLink and exists (select 1 from catalog.asset_v1 asset where asset.id = :asset and ((:accounts::bigint[] is null
  or exists (select 1 from catalog.account_asset_v1 seen
  where seen.asset_id = :asset and seen.account_id = any (:accounts) ))
  and (:assets::bigint[] is null or :asset = any (:assets)))) and exists (select 1 from merchandising.unit_outbound_link named where named.id = :outboundLink and named.asset_id = :asset);
