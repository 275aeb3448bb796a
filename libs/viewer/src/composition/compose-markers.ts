import { landmarkKey } from '@app/mapping/contract';
import type { AssetParts } from './asset-parts.js';
import { optional } from './composed.js';
import { htmlOf } from './markdown.js';
import { picturesBy } from './pictures.js';
import type { ViewerMarker } from './viewer-document.schema.js';

export function composeMarkers(parts: AssetParts): ViewerMarker[] {
  const picturesOf = picturesBy('id', parts.pictures);
  return parts.marker_descriptions.map((marker) => ({
    id: marker.id,
    name: marker.name,
    label: marker.label || marker.name,
    ...optional('html', marker.description && htmlOf(marker.description)),
    ...picturesOf(marker.gallery_id),
    ...optional('iframe_url', marker.iframe_source_url),
    ...optional('link_url', marker.outbound_link_url),
    places: placesOf(marker, parts),
  }));
}

/** The declared positions of a marker; on maps without one, the position of the shape with its name. */
function placesOf({ id, name }: { id: string; name: string }, { maps, places }: AssetParts): ViewerMarker['places'] {
  const key = landmarkKey(name);
  const declared = places[id] ?? [];
  return maps.flatMap(({ id: map, landmarks }) => {
    const here = declared.filter((place) => place.unit_map_id === map);
    const found = here.length > 0 ? here : landmarks.filter(({ keys }) => keys.includes(key));
    return found.map(({ x, y }) => ({ map_id: map, x, y }));
  });
}
