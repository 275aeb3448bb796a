import type { Client, FloorPlan, PricingUnit } from '@app/sdk';
import { may } from './session.js';

/** The prices of some units in a publication. */
export interface Figure {
  lowest: number;
  median: number;
  highest: number;
  /** units with a price */
  units: number;
}

/** What a publication showed: figures by id of a floor plan, and of all units by `ALL`. */
interface Snapshot {
  publication: number;
  at: string;
  figures: ReadonlyMap<string, Figure>;
}

export interface PriceSeries {
  /** the earliest first */
  snapshots: Snapshot[];
  /** those of priced units, by name; empty if the key may not read them */
  plans: FloorPlan[];
  /** publications of which the snapshots are a selection */
  published: number;
}

export const ALL = '';

/** Publications that a chart shows at most. */
const SHOWN = 30;
/** Requests for units at most, whatever the size of the asset. */
const REQUESTS = 120;
const PAGE = 1000;
const AT_ONCE = 4;

/** Reads the prices of publications, evenly spread over those that are kept. @param tell receives the share that is read */
export async function readPrices(
  client: Client,
  of: { asset: string; process: string },
  signal: AbortSignal,
  tell: (share: number) => void,
): Promise<PriceSeries> {
  const knowsPlans = may('service.units.read') && may('service.floor-plans.read');
  const page = { asset: of.asset, perPage: PAGE };
  const [{ data: publications }, first, units, plans] = await Promise.all([
    client.listPublications({ ...of, perPage: PAGE }, { signal }),
    client.listPricingUnits({ ...of, perPage: 1, total: true }, { signal }),
    knowsPlans ? client.listUnits(page, { signal }).all() : [],
    knowsPlans ? client.listFloorPlans(page, { signal }).all() : [],
  ]);
  const planOf = new Map(units.map(({ id, floor_plan_id }) => [id, floor_plan_id]));
  const pages = Math.max(1, Math.ceil((first.paging.total_count ?? 0) / PAGE));
  const chosen = spread(publications.toReversed(), Math.max(2, Math.min(SHOWN, Math.floor(REQUESTS / pages))));
  let read = 0;
  const snapshots = await eachInTurn(chosen, async ({ number, published_at: at }): Promise<Snapshot> => {
    const request = { ...of, publication: String(number), perPage: PAGE };
    const figures = figuresOf(await client.listPricingUnits(request, { signal }).all(), planOf);
    tell((read += 1) / chosen.length);
    return { publication: number, at, figures };
  });
  const used = new Set(snapshots.flatMap(({ figures }) => [...figures.keys()]));
  const shown = plans.filter(({ id }) => used.has(id)).sort((one, other) => one.name.localeCompare(other.name));
  return { snapshots, plans: shown, published: publications.length };
}

/** The first, the last, and others at even distances. */
export function spread<T>(items: readonly T[], most: number): T[] {
  if (items.length <= most) return [...items];
  return Array.from({ length: most }, (_, at) => items[Math.round((at * (items.length - 1)) / (most - 1))]!);
}

function figuresOf(units: PricingUnit[], planOf: ReadonlyMap<string, string>): Map<string, Figure> {
  const prices = new Map<string, number[]>();
  for (const { id, price } of units) {
    if (price === null) continue;
    const plan = planOf.get(id);
    for (const key of plan === undefined ? [ALL] : [ALL, plan]) {
      const list = prices.get(key);
      if (list) list.push(price);
      else prices.set(key, [price]);
    }
  }
  return new Map([...prices].map(([key, list]) => [key, figureOf(list.sort((a, b) => a - b))]));
}

function figureOf(sorted: number[]): Figure {
  const middle = sorted.length >> 1;
  const median = sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
  return { lowest: sorted[0]!, median, highest: sorted.at(-1)!, units: sorted.length };
}

async function eachInTurn<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  let next = 0;
  const run = async () => {
    while (next < items.length) {
      const at = next++;
      results[at] = await work(items[at]!);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, run));
  return results;
}
