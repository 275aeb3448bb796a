-- provision FILE
delete from mapping.shape_binding where asset_id = :asset and unit_map_id = :map;
select
  (select coalesce(json_agg(part order by part.id::bigint), '[]') from (select map.id::text, map.name, map.style, map.tags, map.is_dimension_locked, map.background_tone, map.building_id::text,
  case when map.is_file_uploaded then map.file end as file, map.source,
  (select coalesce(json_agg(json_build_object('shape', shape.shape_id, 'unit_id', hand.unit_id::text) order by shape.position), '[]')
  from mapping.unit_map_shape shape join mapping.shape_binding hand on hand.asset_id = shape.asset_id and hand.unit_map_id = shape.unit_map_id and hand.shape_id = shape.shape_id
  and abs(hand.x - shape.x) < 0.01 and abs(hand.y - shape.y) < 0.01
  where shape.asset_id = :assetId and shape.unit_map_id = map.id) as bindings,
  (select coalesce(json_agg(json_build_object('id', background.id::text, 'name', background.name, 'image', background.image) order by background.id), '[]')
  from mapping.background background where background.asset_id = :assetId
  and background.unit_map_id = map.id and not background.is_drawing) as backgrounds
  from mapping.unit_map map where map.asset_id = :assetId) part) as unit_maps,
  (select coalesce(json_agg(part order by part.id::bigint), '[]') from (select page.id::text, page.name, page.unit_map_id::text from mapping.landing_page page
  where page.asset_id = :assetId) part) as landing_pages;
select id::text from mapping.embed where account_id = :accountId and (id::text = :id::text or (name = :name and not id::text = any (:otherIds::text[])))
  order by (id::text is not distinct from :id::text) desc, id limit 1;
select id::text from mapping.landing_page where asset_id = :assetId and (id::text = :id::text or (name = :name and not id::text = any (:otherIds::text[])))
  order by (id::text is not distinct from :id::text) desc, id limit 1;
select id::text from mapping.unit_map where asset_id = :assetId and (id::text = :id::text or (name = :name and not id::text = any (:otherIds::text[])))
  order by (id::text is not distinct from :id::text) desc, id limit 1;
select shape.shape_id as "shapeId", hand.unit_id::text as "unitId" from mapping.unit_map_shape shape
  join mapping.shape_binding hand on hand.asset_id = shape.asset_id and hand.unit_map_id = shape.unit_map_id and hand.shape_id = shape.shape_id
  and abs(hand.x - shape.x) < 0.01 and abs(hand.y - shape.y) < 0.01 where shape.asset_id = :asset and shape.unit_map_id = :map order by shape.position;

-- provision FILE --prune, with empty lists
delete from mapping.embed stored using json_to_recordset(:rows::json) as given ("account_id" bigint, "id" bigint) where stored."account_id" = given."account_id" and stored."id" = given."id";
delete from mapping.landing_page stored using json_to_recordset(:rows::json) as given ("asset_id" bigint, "id" bigint) where stored."asset_id" = given."asset_id" and stored."id" = given."id";
update mapping.embed_map set pricing_process_id = null
  where asset_id = :asset and pricing_process_id = :process;
