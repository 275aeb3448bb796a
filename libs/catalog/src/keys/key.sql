-- /v1/keys
select true as found, * from (
  select string_agg(row_to_json(projected)::text, ',') filter (where key.n <= :size) as data,
  coalesce(max(key.n) > :size, false) as more, (max(key.id) filter (where key.n <= :size))::text as last
  from (select key.*, row_number() over (order by key.id) as n from (select key.* from platform.api_key key
  where (((:accounts::bigint[] is null or key.accounts <@ :accounts)
  and (:assets::bigint[] is null or key.assets <@ :assets))
  and not exists (select 1 from unnest(key.permissions) granted where not exists (
  select 1 from unnest(:permissions::text[]) held where held = granted
  or held like '%.*' and starts_with(granted, left(held, -1))))) and (:status::text is null or case when key.revoked_at is not null then 'revoked' when key.expires_at <= platform.now() then 'expired' else 'valid' end = :status)  order by key.id limit :size::int + 1 offset 0) key) key  cross join lateral (select key.id::text, key.name, key.permissions, key.accounts::text[] as account_ids, key.assets::text[] as asset_ids,
  key.is_read_only, key.rate_limit, date_trunc('second', key.expires_at) as expires_at, key.prefix, key.last_characters, case when key.revoked_at is not null then 'revoked' when key.expires_at <= platform.now() then 'expired' else 'valid' end as status,
  date_trunc('second', key.revoked_at) as revoked_at, date_trunc('second', key.created_at) as created_at, date_trunc('second', key.last_used_at) as last_used_at) projected
  ) listed;

-- POST /v1/keys
select (select row_to_json(projected)::text from (select key.id::text, key.name, key.permissions, key.accounts::text[] as account_ids, key.assets::text[] as asset_ids,
  key.is_read_only, key.rate_limit, date_trunc('second', key.expires_at) as expires_at, key.prefix, key.last_characters, case when key.revoked_at is not null then 'revoked' when key.expires_at <= platform.now() then 'expired' else 'valid' end as status,
  date_trunc('second', key.revoked_at) as revoked_at, date_trunc('second', key.created_at) as created_at) projected) as data from platform.api_key key  where key.id = :key and (((:accounts::bigint[] is null or key.accounts <@ :accounts)
  and (:assets::bigint[] is null or key.assets <@ :assets))
  and not exists (select 1 from unnest(key.permissions) granted where not exists (
  select 1 from unnest(:permissions::text[]) held where held = granted
  or held like '%.*' and starts_with(granted, left(held, -1))))) and true;
select account.id::text from unnest(:ids::bigint[]) wanted join catalog.account account
  on account.id = wanted and ((:accounts::bigint[] is null or account.id = any (:accounts)) and :assets::bigint[] is null);
select key.permissions, key.accounts::text[], key.assets::text[], key.rate_limit, key.expires_at, key.is_read_only
  from platform.api_key key where key.id = :key and key.revoked_at is null
  and (key.expires_at is null or key.expires_at > platform.now()) for share;

-- PUT /v1/keys/{key}
select asset.id::text from catalog.asset asset
  where asset.id = any (:ids::bigint[]) and ((:accounts::bigint[] is null
  or exists (select 1 from catalog.account_asset_v1 seen
  where seen.asset_id = asset.id and seen.account_id = any (:accounts) ))
  and (:assets::bigint[] is null or asset.id = any (:assets)));
select exists (select 1 from platform.api_key key where key.id = :key and (((:accounts::bigint[] is null or key.accounts <@ :accounts)
  and (:assets::bigint[] is null or key.assets <@ :assets))
  and not exists (select 1 from unnest(key.permissions) granted where not exists (
  select 1 from unnest(:permissions::text[]) held where held = granted
  or held like '%.*' and starts_with(granted, left(held, -1)))))) as found;
select from platform.api_key key where key.id = :key and (((:accounts::bigint[] is null or key.accounts <@ :accounts)
  and (:assets::bigint[] is null or key.assets <@ :assets))
  and not exists (select 1 from unnest(key.permissions) granted where not exists (
  select 1 from unnest(:permissions::text[]) held where held = granted
  or held like '%.*' and starts_with(granted, left(held, -1)))));
