-- units/reference-groups
select exists (select 1 from catalog.asset_v1 asset where asset.id = :asset and ((:accounts::bigint[] is null
  or exists (select 1 from catalog.account_asset_v1 seen
  where seen.asset_id = :asset and seen.account_id = any (:accounts) ))
  and (:assets::bigint[] is null or :asset = any (:assets)))) as found, * from (
  select string_agg(row_to_json(projected)::text, ',') filter (where unit_reference_group.n <= :size) as data,
  coalesce(max(unit_reference_group.n) > :size, false) as more, (max(unit_reference_group.id) filter (where unit_reference_group.n <= :size))::text as last
  from (select unit_reference_group.*, row_number() over (order by unit_reference_group.id) as n from (select unit_reference_group.* from reference.unit_reference_group unit_reference_group
  where unit_reference_group.asset_id = :asset  order by unit_reference_group.id limit :size::int + 1 offset 0) unit_reference_group) unit_reference_group  cross join lateral (select unit_reference_group.id::text, unit_reference_group.asset_id::text, unit_reference_group.name, unit_reference_group.description, unit_reference_group.key, unit_reference_group.created_at, unit_reference_group.updated_at) projected
  ) listed;

-- units/reference-groups/1
select (select row_to_json(projected)::text from (select unit_reference_group.id::text, unit_reference_group.asset_id::text, unit_reference_group.name, unit_reference_group.description, unit_reference_group.key, unit_reference_group.created_at, unit_reference_group.updated_at) projected) as data from reference.unit_reference_group unit_reference_group  where unit_reference_group.asset_id = :asset and unit_reference_group.id = :id and exists (select 1 from catalog.asset_v1 asset where asset.id = :asset and ((:accounts::bigint[] is null
  or exists (select 1 from catalog.account_asset_v1 seen
  where seen.asset_id = :asset and seen.account_id = any (:accounts) ))
  and (:assets::bigint[] is null or :asset = any (:assets))));

-- units/reference-groups/1/references
select exists (select 1 from catalog.asset_v1 asset where asset.id = :asset and ((:accounts::bigint[] is null
  or exists (select 1 from catalog.account_asset_v1 seen
  where seen.asset_id = :asset and seen.account_id = any (:accounts) ))
  and (:assets::bigint[] is null or :asset = any (:assets)))) and exists (select 1 from reference.unit_reference_group named where named.id = :group and named.asset_id = :asset) as found, * from (
  select string_agg(row_to_json(projected)::text, ',' order by found.n) filter (where found.n <= :size) as data,
  coalesce(max(found.n) > :size, false) as more, (max(found.id) filter (where found.n <= :size))::text as last
  from (select found.*, row_number() over (order by found.id) as n from (select found.* from (select unit_id as id, * from reference.unit_reference) found
  where found.asset_id = :asset and found.group_id = :group  order by found.id limit :size::int + 1 offset 0) found) found join reference.unit_reference_group owner on owner.asset_id = :asset and owner.id = found.group_id cross join lateral (select found.group_id::text, found.asset_id::text, found.unit_id::text, owner.key, found.value,
  found.created_at, found.updated_at) projected
  ) listed;

-- units/references?key=k&value=v
select exists (select 1 from catalog.asset_v1 asset where asset.id = :asset and ((:accounts::bigint[] is null
  or exists (select 1 from catalog.account_asset_v1 seen
  where seen.asset_id = :asset and seen.account_id = any (:accounts) ))
  and (:assets::bigint[] is null or :asset = any (:assets)))) as found, * from (
  select string_agg(row_to_json(projected)::text, ',' order by found.n) filter (where found.n <= :size) as data,
  coalesce(max(found.n) > :size, false) as more, (max(found.id) filter (where found.n <= :size))::text as last
  from (select found.*, row_number() over (order by found.id) as n from (select found.* from (select unit_id as id, * from reference.unit_reference) found
  where found.asset_id = :asset and found.group_id = (select keyed.id from reference.unit_reference_group keyed where keyed.asset_id = :asset and keyed.key = :key) and found.value = :value  order by found.id limit :size::int + 1 offset 0) found) found join reference.unit_reference_group owner on owner.asset_id = :asset and owner.id = found.group_id cross join lateral (select found.group_id::text, found.asset_id::text, found.unit_id::text, owner.key, found.value,
  found.created_at, found.updated_at) projected
  ) listed;

-- PUT units/reference-groups/{group}/references
insert into reference.unit_reference as known (asset_id, group_id, unit_id, value)
  select :asset, :group, sent.unit_id, sent.value from unnest(:units::bigint[], :values::text[]) sent (unit_id, value)
  on conflict (asset_id, group_id, unit_id) do update set value = excluded.value, updated_at = excluded.updated_at
  where known.value is distinct from excluded.value;
select exists (select 1 from catalog.asset_v1 asset where asset.id = :asset and ((:accounts::bigint[] is null
  or exists (select 1 from catalog.account_asset_v1 seen
  where seen.asset_id = :asset and seen.account_id = any (:accounts) ))
  and (:assets::bigint[] is null or :asset = any (:assets)))) and exists (select 1 from reference.unit_reference_group named where named.id = :group and named.asset_id = :asset) as found;
select taken.value from reference.unit_reference taken
  where taken.asset_id = :asset and taken.group_id = :group and taken.value = any (:values)
  group by taken.value having count(*) > 1;

-- units?include=references
select wanted.id::text as unit, json_agg(json_build_object('group_id', found.group_id::text, 'key', owner.key,
  'value', found.value) order by found.group_id) as rows
  from unnest(:units::bigint[]) wanted (id)
  cross join lateral (select * from reference.unit_reference where asset_id = :asset and unit_id = wanted.id offset 0) found
  join reference.unit_reference_group owner on owner.asset_id = :asset and owner.id = found.group_id
  group by wanted.id;
