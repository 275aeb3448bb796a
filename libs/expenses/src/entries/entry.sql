-- PUT floor-plans/expenses/{expense}/entries
delete from expenses.floor_plan_entry
  where asset_id = :asset and expense_id = :expense and not floor_plan_id = any (:subjects::bigint[]);
insert into expenses.floor_plan_entry as stored (asset_id, expense_id, floor_plan_id, amount, min_amount, max_amount, percentage, steps, text_amount)
  select :asset, :expense, sent.subject, sent.amount, sent.min_amount, sent.max_amount, sent.percentage, sent.steps, sent.text_amount
  from json_to_recordset(:entries::json) as sent (subject bigint, amount numeric, min_amount numeric, max_amount numeric, percentage numeric, steps jsonb, text_amount text)
  order by sent.subject
  on conflict (asset_id, expense_id, floor_plan_id) do update set amount = excluded.amount, min_amount = excluded.min_amount, max_amount = excluded.max_amount, percentage = excluded.percentage, steps = excluded.steps, text_amount = excluded.text_amount
  where (stored.amount, stored.min_amount, stored.max_amount, stored.percentage, stored.steps, stored.text_amount) is distinct from (excluded.amount, excluded.min_amount, excluded.max_amount, excluded.percentage, excluded.steps, excluded.text_amount);
select exists (select 1 from catalog.asset_v1 asset where asset.id = :asset and ((:accounts::bigint[] is null
  or exists (select 1 from catalog.account_asset_v1 seen
  where seen.asset_id = :asset and seen.account_id = any (:accounts) ))
  and (:assets::bigint[] is null or :asset = any (:assets)))) and exists (select 1 from expenses.floor_plan_expense named where named.id = :expense and named.asset_id = :asset) as found;
select pg_try_advisory_xact_lock(hashtextextended('expenses.entries.' || :level, :expense)) as locked;
select string_agg(shown.data, ',' order by shown.n) as data from (
  select (select row_to_json(projected)::text from (select entry.asset_id::text, entry.expense_id::text, entry.floor_plan_id::text, entry.amount, entry.min_amount, entry.max_amount, entry.percentage, entry.steps, entry.text_amount) projected) as data, wanted.n from unnest(:wantedIds::bigint[]) with ordinality wanted (id, n)
  cross join lateral (select entry.* from (select stored.*, stored.floor_plan_id as id from expenses.floor_plan_entry stored) entry where entry.asset_id = :asset and entry.expense_id = :expense and entry.id = wanted.id offset 0) entry
  ) shown;

-- floor-plans/expenses/{expense}/entries
select exists (select 1 from catalog.asset_v1 asset where asset.id = :asset and ((:accounts::bigint[] is null
  or exists (select 1 from catalog.account_asset_v1 seen
  where seen.asset_id = :asset and seen.account_id = any (:accounts) ))
  and (:assets::bigint[] is null or :asset = any (:assets)))) and exists (select 1 from expenses.floor_plan_expense named where named.id = :expense and named.asset_id = :asset) as found, * from (
  select string_agg(row_to_json(projected)::text, ',') filter (where entry.n <= :size) as data,
  coalesce(max(entry.n) > :size, false) as more, (max(entry.id) filter (where entry.n <= :size))::text as last
  from (select entry.*, row_number() over (order by entry.id) as n from (select entry.* from (select stored.*, stored.floor_plan_id as id from expenses.floor_plan_entry stored) entry
  where entry.asset_id = :asset and entry.expense_id = :expense  order by entry.id limit :size::int + 1 offset 0) entry) entry  cross join lateral (select entry.asset_id::text, entry.expense_id::text, entry.floor_plan_id::text, entry.amount, entry.min_amount, entry.max_amount, entry.percentage, entry.steps, entry.text_amount) projected
  ) listed;

-- PUT units/expenses/{expense}/entries
delete from expenses.unit_entry
  where asset_id = :asset and expense_id = :expense and not unit_id = any (:subjects::bigint[]);
insert into expenses.unit_entry as stored (asset_id, expense_id, unit_id, amount, min_amount, max_amount, percentage, steps, text_amount)
  select :asset, :expense, sent.subject, sent.amount, sent.min_amount, sent.max_amount, sent.percentage, sent.steps, sent.text_amount
  from json_to_recordset(:entries::json) as sent (subject bigint, amount numeric, min_amount numeric, max_amount numeric, percentage numeric, steps jsonb, text_amount text)
  order by sent.subject
  on conflict (asset_id, expense_id, unit_id) do update set amount = excluded.amount, min_amount = excluded.min_amount, max_amount = excluded.max_amount, percentage = excluded.percentage, steps = excluded.steps, text_amount = excluded.text_amount
  where (stored.amount, stored.min_amount, stored.max_amount, stored.percentage, stored.steps, stored.text_amount) is distinct from (excluded.amount, excluded.min_amount, excluded.max_amount, excluded.percentage, excluded.steps, excluded.text_amount);
select exists (select 1 from catalog.asset_v1 asset where asset.id = :asset and ((:accounts::bigint[] is null
  or exists (select 1 from catalog.account_asset_v1 seen
  where seen.asset_id = :asset and seen.account_id = any (:accounts) ))
  and (:assets::bigint[] is null or :asset = any (:assets)))) and exists (select 1 from expenses.unit_expense named where named.id = :expense and named.asset_id = :asset) as found;
select string_agg(shown.data, ',' order by shown.n) as data from (
  select (select row_to_json(projected)::text from (select entry.asset_id::text, entry.expense_id::text, entry.unit_id::text, entry.amount, entry.min_amount, entry.max_amount, entry.percentage, entry.steps, entry.text_amount) projected) as data, wanted.n from unnest(:wantedIds::bigint[]) with ordinality wanted (id, n)
  cross join lateral (select entry.* from (select stored.*, stored.unit_id as id from expenses.unit_entry stored) entry where entry.asset_id = :asset and entry.expense_id = :expense and entry.id = wanted.id offset 0) entry
  ) shown;

-- units/expenses/{expense}/entries
select exists (select 1 from catalog.asset_v1 asset where asset.id = :asset and ((:accounts::bigint[] is null
  or exists (select 1 from catalog.account_asset_v1 seen
  where seen.asset_id = :asset and seen.account_id = any (:accounts) ))
  and (:assets::bigint[] is null or :asset = any (:assets)))) and exists (select 1 from expenses.unit_expense named where named.id = :expense and named.asset_id = :asset) as found, * from (
  select string_agg(row_to_json(projected)::text, ',') filter (where entry.n <= :size) as data,
  coalesce(max(entry.n) > :size, false) as more, (max(entry.id) filter (where entry.n <= :size))::text as last
  from (select entry.*, row_number() over (order by entry.id) as n from (select entry.* from (select stored.*, stored.unit_id as id from expenses.unit_entry stored) entry
  where entry.asset_id = :asset and entry.expense_id = :expense  order by entry.id limit :size::int + 1 offset 0) entry) entry  cross join lateral (select entry.asset_id::text, entry.expense_id::text, entry.unit_id::text, entry.amount, entry.min_amount, entry.max_amount, entry.percentage, entry.steps, entry.text_amount) projected
  ) listed;
