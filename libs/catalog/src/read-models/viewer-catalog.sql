-- ViewerCatalog
select json_build_object(
  'asset', (select to_json(own) from (select id::text, uuid, market, name, display_name, description, address_line1,
  address_line2, address_city, address_state, address_country, address_postal_code, address_latitude, address_longitude,
  accent_color, contact_phone, contact_email, contact_hours, contact_url, effective_time_zone as time_zone) own),
  'buildings', (select coalesce(json_agg(part order by part.id::bigint), '[]') from (select id::text, name, label from catalog.building where asset_id = :assetId) part),
  'floors', (select coalesce(json_agg(part order by part.sort, part.id::bigint), '[]') from (select id::text, name, filter_label, filter_short_label, sort from catalog.floor where asset_id = :assetId) part),
  'floor_plans', (select coalesce(json_agg(part order by part.id::bigint), '[]') from (select id::text, name, bedroom_count, bathroom_count, filter_label, :files || image as image_url,
  :files || secondary_image as secondary_image_url from catalog.floor_plan where asset_id = :assetId) part),
  'units', (select coalesce(json_agg(part order by part.id::bigint), '[]') from (select id::text, building_id::text, floor_id::text, floor_plan_id::text, unit_number, area,
  is_affordable_housing_unit, :files || view_image as view_image_url, :files || secondary_view_image as secondary_view_image_url
  from catalog.unit where asset_id = :assetId) part))::text as json,
  :files || asset.logo as logo_url, asset.count_visits
  from catalog.asset asset where asset.id = :assetId;
