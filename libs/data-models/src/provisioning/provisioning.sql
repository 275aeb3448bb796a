-- provision FILE
select id::text from data_model.data_model where asset_id = :assetId and (id::text = :id::text or (title = :name and not id::text = any (:otherIds::text[])))
  order by (id::text is not distinct from :id::text) desc, id limit 1;

-- export
select model.id::text, model.title, model.file from data_model.data_model model
  where model.asset_id = :assetId order by model.id;
