-- units/description-groups/1/descriptions
select exists (select 1 from catalog.asset_v1 asset where asset.id = :asset and ((:accounts::bigint[] is null
  or exists (select 1 from catalog.account_asset_v1 seen
  where seen.asset_id = :asset and seen.account_id = any (:accounts) ))
  and (:assets::bigint[] is null or :asset = any (:assets)))) and exists (select 1 from merchandising.description_group named where named.id = :group and named.asset_id = :asset) as found, * from (
  select string_agg(row_to_json(projected)::text, ',') filter (where description.n <= :size) as data,
  coalesce(max(description.n) > :size, false) as more, (max(description.id) filter (where description.n <= :size))::text as last
  from (select description.*, row_number() over (order by description.id) as n from (select description.* from merchandising.description description
  where description.asset_id = :asset and description.group_id = :group  order by description.id limit :size::int + 1 offset 0) description) description  cross join lateral (select description.id::text, description.asset_id::text, description.group_id::text, description.name, description.label, description.body, description.is_enabled, description.created_at, description.updated_at) projected
  ) listed;

-- units/description-groups/1/descriptions/1
select (select row_to_json(projected)::text from (select description.id::text, description.asset_id::text, description.group_id::text, description.name, description.label, description.body, description.is_enabled, description.created_at, description.updated_at) projected) as data from merchandising.description description  where description.asset_id = :asset and description.group_id = :group and description.id = :id and exists (select 1 from catalog.asset_v1 asset where asset.id = :asset and ((:accounts::bigint[] is null
  or exists (select 1 from catalog.account_asset_v1 seen
  where seen.asset_id = :asset and seen.account_id = any (:accounts) ))
  and (:assets::bigint[] is null or :asset = any (:assets)))) and exists (select 1 from merchandising.description_group named where named.id = :group and named.asset_id = :asset);

-- units/description-groups/1/units
select exists (select 1 from catalog.asset_v1 asset where asset.id = :asset and ((:accounts::bigint[] is null
  or exists (select 1 from catalog.account_asset_v1 seen
  where seen.asset_id = :asset and seen.account_id = any (:accounts) ))
  and (:assets::bigint[] is null or :asset = any (:assets)))) and exists (select 1 from merchandising.description_group named where named.id = :group and named.asset_id = :asset) as found, * from (
  select string_agg(row_to_json(projected)::text, ',') filter (where assigned.n <= :size) as data,
  coalesce(max(assigned.n) > :size, false) as more, (max(assigned.id) filter (where assigned.n <= :size))::text as last
  from (select assigned.*, row_number() over (order by assigned.id) as n from (select assigned.* from (select stored.*, stored.unit_id as id from merchandising.description_assignment stored) assigned
  where assigned.asset_id = :asset and assigned.group_id = :group  order by assigned.id limit :size::int + 1 offset 0) assigned) assigned  cross join lateral (select assigned.asset_id::text, :group::bigint::text as group_id, assigned.unit_id::text, assigned.description_id::text) projected
  ) listed;

-- PUT units/description-groups/{group}/units
insert into merchandising.description_assignment as stored (asset_id, group_id, unit_id, description_id)
  select :asset, :owner, sent.* from unnest(:unitId::bigint[], :descriptionId::bigint[]) sent (unit_id, description_id) order by sent.unit_id
  on conflict (asset_id, group_id, unit_id) do update set description_id = excluded.description_id where stored.description_id is distinct from excluded.description_id;
select exists (select 1 from catalog.asset_v1 asset where asset.id = :asset and ((:accounts::bigint[] is null
  or exists (select 1 from catalog.account_asset_v1 seen
  where seen.asset_id = :asset and seen.account_id = any (:accounts) ))
  and (:assets::bigint[] is null or :asset = any (:assets)))) and exists (select 1 from merchandising.description_group named where named.id = :group and named.asset_id = :asset) as found;
select id::text from merchandising.description where asset_id = :assetId and id = any (:ids::bigint[]) and group_id = :parent order by id for key share;
select string_agg(shown.data, ',' order by shown.n) as data from (
  select (select row_to_json(projected)::text from (select assigned.asset_id::text, :group::bigint::text as group_id, assigned.unit_id::text, assigned.description_id::text) projected) as data, wanted.n from unnest(:wantedIds::bigint[]) with ordinality wanted (id, n)
  cross join lateral (select assigned.* from (select stored.*, stored.unit_id as id from merchandising.description_assignment stored) assigned where assigned.asset_id = :asset and assigned.group_id = :group and assigned.id = wanted.id offset 0) assigned
  ) shown;
