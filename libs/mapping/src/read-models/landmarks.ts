import type { Shape } from '../drawings/drawing.js';
import { isAutomatic, meanings, nameKey } from '../drawings/unit-names.js';

/** A named shape without a unit, which positions the marker of that name. */
export interface Landmark {
  /** built by `landmarkKey` */
  keys: string[];
  x: number;
  y: number;
}

/** Optional prefix of marker names in drawings: `marker-Lobby`. */
const MARKER = /^marker[\s_\-:.]+/i;

/** The key for comparing names of markers and shapes, by the rules for unit numbers. */
export const landmarkKey = (name: string): string => nameKey(name);

/** Names take precedence over texts, as with units. */
export const landmarksOf = (shapes: readonly Shape[]): Landmark[] =>
  shapes.flatMap(({ unitId, names, texts, label: [x, y] }) => {
    if (unitId !== null) return [];
    const own = names.filter((name) => !isAutomatic(name));
    const called = own.length > 0 ? own.flatMap(meaningsOf) : texts;
    const keys = [...new Set(called.map(landmarkKey))].filter((key) => key !== '');
    return keys.length > 0 ? [{ keys, x, y }] : [];
  });

/** `Marker_x2D_Lobby`, `marker-Lobby_1_` and `Lobby` mean Lobby. */
const meaningsOf = (name: string): string[] =>
  meanings(name).flatMap((meaning) => [meaning, ...meanings(meaning.replace(MARKER, ''))]);
