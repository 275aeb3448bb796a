import type { BoundBy, Reason } from './drawing.js';
import { isAutomatic, isOfCopy, meanings, nameKey, patternOf, textKey, withoutUnitWord } from './unit-names.js';

export interface KnownUnit {
  id: string;
  number: string;
  floorId: string | null;
  buildingId?: string | null;
}

/** The shapes of a map, which may show a single building. */
export interface MapLabels {
  buildingId: string | null;
  shapes: readonly Labels[];
}

/** The labels of a shape, and where it lies. */
export interface Labels {
  names: readonly string[];
  texts: readonly string[];
  /** id of an explicitly assigned unit */
  given: string | null;
  /** whether a person assigned it on this server */
  isByHand?: boolean;
  /** position of the smallest shape around it */
  inside: number | null;
  /** whether it is as small as a label */
  isMark: boolean;
}

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

  /** The units of a building; all if it is null. */
  within(buildingId: string | null): UnitNumbers {
    return buildingId === null ? this : new UnitNumbers([...this.byId.values()].filter((unit) => unit.buildingId === buildingId)); // oxfmt-ignore
  }

  /** Ids of the units with exactly this number, perhaps after a word. */
  written(text: string): ReadonlySet<string> {
    return this.byText.get(textKey(text)) ?? this.byText.get(textKey(withoutUnitWord(text))) ?? NONE;
  }

  /** Ids of the units that match a name, by its most likely meaning with a match. */
  named(name: string): ReadonlySet<string> {
    // `g12` is not G12: a program wrote it.
    if (isAutomatic(name)) return this.written(name);
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
 * Binds each shape of a map to a unit: by its names, otherwise by a text that equals the number of exactly one unit. Containers of
 * other units and ambiguous shapes stay unbound, because a wrong binding is worse than none.
 */
export function bind(shapes: readonly Labels[], units: UnitNumbers): Binding[] {
  const keys = new Set(shapes.flatMap(({ names }) => names.map(nameKey)));
  const claims = settleNesting(shapes, shapes.map((shape) => claimOf(shape, units, keys))); // oxfmt-ignore
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
    return sure || rivals === 1 ? { unitId, boundBy } : { unitId: null, reason: 'two_areas' };
  });
}

const isWeak = ({ sure, boundBy }: Bound): boolean => !sure && boundBy === 'text';
const isExplicit = (claim: Claim): boolean => claim.unitId !== null && /^(?:given|hand)$/.test(claim.boundBy);

/** Settles claims of shapes that lie in each other. */
function settleNesting(shapes: readonly Labels[], claims: readonly Claim[]): Claim[] {
  const settled = [...claims];
  /** different units in a shape, apart from its own; the sets end at two, and merge upwards */
  const inner = shapes.map((): Set<string> => new Set());
  const above = (at: number): number[] => {
    const found: number[] = [];
    for (let parent = shapes[at]!.inside; parent !== null && found.length < shapes.length; parent = shapes[parent]!.inside) found.push(parent); // oxfmt-ignore
    return found;
  };
  claims.forEach((claim, at) => {
    // What matches several units has numbers of its own too.
    const numbers = claim.unitId !== null ? [claim.unitId] : claim.reason === 'ambiguous' ? [`${at}`, `${at}-`] : [];
    for (const parent of numbers.length > 0 ? above(at) : [])
      for (const number of numbers) if (number !== claims[parent]!.unitId && inner[parent]!.size < 2) inner[parent]!.add(number); // oxfmt-ignore
  });
  claims.forEach((claim, at) => {
    if (inner[at]!.size >= 2 && !isExplicit(claim) && (claim.unitId !== null || claim.reason !== 'no_label'))
      settled[at] = { unitId: null, reason: 'container' };
  });
  claims.forEach((claim, at) => {
    const parents = above(at);
    const parent = parents[0];
    if (claim.unitId === null || isExplicit(claim) || settled[at]!.unitId === null || parent === undefined) return;
    const around = settled[parent]!;
    // Letters as outlines, or a plate, are the label of the shape around them.
    const isFree = around.unitId === null && around.reason !== 'container' && inner[parent]!.size === 1;
    if (shapes[at]!.isMark && isFree && ['no_label', 'no_such_unit'].includes((around as { reason: Reason }).reason)) {
      settled[parent] = { unitId: claim.unitId, boundBy: 'text', sure: false };
      settled[at] = { unitId: null, reason: 'label' };
      return;
    }
    for (const each of parents) {
      const other = settled[each]!;
      if (other.unitId === null) continue;
      if (other.unitId === claim.unitId) {
        if (!claim.sure || claims[each]!.unitId !== null) settled[at] = { unitId: null, reason: 'label' };
        return;
      }
      // One in another: only a name around a text can be trusted.
      settled[at] = { unitId: null, reason: 'contradictory' };
      if (!isExplicit(other) && !(other.boundBy === 'name' && claim.boundBy === 'text')) settled[each] = settled[at]; // oxfmt-ignore
      return;
    }
  });
  return settled;
}

function claimOf(
  { names, texts, given, isByHand = false }: Labels,
  units: UnitNumbers,
  keys: ReadonlySet<string>,
): Claim {
  if (given !== null && units.byId.has(given))
    return { unitId: given, boundBy: isByHand ? 'hand' : 'given', sure: true };
  const named = new Set(names.flatMap((name) => (isOfCopy(name, keys) ? [] : [...units.named(name)])));
  const written = new Set(texts.flatMap((text) => [...units.written(text)]));
  if (named.size > 1 || written.size > 1) return { unitId: null, reason: named.size > 1 && hasOne(names, units) ? 'contradictory' : 'ambiguous' }; // oxfmt-ignore
  const [byName] = named;
  const [byText] = written;
  if (byName !== undefined && byText !== undefined)
    return byName === byText
      ? { unitId: byName, boundBy: 'name', sure: true }
      : { unitId: null, reason: 'contradictory' };
  const unitId = byName ?? byText;
  if (unitId === undefined) {
    const isNamed = texts.length > 0 || names.some((name) => !isAutomatic(name));
    return { unitId: null, reason: isNamed ? 'no_such_unit' : 'no_label' };
  }
  // A text with the same pattern is a number too, even if no unit has it (yet).
  const pattern = patternOf(units.number(unitId));
  const rest = byName === undefined ? names.flatMap(meanings) : texts.map(withoutUnitWord);
  const number = units.number(unitId);
  const isNumber = (text: string): boolean => patternOf(text) === pattern && textKey(text) !== textKey(number) && looksLikeNumber(text); // oxfmt-ignore
  // A short number next to a longer one may be the number of bedrooms.
  const isLonger = (text: string): boolean => byName === undefined && text.length > number.length && [text, number].every((each) => /^\d+$/.test(each)); // oxfmt-ignore
  if (rest.some(isNumber) || texts.some(isLonger)) return { unitId: null, reason: 'contradictory' };
  return { unitId, boundBy: byName === undefined ? 'text' : 'name', sure: false };
}

/** Whether each name on its own means one unit. */
const hasOne = (names: readonly string[], units: UnitNumbers): boolean =>
  names.every((name) => units.named(name).size <= 1);

const looksLikeNumber = (text: string): boolean => /\p{N}/u.test(text);

/** A map belongs to a floor when at least this many of the units on it, and this share, are on that floor. */
const FLOOR_UNITS = 10;
const FLOOR_PART = 0.9;

/**
 * Binds all maps of an asset. On the map of a floor, the number of a unit on another floor is a mistake in the drawing if the
 * map of that other floor also shows the unit.
 */
export function bindMaps(maps: ReadonlyMap<string, MapLabels>, units: UnitNumbers): Map<string, Binding[]> {
  const bound = new Map(
    [...maps].map(([map, { shapes, buildingId }]) => [map, bind(shapes, units.within(buildingId))]),
  );
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
        !/^(?:given|hand)$/.test(binding.boundBy) &&
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
