-- a request with a key
select id::text as "keyId", hash, permissions, accounts::text[], assets::text[], is_read_only as "isReadOnly",
  rate_limit as "rateLimit", (extract(epoch from expires_at - platform.now()) * 1000)::float8 as "expiresInMs"
  from platform.api_key
  where hash = :hash and revoked_at is null and (expires_at is null or expires_at > platform.now());
update platform.api_key set last_used_at = platform.now()
  where id = :id and (last_used_at is null or last_used_at < platform.now() - interval '1 minute');
