import type { BoundBy } from './drawing.js';
import { meanings, nameKey, patternOf, textKey } from './unit-names.js';

export interface KnownUnit {
  id: string;
  number: string;
  floorId: string | null;
}

/** The labels of a shape. */
export interface Labels {
  names: readonly string[];
  texts: readonly string[];
  /** id of an explicitly assigned unit */
  given: string | null;
}

/** Why a shape has no unit. */
export type Reason =
  /** no unit of the asset matches */
  | 'unknown'
  /** several units match, or another shape matches the same unit */
  | 'ambiguous'
  /** its names and texts match different units */
  | 'contradictory'
  /** its unit is on another floor, whose own map shows it */
  | 'elsewhere';

export type Binding = { unitId: string; boundBy: BoundBy } | { unitId: null; reason: Reason };

/** Looks up the units of an asset by the labels of shapes. */
export class UnitNumbers {
  readonly byId: ReadonlyMap<string, KnownUnit>;
  private readonly byText = new Map<string, Set<string>>();
  private readonly byName = new Map<string, Set<string>>();

  constructor(units: readonly KnownUnit[]) {
    this.byId = new Map(units.map((unit) => [unit.id, unit]));
    for (const { id, number } of units) {
      add(this.byText, textKey(number), id);
      add(this.byName, nameKey(number), id);
    }
  }

  /** Ids of the units with exactly this number. */
  written(text: string): ReadonlySet<string> {
    return this.byText.get(textKey(text)) ?? NONE;
  }

  /** Ids of the units that match a name, by its most likely meaning with a match. */
  named(name: string): ReadonlySet<string> {
    for (const meaning of meanings(name)) {
      const found = this.byText.get(textKey(meaning)) ?? this.byName.get(nameKey(meaning));
      if (found) return found;
    }
    return NONE;
  }

  number(id: string): string {
    return this.byId.get(id)!.number;
  }
}

const NONE: ReadonlySet<string> = new Set();

function add(map: Map<string, Set<string>>, key: string, id: string): void {
  const ids = map.get(key);
  if (ids) ids.add(id);
  else map.set(key, new Set([id]));
}

/** `sure` if names and texts agree, or the unit was assigned explicitly. */
type Bound = { unitId: string; boundBy: BoundBy; sure: boolean };
type Claim = Bound | { unitId: null; reason: Reason };

/**
 * Binds each shape of a map to a unit: by its names, otherwise by a text that equals the number of exactly one unit. Ambiguous
 * shapes stay unbound, because a wrong binding is worse than none.
 */
export function bind(shapes: readonly Labels[], units: UnitNumbers): Binding[] {
  const claims = shapes.map((shape) => claimOf(shape, units));
  /** claims by unit; weak ones rest on a text alone */
  const counts = new Map<string, { all: number; weak: number }>();
  for (const claim of claims) {
    if (claim.unitId === null) continue;
    const { all, weak } = counts.get(claim.unitId) ?? { all: 0, weak: 0 };
    counts.set(claim.unitId, { all: all + 1, weak: weak + Number(isWeak(claim)) });
  }
  return claims.map((claim) => {
    if (claim.unitId === null) return claim;
    const { unitId, boundBy, sure } = claim;
    const { all, weak } = counts.get(unitId)!;
    // A name outweighs a text, unless the parts of a unit all carry its number.
    const rivals = isWeak(claim) ? all : all - weak;
    return sure || rivals === 1 ? { unitId, boundBy } : { unitId: null, reason: 'ambiguous' };
  });
}

const isWeak = ({ sure, boundBy }: Bound): boolean => !sure && boundBy === 'text';

function claimOf({ names, texts, given }: Labels, units: UnitNumbers): Claim {
  if (given !== null && units.byId.has(given)) return { unitId: given, boundBy: 'given', sure: true };
  const named = new Set(names.flatMap((name) => [...units.named(name)]));
  const written = new Set(texts.flatMap((text) => [...units.written(text)]));
  if (named.size > 1 || written.size > 1) return { unitId: null, reason: 'ambiguous' };
  const [byName] = named;
  const [byText] = written;
  if (byName !== undefined && byText !== undefined)
    return byName === byText
      ? { unitId: byName, boundBy: 'name', sure: true }
      : { unitId: null, reason: 'contradictory' };
  const unitId = byName ?? byText;
  if (unitId === undefined) return { unitId: null, reason: 'unknown' };
  // A text with the same pattern is a number too, even if no unit has it (yet).
  const pattern = patternOf(units.number(unitId));
  const rest = byName === undefined ? names.flatMap(meanings) : texts;
  if (
    rest.some(
      (text) => patternOf(text) === pattern && textKey(text) !== textKey(units.number(unitId)) && looksLikeNumber(text),
    )
  )
    return { unitId: null, reason: 'contradictory' };
  return { unitId, boundBy: byName === undefined ? 'text' : 'name', sure: false };
}

const looksLikeNumber = (text: string): boolean => /\p{N}/u.test(text);

/** A map belongs to a floor when at least this many of the units on it, and this share, are on that floor. */
const FLOOR_UNITS = 10;
const FLOOR_PART = 0.9;

/**
 * Binds all maps of an asset. On the map of a floor, the number of a unit on another floor is a mistake in the drawing if the
 * map of that other floor also shows the unit.
 */
export function bindMaps(maps: ReadonlyMap<string, readonly Labels[]>, units: UnitNumbers): Map<string, Binding[]> {
  const bound = new Map([...maps].map(([map, shapes]) => [map, bind(shapes, units)]));
  const floors = new Map([...bound].map(([map, bindings]) => [map, floorOf(bindings, units)]));
  /** units shown on the map of their own floor */
  const atHome = new Set<string>();
  for (const [map, bindings] of bound)
    for (const { unitId } of bindings)
      if (unitId !== null && units.byId.get(unitId)!.floorId === floors.get(map)) atHome.add(unitId);
  for (const [map, bindings] of bound) {
    const floor = floors.get(map);
    if (floor === undefined) continue;
    const settled = bindings.map((binding): Binding => {
      const { unitId } = binding;
      const stray =
        unitId !== null &&
        binding.boundBy !== 'given' &&
        units.byId.get(unitId)!.floorId !== floor &&
        atHome.has(unitId);
      return stray ? { unitId: null, reason: 'elsewhere' } : binding;
    });
    bound.set(map, settled);
  }
  return bound;
}

/** The floor that a map shows, if it shows a single one. */
function floorOf(bindings: readonly Binding[], units: UnitNumbers): string | undefined {
  const counts = new Map<string, number>();
  const ids = new Set(bindings.flatMap(({ unitId }) => unitId ?? []));
  for (const id of ids) {
    const { floorId } = units.byId.get(id)!;
    if (floorId !== null) counts.set(floorId, (counts.get(floorId) ?? 0) + 1);
  }
  for (const [floor, count] of counts) if (count >= FLOOR_UNITS && count >= ids.size * FLOOR_PART) return floor;
  return undefined;
}
