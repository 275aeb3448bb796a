-- a request with an Idempotency-Key
insert into platform.idempotency_record (key_id, idempotency_key, fingerprint, status, headers, body)
  values (:caller::bigint, :key, :fingerprint, :status, :headers::jsonb, :body)
  on conflict (key_id, idempotency_key) do update set fingerprint = excluded.fingerprint, status = excluded.status,
  headers = excluded.headers, body = excluded.body, stored_at = excluded.stored_at;
select fingerprint, status, headers, body from platform.idempotency_record
  where key_id = :caller::bigint and idempotency_key = :key and stored_at > platform.now() - interval '24 hours';
select pg_try_advisory_xact_lock(hashtextextended('idempotency ' || :caller || ' ' || :key, 0)) as free;

-- a run of PurgeIdempotencyKeysJob
delete from platform.idempotency_record where (key_id, idempotency_key) in (
  select key_id, idempotency_key from platform.idempotency_record where stored_at <= (select platform.now()) - interval '24 hours'
  order by stored_at limit 1000 for update skip locked);
select extract(epoch from platform.now() - interval '24 hours' - min(stored_at))::float8 as lag from platform.idempotency_record;
