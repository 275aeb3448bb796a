-- :process/unmatched
select exists (select 1 from catalog.asset_v1 asset where asset.id = :asset and ((:accounts::bigint[] is null
  or exists (select 1 from catalog.account_asset_v1 seen
  where seen.asset_id = :asset and seen.account_id = any (:accounts) ))
  and (:assets::bigint[] is null or :asset = any (:assets)))) and exists (select 1 from pricing.process parent where parent.id = :process and parent.asset_id = :asset) as found, * from (
  select string_agg(row_to_json(projected)::text, ',' order by entry.n) filter (where entry.n <= :size) as data,
  coalesce(max(entry.n) > :size, false) as more, (max(entry.id) filter (where entry.n <= :size))::text as last
  from (select entry.*, row_number() over (order by entry.id) as n from (select entry.* from (select distinct on (live.provider_id) live.id, live.provider_id, live.unit_number, live.building, live.price, live.available_on
  from pricing.entry live join pricing.process process on process.asset_id = live.asset_id and process.published_transaction_id = live.transaction_id
  where live.asset_id = :asset and process.id = :process and live.until is null
  and live.provider_id not in (select known.provider_id from pricing.unit known
  where known.asset_id = :asset and known.process_id = :process and known.provider_id is not null)
  order by live.provider_id, live.id) entry
  where true  order by entry.id limit :size::int + 1 offset 0) entry) entry left join lateral (
  select json_agg(json_build_object('unit_id', unit.id::text, 'unit_number', unit.unit_number, 'building', building.name, 'floor', floor.name,
  'provider_id', priced.provider_id, 'reason', case when unit.has_number then 'same_number' else 'similar_number' end)
  order by not (unit.has_number and unit.is_there), not unit.has_number, unit.id) as units,
  count(*) filter (where unit.has_number and unit.is_there) as same,
  count(priced.provider_id) filter (where unit.has_number and unit.is_there) as taken
  from (select unit.* from (select distinct numbered.id::bigint from unnest(array[coalesce(nullif(ltrim(regexp_replace(lower(catalog.unit_number_key(entry.unit_number)), '[\W_]', '', 'g'), '0'), ''), '0'), coalesce(nullif(ltrim(regexp_replace(lower(catalog.unit_number_key(entry.provider_id)), '[\W_]', '', 'g'), '0'), ''), '0')]) as wanted (number)
  cross join lateral jsonb_array_elements_text((select jsonb_object_agg(numbered.number, numbered.ids) from (
  select coalesce(nullif(ltrim(regexp_replace(lower(catalog.unit_number_key(unit.unit_number)), '[\W_]', '', 'g'), '0'), ''), '0') as number, jsonb_agg(unit.id) as ids
  from catalog.unit_v1 unit where unit.asset_id = :asset group by 1) numbered) -> wanted.number) as numbered (id)) candidate
  cross join lateral (select unit.id, unit.unit_number, unit.building_id, unit.floor_id, catalog.unit_number_key(unit.unit_number) = catalog.unit_number_key(entry.unit_number) as has_number, (nullif(catalog.unit_number_key(entry.building), '') is null or unit.building_id in (select named.id from catalog.named_building_v1 named
  where named.asset_id = :asset and named.key = nullif(catalog.unit_number_key(entry.building), ''))) as is_there
  from catalog.unit_v1 unit where unit.asset_id = :asset and unit.id = candidate.id offset 0) unit
  order by not (unit.has_number and unit.is_there), not unit.has_number, unit.id limit 5) unit
  join catalog.building_v1 building on building.asset_id = :asset and building.id = unit.building_id
  join catalog.floor_v1 floor on floor.asset_id = :asset and floor.id = unit.floor_id
  left join lateral (select priced.provider_id from pricing.unit priced
  where priced.asset_id = :asset and priced.process_id = :process and priced.id = unit.id offset 0) priced on true
  ) suggested on true cross join lateral (select entry.provider_id, entry.unit_number, entry.building, entry.price, entry.available_on, case when nullif(catalog.unit_number_key(entry.building), '') is not null and not exists (select named.id from catalog.named_building_v1 named
  where named.asset_id = :asset and named.key = nullif(catalog.unit_number_key(entry.building), '')) then 'building_unknown'
  when suggested.same = 0 then 'unit_unknown' when suggested.same > 1 then 'unit_ambiguous'
  when suggested.taken > 0 then 'provider_id_taken' else 'unit_added_since' end as code,
  coalesce(suggested.units, '[]') as suggestions) projected
  ) listed;
