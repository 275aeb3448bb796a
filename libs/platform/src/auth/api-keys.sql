-- a request with a key
select id::text, hash, permissions, accounts::text[], rate_limit, assets::text[], is_read_only,
  (extract(epoch from expires_at - platform.now()) * 1000)::float8 as expires_in_ms
  from platform.api_key
  where hash = :hash and revoked_at is null and (expires_at is null or expires_at > platform.now());
update platform.api_key set last_used_at = platform.now()
  where id = :id and (last_used_at is null or last_used_at < platform.now() - interval '1 minute');
