import type { AssetParts } from './asset-parts.js';
import { optional, type UnnamedMap } from './composed.js';

/** Composes the maps without their geometry, which is in their compiled files. */
export function composeMaps({ maps, units, floors, buildings }: AssetParts): UnnamedMap[] {
  const unitOf = new Map(units.map((unit) => [unit.id, unit]));
  return maps.map(({ fields, viewBox, unitIds }) => {
    const shown = unitIds.flatMap((id) => unitOf.get(id) ?? []);
    const [floorIds, buildingIds] = [shown.map((unit) => unit.floor_id), shown.map((unit) => unit.building_id)];
    return {
      id: fields.id,
      name: fields.name,
      tags: fields.tags,
      style: fields.style,
      floor_ids: among(floors, floorIds),
      building_ids: among(buildings, buildingIds),
      ...(fields.background_tone === 'natural' && { background_tone: fields.background_tone }),
      ...optional('url', fields.url),
      ...optional('view_box', viewBox),
      backgrounds: fields.backgrounds,
      unit_ids: shown.map(({ id }) => id),
    };
  });
}

/** The distinct ids in the order of the list. */
function among(list: readonly { id: string }[], ids: readonly string[]): string[] {
  const wanted = new Set(ids);
  return list.flatMap(({ id }) => (wanted.has(id) ? [id] : []));
}
