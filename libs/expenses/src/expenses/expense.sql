-- expenses
select exists (select 1 from catalog.asset_v1 asset where asset.id = :asset and ((:accounts::bigint[] is null
  or exists (select 1 from catalog.account_asset_v1 seen
  where seen.asset_id = :asset and seen.account_id = any (:accounts) ))
  and (:assets::bigint[] is null or :asset = any (:assets)))) as found, * from (
  select string_agg(row_to_json(projected)::text, ',') filter (where asset_expense.n <= :size) as data,
  coalesce(max(asset_expense.n) > :size, false) as more, (max(asset_expense.id) filter (where asset_expense.n <= :size))::text as last
  from (select asset_expense.*, row_number() over (order by asset_expense.sort, asset_expense.id) as n from (select asset_expense.* from expenses.asset_expense asset_expense
  where asset_expense.asset_id = :asset  order by asset_expense.sort, asset_expense.id limit :size::int + 1 offset :offset::bigint) asset_expense) asset_expense  cross join lateral (select asset_expense.id::text, asset_expense.asset_id::text, asset_expense.amount, asset_expense.min_amount, asset_expense.max_amount, asset_expense.percentage, asset_expense.steps, asset_expense.text_amount, asset_expense.name, asset_expense.label, asset_expense.type, asset_expense.category, asset_expense.frequency, asset_expense.due_at, asset_expense.value_type, asset_expense.max_quantity, asset_expense.is_required, asset_expense.is_enabled, asset_expense.is_situational, asset_expense.is_included, asset_expense.is_refundable, asset_expense.is_third_party, asset_expense.is_per_applicant, asset_expense.tooltip_label, asset_expense.disclaimer, asset_expense.sort, asset_expense.created_at, asset_expense.updated_at) projected
  ) listed;

-- expenses/{expense}
select (select row_to_json(projected)::text from (select asset_expense.id::text, asset_expense.asset_id::text, asset_expense.amount, asset_expense.min_amount, asset_expense.max_amount, asset_expense.percentage, asset_expense.steps, asset_expense.text_amount, asset_expense.name, asset_expense.label, asset_expense.type, asset_expense.category, asset_expense.frequency, asset_expense.due_at, asset_expense.value_type, asset_expense.max_quantity, asset_expense.is_required, asset_expense.is_enabled, asset_expense.is_situational, asset_expense.is_included, asset_expense.is_refundable, asset_expense.is_third_party, asset_expense.is_per_applicant, asset_expense.tooltip_label, asset_expense.disclaimer, asset_expense.sort, asset_expense.created_at, asset_expense.updated_at) projected) as data from expenses.asset_expense asset_expense  where asset_expense.asset_id = :asset and asset_expense.id = :id and exists (select 1 from catalog.asset_v1 asset where asset.id = :asset and ((:accounts::bigint[] is null
  or exists (select 1 from catalog.account_asset_v1 seen
  where seen.asset_id = :asset and seen.account_id = any (:accounts) ))
  and (:assets::bigint[] is null or :asset = any (:assets))));

-- PUT expenses/{expense}
select exists (select 1 from catalog.asset_v1 asset where asset.id = :asset and ((:accounts::bigint[] is null
  or exists (select 1 from catalog.account_asset_v1 seen
  where seen.asset_id = :asset and seen.account_id = any (:accounts) ))
  and (:assets::bigint[] is null or :asset = any (:assets)))) and exists (select 1 from expenses.asset_expense named where named.id = :expense and named.asset_id = :asset) as found;

-- DELETE expenses/{expense}
delete from expenses.asset_expense stored using json_to_recordset(:rows::json) as given ("asset_id" bigint, "id" bigint) where stored."asset_id" = given."asset_id" and stored."id" = given."id";
