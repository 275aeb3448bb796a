-- :process/publications
select exists (select 1 from catalog.asset_v1 asset where asset.id = :asset and ((:accounts::bigint[] is null
  or exists (select 1 from catalog.account_asset_v1 seen
  where seen.asset_id = :asset and seen.account_id = any (:accounts) ))
  and (:assets::bigint[] is null or :asset = any (:assets)))) and exists (select 1 from pricing.process parent where parent.id = :process and parent.asset_id = :asset) as found, * from (
  select string_agg(row_to_json(projected)::text, ',') filter (where publication.n <= :size) as data,
  coalesce(max(publication.n) > :size, false) as more, (min(publication.id) filter (where publication.n <= :size))::text as last
  from (select publication.*, row_number() over (order by publication.id desc) as n from (select publication.* from pricing.publication publication
  where publication.asset_id = :asset and publication.process_id = :process  order by publication.id desc limit :size::int + 1 offset 0) publication) publication  cross join lateral (select publication.id as number, publication.asset_id::text, publication.process_id::text, publication.transaction_id::text,
  publication.compared_with, publication.restored_from, date_trunc('second', publication.published_at) as published_at, publication.entry_count, publication.totals,
  publication.actor, publication.key_id::text) projected
  ) listed;

-- :process/publications/1
select (select row_to_json(projected)::text from (select publication.id as number, publication.asset_id::text, publication.process_id::text, publication.transaction_id::text,
  publication.compared_with, publication.restored_from, date_trunc('second', publication.published_at) as published_at, publication.entry_count, publication.totals,
  publication.actor, publication.key_id::text) projected) as data from pricing.publication publication  where publication.asset_id = :asset and publication.process_id = :process and publication.id = :publication::bigint and exists (select 1 from catalog.asset_v1 asset where asset.id = :asset and ((:accounts::bigint[] is null
  or exists (select 1 from catalog.account_asset_v1 seen
  where seen.asset_id = :asset and seen.account_id = any (:accounts) ))
  and (:assets::bigint[] is null or :asset = any (:assets)))) and exists (select 1 from pricing.process parent where parent.id = :process and parent.asset_id = :asset);

-- :process/publications/1/changes
select exists (select 1 from catalog.asset_v1 asset where asset.id = :asset and ((:accounts::bigint[] is null
  or exists (select 1 from catalog.account_asset_v1 seen
  where seen.asset_id = :asset and seen.account_id = any (:accounts) ))
  and (:assets::bigint[] is null or :asset = any (:assets)))) and exists (select 1 from pricing.process parent where parent.id = :process and parent.asset_id = :asset) as found, * from (
  select string_agg(row_to_json(projected)::text, ',' order by pair.n) filter (where pair.n <= :size) as data,
  coalesce(max(pair.n) > :size, false) as more, (max(pair.id) filter (where pair.n <= :size))::text as last
  from (select pair.*, row_number() over (order by pair.id) as n from (select pair.* from (select pair.id * 7 + kinds.position as id, kinds.kind, pair.id as entry_id,
  pair.added, pair.removed, pair.provider_id, pair.lease_term, pair.lease_starts_on,
  pair.price, pair.old_price, pair.available_on, pair.old_available_on, pair.status, pair.old_status, pair.specials_description, pair.old_specials_description
  from (
  select coalesce(entry.id, old.id) as id, entry.id as added, old.id as removed, coalesce(entry.provider_id, old.provider_id) as provider_id,
  coalesce(entry.lease_term, old.lease_term) as lease_term, coalesce(entry.lease_starts_on, old.lease_starts_on) as lease_starts_on, entry.price, old.price as old_price, entry.available_on,
  old.available_on as old_available_on, entry.status, old.status as old_status, entry.specials_description,
  old.specials_description as old_specials_description, entry.hash, old.hash as old_hash
  from (select *, row_number() over (partition by pair_key order by id) as nth from (select hashtextextended(provider_id, coalesce(lease_term, 0)::bigint * 10000000 + coalesce(lease_starts_on - date '2000-01-01', 5000000)) as pair_key, id, provider_id, lease_term, lease_starts_on, price, available_on, status, specials_description, hash from (select * from pricing.entry
  where asset_id = :asset and transaction_id = :generation::bigint and since <= :publication::bigint
  and (until is null or until > :publication::bigint)) entry) numbered) entry full join (select *, row_number() over (partition by pair_key order by id) as nth from (select hashtextextended(provider_id, coalesce(lease_term, 0)::bigint * 10000000 + coalesce(lease_starts_on - date '2000-01-01', 5000000)) as pair_key, id, provider_id, lease_term, lease_starts_on, price, available_on, status, specials_description, hash from pricing.entry
  where asset_id = :asset and transaction_id = :generation::bigint and false) numbered) old using (pair_key, nth)) pair cross join lateral (values (0, 'added', pair.removed is null), (1, 'removed', pair.added is null), (2, 'price_up', pair.price > pair.old_price), (3, 'price_down', pair.price < pair.old_price), (4, 'availability_changed', pair.available_on <> pair.old_available_on), (5, 'specials_changed', pair.added is not null and pair.removed is not null and pair.specials_description is distinct from pair.old_specials_description), (6, 'other_changed', pair.hash <> pair.old_hash and pair.price = pair.old_price and pair.available_on = pair.old_available_on
  and pair.specials_description is not distinct from pair.old_specials_description)) kinds (position, kind, holds) where kinds.holds) pair
  where true  order by pair.id limit :size::int + 1 offset 0) pair) pair left join lateral (select unit.id from pricing.unit unit
  where unit.asset_id = :asset and unit.process_id = :process and unit.provider_id = pair.provider_id offset 0) unit on true cross join lateral (select pair.kind, unit.id::text as unit_id, pair.provider_id, pair.lease_term, pair.lease_starts_on,
  case when pair.removed is not null then json_build_object('price', pair.old_price,
  'available_on', pair.old_available_on, 'status', pair.old_status, 'specials_description', pair.old_specials_description) end as before, case when pair.added is not null then json_build_object('price', pair.price,
  'available_on', pair.available_on, 'status', pair.status, 'specials_description', pair.specials_description) end as after) projected
  ) listed;
select publication.generation_id::text as generation, previous.generation_id::text as "oldGeneration",
  publication.compared_with::text as "comparedWith"
  from pricing.publication publication left join pricing.publication previous
  on previous.asset_id = :asset and previous.process_id = :process and previous.id = publication.compared_with
  where publication.asset_id = :asset and publication.process_id = :process and publication.id = :publication::bigint and exists (select 1 from catalog.asset_v1 asset where asset.id = :asset and ((:accounts::bigint[] is null
  or exists (select 1 from catalog.account_asset_v1 seen
  where seen.asset_id = :asset and seen.account_id = any (:accounts) ))
  and (:assets::bigint[] is null or :asset = any (:assets)))) and exists (select 1 from pricing.process parent where parent.id = :process and parent.asset_id = :asset);

-- :process/publications/1/changes?kind=added
select exists (select 1 from catalog.asset_v1 asset where asset.id = :asset and ((:accounts::bigint[] is null
  or exists (select 1 from catalog.account_asset_v1 seen
  where seen.asset_id = :asset and seen.account_id = any (:accounts) ))
  and (:assets::bigint[] is null or :asset = any (:assets)))) and exists (select 1 from pricing.process parent where parent.id = :process and parent.asset_id = :asset) as found, * from (
  select string_agg(row_to_json(projected)::text, ',' order by pair.n) filter (where pair.n <= :size) as data,
  coalesce(max(pair.n) > :size, false) as more, (max(pair.id) filter (where pair.n <= :size))::text as last
  from (select pair.*, row_number() over (order by pair.id) as n from (select pair.* from (select pair.id * 7 + kinds.position as id, kinds.kind, pair.id as entry_id,
  pair.added, pair.removed, pair.provider_id, pair.lease_term, pair.lease_starts_on,
  pair.price, pair.old_price, pair.available_on, pair.old_available_on, pair.status, pair.old_status, pair.specials_description, pair.old_specials_description
  from (
  select coalesce(entry.id, old.id) as id, entry.id as added, old.id as removed, coalesce(entry.provider_id, old.provider_id) as provider_id,
  coalesce(entry.lease_term, old.lease_term) as lease_term, coalesce(entry.lease_starts_on, old.lease_starts_on) as lease_starts_on, entry.price, old.price as old_price, entry.available_on,
  old.available_on as old_available_on, entry.status, old.status as old_status, entry.specials_description,
  old.specials_description as old_specials_description, entry.hash, old.hash as old_hash
  from (select *, row_number() over (partition by pair_key order by id) as nth from (select hashtextextended(provider_id, coalesce(lease_term, 0)::bigint * 10000000 + coalesce(lease_starts_on - date '2000-01-01', 5000000)) as pair_key, id, provider_id, lease_term, lease_starts_on, price, available_on, status, specials_description, hash from (select * from pricing.entry
  where asset_id = :asset and transaction_id = :generation::bigint and since <= :publication::bigint
  and (until is null or until > :publication::bigint)) entry) numbered) entry full join (select *, row_number() over (partition by pair_key order by id) as nth from (select hashtextextended(provider_id, coalesce(lease_term, 0)::bigint * 10000000 + coalesce(lease_starts_on - date '2000-01-01', 5000000)) as pair_key, id, provider_id, lease_term, lease_starts_on, price, available_on, status, specials_description, hash from pricing.entry
  where asset_id = :asset and transaction_id = :generation::bigint and false) numbered) old using (pair_key, nth)) pair cross join lateral (values (0, 'added', pair.removed is null), (1, 'removed', pair.added is null), (2, 'price_up', pair.price > pair.old_price), (3, 'price_down', pair.price < pair.old_price), (4, 'availability_changed', pair.available_on <> pair.old_available_on), (5, 'specials_changed', pair.added is not null and pair.removed is not null and pair.specials_description is distinct from pair.old_specials_description), (6, 'other_changed', pair.hash <> pair.old_hash and pair.price = pair.old_price and pair.available_on = pair.old_available_on
  and pair.specials_description is not distinct from pair.old_specials_description)) kinds (position, kind, holds) where kinds.holds) pair
  where pair.kind = :kind  order by pair.id limit :size::int + 1 offset 0) pair) pair left join lateral (select unit.id from pricing.unit unit
  where unit.asset_id = :asset and unit.process_id = :process and unit.provider_id = pair.provider_id offset 0) unit on true cross join lateral (select pair.kind, unit.id::text as unit_id, pair.provider_id, pair.lease_term, pair.lease_starts_on,
  case when pair.removed is not null then json_build_object('price', pair.old_price,
  'available_on', pair.old_available_on, 'status', pair.old_status, 'specials_description', pair.old_specials_description) end as before, case when pair.added is not null then json_build_object('price', pair.price,
  'available_on', pair.available_on, 'status', pair.status, 'specials_description', pair.specials_description) end as after) projected
  ) listed;

-- :process/publications/2/changes
select exists (select 1 from catalog.asset_v1 asset where asset.id = :asset and ((:accounts::bigint[] is null
  or exists (select 1 from catalog.account_asset_v1 seen
  where seen.asset_id = :asset and seen.account_id = any (:accounts) ))
  and (:assets::bigint[] is null or :asset = any (:assets)))) and exists (select 1 from pricing.process parent where parent.id = :process and parent.asset_id = :asset) as found, * from (
  select string_agg(row_to_json(projected)::text, ',' order by pair.n) filter (where pair.n <= :size) as data,
  coalesce(max(pair.n) > :size, false) as more, (max(pair.id) filter (where pair.n <= :size))::text as last
  from (select pair.*, row_number() over (order by pair.id) as n from (select pair.* from (select pair.id * 7 + kinds.position as id, kinds.kind, pair.id as entry_id,
  pair.added, pair.removed, pair.provider_id, pair.lease_term, pair.lease_starts_on,
  pair.price, pair.old_price, pair.available_on, pair.old_available_on, pair.status, pair.old_status, pair.specials_description, pair.old_specials_description
  from (
  with shared as materialized (
  select pair_key from (select hashtextextended(provider_id, coalesce(lease_term, 0)::bigint * 10000000 + coalesce(lease_starts_on - date '2000-01-01', 5000000)) as pair_key from (select * from pricing.entry
  where asset_id = :asset and transaction_id = :generation::bigint and since <= :publication::bigint
  and (until is null or until > :publication::bigint)) entry) entry group by pair_key having count(*) > 1 union all select pair_key from (select hashtextextended(provider_id, coalesce(lease_term, 0)::bigint * 10000000 + coalesce(lease_starts_on - date '2000-01-01', 5000000)) as pair_key from (select * from pricing.entry
  where asset_id = :asset and transaction_id = :oldGeneration::bigint and since <= :comparedWith::bigint
  and (until is null or until > :comparedWith::bigint)) old) old group by pair_key having count(*) > 1
  ), entries as not materialized (select *, pair_key in (select pair_key from shared) as is_shared from (select hashtextextended(provider_id, coalesce(lease_term, 0)::bigint * 10000000 + coalesce(lease_starts_on - date '2000-01-01', 5000000)) as pair_key, id, provider_id, lease_term, lease_starts_on, price, available_on, status, specials_description, hash from (select * from pricing.entry
  where asset_id = :asset and transaction_id = :generation::bigint and since <= :publication::bigint
  and (until is null or until > :publication::bigint)) entry) entry),
  old_entries as not materialized (select *, pair_key in (select pair_key from shared) as is_shared from (select hashtextextended(provider_id, coalesce(lease_term, 0)::bigint * 10000000 + coalesce(lease_starts_on - date '2000-01-01', 5000000)) as pair_key, id, provider_id, lease_term, lease_starts_on, price, available_on, status, specials_description, hash from (select * from pricing.entry
  where asset_id = :asset and transaction_id = :oldGeneration::bigint and since <= :comparedWith::bigint
  and (until is null or until > :comparedWith::bigint)) old) old),
  crowd as (select true as is_new, *, row_number() over (partition by hash order by id) as copy
  from entries where is_shared and exists (select from shared) union all select false as is_new, *, row_number() over (partition by hash order by id) as copy
  from old_entries where is_shared and exists (select from shared)),
  differing as materialized (select * from (select *, count(*) over (partition by hash, copy) = 1 as differs from crowd) crowd where differs)
  select coalesce(entry.id, old.id) as id, entry.id as added, old.id as removed, coalesce(entry.provider_id, old.provider_id) as provider_id,
  coalesce(entry.lease_term, old.lease_term) as lease_term, coalesce(entry.lease_starts_on, old.lease_starts_on) as lease_starts_on, entry.price, old.price as old_price, entry.available_on,
  old.available_on as old_available_on, entry.status, old.status as old_status, entry.specials_description,
  old.specials_description as old_specials_description, entry.hash, old.hash as old_hash
  from (select * from entries where not is_shared) entry full join (select * from old_entries where not is_shared) old using (pair_key)
  where entry.hash is distinct from old.hash
  union all
  select coalesce(entry.id, old.id) as id, entry.id as added, old.id as removed, coalesce(entry.provider_id, old.provider_id) as provider_id,
  coalesce(entry.lease_term, old.lease_term) as lease_term, coalesce(entry.lease_starts_on, old.lease_starts_on) as lease_starts_on, entry.price, old.price as old_price, entry.available_on,
  old.available_on as old_available_on, entry.status, old.status as old_status, entry.specials_description,
  old.specials_description as old_specials_description, entry.hash, old.hash as old_hash
  from (select *, row_number() over (partition by pair_key order by id) as nth from (select * from differing where is_new) numbered) entry full join (select *, row_number() over (partition by pair_key order by id) as nth from (select * from differing where not is_new) numbered) old using (pair_key, nth)) pair cross join lateral (values (0, 'added', pair.removed is null), (1, 'removed', pair.added is null), (2, 'price_up', pair.price > pair.old_price), (3, 'price_down', pair.price < pair.old_price), (4, 'availability_changed', pair.available_on <> pair.old_available_on), (5, 'specials_changed', pair.added is not null and pair.removed is not null and pair.specials_description is distinct from pair.old_specials_description), (6, 'other_changed', pair.hash <> pair.old_hash and pair.price = pair.old_price and pair.available_on = pair.old_available_on
  and pair.specials_description is not distinct from pair.old_specials_description)) kinds (position, kind, holds) where kinds.holds) pair
  where true  order by pair.id limit :size::int + 1 offset 0) pair) pair left join lateral (select unit.id from pricing.unit unit
  where unit.asset_id = :asset and unit.process_id = :process and unit.provider_id = pair.provider_id offset 0) unit on true cross join lateral (select pair.kind, unit.id::text as unit_id, pair.provider_id, pair.lease_term, pair.lease_starts_on,
  case when pair.removed is not null then json_build_object('price', pair.old_price,
  'available_on', pair.old_available_on, 'status', pair.old_status, 'specials_description', pair.old_specials_description) end as before, case when pair.added is not null then json_build_object('price', pair.price,
  'available_on', pair.available_on, 'status', pair.status, 'specials_description', pair.specials_description) end as after) projected
  ) listed;

-- :process/publications/3/changes
select exists (select 1 from catalog.asset_v1 asset where asset.id = :asset and ((:accounts::bigint[] is null
  or exists (select 1 from catalog.account_asset_v1 seen
  where seen.asset_id = :asset and seen.account_id = any (:accounts) ))
  and (:assets::bigint[] is null or :asset = any (:assets)))) and exists (select 1 from pricing.process parent where parent.id = :process and parent.asset_id = :asset) as found, * from (
  select string_agg(row_to_json(projected)::text, ',' order by pair.n) filter (where pair.n <= :size) as data,
  coalesce(max(pair.n) > :size, false) as more, (max(pair.id) filter (where pair.n <= :size))::text as last
  from (select pair.*, row_number() over (order by pair.id) as n from (select pair.* from (select pair.id * 7 + kinds.position as id, kinds.kind, pair.id as entry_id,
  pair.added, pair.removed, pair.provider_id, pair.lease_term, pair.lease_starts_on,
  pair.price, pair.old_price, pair.available_on, pair.old_available_on, pair.status, pair.old_status, pair.specials_description, pair.old_specials_description
  from (
  select coalesce(entry.id, old.id) as id, entry.id as added, old.id as removed, coalesce(entry.provider_id, old.provider_id) as provider_id,
  coalesce(entry.lease_term, old.lease_term) as lease_term, coalesce(entry.lease_starts_on, old.lease_starts_on) as lease_starts_on, entry.price, old.price as old_price, entry.available_on,
  old.available_on as old_available_on, entry.status, old.status as old_status, entry.specials_description,
  old.specials_description as old_specials_description, entry.hash, old.hash as old_hash
  from (select *, row_number() over (partition by pair_key order by id) as nth from (select hashtextextended(provider_id, coalesce(lease_term, 0)::bigint * 10000000 + coalesce(lease_starts_on - date '2000-01-01', 5000000)) as pair_key, id, provider_id, lease_term, lease_starts_on, price, available_on, status, specials_description, hash from pricing.entry
  where asset_id = :asset and transaction_id = :generation::bigint and since = :publication::bigint) numbered) entry full join (select *, row_number() over (partition by pair_key order by id) as nth from (select hashtextextended(provider_id, coalesce(lease_term, 0)::bigint * 10000000 + coalesce(lease_starts_on - date '2000-01-01', 5000000)) as pair_key, id, provider_id, lease_term, lease_starts_on, price, available_on, status, specials_description, hash from pricing.entry
  where asset_id = :asset and transaction_id = :generation::bigint and until = :publication::bigint) numbered) old using (pair_key, nth)) pair cross join lateral (values (0, 'added', pair.removed is null), (1, 'removed', pair.added is null), (2, 'price_up', pair.price > pair.old_price), (3, 'price_down', pair.price < pair.old_price), (4, 'availability_changed', pair.available_on <> pair.old_available_on), (5, 'specials_changed', pair.added is not null and pair.removed is not null and pair.specials_description is distinct from pair.old_specials_description), (6, 'other_changed', pair.hash <> pair.old_hash and pair.price = pair.old_price and pair.available_on = pair.old_available_on
  and pair.specials_description is not distinct from pair.old_specials_description)) kinds (position, kind, holds) where kinds.holds) pair
  where true  order by pair.id limit :size::int + 1 offset 0) pair) pair left join lateral (select unit.id from pricing.unit unit
  where unit.asset_id = :asset and unit.process_id = :process and unit.provider_id = pair.provider_id offset 0) unit on true cross join lateral (select pair.kind, unit.id::text as unit_id, pair.provider_id, pair.lease_term, pair.lease_starts_on,
  case when pair.removed is not null then json_build_object('price', pair.old_price,
  'available_on', pair.old_available_on, 'status', pair.old_status, 'specials_description', pair.old_specials_description) end as before, case when pair.added is not null then json_build_object('price', pair.price,
  'available_on', pair.available_on, 'status', pair.status, 'specials_description', pair.specials_description) end as after) projected
  ) listed;
