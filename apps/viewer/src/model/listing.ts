import type { Grouping, SortKey, SortOrder } from '../host-api.js';
import type { Home } from './catalog.js';

export interface Group {
  key: string;
  /** empty without grouping */
  label: string;
  homes: Home[];
  /** the home with the lowest price */
  cheapest?: Home;
}

const numerical = new Intl.Collator('en', { numeric: true });
const byNumber = (a: Home, b: Home) => numerical.compare(a.unit.number, b.unit.number) || a.position - b.position;

const VALUES: Record<Exclude<SortKey, 'number'>, (home: Home) => number | undefined> = {
  price: ({ unit }) => unit.price,
  area: ({ unit }) => unit.area,
  date: ({ unit }) => {
    if (unit.availability === 'unavailable') return undefined;
    return unit.availability === 'available' || !unit.available_on ? 0 : Date.parse(unit.available_on);
  },
};

/** Homes without the value come last in both directions; those with the same value are ordered by number. */
function orderOf(sort: SortOrder): (a: Home, b: Home) => number {
  const [sign, key] = sort.startsWith('-') ? [-1, sort.slice(1) as SortKey] : [1, sort as SortKey];
  if (key === 'number') return (a, b) => sign * byNumber(a, b);
  const valueOf = VALUES[key];
  return (a, b) => {
    const [one, other] = [valueOf(a), valueOf(b)];
    if (one === other) return byNumber(a, b);
    if (one === undefined || other === undefined) return one === undefined ? 1 : -1;
    return sign * (one - other);
  };
}

/** Groups in the order of the document, with homes in the given order. */
export function listing(homes: Home[], sort: SortOrder, grouping: Grouping): Group[] {
  const groups = new Map<string, Group>();
  const hasSeveral = homes.some(({ asset }) => asset !== homes[0]?.asset);
  for (const home of homes) {
    const { key, label } = groupOf(home, grouping, hasSeveral);
    const group = groups.get(key) ?? { key, label, homes: [] };
    groups.set(key, group);
    group.homes.push(home);
    if (home.unit.price !== undefined && home.unit.price < (group.cheapest?.unit.price ?? Infinity))
      group.cheapest = home;
  }
  const order = orderOf(sort);
  for (const group of groups.values()) group.homes.sort(order);
  return [...groups.values()];
}

function groupOf({ asset, building, floor, plan }: Home, grouping: Grouping, hasSeveral: boolean) {
  const property = hasSeveral ? [asset.name] : [];
  switch (grouping) {
    case 'none':
      return { key: '', label: '' };
    case 'floor_plan':
      return { key: plan.id, label: [...property, plan.name].join(' · ') };
    case 'building':
      return { key: building.id, label: [...property, building.label].join(' · ') };
    case 'floor':
      return { key: floor.id, label: [...property, floor.label].join(' · ') };
  }
}
