-- provision FILE
select id::text from pricing.process where asset_id = :assetId and (id::text = :id::text or (name = :name and not id::text = any (:otherIds::text[])))
  order by (id::text is not distinct from :id::text) desc, id limit 1;
select id::text from pricing.process_v1 where asset_id = :assetId and id = any (:ids::bigint[])  order by id for key share;
select id::text, name, type, pricing_strategy, guard, history_days, expected_every_hours, status_map, nullif(show_status, false) as show_status, coalesce(units, '[]') as units
  from pricing.process
  left join lateral (
  select json_agg(json_build_object('unit_id', unit.id::text, 'provider_id', provider_id,
  'show_pricing', nullif(show_pricing, true), 'show_online_leasing', nullif(show_online_leasing, true)) order by unit.id) as units
  from pricing.unit where unit.asset_id = process.asset_id and unit.process_id = process.id
  and (provider_id is not null or not show_pricing or not show_online_leasing)
  ) set_units on true
  where asset_id = :assetId order by process.id;
update pricing.unit stored set "provider_id" = given."provider_id", "show_pricing" = given."show_pricing", "show_online_leasing" = given."show_online_leasing", "valid_from" = given."valid_from", "since" = given."since", "updated_at" = now() from json_to_recordset(:rows::json) as given ("asset_id" bigint, "id" bigint, "process_id" bigint, "provider_id" text, "show_pricing" boolean, "show_online_leasing" boolean, "valid_from" timestamp with time zone, "since" bigint)
  where stored."asset_id" = given."asset_id" and stored."id" = given."id" and stored."process_id" = given."process_id";

-- provision FILE --prune, with empty lists
delete from pricing.entry where asset_id = :asset and transaction_id in (
  select id from pricing.transaction where asset_id = :asset and process_id = any (:processes::bigint[]));
delete from pricing.process stored using json_to_recordset(:rows::json) as given ("asset_id" bigint, "id" bigint) where stored."asset_id" = given."asset_id" and stored."id" = given."id";
select from pricing.transaction
  where asset_id = :asset and process_id = any (:processes::bigint[]) and status = 'pending' order by id for update;
