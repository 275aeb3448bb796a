-- /v1/embeds/{key}/viewer-document
with placed as (
  select * from json_to_recordset(:placed::json) as placed (map text, keys jsonb, position integer)
  )
  select view.asset_id::text as asset, priced.state,
  to_json(date_trunc('second', priced.as_of)) #>> '{}' as "asOf", least((platform.now() at time zone view.time_zone)::date, priced.next_available_on - 1)::text as today, view.etag || priced.etag as etag, view.body as frame, priced.body as priced,
  (select coalesce(jsonb_agg(marker || jsonb_build_object('places',
  (select coalesce(jsonb_agg(place), '[]') from jsonb_array_elements(marker -> 'places') place
  where place ->> 'map_id' in (select map from placed)))), '[]')::text
  from jsonb_array_elements(view.markers) marker) as markers,
  (select coalesce(string_agg(((view.maps -> placed.map) || jsonb_build_object('instance_keys', placed.keys))::text, ','
  order by placed.position), '') from placed where view.maps ? placed.map) as maps
  from viewer.asset_view view
  cross join lateral (select * from viewer.priced_view priced where priced.asset_id = view.asset_id
  order by priced.process_id = any (:processes::bigint[]) desc, priced.as_of desc nulls last, priced.process_id
  limit 1) priced
  where view.asset_id = any (:assets::bigint[]) order by array_position(:assets::bigint[], view.asset_id);
select view.asset_id::text as asset, priced.state,
  to_json(date_trunc('second', priced.as_of)) #>> '{}' as "asOf", least((platform.now() at time zone view.time_zone)::date, priced.next_available_on - 1)::text as today, view.etag || priced.etag as etag from viewer.asset_view view
  cross join lateral (select * from viewer.priced_view priced where priced.asset_id = view.asset_id
  order by priced.process_id = any (:processes::bigint[]) desc, priced.as_of desc nulls last, priced.process_id
  limit 1) priced
  where view.asset_id = any (:assets::bigint[]) order by array_position(:assets::bigint[], view.asset_id);
