-- a request with a limit
insert into platform.request_count as known (key, points, expire) values (:key, :points::integer, (extract(epoch from platform.now()) * 1000)::bigint + :duration::bigint)
  on conflict (key) do update set
  points = case when known.expire <= (extract(epoch from platform.now()) * 1000)::bigint then excluded.points else known.points + excluded.points end,
  expire = case when known.expire <= (extract(epoch from platform.now()) * 1000)::bigint then excluded.expire else known.expire end
  returning points, (expire - (extract(epoch from platform.now()) * 1000)::bigint)::float8 as left;
