import type { Grouping, SortOrder } from '../host-api.js';
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

/** Homes without a price come last, by number, because Infinity - Infinity is NaN. */
const ORDERS: Record<SortOrder, (a: Home, b: Home) => number> = {
  price: (a, b) => (a.unit.price ?? Infinity) - (b.unit.price ?? Infinity) || byNumber(a, b),
  number: byNumber,
  area: (a, b) => a.unit.area - b.unit.area || byNumber(a, b),
};

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
  for (const group of groups.values()) group.homes.sort(ORDERS[sort]);
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
