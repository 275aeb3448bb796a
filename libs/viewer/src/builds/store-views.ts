import { createHash } from 'node:crypto';
import type { Database } from '@app/platform/persistence';
import type { ComposedAsset } from '../composition/composed.js';

const STORE_ASSET = `insert into viewer.asset_view (asset_id, body, maps, markers, time_zone, count_visits, etag)
  values (:asset, :body, :maps, :markers, :timeZone, :countVisits, :etag)
  on conflict (asset_id) do update set body = excluded.body, maps = excluded.maps, markers = excluded.markers,
    time_zone = excluded.time_zone, count_visits = excluded.count_visits, etag = excluded.etag`;

const STORE_PRICED = `with stored as (
    insert into viewer.priced_view (asset_id, process_id, body, state, as_of, next_available_on, etag)
    select :asset, view.* from json_to_recordset(:views::json)
      as view (process bigint, body text, state text, "asOf" timestamptz, "nextAvailableOn" date, etag text)
    on conflict (asset_id, process_id) do update set body = excluded.body, state = excluded.state, as_of = excluded.as_of,
      next_available_on = excluded.next_available_on, etag = excluded.etag
  )
  delete from viewer.priced_view where asset_id = :asset and process_id <> all (:processes::bigint[])`;

/** Replaces the stored version 2 of an asset's document. */
export async function storeViews(
  database: Database,
  asset: string,
  { frame, priced, maps, markers }: ComposedAsset,
  nextAvailableOn: Record<string, string | null>,
): Promise<void> {
  const views = priced.map(({ process, part }) => {
    const [body, id] = [JSON.stringify(part), process?.process_id ?? '0'];
    const { state, as_of: asOf } = part;
    return { process: id, body, state, asOf, nextAvailableOn: nextAvailableOn[id] ?? null, etag: tagOf(body) };
  });
  const body = JSON.stringify(frame);
  const placed = JSON.stringify(Object.fromEntries(maps.map((map) => [map.id, map])));
  const placedMarkers = JSON.stringify(markers);
  const etag = tagOf(body, placed, placedMarkers);
  await database.execute(STORE_ASSET, {
    asset,
    body,
    maps: placed,
    markers: placedMarkers,
    timeZone: frame.time_zone,
    countVisits: frame.count_visits ?? false,
    etag,
  });
  const processes = views.map(({ process }) => process);
  await database.execute(STORE_PRICED, { asset, views: JSON.stringify(views), processes });
}

function tagOf(...texts: string[]): string {
  const hash = createHash('sha1');
  for (const text of texts) hash.update(text).update('\0');
  return hash.digest('base64url');
}
