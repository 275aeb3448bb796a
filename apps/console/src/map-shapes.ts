import type { MapUnits } from '@app/sdk';
import type { PlannedHome } from '../../viewer/src/plan/scene.js';

export type Kind = 'bound' | 'unbound' | 'contradictory';
type Reason = MapUnits['unbound_shapes'][number]['reason'];
type BoundBy = MapUnits['bound_shapes'][number]['bound_by'];

/** A shape of a map, as the plan shows it: `unit` has its label and colour there. */
export interface MapShape extends PlannedHome {
  kind: Kind;
  names: string[];
  texts: string[];
  /** its unit, and what has identified that */
  bound?: { id: string; number: string; by: BoundBy };
  /** why it has no unit */
  reason?: Reason;
}

/** Colours of the plan. */
const COLOURS = { bound: 'available', unbound: 'unavailable', contradictory: 'upcoming' } as const;
const CONTRADICTIONS: readonly Reason[] = ['contradictory', 'ambiguous', 'two_areas'];

const REASONS: Record<Reason, string> = {
  no_label: 'it has neither a name nor a text',
  no_such_unit: 'no unit has its name or text as number',
  container: 'shapes with numbers of their own are in it',
  label: 'it labels the shape around it, or is a part of its unit',
  ambiguous: 'several units match',
  two_areas: 'another shape matches the same unit',
  contradictory: 'its name and its text mean different units',
  elsewhere: 'its unit is on another floor, which has a map of its own',
};

const BOUND_BY: Record<BoundBy, string> = {
  name: 'by its name',
  text: 'by the text in it',
  given: 'by the compiled map',
  hand: 'by hand',
};

export const STRAYS: Record<MapUnits['stray_labels'][number]['reason'], string> = {
  two_areas: 'it reaches into a second shape',
  outside_any_area: 'it is in no shape',
  open_outline: 'the lines around it are not closed',
  not_drawn: 'nothing shows it',
};

/** The shapes of a map by id. */
export function shapesOf({ bound_shapes: bound, unbound_shapes: unbound }: MapUnits): ReadonlyMap<string, MapShape> {
  const shapes: MapShape[] = [
    ...bound.map(({ shape_id: id, names, texts, unit_id, unit_number: number, bound_by: by }) => ({
      ...planned(id, 'bound', number),
      names,
      texts,
      bound: { id: unit_id, number, by },
    })),
    ...unbound.map(({ shape_id: id, names, texts, reason }) => {
      const kind = CONTRADICTIONS.includes(reason) ? 'contradictory' : 'unbound';
      return { ...planned(id, kind, texts[0] ?? names[0] ?? '?'), names, texts, reason };
    }),
  ];
  return new Map(shapes.map((shape) => [shape.id, shape]));
}

const planned = (id: string, kind: Kind, number: string) => ({
  id,
  kind,
  unit: { number: number.slice(0, 20), availability: COLOURS[kind] },
  floor: { id: '', label: '' },
});

/** Why it has a unit, or why not. */
export const whyOf = ({ bound, reason }: MapShape): string =>
  bound ? BOUND_BY[bound.by] : REASONS[reason ?? 'no_such_unit'];

export const sentenceOf = (shape: MapShape): string =>
  shape.bound ? `${shape.bound.number}, bound ${whyOf(shape)}` : `${shape.unit.number}, ${shape.kind}: ${whyOf(shape)}`;

/** A unit that a shape may mean. */
export interface Choice {
  id: string;
  number: string;
  /** building and floor */
  where: string;
}

/** Units whose number the names or texts of the shape contain, those without a shape first. */
export function suggestionsFor({ names, texts }: MapShape, choices: readonly Choice[], placed: ReadonlySet<string>) {
  const words = new Set([...names, ...texts].flatMap((label) => [label, ...label.split(/[^\p{L}\p{N}]+/u)]).map(keyOf));
  return choices
    .filter(({ number }) => words.has(keyOf(number)))
    .sort((one, other) => Number(placed.has(one.id)) - Number(placed.has(other.id)));
}

export const keyOf = (number: string): string => number.normalize('NFKC').trim().toLowerCase();
