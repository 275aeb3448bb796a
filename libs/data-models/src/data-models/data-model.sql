-- /v1/assets/{asset}/data-models
select exists (select 1 from catalog.asset_v1 asset where asset.id = :asset and ((:accounts::bigint[] is null
  or exists (select 1 from catalog.account_asset_v1 seen
  where seen.asset_id = :asset and seen.account_id = any (:accounts) ))
  and (:assets::bigint[] is null or :asset = any (:assets)))) as found, * from (
  select string_agg(row_to_json(projected)::text, ',') filter (where model.n <= :size) as data,
  coalesce(max(model.n) > :size, false) as more, (max(model.id) filter (where model.n <= :size))::text as last
  from (select model.*, row_number() over (order by model.id) as n from (select model.* from data_model.data_model model
  where model.asset_id = :asset  order by model.id limit :size::int + 1 offset 0) model) model  cross join lateral (select model.id::text, model.title, to_char(model.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as created_at, to_char(model.updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as updated_at) projected
  ) listed;

-- /v1/assets/{asset}/data-models/{data-model}
select (select row_to_json(projected)::text from (select model.id::text, model.title, to_char(model.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as created_at, to_char(model.updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as updated_at) projected) as data from data_model.data_model model  where model.asset_id = :asset and model.id = :id and exists (select 1 from catalog.asset_v1 asset where asset.id = :asset and ((:accounts::bigint[] is null
  or exists (select 1 from catalog.account_asset_v1 seen
  where seen.asset_id = :asset and seen.account_id = any (:accounts) ))
  and (:assets::bigint[] is null or :asset = any (:assets))));

-- DELETE /v1/assets/{asset}/data-models/{data-model}?cascade=1
delete from data_model.data_model stored using json_to_recordset(:rows::json) as given ("asset_id" bigint, "id" bigint) where stored."asset_id" = given."asset_id" and stored."id" = given."id";
select exists (select 1 from catalog.asset_v1 asset where asset.id = :asset and ((:accounts::bigint[] is null
  or exists (select 1 from catalog.account_asset_v1 seen
  where seen.asset_id = :asset and seen.account_id = any (:accounts) ))
  and (:assets::bigint[] is null or :asset = any (:assets)))) and exists (select 1 from data_model.data_model named where named.id = :dataModel and named.asset_id = :asset) as found;
