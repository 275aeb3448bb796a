-- a run of PurgeExpenseStatesJob
delete from expenses.expense_state where asset_id = :asset and id in (
  select state.id from expenses.expense_state state
  where state.asset_id = :asset and state.valid_to <= :last::timestamptz limit 20000);
with first as (select asset_id, min(published_at) as at from pricing.publication_v1 group by asset_id)
  select state.asset_id::text as asset, max(state.valid_to)::text as last
  from expenses.expense_state state left join first on first.asset_id = state.asset_id
  where state.valid_to <= coalesce(first.at, (select platform.now()) - make_interval(days => :days::int))
  group by state.asset_id limit 1000;
