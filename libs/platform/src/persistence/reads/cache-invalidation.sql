-- a read
select pg_current_snapshot()::text as snapshot, pg_postmaster_start_time()::text as server,
  array(select distinct change.asset::text from platform.change_log change
  where change.transaction_id >= pg_snapshot_xmin(:since::pg_snapshot)::text::bigint
  and not pg_visible_in_snapshot(change.transaction_id::text::xid8, :since::pg_snapshot)) as assets
  where pg_current_snapshot()::text is distinct from :since::text or pg_postmaster_start_time()::text is distinct from :server::text;
