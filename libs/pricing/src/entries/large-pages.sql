-- a list that is larger than a page
declare listed no scroll cursor for
  select unit.id::text as unit, entry.id::text as entry,
  (select row_to_json(projected)::text from (select unit.id::text as unit_id, entry.unit_number, entry.provider_id, entry.price, entry.available_on, entry.lease_term,
  entry.lease_starts_on, entry.status, entry.specials_description, entry.leasing_fields, entry.building,
  unit.show_pricing, unit.show_online_leasing, entry.created_at) projected) as json
  from (select unit.* from pricing.unit unit where unit.asset_id = :asset and unit.process_id = :process  and case when :number::bigint = (select coalesce(process.publication_id, 0) from pricing.process process
  where process.asset_id = :asset and process.id = :process)
  then unit.price is not null else exists (select from pricing.entry entry where entry.asset_id = :asset and entry.transaction_id = :generation::bigint and entry.since <= :number::bigint
  and (entry.until is null or entry.until > :number::bigint) and entry.provider_id = unit.provider_id offset 0) end
  and (:after::bigint is null or unit.id > :after::bigint or (unit.id = :after::bigint and :within::bigint is not null))
  order by unit.id limit :units::int offset :offset::bigint) unit
  cross join lateral (select entry.* from pricing.entry entry where entry.asset_id = :asset and entry.transaction_id = :generation::bigint and entry.since <= :number::bigint
  and (entry.until is null or entry.until > :number::bigint) and entry.provider_id = unit.provider_id
  and (unit.id is distinct from :after::bigint or entry.id > :within::bigint) order by entry.id ) entry;
select count(*)::int as total from pricing.unit unit where unit.asset_id = :asset and unit.process_id = :process  and case when :number::bigint = (select coalesce(process.publication_id, 0) from pricing.process process
  where process.asset_id = :asset and process.id = :process)
  then unit.price is not null else exists (select from pricing.entry entry where entry.asset_id = :asset and entry.transaction_id = :generation::bigint and entry.since <= :number::bigint
  and (entry.until is null or entry.until > :number::bigint) and entry.provider_id = unit.provider_id offset 0) end;
