-- /v1/accounts
select true as found, * from (
  select string_agg(row_to_json(projected)::text, ',') filter (where account.n <= :size) as data,
  coalesce(max(account.n) > :size, false) as more, (max(account.id) filter (where account.n <= :size))::text as last
  from (select account.*, row_number() over (order by account.id) as n from (select account.* from catalog.account account
  where account.archived_at is null and ((:accounts::bigint[] is null or account.id = any (:accounts)) and :assets::bigint[] is null)  order by account.id limit :size::int + 1 offset 0) account) account  cross join lateral (select account.id::text, account.name, account.created_at, account.updated_at) projected
  ) listed;

-- /v1/accounts/1
select (select row_to_json(projected)::text from (select account.id::text, account.name, account.created_at, account.updated_at) projected) as data from catalog.account account  where account.id = :account and exists (select 1 from catalog.account_v1 account
  where account.id = :account and ((:accounts::bigint[] is null or account.id = any (:accounts)) and :assets::bigint[] is null));

-- /v1/accounts/1/assets?asset=1
select exists (select 1 from catalog.account_v1 account
  where account.id = :account and ((:accounts::bigint[] is null or account.id = any (:accounts)) and :assets::bigint[] is null)) as found, * from (
  select string_agg(row_to_json(projected)::text, ',') filter (where asset.n <= :size) as data,
  coalesce(max(asset.n) > :size, false) as more, (max(asset.id) filter (where asset.n <= :size))::text as last
  from (select asset.*, row_number() over (order by asset.id) as n from (select asset.* from (select asset.*, (select coalesce(sum(counted.units), 0)::int from catalog.unit_count counted where counted.asset_id = asset.id) as unit_count from catalog.asset where asset.archived_at is null) asset
  where exists (select from catalog.account_asset held
  where held.asset_id = asset.id and held.account_id = :account) and asset.id = :wanted  order by asset.id limit :size::int + 1 offset 0) asset) asset  cross join lateral (select asset.id::text, asset.uuid, asset.market, asset.name, asset.display_name, asset.description, asset.address_line1, asset.address_line2, asset.address_city, asset.address_state, asset.address_country, asset.address_postal_code, asset.address_latitude, asset.address_longitude, asset.accent_color, asset.contact_phone, asset.contact_email, asset.contact_hours, asset.contact_url, asset.time_zone, asset.count_visits, asset.effective_time_zone, :files || asset.logo as logo_url, asset.unit_count, asset.created_at, asset.updated_at) projected
  ) listed;

-- PUT /v1/accounts/{account}/assets
insert into catalog.account_asset (account_id, asset_id)
  select distinct :account::bigint, asset_id from unnest(:assets::bigint[]) asset_id
  on conflict do nothing;
select asset.id::text from catalog.asset asset
  where asset.archived_at is null and asset.id = any (:ids::bigint[]) and ((:accounts::bigint[] is null
  or exists (select 1 from catalog.account_asset_v1 seen
  where seen.asset_id = asset.id and seen.account_id = any (:accounts) ))
  and (:assets::bigint[] is null or asset.id = any (:assets)));
select exists (select 1 from catalog.account_v1 account
  where account.id = :account and ((:accounts::bigint[] is null or account.id = any (:accounts)) and :assets::bigint[] is null)) as found;
select pg_advisory_xact_lock(:key);
with assigned as materialized (
  select asset.* from catalog.account_asset held join catalog.asset asset on asset.id = held.asset_id
  where held.account_id = :account and held.asset_id = any (:assets::bigint[])
  )
  select * from (select assigned.id::text, twin.id::text as twin, twin.archived_at from assigned
  join catalog.asset twin on twin.name = assigned.name and twin.id <> assigned.id
  and (twin.address_line1, twin.address_city, twin.address_state, twin.address_country, twin.address_postal_code)
  = (assigned.address_line1, assigned.address_city, assigned.address_state, assigned.address_country, assigned.address_postal_code)
  and twin.address_line2 is not distinct from assigned.address_line2
  join catalog.account_asset beside on beside.asset_id = twin.id and beside.account_id = :account
  order by assigned.id, twin.id offset 0) found where archived_at is null limit 1;
