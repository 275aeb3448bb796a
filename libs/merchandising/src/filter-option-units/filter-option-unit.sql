-- filters/{filter}/options/{option}/units
select exists (select 1 from catalog.asset_v1 asset where asset.id = :asset and ((:accounts::bigint[] is null
  or exists (select 1 from catalog.account_asset_v1 seen
  where seen.asset_id = :asset and seen.account_id = any (:accounts) ))
  and (:assets::bigint[] is null or :asset = any (:assets)))) and exists (select 1 from merchandising.filter named where named.id = :filter and named.asset_id = :asset) and exists (select 1 from merchandising.filter_option named where named.id = :option and named.asset_id = :asset and named.filter_id = :filter) as found, * from (
  select string_agg(row_to_json(projected)::text, ',') filter (where assigned.n <= :size) as data,
  coalesce(max(assigned.n) > :size, false) as more, (max(assigned.id) filter (where assigned.n <= :size))::text as last
  from (select assigned.*, row_number() over (order by assigned.id) as n from (select assigned.* from (select stored.*, stored.unit_id as id from merchandising.filter_option_unit stored) assigned
  where assigned.asset_id = :asset and assigned.option_id = :option  order by assigned.id limit :size::int + 1 offset 0) assigned) assigned  cross join lateral (select assigned.asset_id::text, :filter::bigint::text as filter_id, :option::bigint::text as option_id, assigned.unit_id::text) projected
  ) listed;
select parent.type from merchandising.filter_option parent where parent.asset_id = :asset and parent.id = :option and exists (select 1 from catalog.asset_v1 asset where asset.id = :asset and ((:accounts::bigint[] is null
  or exists (select 1 from catalog.account_asset_v1 seen
  where seen.asset_id = :asset and seen.account_id = any (:accounts) ))
  and (:assets::bigint[] is null or :asset = any (:assets)))) and exists (select 1 from merchandising.filter named where named.id = :filter and named.asset_id = :asset) and exists (select 1 from merchandising.filter_option named where named.id = :option and named.asset_id = :asset and named.filter_id = :filter);

-- PUT filters/{filter}/options/{option}/units
insert into merchandising.filter_option_unit as stored (asset_id, option_id, unit_id)
  select :asset, :owner, sent.* from unnest(:unitId::bigint[]) sent (unit_id) order by sent.unit_id
  on conflict (asset_id, option_id, unit_id) do nothing;
select string_agg(shown.data, ',' order by shown.n) as data from (
  select (select row_to_json(projected)::text from (select assigned.asset_id::text, :filter::bigint::text as filter_id, :option::bigint::text as option_id, assigned.unit_id::text) projected) as data, wanted.n from unnest(:wantedIds::bigint[]) with ordinality wanted (id, n)
  cross join lateral (select assigned.* from (select stored.*, stored.unit_id as id from merchandising.filter_option_unit stored) assigned where assigned.asset_id = :asset and assigned.option_id = :option and assigned.id = wanted.id offset 0) assigned
  ) shown;

-- PUT filters/{filter}/options/{option}/units/remove
delete from merchandising.filter_option_unit
  where asset_id = :asset and option_id = :owner and unit_id = any (:removed::bigint[]);
