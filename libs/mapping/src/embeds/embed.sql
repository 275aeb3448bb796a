-- /v1/accounts/1/embeds
select exists (select 1 from catalog.account_v1 account
  where account.id = :account and ((:accounts::bigint[] is null or account.id = any (:accounts)) and :assets::bigint[] is null)) as found, * from (
  select string_agg(row_to_json(projected)::text, ',') filter (where embed.n <= :size) as data,
  coalesce(max(embed.n) > :size, false) as more, (max(embed.id) filter (where embed.n <= :size))::text as last
  from (select embed.*, row_number() over (order by embed.id) as n from (select embed.* from (select embed.*, json_agg(json_build_object('id', map.unit_map_id::text, 'asset_id', map.asset_id::text,
  'instance_key', map.instance_key, 'pricing_process_id', map.pricing_process_id::text) order by map.position) as service_maps
  from mapping.embed embed join mapping.embed_map map on map.account_id = embed.account_id and map.embed_id = embed.id
  join catalog.asset_v1 asset on asset.id = map.asset_id
  group by embed.account_id, embed.id) embed
  where embed.account_id = :account   order by embed.id limit :size::int + 1 offset 0) embed) embed  cross join lateral (select embed.id::text, embed.account_id::text, embed.name, embed.service_maps, embed.tags, embed.allowed_origins,
  :viewer || '/embed/' || embed.key as url, embed.created_at, embed.updated_at) projected
  ) listed;

-- /v1/accounts/1/embeds?asset=1
select exists (select 1 from catalog.account_v1 account
  where account.id = :account and ((:accounts::bigint[] is null or account.id = any (:accounts)) and :assets::bigint[] is null)) as found, * from (
  select string_agg(row_to_json(projected)::text, ',') filter (where embed.n <= :size) as data,
  coalesce(max(embed.n) > :size, false) as more, (max(embed.id) filter (where embed.n <= :size))::text as last
  from (select embed.*, row_number() over (order by embed.id) as n from (select embed.* from (select embed.*, json_agg(json_build_object('id', map.unit_map_id::text, 'asset_id', map.asset_id::text,
  'instance_key', map.instance_key, 'pricing_process_id', map.pricing_process_id::text) order by map.position) as service_maps
  from mapping.embed embed join mapping.embed_map map on map.account_id = embed.account_id and map.embed_id = embed.id
  join catalog.asset_v1 asset on asset.id = map.asset_id
  group by embed.account_id, embed.id) embed
  where embed.account_id = :account and (embed.account_id, embed.id) in (select map.account_id, map.embed_id from mapping.embed_map map
  where map.asset_id = :shown)  order by embed.id limit :size::int + 1 offset 0) embed) embed  cross join lateral (select embed.id::text, embed.account_id::text, embed.name, embed.service_maps, embed.tags, embed.allowed_origins,
  :viewer || '/embed/' || embed.key as url, embed.created_at, embed.updated_at) projected
  ) listed;

-- /v1/accounts/1/embeds/1
select (select row_to_json(projected)::text from (select embed.id::text, embed.account_id::text, embed.name, embed.service_maps, embed.tags, embed.allowed_origins,
  :viewer || '/embed/' || embed.key as url, embed.created_at, embed.updated_at) projected) as data from (select embed.*, json_agg(json_build_object('id', map.unit_map_id::text, 'asset_id', map.asset_id::text,
  'instance_key', map.instance_key, 'pricing_process_id', map.pricing_process_id::text) order by map.position) as service_maps
  from mapping.embed embed join mapping.embed_map map on map.account_id = embed.account_id and map.embed_id = embed.id
  join catalog.asset_v1 asset on asset.id = map.asset_id
  group by embed.account_id, embed.id) embed  where embed.account_id = :account and embed.id = :id and exists (select 1 from catalog.account_v1 account
  where account.id = :account and ((:accounts::bigint[] is null or account.id = any (:accounts)) and :assets::bigint[] is null));

-- POST /v1/accounts/{account}/embeds
with wanted as (select * from json_to_recordset(:maps::json)
  as wanted ("assetId" bigint, "unitMapId" bigint, "instanceKey" text, "pricingProcessId" bigint, position integer)), gone as (
  delete from mapping.embed_map map where map.account_id = :accountId and map.embed_id = :embed
  and not exists (select from wanted where wanted."assetId" = map.asset_id and wanted.position = map.position)
  returning 1
  ), put as (
  insert into mapping.embed_map as map
  (asset_id, account_id, embed_id, position, unit_map_id, instance_key, pricing_process_id)
  select wanted."assetId", :accountId, :embed, wanted.position, wanted."unitMapId", wanted."instanceKey",
  wanted."pricingProcessId" from wanted
  on conflict (asset_id, account_id, embed_id, position) do update
  set unit_map_id = excluded.unit_map_id, instance_key = excluded.instance_key,
  pricing_process_id = excluded.pricing_process_id
  where (map.unit_map_id, map.instance_key, map.pricing_process_id)
  is distinct from (excluded.unit_map_id, excluded.instance_key, excluded.pricing_process_id)
  returning 1
  )
  select exists (select from gone) or exists (select from put) as changed;

-- PUT /v1/accounts/{account}/embeds/{embed}
select asset_id::text as "assetId", unit_map_id::text as "unitMapId", instance_key as "instanceKey",
  pricing_process_id::text as "pricingProcessId"
  from mapping.embed_map where account_id = :accountId and embed_id = :embed order by position;
select exists (select 1 from catalog.account_v1 account
  where account.id = :account and ((:accounts::bigint[] is null or account.id = any (:accounts)) and :assets::bigint[] is null)) and exists (select 1 from mapping.embed named where named.id = :embed and named.account_id = :account) as found;
