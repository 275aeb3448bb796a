import type { Catalog } from './catalog.js';
import type { Listed } from './read-list.js';

/** A unit with what a list may call it. */
export interface Home {
  id: string;
  number: string;
  plan: string;
  /** building and floor plan */
  note: string;
  buildings: readonly string[];
}

/** What a line of a list means: a unit, or why it is not certain. */
export interface Line extends Listed {
  home?: Home;
  reason?: string;
  suggestions: Home[];
}

const MAX_SUGGESTIONS = 5;

const keyOf = (text: string): string => text.normalize('NFKC').trim().toLowerCase();

/** The same for `Apt. 0101`, `#101` and `101`. */
const looseKeyOf = (number: string): string =>
  keyOf(number)
    .replace(/^(unit|apartment|apt|suite|ste|no|#)[\s.:#-]*(?=\S*\d)/, '')
    .replaceAll(/[^\p{L}\p{N}]+/gu, '')
    .replaceAll(/(?<!\d)0+(?=\d)/g, '');

export function homesOf({ units, buildings, plans }: Pick<Catalog, 'units' | 'buildings' | 'plans'>): Home[] {
  const building = new Map(buildings.map((each) => [each.id, each]));
  const plan = new Map(plans.map((each) => [each.id, each.name]));
  return units.map(({ id, unit_number: number, building_id, floor_plan_id }) => {
    const { name = '', label = '' } = building.get(building_id) ?? {};
    const planName = plan.get(floor_plan_id) ?? '';
    return { id, number, plan: planName, note: `${name} · ${planName}`, buildings: [keyOf(name), keyOf(label)] };
  });
}

/** Matches lines with units by number, and by building and floor plan where the line has them. */
export class Matcher {
  private readonly exact: ReadonlyMap<string, Home[]>;
  private readonly loose: ReadonlyMap<string, Home[]>;

  constructor(homes: readonly Home[]) {
    this.exact = grouped(homes, ({ number }) => keyOf(number));
    this.loose = grouped(homes, ({ number }) => looseKeyOf(number));
  }

  withNumber = (number: string): Home[] => this.exact.get(keyOf(number)) ?? [];

  /** Lines in their order. Lines that repeat another word for word are left out. */
  match(rows: readonly Listed[]): Line[] {
    const once = new Map(rows.toReversed().map((row) => [JSON.stringify({ ...row, line: 0 }), row]));
    const lines = [...once.values()].toReversed().map((row) => this.lineOf(row));
    const times = countsOf(lines.map(({ id }) => id));
    const claims = countsOf(lines.flatMap(({ home }) => home?.id ?? []));
    return lines.map((line) => {
      const { home, ...rest } = line;
      const suggestions = home ? [home] : line.suggestions;
      if (times.get(line.id)! > 1) return { ...rest, suggestions, reason: 'the list has this id more than once' };
      if (home && claims.get(home.id)! > 1)
        return { ...rest, suggestions, reason: 'another line of the list means the same unit' };
      return line;
    });
  }

  private lineOf(row: Listed): Line {
    const [building, plan] = [keyOf(row.building), keyOf(row.plan)];
    const undecided = (reason: string, suggestions: Home[]): Line => ({
      ...row,
      reason,
      suggestions: suggestions.slice(0, MAX_SUGGESTIONS),
    });
    const named = this.withNumber(row.number);
    const similar = this.loose.get(looseKeyOf(row.number)) ?? [];
    const within = (homes: Home[]) =>
      building === '' ? homes : homes.filter(({ buildings }) => buildings.includes(building));
    const found = within(named).length > 0 ? within(named) : within(similar);
    if (found.length === 0)
      return similar.length > 0
        ? undecided('no unit of this building has this number', similar)
        : undecided('no unit has this number', []);
    const planned = plan === '' ? found : found.filter((home) => keyOf(home.plan) === plan);
    const [home] = planned;
    if (!home) return undecided('the unit with this number has another floor plan', found);
    if (planned.length > 1) return undecided('several units have this number', planned);
    // Another spelling of a number is certain only if the floor plan says the same.
    if (keyOf(home.number) !== keyOf(row.number) && plan === '')
      return undecided('the number is spelled differently', planned);
    return { ...row, home, suggestions: [] };
  }

  /** What a line without suggestions may mean: units whose number is one character off, those of its floor plan first. */
  similarTo({ number, plan }: Listed): Home[] {
    const [wanted, ofPlan] = [looseKeyOf(number), keyOf(plan)];
    if (wanted.length < 2) return [];
    return [...this.loose]
      .filter(([number]) => isOneOff(number, wanted))
      .flatMap(([, homes]) => homes)
      .sort((one, other) => Number(keyOf(other.plan) === ofPlan) - Number(keyOf(one.plan) === ofPlan))
      .slice(0, MAX_SUGGESTIONS);
  }
}

function grouped<T>(items: readonly T[], key: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const group = groups.get(key(item));
    if (group) group.push(item);
    else groups.set(key(item), [item]);
  }
  return groups;
}

export function countsOf(keys: string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  return counts;
}

/** Whether a character is added, left out or replaced, or two neighbours are swapped. */
function isOneOff(one: string, other: string): boolean {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  if (long.length - short.length > 1 || long.length < 2) return false;
  let at = 0;
  while (at < short.length && short[at] === long[at]) at++;
  if (short.length < long.length) return short.slice(at) === long.slice(at + 1);
  if (short.slice(at + 1) === long.slice(at + 1)) return true;
  return short[at] === long[at + 1] && short[at + 1] === long[at] && short.slice(at + 2) === long.slice(at + 2);
}

/** A reference that saving the list would set or take away. */
export interface Change {
  unit: string;
  before: string | null;
  after: string | null;
}

/** What a group needs so that each unit has its wanted id. Other units keep theirs, unless an id moves. */
export function changesOf(wanted: ReadonlyMap<string, string>, current: ReadonlyMap<string, string>): Change[] {
  const owners = new Map([...current].map(([unit, value]) => [value, unit]));
  const set = [...wanted].map(([unit, after]) => ({ unit, before: current.get(unit) ?? null, after }));
  const taken = [...wanted].flatMap(([unit, value]) => {
    const owner = owners.get(value);
    return owner === undefined || owner === unit || wanted.has(owner) ? [] : [{ unit: owner, before: value, after: null }]; // oxfmt-ignore
  });
  return [...taken, ...set.filter(({ before, after }) => before !== after)];
}
