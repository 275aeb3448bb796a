-- the entries of a consumer
select asset_id::text as asset, id::text
  from (select asset_id, id, row_number() over (partition by asset_id order by id) as n from platform.outbox_entry where consumer = :consumer) entry
  order by n, id limit 100;

-- those of an asset
select asset_id::text as asset, id::text
  from (select asset_id, id, row_number() over (partition by asset_id order by id) as n from platform.outbox_entry where consumer = :consumer and asset_id = :asset) entry
  order by n, id limit 100;
