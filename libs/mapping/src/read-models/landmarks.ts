import type { Shape } from '../drawings/drawing.js';
import { meanings, nameKey } from '../drawings/unit-names.js';

/** A named shape that belongs to no unit: it places the marker of that name. */
export interface Landmark {
  /** as `landmarkKey` makes them */
  keys: string[];
  x: number;
  y: number;
}

/** What drawings may write before the name of a marker: `marker-Lobby`. */
const MARKER = /^marker[\s_\-:.]+/i;

/** What the name of a marker and what a shape is called are compared by: the rules are those of units' numbers. */
export const landmarkKey = (name: string): string => nameKey(name);

/** Names count before texts, as with units. */
export const landmarksOf = (shapes: readonly Shape[]): Landmark[] =>
  shapes.flatMap(({ unitId, names, texts, label: [x, y] }) => {
    if (unitId !== null) return [];
    const called = names.length > 0 ? names.flatMap(meaningsOf) : texts;
    const keys = [...new Set(called.map(landmarkKey))].filter((key) => key !== '');
    return keys.length > 0 ? [{ keys, x, y }] : [];
  });

/** `Marker_x2D_Lobby`, `marker-Lobby_1_` and `Lobby` mean Lobby. */
const meaningsOf = (name: string): string[] =>
  meanings(name).flatMap((meaning) => [meaning, ...meanings(meaning.replace(MARKER, ''))]);
