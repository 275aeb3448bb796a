-- provision FILE
insert into merchandising.asset_outbound_link ("asset_id", "id", "name", "template", "label", "icon_type", "open_new_window") overriding system value
  select given."asset_id", given."id", given."name", given."template", given."label", given."icon_type", given."open_new_window" from json_to_recordset(:rows::json) as given ("asset_id" bigint, "id" bigint, "name" text, "template" text, "label" text, "icon_type" text, "open_new_window" boolean);
insert into merchandising.description ("asset_id", "id", "group_id", "name", "label", "body", "is_enabled") overriding system value
  select given."asset_id", given."id", given."group_id", given."name", given."label", given."body", given."is_enabled" from json_to_recordset(:rows::json) as given ("asset_id" bigint, "id" bigint, "group_id" bigint, "name" text, "label" text, "body" text, "is_enabled" boolean);
insert into merchandising.description_group ("asset_id", "id", "name") overriding system value
  select given."asset_id", given."id", given."name" from json_to_recordset(:rows::json) as given ("asset_id" bigint, "id" bigint, "name" text);
insert into merchandising.filter ("asset_id", "id", "type", "name", "label", "is_enabled", "range_type") overriding system value
  select given."asset_id", given."id", given."type", given."name", given."label", coalesce(given."is_enabled", true), given."range_type" from json_to_recordset(:rows::json) as given ("asset_id" bigint, "id" bigint, "type" text, "name" text, "label" text, "is_enabled" boolean, "range_type" text);
insert into merchandising.filter_option ("asset_id", "id", "filter_id", "type", "label", "sort", "is_enabled", "floor_id", "short_label", "floor_plan_id", "min", "max") overriding system value
  select given."asset_id", given."id", given."filter_id", given."type", given."label", given."sort", coalesce(given."is_enabled", true), given."floor_id", given."short_label", given."floor_plan_id", given."min", given."max" from json_to_recordset(:rows::json) as given ("asset_id" bigint, "id" bigint, "filter_id" bigint, "type" text, "label" text, "sort" integer, "is_enabled" boolean, "floor_id" bigint, "short_label" text, "floor_plan_id" bigint, "min" integer, "max" integer);
insert into merchandising.gallery ("asset_id", "id", "name", "images", "alts", "floor_plan_id", "unit_id", "tour_url", "video_url") overriding system value
  select given."asset_id", given."id", given."name", given."images", given."alts", given."floor_plan_id", given."unit_id", given."tour_url", given."video_url" from json_to_recordset(:rows::json) as given ("asset_id" bigint, "id" bigint, "name" text, "images" text[], "alts" text[], "floor_plan_id" bigint, "unit_id" bigint, "tour_url" text, "video_url" text);
insert into merchandising.marker_description ("asset_id", "id", "name", "gallery_id", "label", "description", "iframe_source_url", "outbound_link_url", "places") overriding system value
  select given."asset_id", given."id", given."name", given."gallery_id", given."label", given."description", given."iframe_source_url", given."outbound_link_url", coalesce(given."places", '[]') from json_to_recordset(:rows::json) as given ("asset_id" bigint, "id" bigint, "name" text, "gallery_id" bigint, "label" text, "description" text, "iframe_source_url" text, "outbound_link_url" text, "places" jsonb);
insert into merchandising.unit_outbound_link ("asset_id", "id", "type", "name", "label", "icon_type", "shown_for", "event_key", "template", "open_in_new_window", "show_icon_in_list") overriding system value
  select given."asset_id", given."id", given."type", given."name", given."label", given."icon_type", coalesce(given."shown_for", 'all'), given."event_key", given."template", given."open_in_new_window", given."show_icon_in_list" from json_to_recordset(:rows::json) as given ("asset_id" bigint, "id" bigint, "type" text, "name" text, "label" text, "icon_type" text, "shown_for" text, "event_key" text, "template" text, "open_in_new_window" boolean, "show_icon_in_list" boolean);
select
  (select coalesce(json_agg(part order by part.id::bigint), '[]') from (select gallery.id::text, gallery.name, gallery.images, gallery.alts, gallery.floor_plan_id::text, gallery.unit_id::text, gallery.tour_url, gallery.video_url from merchandising.gallery gallery where gallery.asset_id = :assetId) part) as galleries,
  (select coalesce(json_agg(part order by part.id::bigint), '[]') from (select marker.id::text, marker.name, marker.gallery_id::text, marker.label, marker.description, marker.iframe_source_url, marker.outbound_link_url, marker.places
  from merchandising.marker_description marker where marker.asset_id = :assetId) part) as marker_descriptions,
  (select coalesce(json_agg(part order by part.id::bigint), '[]') from (select link.id::text, link.type, link.name, link.label, link.icon_type, link.shown_for, link.event_key, link.template, link.open_in_new_window, link.show_icon_in_list,
  (select coalesce(json_agg(json_build_object('unit_id', held.unit_id::text, 'url', held.url) order by held.unit_id), '[]')
  from merchandising.unit_outbound_link_url held where held.asset_id = :assetId and held.link_id = link.id) as urls
  from merchandising.unit_outbound_link link where link.asset_id = :assetId) part) as unit_outbound_links,
  (select coalesce(json_agg(part order by part.id::bigint), '[]') from (select grp.id::text, grp.name,
  (select coalesce(json_agg(part order by part.id::bigint), '[]') from (select description.id::text, description.name, description.label, description.body, description.is_enabled,
  array(select held.unit_id::text from merchandising.description_assignment held where held.asset_id = :assetId and held.group_id = description.group_id
  and held.description_id = description.id order by held.unit_id) as units
  from merchandising.description description
  where description.asset_id = :assetId and description.group_id = grp.id) part) as descriptions
  from merchandising.description_group grp where grp.asset_id = :assetId) part) as description_groups,
  (select coalesce(json_agg(part order by part.id::bigint), '[]') from (select filter.id::text, filter.type, filter.name, filter.label, filter.is_enabled, filter.range_type,
  (select coalesce(json_agg(part order by part.id::bigint), '[]') from (select option.id::text, option.label, option.sort, option.is_enabled, option.floor_id::text, option.short_label, option.floor_plan_id::text, option.min, option.max,
  array(select held.unit_id::text from merchandising.filter_option_unit held where held.asset_id = :assetId and held.option_id = option.id order by held.unit_id) as units
  from merchandising.filter_option option
  where option.asset_id = :assetId and option.filter_id = filter.id) part) as options
  from merchandising.filter filter where filter.asset_id = :assetId) part) as filters;
select nextval(pg_get_serial_sequence('merchandising.asset_outbound_link', 'id'))::text as id from generate_series(1, :count::int);
select nextval(pg_get_serial_sequence('merchandising.description', 'id'))::text as id from generate_series(1, :count::int);
select nextval(pg_get_serial_sequence('merchandising.description_group', 'id'))::text as id from generate_series(1, :count::int);
select nextval(pg_get_serial_sequence('merchandising.filter', 'id'))::text as id from generate_series(1, :count::int);
select nextval(pg_get_serial_sequence('merchandising.filter_option', 'id'))::text as id from generate_series(1, :count::int);
select nextval(pg_get_serial_sequence('merchandising.gallery', 'id'))::text as id from generate_series(1, :count::int);
select nextval(pg_get_serial_sequence('merchandising.marker_description', 'id'))::text as id from generate_series(1, :count::int);
select nextval(pg_get_serial_sequence('merchandising.unit_outbound_link', 'id'))::text as id from generate_series(1, :count::int);
select unit_id::text as "unitId" from merchandising.filter_option_unit where asset_id = :asset and option_id = :owner;
select unit_id::text as "unitId", description_id::text as "descriptionId" from merchandising.description_assignment where asset_id = :asset and group_id = :owner;
select unit_id::text as "unitId", url as "url" from merchandising.unit_outbound_link_url where asset_id = :asset and link_id = :owner;

-- export
select (select coalesce(json_agg(part order by part.id::bigint), '[]') from (select own.id::text, own.name, own.template, own.label, own.icon_type, own.open_new_window from merchandising.asset_outbound_link own where asset_id = :assetId) part) as asset_outbound_links, (select coalesce(json_agg(part order by part.id::bigint), '[]') from (select own.id::text, own.name, own.label, own.type, own.category, own.frequency, own.due_at, own.value_type, own.amount, own.min_amount, own.max_amount, own.percentage, own.steps, own.text_amount, own.max_quantity, own.is_required, own.is_enabled, own.is_situational, own.is_included, own.is_refundable, own.is_third_party, own.is_per_applicant, own.tooltip_label, own.disclaimer, own.sort from expenses.asset_expense own where asset_id = :assetId) part) as asset_expenses, (select coalesce(json_agg(part order by part.id::bigint), '[]') from (select own.id::text, own.name, own.label, own.short_text, own.long_text, own.subtext, own.is_enabled from expenses.pricing_disclaimer own where asset_id = :assetId) part) as pricing_disclaimers;

-- provision FILE --prune, with empty lists
delete from merchandising.asset_outbound_link stored using json_to_recordset(:rows::json) as given ("asset_id" bigint, "id" bigint) where stored."asset_id" = given."asset_id" and stored."id" = given."id";
delete from merchandising.description_group stored using json_to_recordset(:rows::json) as given ("asset_id" bigint, "id" bigint) where stored."asset_id" = given."asset_id" and stored."id" = given."id";
delete from merchandising.marker_description stored using json_to_recordset(:rows::json) as given ("asset_id" bigint, "id" bigint) where stored."asset_id" = given."asset_id" and stored."id" = given."id";
delete from merchandising.unit_outbound_link stored using json_to_recordset(:rows::json) as given ("asset_id" bigint, "id" bigint) where stored."asset_id" = given."asset_id" and stored."id" = given."id";
