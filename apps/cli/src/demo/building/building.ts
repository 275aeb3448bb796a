import { DEPTH, type Layout, LAYOUTS } from './layouts.js';
import type { Place, Point } from './pencil.js';

/** A building around a court that is open to the south, drawn in feet with north above. */
export const LEVELS = [1, 2, 3, 4, 5] as const;
export const CORRIDOR = 6;
/** from a facade to the other one */
export const WING = 2 * DEPTH + CORRIDOR;
export const WIDTH = 236;
export const LENGTH = 200;
/** the corner of the court */
const INNER = DEPTH + CORRIDOR;
/** a stair at the end of each wing */
export const STAIR = 11;

export const WINGS = {
  west: '475 Vandalia Avenue',
  north: '479 Vandalia Avenue',
  east: '481 Vandalia Avenue',
} as const;
export type Wing = keyof typeof WINGS;
export type Aspect = 'court' | 'park' | 'street';

/** Where a home may be: the same on all levels. */
export interface Position {
  /** in the number of the home, counted clockwise from the south-west */
  order: number;
  layout: Layout;
  wing: Wing;
  aspect: Aspect;
  place: Place;
}

export interface Home extends Position {
  number: string;
  level: number;
  /** in square feet */
  area: number;
  affordable: boolean;
}

/** A room for all on the ground floor, in place of homes. */
export interface Amenity {
  id: string;
  name: string;
  x: number;
  y: number;
  width: number;
  height: number;
}

const { studio, oneBedroom, twoBedrooms, threeBedrooms, corner } = LAYOUTS;

/** A row of homes along a corridor. @param from position of the first along it @param reversed whether it is counted backwards */
function row(
  wing: Wing,
  aspect: Aspect,
  layouts: readonly Layout[],
  from: number,
  on: (along: number, off: number) => Point,
  reversed = false,
): Omit<Position, 'order'>[] {
  let start = from;
  const homes = layouts.map((layout, at) => {
    const first = start;
    start += layout.width;
    // Neighbours are mirrored, as baths that share their pipes.
    const along = (x: number) => first + (at % 2 === 0 ? x : layout.width - x);
    return { layout, wing, aspect, place: (x: number, y: number): Point => on(along(x), y) };
  });
  return reversed ? homes.reverse() : homes;
}

const LEG = [oneBedroom, oneBedroom, studio, oneBedroom, twoBedrooms];
const OUTER = [threeBedrooms, studio, oneBedroom, studio, twoBedrooms, twoBedrooms];

const POSITIONS: readonly Position[] = [
  ...row('west', 'street', OUTER, DEPTH, (along, off) => [DEPTH - off, along], true),
  {
    layout: corner,
    wing: 'west' as const,
    aspect: 'park' as const,
    place: (x: number, y: number): Point => [46 - x, DEPTH - y],
  },
  ...row('north', 'park', [twoBedrooms, oneBedroom, oneBedroom, oneBedroom, twoBedrooms], 46, (along, off) => [
    along,
    DEPTH - off,
  ]),
  {
    layout: corner,
    wing: 'east' as const,
    aspect: 'park' as const,
    place: (x: number, y: number): Point => [190 + x, DEPTH - y],
  },
  ...row('east', 'street', OUTER, DEPTH, (along, off) => [WIDTH - DEPTH + off, along]),
  ...row('east', 'court', LEG, WING, (along, off) => [WIDTH - INNER - off, along], true),
  ...row(
    'north',
    'court',
    [oneBedroom, twoBedrooms, oneBedroom, oneBedroom],
    WING,
    (along, off) => [along, INNER + off],
    true,
  ),
  ...row('west', 'court', LEG, WING, (along, off) => [INNER + off, along]),
].map((position, at) => ({ ...position, order: at + 1 }));

/** The rooms at the court on the ground floor. */
export const AMENITIES = [
  { id: 'fitness', name: 'Fitness', x: WING, y: INNER, width: 30, height: DEPTH },
  { id: 'lobby', name: 'Lobby', x: WING + 30, y: INNER, width: 48, height: DEPTH },
  { id: 'lounge', name: 'Lounge', x: WING + 78, y: INNER, width: 30, height: DEPTH },
  { id: 'laundry', name: 'Laundry', x: INNER, y: WING, width: DEPTH, height: 24 },
] as const satisfies readonly Amenity[];

const isAmenity = ({ wing, aspect, order }: Position): boolean =>
  aspect === 'court' && (wing === 'north' || order === POSITIONS.length - LEG.length + 1);

const isAffordable = (level: number, order: number): boolean => level < 5 && (order * 7 + level * 3) % 4 === 0;

/** The homes of a level, by number. */
export function homesOn(level: number): Home[] {
  return POSITIONS.filter((position) => level > 1 || !isAmenity(position)).map((position) => ({
    ...position,
    level,
    number: `${level}${String(position.order).padStart(2, '0')}`,
    area: position.layout.width * DEPTH,
    affordable: isAffordable(level, position.order),
  }));
}

/** The corners of a home. */
export const cornersOf = ({ layout: { width }, place }: Position): Point[] => [
  place(0, 0),
  place(width, 0),
  place(width, DEPTH),
  place(0, DEPTH),
];
