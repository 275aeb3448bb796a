-- total-:process/units
select json_build_object(
  'states', (select coalesce(json_agg(json_build_object('kind', state.kind, 'expense', state.expense_id::text,
  'subject', state.subject_id::text, 'content', state.content)), '[]') from expenses.expense_state state where state.asset_id = :asset and (:at::timestamptz is null and state.valid_to is null
  or state.valid_from < :at::timestamptz + interval '1 second'
  and (state.valid_to is null or state.valid_to >= :at::timestamptz + interval '1 second'))
  and (state.kind <> 'unit_entry' or state.subject_id = any (:units::bigint[]))),
  'floorPlans', (select coalesce(json_object_agg(unit.id, unit.floor_plan_id::text), '{}') from catalog.unit_v1 unit
  where unit.asset_id = :asset and unit.id = any (:units::bigint[])))::text as data from catalog.asset_v1 asset  where asset.id = :asset and true;
