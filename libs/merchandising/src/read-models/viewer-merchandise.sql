-- ViewerMerchandise
select json_build_object(
  'filters', (select coalesce(json_agg(json_strip_nulls(to_json(part)) order by part.id::bigint), '[]') from (select filter.id::text, filter.name, filter.label, filter.type, filter.range_type,
  (select coalesce(json_agg(json_strip_nulls(to_json(part)) order by part.sort, part.id::bigint), '[]') from (select option.id::text, option.label, option.sort, option.floor_id::text, option.short_label,
  option.floor_plan_id::text, option.min, option.max,
  case when filter.type = 'custom' then array(select held.unit_id::text from merchandising.filter_option_unit held
  where held.asset_id = :assetId and held.option_id = option.id order by held.unit_id) end as unit_ids
  from merchandising.filter_option option
  where option.asset_id = :assetId and option.filter_id = filter.id and option.is_enabled) part) as options
  from merchandising.filter filter where filter.asset_id = :assetId and filter.is_enabled) part),
  'description_groups', (select coalesce(json_agg(json_strip_nulls(to_json(part)) order by part.id::bigint), '[]') from (select grp.id::text, grp.name,
  (select coalesce(json_agg(json_strip_nulls(to_json(part)) order by part.id::bigint), '[]') from (select description.id::text, description.label, description.body,
  array(select held.unit_id::text from merchandising.description_assignment held
  where held.asset_id = :assetId and held.group_id = description.group_id
  and held.description_id = description.id order by held.unit_id) as unit_ids
  from merchandising.description description
  where description.asset_id = :assetId and description.group_id = grp.id and description.is_enabled) part) as descriptions
  from merchandising.description_group grp where grp.asset_id = :assetId) part),
  'unit_outbound_links', (select coalesce(json_agg(json_strip_nulls(to_json(part)) order by part.id::bigint), '[]') from (select link.id::text, link.name, link.type, link.label, link.icon_type, link.shown_for, link.event_key,
  link.template, link.open_in_new_window, link.show_icon_in_list,
  case when link.type = 'urls_per_unit' then (select coalesce(json_object_agg(held.unit_id::text, held.url order by held.unit_id), '{}')
  from merchandising.unit_outbound_link_url held
  where held.asset_id = :assetId and held.link_id = link.id and held.url is not null) end as urls
  from merchandising.unit_outbound_link link where link.asset_id = :assetId) part),
  'asset_outbound_links', (select coalesce(json_agg(json_strip_nulls(to_json(part)) order by part.id::bigint), '[]') from (select id::text, name, template, label, icon_type, open_new_window
  from merchandising.asset_outbound_link where asset_id = :assetId) part),
  'marker_descriptions', (select coalesce(json_agg(json_strip_nulls(to_json(part)) order by part.id::bigint), '[]') from (select id::text, name, label, description, gallery_id::text, iframe_source_url, outbound_link_url
  from merchandising.marker_description where asset_id = :assetId) part),
  'galleries', (select coalesce(json_agg(json_strip_nulls(to_json(part)) order by part.id::bigint), '[]') from (select id::text, name, array(select :files || image from unnest(images) image) as image_urls
  from merchandising.gallery where asset_id = :assetId) part))::text as json,
  (select coalesce(json_object_agg(marker.id::text, marker.places), '{}')
  from merchandising.marker_description marker where marker.asset_id = :assetId) as places,
  (select coalesce(json_agg(json_strip_nulls(to_json(part)) order by part.id::bigint), '[]') from (select id::text, floor_plan_id::text, unit_id::text, (select coalesce(json_agg(json_strip_nulls(json_build_object('url', :files || image.name, 'alt', nullif(image.alt, ''))) order by image.n), '[]')
  from unnest(gallery.images, gallery.alts) with ordinality image (name, alt, n)) as images, tour_url, video_url
  from merchandising.gallery where asset_id = :assetId) part) as pictures;
