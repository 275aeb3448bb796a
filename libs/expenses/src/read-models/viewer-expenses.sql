-- ViewerExpenses
select
  (select coalesce(json_agg(json_build_object('kind', state.kind, 'expense', state.expense_id::text,
  'subject', state.subject_id::text, 'content', state.content)), '[]')
  from expenses.expense_state state where state.asset_id = :assetId and state.valid_to is null) as states,
  (select coalesce(json_agg(part order by part.id::bigint), '[]') from (select own.id::text, own.label, own.short_text, own.long_text, own.subtext
  from expenses.pricing_disclaimer own where own.asset_id = :assetId and own.is_enabled) part) as disclaimers;
